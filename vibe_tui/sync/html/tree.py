"""HTML as a browser would parse it, in plain nodes that nothing else hangs on.

The tree is never deeper than `MAX_DEPTH`, with formulas and code twice that: what lies deeper is
taken up into the last level, words and all. Made-up tags such as `<think>` are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from vibe_tui.clean import clean_text
from vibe_tui.sync.html.tags import words_escaped

MAX_LENGTH = 30_000_000
MAX_TAGS = 100_000
MAX_DEPTH = 60
_MAX_OPEN = 5_000
_CLOSED_BREAK = re.compile(r"<br\s*>\s*</br\s*>", re.IGNORECASE)
"""One line break, as writers of XML put it: two of them to a reader of HTML."""
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*)[^<>]*?(/?)>")
# Elements that hold nothing, or end by themselves where the next one begins.
_SHALLOW_NAMES = (
    "area base br col embed hr img input link meta source track wbr"
    " p li dt dd tr td th tbody thead tfoot option optgroup colgroup rp rt"
)
_SHALLOW = frozenset(_SHALLOW_NAMES.split())

_BOX_NAMES = (
    "address article aside body center details dialog div fieldset figure footer form header"
    " hgroup html main nav section search tbody tfoot thead"
)
BOXES = frozenset(_BOX_NAMES.split())
_BLOCK_NAMES = (
    "blockquote caption dd dir dl dt figcaption h1 h2 h3 h4 h5 h6 hr legend li menu ol"
    " optgroup option p pre listing xmp plaintext summary table td th tr ul"
)
BLOCKS = BOXES | frozenset(_BLOCK_NAMES.split())
PREFORMATTED = frozenset(("pre", "listing", "xmp", "plaintext"))
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_WHOLE = frozenset(("math", "svg", "pre", "script", "style"))


@dataclass(slots=True, eq=False)
class Node:
    """One element; `children` are elements and the text between them, entities undone."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def get(self, name: str) -> str:
        """The value of an attribute, empty when it has none."""
        return self.attributes.get(name, "")

    @property
    def classes(self) -> frozenset[str]:
        """The classes of the element."""
        names = self.attributes.get("class")
        return frozenset(names.split()) if names else frozenset()

    def elements(self) -> Iterator[Node]:
        """The element and those inside it, in the order of the text."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [child for child in reversed(node.children) if isinstance(child, Node)]

    def first(self, *tags: str) -> Node | None:
        """The first element inside this one with one of `tags`."""
        return next(
            (node for node in self.elements() if node.tag in tags and node is not self), None
        )

    def text(self) -> str:
        """All the words inside, as they stand."""
        parts: list[str] = []
        waiting: list[Node | str] = [self]
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                parts.append(node)
            elif node.tag == "br":
                parts.append("\n")
            else:
                waiting += reversed(node.children)
        return "".join(parts)

    @property
    def holds_blocks(self) -> bool:
        """Whether a block stands somewhere inside."""
        return any(node.tag in BLOCKS for node in self.elements() if node is not self)


_FRAME = re.compile(r"<frame\b([^<>]*)>", re.IGNORECASE)
_FRAMED = re.compile(r"<(/?)(?:frameset|noframes)\b", re.IGNORECASE)
"""Elements of a page that is made of other pages: what stands in them is all that it says."""


def parse_page(html: str) -> Node | None:
    """As `parse_html`; nothing for a page too long or too deep to be looked at as more than words.

    The time that a parser takes grows with the square of the depth.
    """
    html = _CLOSED_BREAK.sub("<br>", clean_text(html))
    if "<frameset" in html or "<FRAMESET" in html:
        html = _FRAMED.sub(r"<\1div", _FRAME.sub(r"<iframe\1></iframe>", html))
    if len(html) > MAX_LENGTH or html.count("<") > MAX_TAGS:
        return None
    html = words_escaped(html)
    return None if _depth(html) > _MAX_OPEN else _parse(html)


def _depth(html: str) -> int:
    """How deep the elements of a page lie inside each other, about."""
    if html.count("<") <= _MAX_OPEN:
        return 0
    depth = deepest = 0
    for match in _TAG.finditer(html):
        if match[3] or match[2].lower() in _SHALLOW:
            continue
        depth = max(0, depth - 1) if match[1] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def parse_html(html: str) -> Node:
    """The `html` element of a page or of a piece of one. Never fails."""
    return _parse(words_escaped(html))


def _parse(html: str) -> Node:
    top = Node("html")
    root = LexborHTMLParser(html).root
    # What is waiting is taken from the end; nothing stands for the edge of a block.
    waiting: list[tuple[LexborNode | None, Node, int]] = [(root, top, 0)] if root else []
    while waiting:
        source, parent, depth = waiting.pop()
        if source is None:
            if parent.children and not _is_break(parent.children[-1]):
                parent.children.append(Node("br"))
            continue
        if source.is_text_node:
            parent.children.append(source.text_content or "")
            continue
        tag = (source.tag or "").lower()
        if not source.is_element_node or not tag:
            continue
        node = Node(tag, {name: value or "" for name, value in source.attributes.items()})
        is_edge = False
        most = 2 * MAX_DEPTH if tag in _WHOLE else MAX_DEPTH
        if depth >= most and source.first_child is not None:
            node, depth = parent, depth - 1
            is_edge = tag in BLOCKS
        else:
            parent.children.append(node)
        waiting += [(None, node, depth)] if is_edge else []
        child = source.last_child
        while child is not None:
            waiting.append((child, node, depth + 1))
            child = child.prev
        waiting += [(None, node, depth)] if is_edge else []
    return top


def _is_break(child: Node | str) -> bool:
    return isinstance(child, Node) and child.tag == "br"
