"""A report: one Markdown file with front matter, and what is known of it without its text.

A library of ten thousand reports is held in memory. What few of them are asked for, the paper that
a report is about among it, is no part of `Report`: the library looks it up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
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
    INDEX = "index"


GENRE_NAMES: dict[Genre, Text] = {
    Genre.PAPER: Text("论文", "Paper"),
    Genre.DEEP_DIVE: Text("深度", "Deep dive"),
    Genre.NEWS: Text("新闻", "News"),
    Genre.INTERVIEW: Text("访谈", "Interview"),
    Genre.INCIDENT_REVIEW: Text("事故复盘", "Incident review"),
    Genre.NOTE: Text("笔记", "Note"),
    Genre.INDEX: Text("索引", "Index"),
}


class Paper(NamedTuple):
    """The paper that a report is about, as its front matter and the head of its text say."""

    title: str = ""
    arxiv: str = ""
    version: str = ""
    authors: tuple[str, ...] = ()
    author_count: int = 0
    institutions: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    venue: str = ""
    doi: str = ""
    openreview: str = ""


NO_PAPER = Paper()


@dataclass(frozen=True, slots=True)
class Report:
    """One report's metadata, front matter and derived values together.

    `file` is below the folder `root`, with `/`; both are empty for a report that is in no file.
    `date` is what is known of the day, as ISO text: `2026-08-01`, `2026-08`, `2026` or nothing;
    `published` the moment in UTC as ISO text, where it is known. `feed_title` is empty where it
    equals the title, whose part from `start` on is the short title. `arxiv` and `version` name the
    paper, `venue` where it appeared. `chars` counts Han characters and Latin words of the body.
    `hash` is that of the file's content; `bundled` reports came with the program.
    """

    id: str
    title: str
    file: str
    date: str = ""
    root: str = ""
    source: str = ""
    topics: tuple[str, ...] = ()
    genre: Genre = Genre.DEEP_DIVE
    chars: int = 0
    author: str = ""
    column: str = ""
    feed_title: str = ""
    url: str = ""
    guid: str = ""
    published: str = ""
    arxiv: str = ""
    version: str = ""
    venue: str = ""
    tags: tuple[str, ...] = ()
    hash: str = ""
    start: int = 0
    bundled: bool = False

    @property
    def path(self) -> str:
        """The absolute path of the file."""
        return f"{self.root}/{self.file}" if self.root else self.file

    @property
    def folder(self) -> str:
        """The folder of the file below the root, with `/`; empty for one that is right below it."""
        return self.file.rpartition("/")[0] if self.root else ""

    @property
    def date_precision(self) -> str:
        """How much of the day is known: `day`, `month`, `year` or `none`."""
        return {10: "day", 7: "month", 4: "year"}.get(len(self.date), "none")

    @property
    def first_day(self) -> str:
        """The first of the days that `date` may mean, as ISO text; empty where it means none."""
        return f"{self.date}-01-01"[:10] if self.date else ""

    @property
    def short_title(self) -> str:
        """The title without its column tag and without a part before a `：` that siblings share.

        Never empty where the title is not.
        """
        return self.title[self.start :]


PaperOf = Callable[[Report], Paper]
"""Looks up the paper that a report is about."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Reports that answer a query, newest first, and what is to be said about the query.

    The texts of `unread` reports were not asked: later there may be more.
    """

    reports: tuple[Report, ...]
    note: Text | None = None
    unread: int = 0
