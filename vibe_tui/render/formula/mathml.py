"""A formula's tree → MathML Core, which every browser of today sets by itself.

Letters are the plain ones of the tree; a single one is set in italics by the browser. Attributes
are only those of MathML Core, and what it left to style sheets is said in them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from vibe_tui.render.formula.inline import FENCES, kind_at, shows_braces
from vibe_tui.render.formula.nodes import (
    Accent,
    Fenced,
    Fraction,
    Grid,
    Group,
    Node,
    Root,
    Scripts,
    Sign,
    Words,
)
from vibe_tui.render.formula.signs import ACCENTS, Kind

_OVER = {
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "‾",
    "\u0305": "‾",
    "\u20d7": "→",
    "\u20d6": "←",
    "\u0307": "˙",
    "\u0308": "¨",
    "\u20db": "⃛",
    "\u030c": "ˇ",
    "\u0306": "˘",
    "\u0301": "´",
    "\u0300": "`",
    "\u030a": "˚",
}
_WIDE = re.compile("wide|over|under|vec")
_NUMBER = re.compile(r"[\d.]")
_CASES = ("cases", "dcases", "rcases")
_SMALL_GAP = '<mspace width="0.17em"></mspace>'


def mathml(node: Node) -> str:
    """The elements of a tree, to stand in `<math>`."""
    match node:
        case Sign():
            return _sign(node)
        case Words(text=text):
            return f"<mtext>{_kept(text)}</mtext>"
        case Group(items=items):
            braces = ("{", "}") if shows_braces(node) else ("", "")
            return _fenced(braces, _row(items)) if braces[0] else _mrow(_row(items))
        case Scripts():
            return _scripts(node)
        case Fraction(over=over, under=under, bar=bar):
            line = "" if bar else ' linethickness="0"'
            drawn = f"<mfrac{line}>{mathml(over)}{mathml(under)}</mfrac>"
            return drawn if bar else _fenced(("(", ")"), drawn)
        case Root(body=body, degree=degree):
            if degree is None:
                return f"<msqrt>{mathml(body)}</msqrt>"
            return f"<mroot>{mathml(body)}{mathml(degree)}</mroot>"
        case Accent():
            return _accent(node)
        case Fenced(open=opened, body=body, close=closed):
            return _fenced((opened, closed), mathml(body))
        case Grid():
            return _grid(node)


def _row(items: Sequence[Node]) -> str:
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
        if isinstance(item, Sign) and item.text == "′" and parts:
            parts.append(f"<msup>{parts.pop()}<mo>′</mo></msup>")
            continue
        parts.append(mathml(item))
        follows = items[at + 1] if at + 1 < len(items) else None
        if kind_at(item) is Kind.WORD and follows is not None and _needs_gap(follows):
            parts.append(_SMALL_GAP)
    if number:
        parts.append(f"<mn>{number}</mn>")
    return "".join(parts)


def _needs_gap(after: Node) -> bool:
    """Whether what follows the name of a function would run into it."""
    return kind_at(after) in (Kind.ORDINARY, Kind.WORD, Kind.LARGE) and not isinstance(
        after, Fenced
    )


def _mrow(inner: str) -> str:
    return f"<mrow>{inner}</mrow>"


def _sign(sign: Sign) -> str:
    text = "−" if sign.text == "-" else escape(sign.text)
    match sign.kind:
        case Kind.SPACE:
            return f'<mspace width="{len(sign.text) * 0.35:.2f}em"></mspace>' if sign.text else ""
        case Kind.WORD:
            return f"<mi>{text}</mi>"
        case Kind.OPEN | Kind.CLOSE:
            return f'<mo stretchy="false">{text}</mo>'
        case Kind.ORDINARY if sign.text in ("|", "‖"):
            return f'<mo stretchy="false">{text}</mo>'
        case Kind.ORDINARY:
            number = _NUMBER.fullmatch(sign.text)
            return f"<mn>{text}</mn>" if number else f"<mi>{text}</mi>"
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
    if node.name in ("overbrace", "underbrace"):
        name, mark = ("mover", "⏞") if node.name == "overbrace" else ("munder", "⏟")
        return f"<{name}>{body}<mo>{mark}</mo></{name}>"
    if node.name == "underline":
        return f"<munder>{body}<mo>_</mo></munder>"
    stretchy = "true" if _WIDE.search(node.name) else "false"
    mark = _OVER[ACCENTS[node.name]]
    return f'<mover accent="true">{body}<mo stretchy="{stretchy}">{mark}</mo></mover>'


def _fenced(fences: tuple[str, str], inner: str) -> str:
    opened, closed = (f"<mo>{escape(fence)}</mo>" if fence else "" for fence in fences)
    return _mrow(f"{opened}{inner}{closed}")


def _grid(node: Grid) -> str:
    rows = "".join(
        "<mtr>"
        + "".join(
            f'<mtd style="text-align: {_place(node, column)}">{mathml(cell)}</mtd>'
            for column, cell in enumerate(row)
        )
        + "</mtr>"
        for row in node.rows
    )
    table = f"<mtable>{rows}</mtable>"
    opened, closed = FENCES.get(node.name, ("", ""))
    if node.name in _CASES:
        opened, closed = ("", "}") if node.name == "rcases" else ("{", "")
    bare = node.name in ("", "matrix", "smallmatrix", "array")
    return table if bare else _fenced((opened, closed), table)


def _place(node: Grid, column: int) -> str:
    """Where the cells of a column stand."""
    if node.name in _CASES:
        return "left"
    if node.name == "array" and column < len(node.aligns):
        return {"l": "left", "r": "right"}.get(node.aligns[column], "center")
    if node.name in ("aligned", "align", "align*", "split", "alignedat"):
        return "left" if column % 2 else "right"
    if node.name in ("eqnarray", "eqnarray*"):
        return ("right", "center", "left")[min(column, 2)]
    return "center"
