"""A report: one Markdown file with front matter, and what is known of it without its text.

Ten thousand reports are in memory and few of them are looked at. So a `Report` holds what lists
group and sort by, and all other words packed in one row; its paper is fetched when it is asked for.
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
    """What a file says by itself, beside its day, source and topics; all of it text.

    `moment` is when it was published, in UTC and ISO form, `chars` a number, `hash` that of the
    file's content.
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
"""Gives the packed paper of the report in the file of that path."""

_ROW = ("id", "start", "bundled", *Facts._fields)
_NAMES = 3
_BETWEEN = _WORD.encode()
_ENDING = ".md"


class _Word:
    """One word of a report's row."""

    def __init__(self, name: str) -> None:
        self._at = _ROW.index(name)

    def __get__(self, report: Report, owner: type[Report]) -> str:
        return report.row.split(_BETWEEN, self._at + 1)[self._at].decode()


@dataclass(frozen=True, slots=True)
class Report:
    """One report's metadata, front matter and derived values together; `make_report` makes one.

    `place` is the file's folder with a `/` at the end where the file is named by the id, else the
    file. `date` is the day as written, or the day the file was first seen. `feed_title` is empty
    where it equals the title. `hash` is that of the file's content.
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
        """Id, guid and address at once; quick, for who looks through all."""
        id_, _, _, guid, url, _ = self.row.split(_BETWEEN, 5)
        return id_.decode(), guid.decode(), url.decode()

    def has_id(self, id_: str) -> bool:
        """Whether this is its id; quick, for who looks through all."""
        return self.row.startswith(f"{id_}{_WORD}".encode())

    def named(self, id_: str, short_title: str) -> Report:
        """The same report, called otherwise beside its siblings."""
        start = len(self.title) - len(short_title)
        facts = self.row.split(_BETWEEN, _NAMES)[_NAMES]
        names = pack_names(id_, start, bundled=self.bundled).encode()
        return replace(self, row=names + facts, place=place_of(self.path, id_))

    def __reduce__(self) -> tuple[object, ...]:
        # What papers are fetched from stays in this process.
        here = (self.row, self.place, self.date, self.source, self.topics, self.packed_paper)
        return Report, here


def pack_names(id_: str, start: int, *, bundled: bool) -> str:
    """The words that a row begins with: `start` is where the short title begins in the title."""
    return _WORD.join((id_, str(start), "1" if bundled else "", ""))


def place_of(path: str, id_: str) -> str:
    """What is to be held of `path`: the folder, which many share, where the id tells the rest."""
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
    """A report of plain words, with other `Facts` by their name; an empty `path` is no file."""
    moment = published.isoformat() if published else ""
    facts = Facts(title=title, moment=moment, genre=genre.value, chars=str(chars))._replace(**words)
    row = f"{pack_names(id_, 0, bundled=False)}{pack_facts(facts)}".encode()
    return Report(row, place_of(path, id_), date, source, topics, pack_paper(paper).encode())
