"""A formula's tree → boxes of text in two dimensions; letters and operators are plain signs."""

from __future__ import annotations

from collections.abc import Sequence

from vibe_tui.render.formula.boxes import (
    EMPTY,
    Box,
    abreast,
    fence,
    fenced,
    fraction,
    framed,
    padded,
    piled,
    root,
    struck,
    text_box,
)
from vibe_tui.render.formula.commands import ACCENTS, ENVIRONMENTS, SignKind
from vibe_tui.render.formula.inline import is_single, one_line, small_script
from vibe_tui.render.formula.nodes import (
    OPERANDS,
    Accent,
    Fenced,
    Fraction,
    Grid,
    Radical,
    Scripts,
    Sign,
    TexNode,
    TexRow,
    TextNode,
    accented,
    is_letter,
    is_unary,
    kind_at,
    shows_braces,
)

_STRETCHED = dict.fromkeys("‾_", ("", "─", "")) | {
    "→": ("", "─", "→"),
    "←": ("←", "─", ""),
    "↔": ("←", "─", "→"),
    "⇒": ("", "═", "⇒"),
    "⇀": ("", "─", "⇀"),
    "↼": ("↼", "─", ""),
}
"""The left end, the line and the right end of marks that are as wide as what they mark."""
_BRACES = {
    "⏞": "╭┴╮",
    "⏟": "╰┬╯",
    "⎴": "┌─┐",
    "⎵": "└─┘",
    "⏠": "╭─╮",
    "⏡": "╰─╯",
    "⏜": "╭─╮",
    "⏝": "╰─╯",
}


def draw_row(items: Sequence[TexNode], before: TexNode | None = None) -> Box:
    """Nodes in a row, spaced as they are after `before`."""
    return _row(items, tight=False, before=before)


def box_of(node: TexNode, *, tight: bool = False, inside: Box = EMPTY) -> Box:
    """The box of a node; `tight` as in scripts, a big fence as high as what is `inside`."""
    match node:
        case Sign(big=True, text=text):
            return fence(text, inside)
        case Sign(text=text) | TextNode(text=text):
            return text_box(text)
        case TexRow(items=items):
            inner = _row(items, tight=tight)
            return fenced("{", inner, "}") if shows_braces(node) else inner
        case Scripts():
            return _scripts(node, tight, inside)
        case Fraction(bar=bar):
            over, under = box_of(node.over, tight=tight), box_of(node.under, tight=tight)
            if bar:
                return fraction(over, under)
            blank = Box([" "], 1, 0)
            return fenced("(", piled(over, blank, under), ")")
        case Radical():
            return _root(node, tight)
        case Accent():
            return _accent(node, tight)
        case Fenced():
            return fenced(node.open, box_of(node.body, tight=tight), node.close)
        case Grid():
            return _grid(node, tight)


def _row(items: Sequence[TexNode], *, tight: bool, before: TexNode | None = None) -> Box:
    """Nodes side by side; `tight` (in scripts) leaves out the space beside operators."""
    drawn = _all_drawn(items, tight)
    boxes: list[Box] = []
    open_space = False
    for place, (item, box) in enumerate(zip(items, drawn, strict=True)):
        kind = kind_at(item)
        after = kind_at(items[place + 1]) if place + 1 < len(items) else None
        apart = not tight and (
            kind is SignKind.RELATION
            or (kind is SignKind.BINARY and not is_unary(before) and one_line(item) != "/")
        )
        if kind is SignKind.SPACE:
            open_space = open_space or not box.width
        elif (
            before is not None and not open_space and (apart or _parted(before, kind, item, tight))
        ):
            boxes.append(text_box(" "))
        boxes.append(box)
        # What relates is one sign with a relation behind it: `:=`, `+=`.
        joined = (
            after is SignKind.RELATION
            and isinstance(item, Sign)
            and isinstance(items[place + 1], Sign)
        )
        if apart and not joined:
            boxes.append(text_box(" "))
        open_space = apart or (kind is SignKind.SPACE and box.width > 0)
        if kind is not SignKind.SPACE:
            before = item
    return abreast(boxes) if boxes else EMPTY


def _all_drawn(items: Sequence[TexNode], tight: bool) -> list[Box]:
    """A box for every node; big fences are as high as what stands between them."""
    bigs = [place for place, item in enumerate(items) if _big_fence(item) is not None]
    boxes = [box_of(item, tight=tight) for item in items]
    if not bigs or all(len(box.rows) == 1 for box in boxes):
        return boxes
    spans: dict[int, tuple[int, int]] = {}
    waiting: list[int] = []
    for place in bigs:
        fence = _big_fence(items[place])
        partner = next((at for at in waiting if _is_pair(items[at], fence)), None)
        if partner is None:
            waiting.append(place)
            continue
        inner = waiting[waiting.index(partner) :]
        waiting = waiting[: waiting.index(partner)]
        spans |= dict.fromkeys([*inner, place], (partner + 1, place))
    for place in waiting:
        fence = _big_fence(items[place])
        opens = place == 0 or (fence is not None and fence.kind is SignKind.OPEN)
        spans[place] = (place + 1, len(items)) if opens else (0, place)
    plain = [box for place, box in enumerate(boxes) if place not in spans]
    for place, (start, end) in spans.items():
        inside = [boxes[at] for at in range(start, end) if at not in spans] or plain
        boxes[place] = box_of(items[place], tight=tight, inside=abreast(inside or [text_box(" ")]))
    return boxes


def _big_fence(node: TexNode) -> Sign | None:
    """The fence of a size of its own that a node is, perhaps with scripts."""
    base = node.base if isinstance(node, Scripts) else node
    return base if isinstance(base, Sign) and base.big and base.text else None


def _is_pair(first: TexNode, last: Sign | None) -> bool:
    """Whether a big fence closes what another opened; one with scripts opens nothing."""
    if not isinstance(first, Sign) or last is None:
        return False
    if first.kind is SignKind.OPEN:
        return last.kind is SignKind.CLOSE
    return first.kind is not SignKind.CLOSE and first.text == last.text


def _parted(before: TexNode, kind: SignKind, item: TexNode, tight: bool) -> bool:
    """Whether a space goes between two neighbours that are no operators."""
    last = kind_at(before)
    if last is SignKind.COMMA and not tight and kind is not SignKind.CLOSE:
        return True
    if kind is SignKind.WORD or (kind is SignKind.LARGE and not tight):
        return last in (*OPERANDS, SignKind.CLOSE)
    if last is SignKind.WORD:
        return kind in OPERANDS and not isinstance(item, Fenced)
    if last is SignKind.LARGE:
        return kind in OPERANDS
    if not (isinstance(before, TextNode) or isinstance(item, TextNode)):
        return False
    return is_letter(_edge(before, -1)) and is_letter(_edge(item, 0))


def _edge(node: TexNode, place: int) -> str:
    """The first or last character of a node, empty where it has none."""
    text = node.text if isinstance(node, TextNode) else one_line(node)
    return text[place] if text else ""


def _scripts(node: Scripts, tight: bool, inside: Box) -> Box:
    base = box_of(node.base, tight=tight, inside=inside)
    above = box_of(node.above, tight=True) if node.above is not None else EMPTY
    below = box_of(node.below, tight=True) if node.below is not None else EMPTY
    if node.stacked:
        return piled(above, base, below)
    height = len(base.rows)
    script = node.below if node.above is None else node.above if node.below is None else None
    if script is not None and height == 1:
        small = small_script(one_line(script), below=node.above is None)
        if small:
            return abreast([base, text_box(small)])
    if height == 1 and node.above is not None and not one_line(node.above).strip("′"):
        return abreast([base, piled(EMPTY, above, below, "l")])
    inner = max(1, height - 2)
    middle = Box([" "] * inner, 1, min(max(base.level - 1, 0), inner - 1))
    return abreast([base, piled(above, middle, below, "l")])


def _root(node: Radical, tight: bool) -> Box:
    drawn = root(box_of(node.body, tight=tight))
    if node.degree is None:
        return drawn
    degree = box_of(node.degree, tight=True)
    return abreast([piled(degree, Box([" "], 1, 0), EMPTY, "l"), drawn])


def _accent(node: Accent, tight: bool) -> Box:
    name = node.name
    body = box_of(node.body, tight=tight)
    width = body.width
    text = one_line(node.body)
    mark, sign = ACCENTS[name]
    if sign == "boxed":
        return framed(body)
    if not width:
        return body
    if mark and is_single(text):
        return text_box(accented(name, text))
    if sign == "cancel":
        return struck(body)
    drawn = sign
    if sign in _STRETCHED:
        left, line, right = _STRETCHED[sign]
        drawn = left + line * (width - len(left + right)) + right
    elif sign in _BRACES:
        drawn = _brace(width, _BRACES[sign], sign)
    if name.startswith(("under", "utilde")):
        return piled(EMPTY, body, text_box(drawn))
    return piled(text_box(drawn), body, EMPTY)


def _brace(width: int, parts: str, small: str) -> str:
    if width < 3:
        return small
    left = (width - 3) // 2
    return parts[0] + "─" * left + parts[1] + "─" * (width - 3 - left) + parts[2]


def _grid(node: Grid, tight: bool) -> Box:
    """Rows of cells, each as high as its highest, with the lines between them."""
    environment = ENVIRONMENTS[node.name]
    aligned = environment.aligns.startswith("r")
    count = max(map(len, node.rows))
    aligns = (node.aligns or ("rl" if aligned else environment.aligns)) * count
    boxes = [
        [
            _row(cell.items, tight=tight, before=TextNode("") if aligned and column % 2 else None)
            for column, cell in enumerate(row)
        ]
        + [EMPTY] * (count - len(row))
        for row in node.rows
    ]
    widths = [max([box.width for box in column]) for column in zip(*boxes, strict=True)]
    bars = ["│" * node.bars.count(column) for column in range(count + 1)]
    gaps = [
        f" {bar} " if bar else " " * 2 * (not aligned or environment.starts_pair(column))
        for column, bar in enumerate(bars)
    ]
    gaps[0], gaps[-1] = bars[0] and f"{bars[0]} ", bars[-1] and f" {bars[-1]}"
    blank = "".join(gap + " " * cells for gap, cells in zip(gaps, [*widths, 0], strict=True))
    airy = (aligned or not node.name) and any(len(box.rows) > 1 for row in boxes for box in row)
    rows: list[str] = []
    for place, row in enumerate(boxes):
        if place in node.rules:
            rows.append(_rule(blank, "├┼┤" if place else "┌┬┐"))
        elif airy and place:
            rows.append(blank)
        cells = [padded(*cell) for cell in zip(row, widths, aligns, strict=False)]
        level = max([cell.level for cell in cells])
        height = level + max([len(cell.rows) - cell.level for cell in cells])
        lines = [Box([gap] * height, len(gap), level) for gap in gaps]
        parts = [part for pair in zip(lines, cells, strict=False) for part in pair]
        rows += abreast([*parts, lines[-1]]).rows
    if len(boxes) in node.rules:
        rows.append(_rule(blank, "└┴┘"))
    opened, closed = environment.fences
    return fenced(opened, Box(rows, len(blank), len(rows) // 2), closed)


def _rule(blank: str, joints: str) -> str:
    """A line across all columns, joined with the bars that `blank`, a row without cells, has."""
    last = len(blank) - 1
    return "".join(
        [
            joints[(place > 0) + (place == last)] if sign == "│" else "─"
            for place, sign in enumerate(blank)
        ]
    )
