"""HTML to clean Markdown: what a browser shows, in words, and nothing that runs.

A pass over the page writes it again in few plain tags, with formulas, code, tables and notes set
aside as Markdown of their own; `html-to-markdown` turns the rest into Markdown. Headings begin at
`##`. No page makes it fail and no word is lost: what cannot be converted becomes plain text.

The heading, or first paragraph, in which an article says its own title.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from html import unescape

from vibe_tui.clean import clean_line, clean_text
from vibe_tui.fold import fold
from vibe_tui.sync.html.generators import make_plain
from vibe_tui.sync.html.inline import reveal
from vibe_tui.sync.html.tree import HEADINGS, Node, parse_html
from vibe_tui.sync.html.words import unseen
from vibe_tui.sync.html.writer import Writer

_MAX_TITLE = 300
_MIN_PART = 6
_BEFORE_ALL = frozenset(("img", "pre", "table", "math", "ul", "ol", "blockquote", "hr"))


def title_element(page: Node, title: str) -> Node | None:
    """The element that a page begins with, where that says `title` or goes on from it.

    A main heading may also say only a part of `title`, whose start or end stands for the source.
    """
    wanted = fold(title).text.strip()
    waiting: list[Node | str] = [page]
    while waiting and wanted:
        node = waiting.pop()
        if isinstance(node, str):
            if node.strip():
                return None
        elif node.tag in HEADINGS or (node.tag == "p" and node.text().strip()):
            said = fold(" ".join(node.text()[: 2 * _MAX_TITLE].split())).text.strip()
            part = node.tag == "h1" and len(said) >= _MIN_PART and _is_part(said, wanted)
            return node if part or (len(said) <= _MAX_TITLE and _goes_on(said, wanted)) else None
        elif node.tag in _BEFORE_ALL:
            return None
        elif not unseen(node):
            waiting += reversed(node.children)
    return None


def _goes_on(said: str, wanted: str) -> bool:
    """Whether `said` is `wanted`, or that and a sign with more behind it."""
    return said == wanted or (said.startswith(wanted) and not said[len(wanted)].isalnum())


def _is_part(said: str, wanted: str) -> bool:
    rest = wanted[len(said) :] if wanted.startswith(said) else ""
    before = wanted[: -len(said)] if wanted.endswith(said) else ""
    return bool(rest and not rest[0].isalnum()) or bool(before and not before[-1].isalnum())


MAX_LENGTH = 30_000_000
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
_SILENT = re.compile(r"<(script|style|iframe|template|head)\b.*?(?:</\1\s*>|$)", re.I | re.S)
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.S)
_ENDING = re.compile(r"</?(?:p|div|li|tr|h[1-6]|br|blockquote|pre|section|article)\b[^<>]*>", re.I)


@dataclass(frozen=True, slots=True)
class Converted:
    """The Markdown of a page, and the heading above it that said its title (it is not in it)."""

    markdown: str
    title: str = ""


def html_to_markdown(html: str, *, base: str = "", title: str = "") -> Converted:
    """A page, or a piece of one, as Markdown; addresses are seen from `base`.

    A heading at the start that repeats `title`, or goes on from it, is taken off and given back.
    """
    html = _CLOSED_BREAK.sub("<br>", clean_text(html))
    if is_too_deep(html):
        return Converted(plain_text(html))
    page = parse_html(html)
    base_tag = page.first("base")
    if base_tag is not None and base_tag.get("href"):
        base = base_tag.get("href")
    return convert_node(page, base=base, title=title)


def is_too_deep(html: str) -> bool:
    """Whether a page is too long or too deeply nested to be looked at as more than words."""
    return len(html) > MAX_LENGTH or _depth(html) > _MAX_OPEN


def convert_node(page: Node, *, base: str = "", title: str = "") -> Converted:
    """As `html_to_markdown`, of a page that was read already."""
    make_plain(page)
    heading = title_element(page, title) if title else None
    if heading is None:
        # Numeric references may have been control codes.
        return Converted(clean_text(Writer(page, base, _to_markdown).document()))
    tag, heading.tag = heading.tag, "template"
    markdown = clean_text(Writer(page, base, _to_markdown).document())
    heading.tag = tag
    if not markdown:
        return convert_node(page, base=base)
    return Converted(markdown, clean_line(" ".join(heading.text().split())))


def html_to_line(html: str) -> str:
    """The words of a piece of HTML on one line, for titles and names."""
    if "<" not in html and "&" not in html:
        return " ".join(html.split())
    page = parse_html(html)
    hidden = [node for node in page.elements() if unseen(node)]
    for node in hidden:
        node.children = []
    return " ".join(page.text().split())


def plain_text(html: str) -> str:
    """The words of a page without a look at its structure, paragraph by paragraph."""
    text = _SILENT.sub(" ", _COMMENT.sub("", html))
    text = re.sub(r"<[a-zA-Z/!?][^<>]*>", "", _ENDING.sub("\n", text))
    lines = (" ".join(line.split()) for line in unescape(text).splitlines())
    text = "\n\n".join(re.sub(r"[\\`*_\[<#|$>]", r"\\\g<0>", line) for line in lines if line)
    return clean_text(text) + "\n"


def _depth(html: str) -> int:
    """How deep the elements of a page lie inside each other, about."""
    if html.count("<") <= _MAX_OPEN:
        return 0
    depth = deepest = 0
    for match in _TAG.finditer(html):
        if match[3] or match[2].lower() in _SHALLOW:
            continue
        if match[1]:
            depth = max(0, depth - 1)
        else:
            depth += 1
            deepest = max(deepest, depth)
    return deepest


def _to_markdown(html: str) -> str:
    """Plain HTML as Markdown by the library; by hand where it would lose a word."""
    markdown: str = _converter()(html)
    if _letters(re.sub(r"<[^>]*>", "", html)) != _letters(re.sub(r"\]\([^)]*\)", "", markdown)):
        markdown = re.sub(r"</?(?:p|li|ul|ol|h\d|blockquote|hr|br)\b[^>]*>", "\n\n", html)
        markdown = re.sub(r"\n{3,}", "\n\n", re.sub(r"<[^>]*>", "", markdown)).strip() + "\n"
    return reveal(markdown)


def _letters(text: str) -> str:
    """What neither the marks of Markdown nor the numbers of lists can be."""
    return re.sub(r"[\x00-\x40\x5b-\x60\x7b-\x7f]+", "", text)


@cache
def _converter() -> Callable[[str], str]:
    """The library, imported with the first page."""
    from html_to_markdown import (
        ConversionError,
        ConversionOptions,
        PreprocessingOptions,
        convert,
    )

    options = ConversionOptions(
        autolinks=False,
        bullets="-",
        code_block_style="backticks",
        escape_asterisks=False,
        escape_misc=False,
        extract_metadata=False,
        list_indent_width=2,
        newline_style="backslash",
        preprocessing=PreprocessingOptions(enabled=False),
    )

    def converted(html: str) -> str:
        try:
            return convert(html, options).content or ""
        except ConversionError:
            # The words are missed then, and put in by hand.
            return ""

    return converted
