"""HTML to clean Markdown: what a browser shows, in words, and nothing that runs.

No page makes it fail and no word is lost: one too long or too deep to be looked at becomes plain
text. The heading, or first paragraph, in which an article says its own title is told apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from vibe_tui.clean import clean_line, clean_text
from vibe_tui.fold import fold
from vibe_tui.render.parse import parse_inline
from vibe_tui.sync.facts import written_line
from vibe_tui.sync.html.inline import InlineReader
from vibe_tui.sync.html.links import Footnotes
from vibe_tui.sync.html.math import tex_of
from vibe_tui.sync.html.plain import make_plain, unseen
from vibe_tui.sync.html.runs import write_line
from vibe_tui.sync.html.tree import BLOCKS, HEADINGS, Node, parse_html, parse_page, words_escaped
from vibe_tui.sync.html.writer import PageWriter

_MAX_TITLE = 300
_MIN_PART = 6
_BEFORE_ALL = frozenset(("img", "pre", "table", "math", "ul", "ol", "blockquote", "hr"))
_SILENT = re.compile(r"<(script|style|iframe|template|head)\b.*?(?:</\1\s*>|$)", re.I | re.S)
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.S)
_ENDING = re.compile(rf"</?(?:{'|'.join(sorted(BLOCKS))}|br)\b[^<>]*>", re.I)


@dataclass(frozen=True, slots=True)
class Converted:
    """The Markdown of a page, and the heading above it that said its title (it is not in it).

    It is only words where the page was too much to be looked at.
    """

    markdown: str
    title: str = ""
    is_only_words: bool = False


def html_to_markdown(html: str, *, base: str = "", title: str = "") -> Converted:
    """A page, or a piece of one, as Markdown; addresses are seen from `base`.

    A heading at the start that repeats `title`, or goes on from it, is taken off and given back.
    """
    page = parse_page(html)
    if page is None:
        return Converted(bare_words(html), is_only_words=True)
    return convert_page(page, base=base, title=title)


def convert_page(page: Node, *, base: str = "", title: str = "") -> Converted:
    """As `html_to_markdown`, of a page that was parsed already, or of an element of one."""
    make_plain(page)
    base_tag = page.first("base")
    base = (base_tag.get("href") if base_tag else "") or base
    heading = title_element(page, title) if title else None
    # Numeric references may have been control codes.
    markdown = clean_text(PageWriter(page, base, left_out=heading).document())
    if heading is None:
        return Converted(markdown)
    if not markdown:
        return convert_page(page, base=base)
    return Converted(markdown, clean_line(_line_of(heading)))


def html_to_line(html: str) -> str:
    """The words of a piece of HTML on one line, for titles and names."""
    if "<" not in html:
        return " ".join(unescape(html).split())
    page = parse_html(html)
    make_plain(page)
    for one in page.elements():
        if one.tag == "img" and tex_of(one) is None:
            one.tag, one.children = "span", [f" {one.get('alt')} "]
    return _line_of(page)


def _line_of(node: Node) -> str:
    """The words of an element on one line: `10⁵` stays that, and a formula its TeX."""
    run = list(InlineReader("", Footnotes({}, {}, frozenset()), {}).read_all(node))
    return written_line(parse_inline(write_line(run)))


def bare_words(html: str) -> str:
    """The words of a page without a look at its structure, paragraph by paragraph."""
    text = _SILENT.sub(" ", _COMMENT.sub("", html))
    text = re.sub(r"<[a-zA-Z/!?][^<>]*>", "", _ENDING.sub("\n", words_escaped(text)))
    lines = (" ".join(line.split()) for line in unescape(text).splitlines())
    text = "\n\n".join(re.sub(r"[\\`*_\[<#|$>]", r"\\\g<0>", line) for line in lines if line)
    return clean_text(text) + "\n"


def title_element(page: Node, title: str) -> Node | None:
    """The element that a page begins with, where that says `title` or goes on from it.

    A main heading may also say only a part of `title`, whose start or end stands for the source.
    """
    wanted = fold(title).text.strip()
    waiting: list[Node | str] = [page]
    while waiting and wanted:
        node = waiting.pop()
        if isinstance(node, str):
            if any(map(str.isalnum, node)):
                return None
        elif node.tag in HEADINGS or (node.tag == "p" and node.text().strip()):
            said = fold(_line_of(node)[: 2 * _MAX_TITLE]).text.strip()
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
