"""What the Markdown of an article says about it, as front matter of the design (§4).

Reads the same facts as the importer of dumps, from the blocks of the Markdown: the table 项目/内容,
the list of links, the line 自动研究时间.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from vibe_tui.library.genre import genre_of
from vibe_tui.library.titles import column_of
from vibe_tui.render.blocks import Block, Heading, Inline, ListBlock, Paragraph, Quote, Table
from vibe_tui.render.headings import headings_of
from vibe_tui.render.parse import parse_blocks
from vibe_tui.sync.dump import blocks as raw
from vibe_tui.sync.dump.meta import FACTS, RESEARCH_LINE, language_of, paper_of, research_of

_FACTS_WITHIN = 16_000
"""Characters from the start in which an article says what it is about."""
_FIRST = 5
"""Paragraphs at the start of which one may tell how the article was made."""
_LISTED = re.compile(r"\s*(?:[|>]|[-*+]\s|\d+[.)]\s)|  ")
_TELLING = re.compile(rf"{RESEARCH_LINE}|^\|\s*(?:{'|'.join(FACTS)})\s*\|", re.MULTILINE)


def describe(title: str, markdown: str) -> dict[str, object]:
    """Column, genre, language, paper and research of an article, empty ones left out."""
    start = markdown[:_FACTS_WITHIN]
    if len(start) < len(markdown):
        start = start.rpartition("\n\n")[0]
    facts = list(_raw(parse_blocks(_facts_in(start)))) if _TELLING.search(start) else []
    headings = [heading.text for heading in headings_of(markdown)]
    paper = paper_of(facts)
    found: dict[str, object] = {
        "column": column_of(title),
        "genre": str(genre_of(title, has_arxiv=bool(paper), headings=headings)),
        "lang": language_of(markdown),
        "paper": paper,
        "research": research_of(facts),
    }
    return {key: value for key, value in found.items() if value}


def _facts_in(markdown: str) -> str:
    """`markdown` with a stand-in for paragraphs that can hold none of the facts."""
    if "```" in markdown or "~~~" in markdown:
        return markdown
    parts = markdown.split("\n\n")
    kept = (part if _LISTED.match(part) else "·" for part in parts[_FIRST:])
    return "\n\n".join((*parts[:_FIRST], *(part for part, _ in groupby(kept))))


def _raw(blocks: tuple[Block, ...]) -> Iterator[raw.RawBlock]:
    """The blocks in the form of a dump."""
    for block in blocks:
        match block:
            case Table(header=header, rows=rows):
                yield raw.Table(tuple(tuple(map(_words, row)) for row in (header, *rows)))
            case ListBlock(items=items):
                yield raw.Lines(tuple(_item(item.blocks) for item in items))
            case Heading(text=text) | Paragraph(text=text):
                yield raw.Line(_words(text))
            case Quote(blocks=inner):
                yield from _raw(inner)


def _item(blocks: tuple[Block, ...]) -> str:
    """An item as a dump writes it: the address of a link that is all of it after its words."""
    texts = [block.text for block in blocks if isinstance(block, Paragraph)]
    text = texts[0] if texts else ()
    words = _words(text)
    targets = {atom.look.link for atom in text if atom.look.link}
    if len(targets) == 1 and "://" not in words:
        return f"{words.rstrip('：: ')}：{targets.pop()}"
    return words


def _words(text: Inline) -> str:
    return " ".join("".join(f"${a.source}$" if a.source else a.text for a in text).split())
