"""HTML inside Markdown, as far as a reader needs it: which tags mean what, and which are words.

Tags shape the words between them and vanish. One that HTML does not know (`<eos>`, `vector<int>`)
is a word itself: reports about language models are full of them. So is one whose name HTML knows
but that shapes nothing, as in `the <s> token`: no other end, and no attribute that says something.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.common.html_blocks import block_names
from markdown_it.rules_block.html_block import HTML_SEQUENCES

_INLINE_NAMES = (
    "a abbr acronym applet area audio b bdi bdo big br button canvas cite code data datalist del"
    " dfn em embed font g hgroup i iframe img input ins kbd label map mark marquee math meta meter"
    " nobr noscript object output path picture pre progress q rb rp rt ruby s samp script select"
    " slot small source span strike strong style sub sup svg template textarea time tt u var video"
    " wbr"
)
# Nobody wraps a part of a note in `<search>`, but models that search write it.
NAMES = (frozenset(block_names) | frozenset(_INLINE_NAMES.split())) - {"search"}
BLOCK_NAMES = frozenset(block_names) - {"search"} | {"pre"}
_CELLS = frozenset(("td", "th"))
_BREAKS = frozenset(("br", "hr", "wbr"))
_EMPTY_NAMES = "area base basefont embed frame img input link meta param source track"
_EMPTY = frozenset(_EMPTY_NAMES.split())
"""Elements that hold nothing: all they can say is in their attributes."""
_OPTIONAL_NAMES = "p li dt dd td th tr thead tbody tfoot col colgroup caption option rt rp rb"
_OPTIONAL = frozenset(_OPTIONAL_NAMES.split())
"""Elements inside others that HTML allows to leave open."""
_HEAD_NAMES = "body dir frameset head html legend menuitem noframes optgroup title"
_APART = BLOCK_NAMES - _EMPTY - _CELLS
_SPANNING = BLOCK_NAMES - _EMPTY - frozenset(_HEAD_NAMES.split())
"""Elements that hold blocks: their ends may be blocks away."""
_DRAWINGS = frozenset(("math", "svg"))
# `<s>` and `</s>` are the marks that a language model sets around a text.
_stands_free = re.compile(r"\s.*|.*\s|[\W_]*|[和与及或到至]|and|or", re.DOTALL).fullmatch
UNSEEN = frozenset(("script", "style"))
"""Tags whose words a reader never sees."""

_TAG = re.compile(
    r"<[?!][^>]*>|<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)"
    r"(?P<attributes>(?:\s+[^\s\"'<>/=]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?)*)\s*/?>"
)
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+))")

_SUB = dict(
    zip(
        "0123456789+-=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)
_SUP = dict(
    zip(
        "0123456789+-=()abcdefghijklmnoprstuvwxyzTN−",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀᴺ⁻",
        strict=True,
    )
)
_SMALL = frozenset((*_SUB.values(), *_SUP.values()))


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag; `name` is lower case and empty for a comment or declaration."""

    source: str
    name: str = ""
    closing: bool = False
    attributes: str = ""

    def get(self, attribute: str) -> str:
        """The value of an attribute, empty when it has none."""
        for match in _ATTRIBUTE.finditer(self.attributes):
            if match.group(1).lower() == attribute:
                return html.unescape(match.group(2) or match.group(3) or match.group(4) or "")
        return ""

    def has(self, attribute: str) -> bool:
        """Whether it has an attribute, which may have no value."""
        return attribute in self.attributes.casefold().split() or bool(self.get(attribute))

    @property
    def says_all(self) -> bool:
        """Whether it is a tag by itself: it has a value, or says that it holds nothing."""
        return "=" in self.attributes or (self.source.endswith("/>") and self.name not in _EMPTY)

    @property
    def is_block(self) -> bool:
        """Whether words before and after it are in paragraphs of their own."""
        return self.name in _APART

    @property
    def is_cell(self) -> bool:
        """Whether it is a cell of a table."""
        return self.name in _CELLS


def read_tag(source: str) -> Tag:
    """The tag that `source` is; anything else is taken for a comment."""
    match = _TAG.fullmatch(source)
    if match is None or match.group("name") is None:
        return Tag(source)
    return Tag(
        source, match.group("name").lower(), bool(match.group("close")), match.group("attributes")
    )


def html_block_end(line: str) -> re.Pattern[str] | None:
    """What ends the block of HTML that a line begins; None where it begins none.

    As CommonMark has it, but a word begins a paragraph.
    """
    if not line.startswith("<"):
        return None
    found = _TAG.match(line)
    if found and found["name"] and found["name"].lower() not in NAMES:
        return None
    return next((end for start, end, _ in HTML_SEQUENCES if start.search(line)), None)


def without_words(parts: Sequence[str | Tag], wrappers: set[str] | None = None) -> list[str | Tag]:
    """`parts` of a text with every tag that is a word as a string.

    In a block of HTML, elements that hold blocks may be open at its ends; `wrappers` are other ones
    left open by the blocks before it, which is told to those after it.
    """
    partners = _partners(parts)
    told: list[str | Tag] = []
    depth = drawing = 0
    for at, part in enumerate(parts):
        if isinstance(part, Tag):
            step = (-1 if part.closing else 1) * (at in partners)
            depth += step
            if part.name in _DRAWINGS:
                drawing += step or part.says_all
            shapes = drawing > 0 or _shapes(part, at in partners, depth > 0, wrappers)
            if wrappers is not None and shapes and part.name and at not in partners:
                (wrappers.discard if part.closing else wrappers.add)(part.name)
            part = part if shapes else part.source
        told.append(part)
    return told


def _shapes(tag: Tag, is_paired: bool, is_inside: bool, wrappers: set[str] | None) -> bool:
    """Whether a tag is one, and no word."""
    name = tag.name
    if not name or name in _BREAKS:
        # What tells programs something is no comment: nobody hides words in it.
        return re.match(r"<\?(?!xml)|<!\[CDATA\[", tag.source, re.IGNORECASE) is None
    if name not in NAMES:
        return False
    if is_paired or (name in _OPTIONAL and is_inside):
        return True
    if wrappers is not None and (name in _SPANNING or (tag.closing and name in wrappers)):
        return True
    return tag.says_all and not tag.closing


def _partners(parts: Sequence[str | Tag]) -> set[int]:
    """The places of the tags that begin and end an element."""
    found: set[int] = set()
    opened: dict[str, list[int]] = {}
    for at, part in enumerate(parts):
        if not isinstance(part, Tag) or part.name not in NAMES:
            continue
        if not part.closing:
            if part.name not in _BREAKS and (part.name not in _EMPTY or part.says_all):
                opened.setdefault(part.name, []).append(at)
        elif opened.get(part.name):
            start = opened[part.name].pop()
            if part.name != "s" or not _stands_free(_words(parts[start + 1 : at])):
                found |= {start, at}
    return found


def _words(parts: Sequence[str | Tag]) -> str:
    return "".join([part if isinstance(part, str) else part.source for part in parts])


def split_html(source: str) -> list[str | Tag]:
    """Words (entities decoded) and tags of a piece of HTML, in order; comments and scripts gone."""
    source = _without_comments(source)
    parts: list[str | Tag] = []
    at = 0
    unseen = ""
    for match in _TAG.finditer(source):
        words = source[at : match.start()]
        tag = read_tag(match.group())
        at = match.end()
        if unseen:
            if not tag.closing or tag.name != unseen:
                continue
            unseen, words = "", ""
        if words:
            parts.append(html.unescape(words))
        parts.append(tag)
        if tag.name in UNSEEN and not tag.closing and f"</{tag.name}" in source[at:].lower():
            unseen = tag.name
    if source[at:]:
        parts.append(html.unescape(source[at:]))
    return parts


def _without_comments(source: str) -> str:
    kept: list[str] = []
    at = 0
    while (start := source.find("<!--", at)) >= 0:
        end = source.find("-->", start + 2)
        if end < 0:
            break
        kept.append(source[at:start])
        at = end + 3
    kept.append(source[at:])
    return "".join(kept)


def raised(parts: Sequence[str], *, up: bool) -> list[str]:
    """The parts of a superscript or subscript in Unicode, or after `^` or `_` where that has none.

    What is no single word is in parentheses then.
    """
    table = _SUP if up else _SUB
    text = "".join(parts)
    if not text.strip():
        return list(parts)
    if all(char in table for char in text):
        return ["".join([table[char] for char in part]) for part in parts]
    found = list(parts)
    is_one = len(text) == 1 or (text.isalnum() and not _SMALL.intersection(text))
    found[0] = f"{'^' if up else '_'}{'' if is_one else '('}{found[0]}"
    found[-1] += "" if is_one else ")"
    return found
