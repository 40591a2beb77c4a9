"""What a browser sets before the items of a list that is counted: `3.`, `b.`, `iv.`."""

from __future__ import annotations

import re

from vibe_tui.sync.html.tree import Node

_NUMBER = re.compile(r"-?\d{1,9}")
_STYLE = re.compile(
    r"list-style(?:-type)?\s*:[^;]*\b(lower|upper)-(alpha|latin|roman)", re.IGNORECASE
)
_UNCOUNTED = re.compile(r"list-style(?:-type)?\s*:\s*none", re.IGNORECASE)
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LARGEST_ROMAN = 3999


def item_markers(counted: Node) -> dict[int, str]:
    """The marker of each item of an `ol`, by the `id()` of the item; none for other lists."""
    if counted.tag != "ol":
        return {}
    items = [one for one in counted.children if isinstance(one, Node) and one.tag == "li"]
    if all(_UNCOUNTED.search(one.get("style")) for one in items):
        return {}
    step = -1 if "reversed" in counted.attributes else 1
    number = _number(counted, "start", len(items) if step < 0 else 1)
    markers: dict[int, str] = {}
    for item in items:
        number = _number(item, "value", number)
        kind = item.get("type") or counted.get("type") or _styled(counted)
        markers[id(item)] = f"{_counted(number, kind)}."
        number += step
    return markers


def with_marker(node: Node, marker: str) -> Node:
    """An item, or its first paragraph, that begins with its marker as words."""
    for at, child in enumerate(node.children):
        if isinstance(child, Node) and child.tag in ("p", "div"):
            parts = [*node.children[:at], with_marker(child, marker), *node.children[at + 1 :]]
            return Node(node.tag, node.attributes, parts)
        if isinstance(child, Node) or child.strip():
            break
    return Node(node.tag, node.attributes, [f"{marker} ", *node.children])


def _number(node: Node, name: str, otherwise: int) -> int:
    value = node.get(name).strip()
    return int(value) if _NUMBER.fullmatch(value) else otherwise


def _styled(counted: Node) -> str:
    """The kind of numbers that only the style of a list names."""
    style = _STYLE.search(counted.get("style"))
    if style is None:
        return ""
    kind = "i" if style[2].lower() == "roman" else "a"
    return kind.upper() if style[1].lower() == "upper" else kind


def _counted(number: int, kind: str) -> str:
    """A number as its kind is written, which may be letters or Roman numerals."""
    if kind in ("a", "A") and number > 0:
        letters = ""
        while number:
            number, rest = divmod(number - 1, 26)
            letters = chr(ord(kind) + rest) + letters
        return letters
    if kind in ("i", "I") and 0 < number <= _LARGEST_ROMAN:
        numerals = ""
        for value, numeral in _ROMAN:
            numerals += numeral * (number // value)
            number %= value
        return numerals.upper() if kind == "I" else numerals
    return str(number)
