"""HTML as a browser would parse it, in plain nodes that nothing else hangs on.

The tree is never deeper than `MAX_DEPTH`: what lies deeper is taken up into the last level, words
and all. Made-up tags such as `<think>` are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from vibe_tui.clean import clean_text
from vibe_tui.render.html import NAMES

MAX_LENGTH = 30_000_000
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
_FOREIGN = frozenset(("math", "svg"))
_WHOLE = frozenset(("math", "svg", "pre", "script", "style"))
_BREAK = "\0"
_KNOWN_NAMES = (
    "annotation applet bgsound blink bdi command content element figure hgroup image isindex"
    " keygen listing marquee math mfenced mfrac mglyph mi mn mo mover mpadded mphantom mroot"
    " mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr multicol munder"
    " munderover nextid noembed picture plaintext portal rb rtc search semantics shadow spacer"
    " summary svg template xmp"
)
_KNOWN = NAMES | frozenset(_KNOWN_NAMES.split())


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


def parse_page(html: str) -> Node | None:
    """As `parse_html`; nothing for a page too long or too deep to be looked at as more than words.

    The time that a parser takes grows with the square of the depth.
    """
    html = _CLOSED_BREAK.sub("<br>", clean_text(html))
    return None if len(html) > MAX_LENGTH or _depth(html) > _MAX_OPEN else parse_html(html)


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
    top = Node("html")
    root = LexborHTMLParser(html).root
    written = _SourceTags(html)
    # What is waiting is taken from the end; text that waits is put where it stands.
    waiting: list[tuple[LexborNode | str, Node, int]] = [(root, top, 0)] if root else []
    while waiting:
        source, parent, depth = waiting.pop()
        if isinstance(source, str):
            if source != _BREAK:
                parent.children.append(source)
            elif parent.children and not _is_break(parent.children[-1]):
                parent.children.append(Node("br"))
            continue
        if source.is_text_node:
            parent.children.append(source.text_content or "")
            continue
        tag = (source.tag or "").lower()
        if not source.is_element_node or not tag:
            continue
        node = Node(tag, {name: value or "" for name, value in source.attributes.items()})
        before, after = "", ""
        if depth >= MAX_DEPTH and source.first_child is not None and tag not in _WHOLE:
            node, depth = parent, depth - 1
            before = after = _BREAK if tag in BLOCKS else ""
        elif parent.tag not in _FOREIGN and _is_word(node):
            node, depth = parent, depth - 1
            before, after = written.tags(tag)
        if node is not parent:
            parent.children.append(node)
        waiting += [(after, node, depth)] if after else []
        child = source.last_child
        while child is not None:
            waiting.append((child, node, depth + 1))
            child = child.prev
        waiting += [(before, node, depth)] if before else []
    return top


class _SourceTags:
    """How the made-up tags of a page stand in its source."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._tags: dict[str, tuple[str, str]] = {}

    def tags(self, tag: str) -> tuple[str, str]:
        """The opening tag and the closing one, empty where there is none."""
        if tag not in self._tags:
            opening = re.search(f"<({re.escape(tag)})\\s*/?>", self._html, re.IGNORECASE)
            name = opening[1] if opening else tag
            closing = re.search(f"</{re.escape(tag)}\\s*>", self._html, re.IGNORECASE)
            self._tags[tag] = (f"<{name}>", f"</{name}>" if closing else "")
        return self._tags[tag]


def _is_break(child: Node | str) -> bool:
    return isinstance(child, Node) and child.tag == "br"


def _is_word(node: Node) -> bool:
    """Whether an element is no tag but a word that the author forgot to escape."""
    return (
        not node.attributes
        and node.tag not in _KNOWN
        and re.fullmatch(r"\w+", node.tag) is not None
    )
