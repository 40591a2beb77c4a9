"""A report: one Markdown file with front matter, and what is known of it without its text.

A library of ten thousand reports is held in memory, and few of them are looked at. So a `Report`
has as attributes only what lists group and sort by. Its other fields are packed in one byte string,
`row`, and decoded when they are asked for; its paper is fetched from the catalogue.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from sys import intern
from typing import NamedTuple

from vibe_tui.text import Text


class Genre(StrEnum):
    """What sort of text a report is."""

    PAPER = "paper"
    DEEP_DIVE = "deep-dive"
    NEWS = "news"
    INTERVIEW = "interview"
    INCIDENT_REVIEW = "incident-review"
    NOTE = "note"


_GENRES = {genre.value: genre for genre in Genre}

GENRE_NAMES: dict[Genre, Text] = {
    Genre.PAPER: Text("论文", "Paper"),
    Genre.DEEP_DIVE: Text("深度", "Deep dive"),
    Genre.NEWS: Text("新闻", "News"),
    Genre.INTERVIEW: Text("访谈", "Interview"),
    Genre.INCIDENT_REVIEW: Text("事故复盘", "Incident review"),
    Genre.NOTE: Text("笔记", "Note"),
}


class Paper(NamedTuple):
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
_WORD, _FIELD, _ITEM = "\x1d", "\x1e", "\x1f"
_PAPER_ROW = (
    *("title", "arxiv", "version", "author_count"),
    *("authors", "institutions", "categories", "links"),
)


def pack_paper(paper: Paper) -> str:
    """A paper as one string; empty for none. Its words must hold no control codes."""
    if paper == NO_PAPER:
        return ""
    links = [part for link in paper.links for part in link]
    lists = (paper.authors, paper.institutions, paper.categories, links)
    words = (paper.title, paper.arxiv, paper.version, str(paper.author_count))
    return _FIELD.join((*words, *map(_ITEM.join, lists)))


@lru_cache(maxsize=256)
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


class Facts(NamedTuple):
    """What a file says about itself, other than its day, source and topics; all of it text.

    `moment` is when it was published, in UTC and ISO form, `chars` a decimal number, `hash` the
    hash of the file's content.
    """

    guid: str = ""
    url: str = ""
    title: str = ""
    feed_title: str = ""
    column: str = ""
    moment: str = ""
    author: str = ""
    genre: str = Genre.DEEP_DIVE.value
    chars: str = "0"
    hash: str = ""


def pack_facts(facts: Facts) -> str:
    """Facts as one string."""
    return _WORD.join([word.replace(_WORD, " ") for word in facts])


def are_facts(packed: str) -> bool:
    """Whether `pack_facts` may have packed this."""
    return packed.count(_WORD) == len(Facts._fields) - 1


PaperSource = Callable[[str], bytes]
"""Called with the path of a report's file; returns its paper as `pack_paper` packs it, in UTF-8."""

# The fields of `Report.row`, separated by `_WORD`; the first three do not come from the file.
_ROW = ("id", "start", "bundled", *Facts._fields)
_NAMES = 3
_BETWEEN = _WORD.encode()
_ENDING = ".md"


class _Word:
    """A field of `Report.row`, decoded each time that it is read."""

    def __init__(self, name: str) -> None:
        self._at = _ROW.index(name)

    def __get__(self, report: Report, owner: type[Report]) -> str:
        return report.row.split(_BETWEEN, self._at + 1)[self._at].decode()


@dataclass(frozen=True, slots=True)
class Report:
    """One report's metadata, front matter and derived values together; `make_report` makes one.

    `place` tells where the file is: its folder, with a `/` at the end, where the file is called
    `<id>.md`, else its path. Most reports share the first kind of string. `date` is the day as
    written, or the day the file was first seen. `feed_title` is empty where it equals the title.
    `hash` is that of the file's content.
    """

    row: bytes
    place: str
    date: dt.date
    source: str
    topics: tuple[str, ...]
    paper_from: bytes | PaperSource = field(compare=False, repr=False)

    id = _Word("id")
    guid = _Word("guid")
    url = _Word("url")
    title = _Word("title")
    feed_title = _Word("feed_title")
    column = _Word("column")
    author = _Word("author")
    hash = _Word("hash")
    moment = _Word("moment")
    _start = _Word("start")
    _bundled = _Word("bundled")
    _genre = _Word("genre")
    _chars = _Word("chars")

    @property
    def path(self) -> str:
        """The absolute path of the file; empty for a report that is in none."""
        place = self.place
        return f"{place}{self.id}{_ENDING}" if place.endswith("/") else place

    @property
    def short_title(self) -> str:
        """The title without its column tag and without a part before a `：` that siblings share.

        Never empty where the title is not.
        """
        return self.title[int(self._start) :]

    @property
    def published(self) -> dt.datetime | None:
        """The moment in UTC, where it is known."""
        moment = self.moment
        return dt.datetime.fromisoformat(moment) if moment else None

    @property
    def genre(self) -> Genre:
        """What sort of text it is."""
        return _GENRES[self._genre]

    @property
    def chars(self) -> int:
        """Han characters plus Latin words of the body."""
        return int(self._chars)

    @property
    def bundled(self) -> bool:
        """Whether it came with the program."""
        return bool(self._bundled)

    @property
    def packed_paper(self) -> bytes:
        """The paper as `pack_paper` gives it, in UTF-8."""
        found = self.paper_from
        return found if isinstance(found, bytes) else found(self.path)

    @property
    def paper(self) -> Paper:
        """The paper that the report is about; an empty one where it is about none."""
        return unpack_paper(self.packed_paper)

    def paper_words(self, name: str) -> str:
        """One word of the paper or, a line each, one of its lists; quick, for many reports."""
        packed = self.packed_paper
        if not packed:
            return ""
        at = _PAPER_ROW.index(name)
        return packed.split(_FIELD.encode(), at + 1)[at].decode().replace(_ITEM, "\n")

    def origin(self) -> tuple[str, str, str]:
        """Id, guid and url in one go: faster, for loops over all reports."""
        id_, _, _, guid, url, _ = self.row.split(_BETWEEN, 5)
        return id_.decode(), guid.decode(), url.decode()

    def has_id(self, id_: str) -> bool:
        """Whether this is the report's id, without decoding it: for loops over all reports."""
        return self.row.startswith(f"{id_}{_WORD}".encode())

    def named(self, id_: str, short_title: str) -> Report:
        """A copy of the report with another id and short title."""
        start = len(self.title) - len(short_title)
        facts = self.row.split(_BETWEEN, _NAMES)[_NAMES]
        names = pack_names(id_, start, bundled=self.bundled).encode()
        return replace(self, row=names + facts, place=place_of(self.path, id_))

    def __reduce__(self) -> tuple[object, ...]:
        # `paper_from` may be a function of this process: the paper itself goes along instead.
        here = (self.row, self.place, self.date, self.source, self.topics, self.packed_paper)
        return Report, here


def pack_names(id_: str, start: int, *, bundled: bool) -> str:
    """The first fields of a row; `start` is the offset of the short title in the title."""
    return _WORD.join((id_, str(start), "1" if bundled else "", ""))


def place_of(path: str, id_: str) -> str:
    """What `Report.place` holds for the file at `path`."""
    folder, _, name = path.rpartition("/")
    return intern(f"{folder}/") if name == id_ + _ENDING else path


def make_report(
    id_: str,
    title: str,
    path: str,
    date: dt.date,
    *,
    source: str = "",
    topics: tuple[str, ...] = (),
    paper: Paper = NO_PAPER,
    published: dt.datetime | None = None,
    genre: Genre = Genre.DEEP_DIVE,
    chars: int = 0,
    **words: str,
) -> Report:
    """A report made of plain values, other `Facts` by their names; `path` is empty for no file."""
    moment = published.isoformat() if published else ""
    facts = Facts(title=title, moment=moment, genre=genre.value, chars=str(chars))._replace(**words)
    row = f"{pack_names(id_, 0, bundled=False)}{pack_facts(facts)}".encode()
    return Report(row, place_of(path, id_), date, source, topics, pack_paper(paper).encode())
