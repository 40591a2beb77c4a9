"""A formula's tree → rows of cells in two dimensions, with TeXicode's fractions, roots, fences,
piles and grids.

TeXicode counts characters; here a sketch has one entry for every cell, so a Han character is
followed by an empty one and stays aligned. Signs come from our own tree and never from its parser,
which draws `?` for what it does not know. Letters and large operators are plain signs.
"""

from __future__ import annotations

from collections.abc import Sequence

from texicode import renderer
from texicode.arts import delimiter

from vibe_tui.cells import graphemes
from vibe_tui.render.formula.commands import ACCENTS, ENVIRONMENTS
from vibe_tui.render.formula.inline import accented, is_single, one_line, small_script
from vibe_tui.render.formula.nodes import (
    OPERANDS,
    Accent,
    Fenced,
    Fraction,
    Grid,
    Node,
    Radical,
    Row,
    Scripts,
    Sign,
    SignKind,
    TextNode,
    is_letter,
    is_unary,
    kind_at,
    shows_braces,
)

Sketch = list[list[str]]
Box = tuple[Sketch, int]
"""Rows of cells, and the row that the line of text runs through."""

_EMPTY: Box = ([[]], 0)
_BARS = {"|": "│", "‖": "║"}
_STROKE = "\u0336"
_STRETCHED = dict.fromkeys("‾_", ("", "─", "")) | {
    "→": ("", "─", "→"),
    "←": ("←", "─", ""),
    "↔": ("←", "─", "→"),
    "⇒": ("", "═", "⇒"),
    "⇀": ("", "─", "⇀"),
    "↼": ("↼", "─", ""),
}
"""The left end, the line and the right end of marks that are as wide as what they mark."""
_BRACES = {"⏞": "╭┴╮", "⏟": "╰┬╯", "⎴": "┌─┐", "⎵": "└─┘", "⏠": "╭─╮", "⏡": "╰─╯"}


def drawing(node: Node) -> list[str]:
    """The rows of a whole formula, without blanks at their ends."""
    return box_rows(_draw(node, tight=False))


def draw_row(items: Sequence[Node], before: Node | None = None) -> Box:
    """Nodes in a row, spaced as they are after `before`."""
    return _row(items, tight=False, before=before)


def abreast(boxes: Sequence[Box]) -> Box:
    """Boxes on one line of text."""
    return _box(renderer.util_concat(list(boxes)))


def width_of(box: Box) -> int:
    """Cells that a box is wide."""
    return len(box[0][0])


def box_rows(box: Box) -> list[str]:
    """The rows of a box as text."""
    return ["".join(row).rstrip() for row in box[0]]


def _box(drawn: tuple[Sketch, int]) -> Box:
    return drawn[0], drawn[1]


def _word(text: str) -> Box:
    row: list[str] = []
    for cluster, cells in graphemes(text):
        if cells:
            row.extend([cluster, *[""] * (cells - 1)])
        elif row:
            row[-1] += cluster
        else:
            row.append(" " + cluster)
    return [row], 0


def _draw(node: Node, *, tight: bool, inside: Box = _EMPTY) -> Box:
    """The box of a node; a big fence is as high as what is `inside`."""
    match node:
        case Sign(big=True, text=text):
            return _grown(text, inside)
        case Sign(text=text) | TextNode(text=text):
            return _word(text)
        case Row(items=items):
            inner = _row(items, tight=tight)
            return _fence("{", inner, "}") if shows_braces(node) else inner
        case Scripts():
            return _scripts(node, tight, inside)
        case Fraction(bar=bar):
            over, under = _draw(node.over, tight=tight), _draw(node.under, tight=tight)
            if bar:
                return _box(renderer.render_fraction([over, under]))
            blank = [[" "] * max(width_of(over), width_of(under))]
            return _fence("(", _pile(over[0], (blank, 0), under[0], "center"), ")")
        case Radical():
            return _root(node, tight)
        case Accent():
            return _accent(node, tight)
        case Fenced():
            return _fence(node.open, _draw(node.body, tight=tight), node.close)
        case Grid():
            return _grid(node, tight)


def _row(items: Sequence[Node], *, tight: bool, before: Node | None = None) -> Box:
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
            open_space = open_space or not width_of(box)
        elif (
            before is not None and not open_space and (apart or _parted(before, kind, item, tight))
        ):
            boxes.append(_word(" "))
        boxes.append(box)
        # What relates is one sign with a relation behind it: `:=`, `+=`.
        joined = apart and after is SignKind.RELATION
        if apart and not joined:
            boxes.append(_word(" "))
        open_space = apart or (kind is SignKind.SPACE and width_of(box) > 0)
        if kind is not SignKind.SPACE:
            before = item
    return abreast(boxes) if boxes else _EMPTY


def _all_drawn(items: Sequence[Node], tight: bool) -> list[Box]:
    """A box for every node; big fences are as high as what stands between them."""
    bigs = [place for place, item in enumerate(items) if _big_fence(item) is not None]
    boxes = [_draw(item, tight=tight) for item in items]
    if not bigs or all(len(box[0]) == 1 for box in boxes):
        return boxes
    spans: dict[int, tuple[int, int]] = {}
    waiting: list[int] = []
    for place in bigs:
        fence = _big_fence(items[place])
        partner = next((at for at in waiting if _is_pair(_big_fence(items[at]), fence)), None)
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
        boxes[place] = _draw(items[place], tight=tight, inside=abreast(inside or [_word(" ")]))
    return boxes


def _big_fence(node: Node) -> Sign | None:
    """The fence of a size of its own that a node is, perhaps with scripts."""
    base = node.base if isinstance(node, Scripts) else node
    return base if isinstance(base, Sign) and base.big and base.text else None


def _is_pair(first: Sign | None, last: Sign | None) -> bool:
    """Whether a big fence closes what another opened."""
    if first is None or last is None:
        return False
    if first.kind is SignKind.OPEN:
        return last.kind is SignKind.CLOSE
    return first.kind is not SignKind.CLOSE and first.text == last.text


def _parted(before: Node, kind: SignKind, item: Node, tight: bool) -> bool:
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


def _edge(node: Node, place: int) -> str:
    """The first or last character of a node, empty where it has none."""
    text = node.text if isinstance(node, TextNode) else one_line(node)
    return text[place] if text else ""


def _pile(top: Sketch, middle: Box, bottom: Sketch, align: str) -> Box:
    return _box(renderer.util_vert_pile(top, middle[0], middle[1], bottom, align))


def _scripts(node: Scripts, tight: bool, inside: Box) -> Box:
    base = _draw(node.base, tight=tight, inside=inside)
    above = _draw(node.above, tight=True) if node.above is not None else _EMPTY
    below = _draw(node.below, tight=True) if node.below is not None else _EMPTY
    if node.stacked:
        return _pile(above[0], base, below[0], "center")
    height = len(base[0])
    script = node.below if node.above is None else node.above if node.below is None else None
    if script is not None and height == 1:
        small = small_script(one_line(script), below=node.above is None)
        if small:
            return abreast([base, _word(small)])
    if height == 1 and node.above is not None and not one_line(node.above).strip("′"):
        return abreast([base, _pile([[]], above, below[0], "left")])
    inner = max(1, height - 2)
    level = min(max(base[1] - 1, 0), inner - 1)
    middle = [[" "] for _ in range(inner)]
    return abreast([base, _pile(above[0], (middle, level), below[0], "left")])


def _root(node: Radical, tight: bool) -> Box:
    body = _draw(node.body, tight=tight)
    if len(body[0]) == 1 and width_of(body) <= 1:
        root = abreast([_word("√"), body])
    else:
        root = _box(renderer.render_square_root([body]))
    if node.degree is None:
        return root
    degree = _draw(node.degree, tight=True)
    return abreast([_pile(degree[0], ([[" "]], 0), [[]], "left"), root])


def _accent(node: Accent, tight: bool) -> Box:
    name = node.name
    body = _draw(node.body, tight=tight)
    width = width_of(body)
    text = one_line(node.body)
    mark, sign = ACCENTS[name]
    if sign == "boxed":
        return _framed(body)
    if not text:
        return body
    if mark and is_single(text):
        return _word(accented(name, text))
    if sign == "cancel":
        return [[cell and cell + _STROKE for cell in row] for row in body[0]], body[1]
    drawn = sign
    if sign in _STRETCHED:
        left, line, right = _STRETCHED[sign]
        drawn = left + line * (width - len(left + right)) + right
    elif sign in _BRACES:
        drawn = _brace(width, _BRACES[sign], sign)
    if name.startswith("u"):
        return _pile([[]], body, _word(drawn)[0], "center")
    return _pile(_word(drawn)[0], body, [[]], "center")


def _framed(body: Box) -> Box:
    """A box with a frame around it."""
    line = ["─"] * width_of(body)
    rows = [["│", *row, "│"] for row in body[0]]
    return [["┌", *line, "┐"], *rows, ["└", *line, "┘"]], body[1] + 1


def _brace(width: int, parts: str, small: str) -> str:
    if width < 3:
        return small
    left = (width - 3) // 2
    return parts[0] + "─" * left + parts[1] + "─" * (width - 3 - left) + parts[2]


def _fence(opened: str, inner: Box, closed: str) -> Box:
    """`inner` between two fences as high as it is."""
    return abreast([_grown(opened, inner), inner, _grown(closed, inner)])


def _grown(sign: str, inner: Box) -> Box:
    height, level = len(inner[0]), inner[1]
    if not sign:
        return _EMPTY
    if height == 1:
        return _word(sign)
    if sign in _BARS:
        return [[_BARS[sign]] for _ in range(height)], level
    if len(sign) == 1 and sign in delimiter["sgl"]:
        return _box(renderer.util_delimiter(sign, height, level))
    return [[sign] if row == level else [" "] for row in range(height)], level


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
        + [_EMPTY] * (count - len(row))
        for row in node.rows
    ]
    widths = [max(map(width_of, column)) for column in zip(*boxes, strict=True)]
    gap = "" if aligned else "  "
    gaps = [" │ " if column in node.bars else gap for column in range(count + 1)]
    gaps[0], gaps[-1] = gaps[0].strip(" ") and "│ ", gaps[-1].strip(" ") and " │"
    blank = "".join(gap + " " * cells for gap, cells in zip(gaps, [*widths, 0], strict=True))
    airy = (aligned or not node.name) and any(len(box[0]) > 1 for row in boxes for box in row)
    sketch: Sketch = []
    for place, row in enumerate(boxes):
        if place in node.rules:
            sketch.append(["─"] * len(blank))
        elif airy and place:
            sketch.append(list(blank))
        parts = [
            part
            for column, box in enumerate(row)
            for part in (_word(gaps[column]), _padded(box, widths[column], aligns[column]))
        ]
        sketch += abreast([*parts, _word(gaps[-1])])[0]
    if len(boxes) in node.rules:
        sketch.append(["─"] * len(blank))
    _draw_bars(sketch, blank)
    return _fence(environment.fences[0], (sketch, len(sketch) // 2), environment.fences[1])


def _draw_bars(sketch: Sketch, blank: str) -> None:
    """Draw the bars of `blank`, a row without cells, through all rows; lines across join them."""
    for y, line in enumerate(sketch):
        for x, sign in enumerate(blank):
            if sign == "│":
                place = 3 * ((y > 0) + (y == len(sketch) - 1)) + (x > 0) + (x == len(blank) - 1)
                line[x] = "┌┬┐├┼┤└┴┘"[place] if line[x] == "─" else sign


def _padded(box: Box, width: int, align: str) -> Box:
    """A box made `width` cells wide, its rows to the left, in the middle or to the right."""
    blanks = width - width_of(box)
    left = {"l": 0, "c": blanks // 2, "r": blanks}[align]
    return [[" "] * left + row + [" "] * (blanks - left) for row in box[0]], box[1]
