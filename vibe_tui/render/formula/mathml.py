"""A formula's tree → MathML Core, which every browser of today sets by itself.

Letters are plain ones with the style they have beside them; a single one is set in italics by the
browser. What MathML Core left to style sheets is said in them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from vibe_tui.render.formula.commands import ACCENTS, ENVIRONMENTS, SignKind
from vibe_tui.render.formula.inline import formula_tree
from vibe_tui.render.formula.letters import plain_letters, style_of
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
    kind_at,
    shows_braces,
)

_WIDE = re.compile("wide|over|under|vec")
_NUMBER = re.compile(r"[0-9.]")
_VARIANTS = {
    "bold": ' style="font-weight: bold; font-style: normal"',
    **{name: f' mathvariant="{name}"' for name in ("script", "double-struck", "fraktur")},
}
"""What says the style of a letter; browsers that know only MathML Core leave the last three out."""
_DECORATED = {
    "boxed": "border: 1px solid; padding: 0.2em",
    "cancel": "text-decoration: line-through",
}
_SMALL_GAP = '<mspace width="0.17em"></mspace>'


def formula_element(tex: str, *, display: bool) -> str:
    """A formula as an HTML element that keeps its TeX; empty for a damaged one."""
    tree = formula_tree(tex)
    if tree is None:
        return ""
    block = ' display="block"' if display else ""
    source = f'<annotation encoding="application/x-tex">{escape(tex.strip())}</annotation>'
    return f"<math{block}><semantics><mrow>{mathml(tree)}</mrow>{source}</semantics></math>"


def mathml(node: TexNode) -> str:
    """The elements of a tree, to stand in `<math>`."""
    match node:
        case Sign():
            return _sign(node)
        case TextNode(text=text):
            return f"<mtext{_VARIANTS.get(style_of(text), '')}>{_kept(plain_letters(text))}</mtext>"
        case TexRow(items=items):
            braces = ("{", "}") if shows_braces(node) else ("", "")
            return _fenced(braces, _row(items)) if braces[0] else _mrow(_row(items))
        case Scripts():
            return _scripts(node)
        case Fraction(over=over, under=under, bar=bar):
            line = "" if bar else ' linethickness="0"'
            drawn = f"<mfrac{line}>{mathml(over)}{mathml(under)}</mfrac>"
            return drawn if bar else _fenced(("(", ")"), drawn)
        case Radical(body=body, degree=degree):
            if degree is None:
                return f"<msqrt>{mathml(body)}</msqrt>"
            return f"<mroot>{mathml(body)}{mathml(degree)}</mroot>"
        case Accent():
            return _accent(node)
        case Fenced(open=opened, body=body, close=closed):
            return _fenced((opened, closed), mathml(body))
        case Grid():
            return _grid(node)


def _row(items: Sequence[TexNode]) -> str:
    """Nodes in a row; digits that follow each other are one number."""
    parts: list[str] = []
    number = ""
    for at, item in enumerate(items):
        if isinstance(item, Sign) and _NUMBER.fullmatch(item.text):
            number += item.text
            continue
        if number:
            parts.append(f"<mn>{number}</mn>")
            number = ""
        parts.append(mathml(item))
        follows = items[at + 1] if at + 1 < len(items) else None
        # What follows the name of a function would run into it.
        runs_on = follows is not None and kind_at(follows) in OPERANDS
        if kind_at(item) is SignKind.WORD and runs_on and not isinstance(follows, Fenced):
            parts.append(_SMALL_GAP)
    if number:
        parts.append(f"<mn>{number}</mn>")
    return "".join(parts)


def _mrow(inner: str) -> str:
    return f"<mrow>{inner}</mrow>"


def _sign(sign: Sign) -> str:
    text = "−" if sign.text == "-" else escape(plain_letters(sign.text))
    match sign.kind:
        case SignKind.SPACE:
            return f'<mspace width="{len(sign.text) * 0.35:.2f}em"></mspace>' if sign.text else ""
        case SignKind.WORD:
            return f"<mi>{text}</mi>"
        case SignKind.OPEN | SignKind.CLOSE:
            return f'<mo stretchy="false">{text}</mo>'
        case SignKind.ORDINARY if sign.text in ("|", "‖"):
            return f'<mo stretchy="false">{text}</mo>'
        case SignKind.ORDINARY if not text.strip("′"):
            return f"<mo>{text}</mo>"
        case SignKind.ORDINARY:
            number = _NUMBER.fullmatch(sign.text)
            name = "mn" if number else "mi"
            return f"<{name}{_VARIANTS.get(style_of(sign.text), '')}>{text}</{name}>"
        case _:
            return f"<mo>{text}</mo>"


def _kept(text: str) -> str:
    """Text with the spaces at its ends, which MathML drops."""
    inner = text.strip(" ")
    before, after = len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))
    return "\u00a0" * before + escape(inner) + "\u00a0" * (after if inner else 0)


def _scripts(node: Scripts) -> str:
    parts = [mathml(node.base)]
    parts += [mathml(script) for script in (node.below, node.above) if script is not None]
    if len(parts) == 1:
        return parts[0]
    under, over = ("under", "over") if node.stacked else ("sub", "sup")
    name = "m" + under * (node.below is not None) + over * (node.above is not None)
    return f"<{name}>{''.join(parts)}</{name}>"


def _accent(node: Accent) -> str:
    body = mathml(node.body)
    mark, sign = ACCENTS[node.name]
    if sign in _DECORATED:
        return f'<mrow style="{_DECORATED[sign]}">{body}</mrow>'
    name = "munder" if node.name.startswith(("under", "utilde")) else "mover"
    if not mark or name == "munder":
        return f"<{name}>{body}<mo>{sign}</mo></{name}>"
    stretchy = "true" if _WIDE.search(node.name) else "false"
    return f'<mover accent="true">{body}<mo stretchy="{stretchy}">{sign}</mo></mover>'


def _fenced(fences: tuple[str, str], inner: str) -> str:
    opened, closed = (f"<mo>{escape(fence)}</mo>" if fence else "" for fence in fences)
    return _mrow(f"{opened}{inner}{closed}")


def _grid(node: Grid) -> str:
    rows = "".join(
        "<mtr>"
        + "".join(
            f'<mtd style="text-align: {_place(node, column)}{_lines(node, at, column)}">'
            f"{mathml(cell)}</mtd>"
            for column, cell in enumerate(row)
        )
        + "</mtr>"
        for at, row in enumerate(node.rows)
    )
    table = f"<mtable>{rows}</mtable>"
    fences = ENVIRONMENTS[node.name].fences
    return _fenced(fences, table) if any(fences) else table


def _lines(node: Grid, row: int, column: int) -> str:
    """The lines beside a cell of an array, as styles."""
    sides = {
        "left": column in node.bars,
        "right": column + 1 == len(node.rows[row]) and column + 1 in node.bars,
        "top": row in node.rules,
        "bottom": row + 1 == len(node.rows) and row + 1 in node.rules,
    }
    return "".join(f"; border-{side}: 1px solid" for side, has in sides.items() if has)


def _place(node: Grid, column: int) -> str:
    """Where the cells of a column stand."""
    environment = ENVIRONMENTS[node.name]
    aligns = node.aligns or environment.aligns
    if environment.columns == 1:
        return "center"
    return {"l": "left", "r": "right"}.get(aligns[column % len(aligns)], "center")
