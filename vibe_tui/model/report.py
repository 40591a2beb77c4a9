"""A report: one Markdown file with front matter, and what is known of it without its text."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from vibe_tui.text import Text


class Genre(StrEnum):
    """What sort of text a report is."""

    PAPER = "paper"
    DEEP_DIVE = "deep-dive"
    NEWS = "news"
    INTERVIEW = "interview"
    INCIDENT_REVIEW = "incident-review"
    NOTE = "note"


GENRE_NAMES: dict[Genre, Text] = {
    Genre.PAPER: Text("论文", "Paper"),
    Genre.DEEP_DIVE: Text("深度", "Deep dive"),
    Genre.NEWS: Text("新闻", "News"),
    Genre.INTERVIEW: Text("访谈", "Interview"),
    Genre.INCIDENT_REVIEW: Text("事故复盘", "Incident review"),
    Genre.NOTE: Text("笔记", "Note"),
}


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper that a report is about, as its table of facts and link list say."""

    title: str = ""
    arxiv: str = ""
    version: str = ""
    authors: tuple[str, ...] = ()
    author_count: int = 0
    institutions: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()


NO_PAPER = Paper()
_FIELD, _ITEM = "\x1e", "\x1f"


def pack_paper(paper: Paper) -> str:
    """A paper as one string; empty for none. Its words must hold no control codes."""
    if paper == NO_PAPER:
        return ""
    links = [part for link in paper.links for part in link]
    lists = (paper.authors, paper.institutions, paper.categories, links)
    words = (paper.title, paper.arxiv, paper.version, str(paper.author_count))
    return _FIELD.join((*words, *map(_ITEM.join, lists)))


@lru_cache(maxsize=4096)
def unpack_paper(packed: bytes) -> Paper:
    """The paper that `pack_paper` packed, in UTF-8."""
    if not packed:
        return NO_PAPER
    title, arxiv, version, count, *lists = packed.decode().split(_FIELD)
    authors, institutions, categories, links = (
        tuple(items.split(_ITEM)) if items else () for items in lists
    )
    pairs = tuple(zip(links[::2], links[1::2], strict=True))
    return Paper(title, arxiv, version, authors, int(count), institutions, categories, pairs)


@dataclass(frozen=True, slots=True)
class Report:
    """One report's metadata, front matter and derived values together.

    `feed_title` is empty where it equals the title. `short_title` is the title without its column
    tag and without a part before a `：` that siblings share. `date` is the day as written, or the
    day the file was first seen. `chars` counts Han characters plus Latin words of the body.
    `path` is the absolute path of the file, `warning` a problem with its front matter (in full
    where the report is opened). `packed_paper` is what `pack_paper` gives, in UTF-8: ten
    thousand reports are in memory, and few papers are looked at.
    """

    id: str
    title: str
    path: str
    date: dt.date
    feed_title: str = ""
    short_title: str = ""
    column: str = ""
    published: dt.datetime | None = None
    author: str = ""
    source: str = ""
    url: str = ""
    guid: str = ""
    genre: Genre = Genre.DEEP_DIVE
    topics: tuple[str, ...] = ()
    lang: str = ""
    packed_paper: bytes = b""
    chars: int = 0
    bundled: bool = False
    warning: str = ""

    @property
    def paper(self) -> Paper:
        """The paper that the report is about; an empty one where it is about none."""
        return unpack_paper(self.packed_paper)
