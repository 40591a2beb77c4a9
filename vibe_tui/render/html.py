"""HTML inside Markdown, as far as a reader needs it: which tags mean what.

Tags shape the words between them and vanish. A made-up tag such as `<think>` is a word itself:
reports about language models are full of them.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from markdown_it.common.html_blocks import block_names

_INLINE_NAMES = (
    "a abbr acronym area audio b bdi bdo big br button canvas cite code data datalist del dfn em"
    " embed font g i iframe image img input ins kbd label map mark marquee math meter nobr noscript"
    " object output path picture pre progress q rb rp rt ruby s samp script select slot small"
    " source span strike strong style sub sup svg template textarea time tt u var video wbr"
)
NAMES = frozenset(block_names) | frozenset(_INLINE_NAMES.split())
BLOCK_NAMES = frozenset(block_names) | {"pre"}
_CELLS = frozenset(("td", "th"))
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

    @property
    def is_word(self) -> bool:
        """Whether this is no tag of HTML but one that a text talks about, such as `<think>`."""
        name = self.source.strip("</ >")
        return len(name) > 3 and name == self.name and name.isalpha() and name not in NAMES

    @property
    def is_block(self) -> bool:
        """Whether words before and after it are in paragraphs of their own."""
        return self.name in BLOCK_NAMES and self.name not in _CELLS

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
            if tag.closing and tag.name == unseen:
                unseen = ""
            continue
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


def raised(text: str, *, up: bool) -> str:
    """`text` as Unicode superscript or subscript, or after `^` or `_` where there is none."""
    table = _SUP if up else _SUB
    if text and all(char in table for char in text):
        return "".join([table[char] for char in text])
    if not text.strip():
        return text
    sign = "^" if up else "_"
    return f"{sign}{text}" if text.isalnum() or len(text) == 1 else f"{sign}({text})"
