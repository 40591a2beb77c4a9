"""HTML as a browser would parse it, in plain nodes that nothing else hangs on.

Which `<` begins a tag, and which a word or a sign, is told first: authors forget to escape
`vector<int>`, `the <s> token`, `$i<j$`. A tag is one whose name HTML knows and that stands as tags
do: closed where it has to be, with attributes that are some. A name that only programs give their
elements (`o:p`, `my-box`) is one where it is closed or has values. All else is text. Inside of a
formula only what begins and ends there is a tag.

The tree is never deeper than `MAX_DEPTH`, with formulas and code twice that: what lies deeper is
taken up into the last level, words and all.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from vibe_tui.clean import clean_text
from vibe_tui.render.html import BLOCK_NAMES, NAMES
from vibe_tui.sync.escape import kept_spans

_OLD_NAMES = (
    "bgsound blink image isindex keygen lh listing multicol nextid noembed plaintext rtc spacer xmp"
)
_KNOWN = NAMES | frozenset(_OLD_NAMES.split())
_EMPTY = frozenset(("br", "hr", "wbr"))
_SHOWN_BY_VALUES = frozenset(
    ("area", "base", "embed", "frame", "image", "img", "input", "link", "meta", "param", "source")
)
"""Elements that are nothing without an attribute."""
_ENDING_NAMES = (
    "p li dt dd tr td th thead tbody tfoot option optgroup colgroup col caption rb rp rt rtc html"
    " head body"
)
_ENDING = frozenset(_ENDING_NAMES.split())
"""Elements that end by themselves where the next one begins."""
_BOXES = (BLOCK_NAMES | {"noscript", "picture", "ruby", "svg", "template"}) - _ENDING - _EMPTY
"""Elements that may be left open at the end of a text that was cut."""
_OPAQUE = r"script|style|textarea|title|xmp|iframe|noembed|noframes|svg|math"
_PROGRAMS = frozenset(("script", "style", "svg", "math"))
_BARE_NAMES = (
    "allowfullscreen async autofocus autoplay border checked compact controls crossorigin declare"
    " default defer disabled download hidden inert ismap itemscope loop multiple muted nohref"
    " noresize noshade novalidate nowrap open playsinline readonly required reversed selected"
)
_BARE = frozenset(_BARE_NAMES.split())

_NEVER = r"(?!)"


@cache
def _token(opaque: str, comment: str) -> re.Pattern[str]:
    """What could be a tag: elements with these names whole, and what `comment` allows whole."""
    return re.compile(
        rf"<(?P<opaque>{opaque})(?:\s(?>=\s*(?:\"[^\"]*\"|'[^']*')|[^<>])*+)?>.*?</(?P=opaque)\s*>"
        rf"|{comment}<!--.*?-->"
        r"|<!doctype\b[^<>]*>|<!\[[^<>]*>|<\?xml\b[^<>]*>"
        r"|<(?P<end>/?)(?P<name>[a-z][^\s/<>]*)(?P<rest>(?>=\s*(?:\"[^\"]*\"|'[^']*')|[^<>])*+)>"
        r"|<(?P<cut>[a-z]\w*)\s+[\w-]+=[^<>]*\Z"
        r"|<(?=[a-z/!?])",
        re.IGNORECASE | re.DOTALL,
    )


_CLOSING = re.compile(rf"</({_OPAQUE})\s*>|-->", re.IGNORECASE)
_SELF_CLOSED = re.compile(rf"<({_OPAQUE.removesuffix('|svg|math')})(\s[^<>]*|)/>", re.IGNORECASE)
"""Elements that writers of XML close in their own tag, which no reader of HTML takes for closed."""
_PREFIXED = re.compile(r"<(/?)(?:mml|jats):([a-z]\w*)", re.IGNORECASE)
_JATS = {"italic": "i", "bold": "b", "monospace": "code", "title": "h4", "sec": "section"}
"""What journals call elements of HTML."""
_PROGRAM = re.compile(r"[a-z][\w.]*(?:-[\w.-]+|:(?!:)[\w.-]+)", re.IGNORECASE)
_BETWEEN_MARKS = re.compile(r"\s.*\s|[和与及或到至]|and|or", re.DOTALL)
"""What stands between `<s>` and `</s>` where they are marks that a language model sets."""
_BEFORE = re.compile(r"(?:[\w,;:，、；：]\s|[(\[“‘\"'（「《\u4e00-\u9fff])\Z")
_BEHIND = re.compile(r"\Z|\s|[)\].,;:?!”’\"'）」》，。；：、？！\u4e00-\u9fff]")


class _Tag(NamedTuple):
    """One tag, which may be none; `formula` is where the formula begins in which it stands."""

    start: int
    stop: int
    name: str
    is_end: bool
    rest: str
    formula: int


def words_escaped(text: str) -> str:
    """HTML with what only looks like a tag escaped, so that it is read as text."""
    if "<" not in text:
        return text
    text = _PREFIXED.sub(_unprefixed, text)
    if "/>" in text:
        text = _SELF_CLOSED.sub(r"<\1\2></\1>", text)
    parts: list[str] = []
    at = 0
    for start, stop, is_tag in _told(text):
        if not is_tag:
            parts += [text[at:start], html.escape(text[start:stop], quote=False)]
            at = stop
    return "".join((*parts, text[at:]))


def is_html(text: str) -> bool:
    """Whether a text that does not say what it is holds tags of HTML."""
    text = _PREFIXED.sub(_unprefixed, text) if "<" in text else ""
    return any(is_tag for *_, is_tag in _told(text, is_declared=False))


def _unprefixed(match: re.Match[str]) -> str:
    """The start of a tag of MathML or of JATS as HTML has it."""
    return f"<{match[1]}{_JATS.get(match[2].lower(), match[2])}"


def _told(text: str, *, is_declared: bool = True) -> Iterator[tuple[int, int, bool]]:
    """All that could be a tag, and whether it is one, in order."""
    found: list[tuple[int, int, bool | _Tag]] = []
    waiting: dict[tuple[str, int], list[_Tag]] = {}
    partners: dict[int, _Tag] = {}
    formulas = _formulas(text)
    within = next(formulas, None)
    for match in _tokens(text, 0, len(text)):
        start, stop = match.span()
        while within and within[1] <= start:
            within = next(formulas, None)
        if opaque := match["opaque"]:
            shown = start + len(opaque) + 2
            is_sure = is_declared and opaque.lower() in _PROGRAMS
            found.append((start, stop, is_sure or not _is_said(text, start, shown)))
            continue
        if match["name"] is None:
            # What is no more than a sign begins nothing, and what is no element makes no HTML.
            is_tag = match["cut"] is not None or (is_declared and stop > start + 1)
            found.append((start, stop, is_tag))
            continue
        formula = within[0] if within and within[0] <= start else -1
        name = match["name"].lower()
        tag = _Tag(start, stop, name, bool(match["end"]), match["rest"].strip(), formula)
        found.append((start, stop, tag))
        others = waiting.setdefault((name, formula), [])
        if not tag.is_end:
            others.append(tag)
        elif others:
            partners[start] = others.pop()
            partners[partners[start].start] = tag
    for start, stop, token in found:
        if isinstance(token, _Tag):
            partner = partners.get(start)
            told = _is_closed(text, token, partner, is_declared) if partner else None
            yield start, stop, _is_open(text, token, is_declared) if told is None else told
        else:
            yield start, stop, token


def _tokens(text: str, at: int, end: int) -> Iterator[re.Match[str]]:
    """All that could be a tag. For an end that never comes nothing is searched again and again."""
    last = {(one[1] or "").lower(): one.start() for one in _CLOSING.finditer(text, at, end)}
    while True:
        left = {name for name, place in last.items() if place >= at}
        token = _token("|".join(sorted(left - {""})) or _NEVER, "" if "" in left else _NEVER)
        if (match := token.search(text, at, end)) is None:
            return
        yield match
        at = match.end()


def _is_closed(text: str, tag: _Tag, partner: _Tag, is_declared: bool) -> bool:
    """Whether two tags that could begin and end an element do."""
    first, last = (partner, tag) if tag.is_end else (tag, partner)
    if tag.name not in _KNOWN:
        has_values = "=" in first.rest and tag.name.isidentifier()
        return is_declared and (has_values or _PROGRAM.fullmatch(tag.name) is not None)
    if not is_declared and not _has_one_case(text, tag):
        return False
    if "=" in first.rest:
        return True
    if tag.name == "s" and _BETWEEN_MARKS.fullmatch(text, first.stop, last.start):
        return False
    if is_declared:
        return True
    # A pair that is spoken of does not hug what is between: `from <s> to </s>`.
    is_loose = text[first.stop].isspace() and text[last.start - 1].isspace()
    is_inline = tag.name not in _ENDING and tag.name not in _BOXES
    return not (is_loose and (is_inline or _is_said(text, first.start, first.stop)))


def _is_open(text: str, tag: _Tag, is_declared: bool) -> bool:
    """Whether a tag is one that stands alone, or whose element was left open."""
    name, rest = tag.name, tag.rest.rstrip("/").rstrip()
    is_said = _is_said(text, tag.start, tag.stop)
    if name not in _KNOWN:
        is_program = _PROGRAM.fullmatch(name) is not None
        return is_declared and is_program and (tag.is_end or bool(tag.rest))
    if name in _EMPTY:
        return is_declared or bool(tag.rest) or not is_said
    may_miss = name in _ENDING or name in _BOXES
    if tag.is_end:
        return is_declared and tag.formula < 0 and (may_miss or not is_said)
    if "=" in rest:
        return True
    if tag.formula >= 0 or name in _SHOWN_BY_VALUES:
        return False
    if not may_miss:
        # Whoever leaves an emphasis open has its words right behind it.
        return is_declared and not rest and text[tag.stop : tag.stop + 1].isalnum()
    if not _has_one_case(text, tag) or not all(map(_is_bare, rest.split())):
        return False
    return not is_said or (is_declared and name in _ENDING)


def _has_one_case(text: str, tag: _Tag) -> bool:
    """Whether a name is in small letters or in capitals; types of programs are in both."""
    start = tag.start + 1 + tag.is_end
    written = text[start : start + len(tag.name)]
    return written.islower() or written.isupper()


def _is_said(text: str, start: int, stop: int) -> bool:
    """Whether a tag stands as a word of a sentence does: `the <table> tag`."""
    before = text[max(0, start - 2) : start]
    return _BEFORE.search(before) is not None and _BEHIND.match(text, stop) is not None


def _is_bare(name: str) -> bool:
    """Whether an attribute is one that needs no value."""
    return name.casefold() in _BARE or not name[:1].isalpha() or "-" in name


def _formulas(text: str) -> Iterator[tuple[int, int]]:
    """The formulas with a `<` in them; what ends an element that began before it is none."""
    if "$" not in text and "\\" not in text:
        return
    for start, stop, kind in kept_spans(text):
        if kind == "url" or "<" not in text[start:stop]:
            continue
        opened: list[str] = []
        for match in _tokens(text, start, stop):
            if match["end"] and (match["name"].lower() not in opened):
                break
            opened += [match["name"].lower()] if match["name"] else []
        else:
            yield start, stop


MAX_LENGTH = 30_000_000
MAX_TAGS = 100_000
MAX_DEPTH = 60
_MAX_OPEN = 5_000
_CLOSED_BREAK = re.compile(r"<br\s*>\s*</br\s*>", re.IGNORECASE)
"""One line break, as writers of XML put it: two of them to a reader of HTML."""
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*)[^<>]*?(/?)>")
_EMPTY_NAMES = "area base br col embed hr img input link meta source track wbr"
_SHALLOW = _ENDING | frozenset(_EMPTY_NAMES.split())
"""Elements that hold nothing, or end by themselves where the next one begins."""
_UNSHOWN_NAMES = (
    "base basefont col colgroup frame frameset head iframe link menuitem noframes param title track"
)
BLOCKS = BLOCK_NAMES | {"hgroup", "search", "listing", "xmp", "plaintext"}
BLOCKS -= frozenset(_UNSHOWN_NAMES.split())
"""Elements that stand on lines of their own."""
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
