"""What every kind of source is turned into before it becomes a file of the library.

An `Incoming` is one report with its Markdown body and the front matter of the design (§4), whole
and in the order in which it is written; `describe` finds in the Markdown of an article what it says
about itself, the same facts as the importer of dumps. A `Draft` is a report whose names are known
and whose text is made when it is placed, so that a long feed is never held as text all at once.
Readers of sources make them; `place` puts them into the library.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from vibe_tui.library.metadata import genre_of
from vibe_tui.library.names import column_of
from vibe_tui.library.values import mapping, words
from vibe_tui.render.blocks import Block, Heading, Inline, ListBlock, Paragraph, Quote, Table
from vibe_tui.render.outline import headings_of
from vibe_tui.render.parse import parse_blocks
from vibe_tui.sync.dump import blocks as raw
from vibe_tui.sync.dump.meta import FACTS, RESEARCH_LINE, language_of, paper_of, research_of

FORM = 3
"""Raised when reports are made of the same text in another way, so that all are made anew."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One report on its way into the library.

    `title` is the body's title, `feed_title` the feed's (equal where the source has only one).
    `date` is the day as the source writes it. `meta` is the front matter to write, `body` the
    Markdown below it. One that is not `whole` may have lost its end, and replaces nothing.
    A `stub` only stands for a paper until there is a report about it. One that is not `final`
    lacks something that the next visit may bring.
    """

    title: str
    feed_title: str
    source: str
    date: dt.date | None = None
    published: dt.datetime | None = None
    author: str = ""
    url: str = ""
    guid: str = ""
    meta: dict[str, object] = field(default_factory=dict)
    body: str = ""
    whole: bool = True
    stub: bool = False
    final: bool = True

    @property
    def paper(self) -> str:
        """The id of the paper that it is about; empty for none."""
        return words(mapping(self.meta.get("paper")).get("arxiv"))

    @property
    def said(self) -> str:
        """What tells it from another one of the same names."""
        return self.body

    @property
    def digest(self) -> str:
        """Nothing: only its text tells whether it has changed."""
        return ""

    def make(self) -> Incoming:
        """Itself."""
        return self


@dataclass(frozen=True, slots=True)
class Draft:
    """A report that is made by `make` when it is needed.

    Without a `feed_title` its text has to tell what it is called. `said` stands for its text
    where that is to tell it from others, `digest` for all that its source says of it and, behind a
    colon, how it is made of that.
    """

    source: str
    make: Callable[[], Incoming]
    digest: str
    said: str
    feed_title: str = ""
    date: dt.date | None = None
    published: dt.datetime | None = None
    url: str = ""
    guid: str = ""

    @property
    def title(self) -> str:
        """The feed's title: that of the text is not known yet."""
        return self.feed_title

    @property
    def paper(self) -> str:
        """Nothing: the text tells what paper it is about."""
        return ""


Item = Incoming | Draft


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
