"""What every kind of source is turned into before it becomes a file of the library.

An `Incoming` is one report with its Markdown body and front matter, whole and in the order in which
it is written. A `Draft` is a report whose names are known and whose text is made when it is placed,
so that a long feed is never held as text all at once. Readers of sources make them; `place` puts
them into the library, and counts in a `Tally` what became of them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field

from vibe_tui.errors import Problem
from vibe_tui.library.front_matter import mapping, words

MAX_TITLE = 500
ORDER = (
    "title", "feed_title", "column", "date", "published", "author", "source", "url", "guid",
    "genre", "tags", "lang", "paper", "research",
)  # fmt: skip
"""The order of front matter."""
FORM = 5
"""Raised when reports are made of the same text in another way, so that all are made anew."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One report on its way into the library.

    `title` is the body's title, `feed_title` the feed's (equal where the source has only one).
    `date` is the day as the source writes it. `meta` is the front matter to write, `body` the
    Markdown below it. One that is not `whole` comes of what broke off, and replaces nothing. One
    that is `settled` has nothing new for its file. A `stub` only stands for a paper until there is
    a report about it. One that is not `final` lacks something that the next visit may bring; of a
    page too large to be laid out there are `only_words`.
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
    settled: bool = False
    stub: bool = False
    final: bool = True
    only_words: bool = False

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


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What became of the items: ids of reports, a count, and lines for people.

    `notes` say what was odd about items that were taken all the same.
    """

    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    unchanged: int = 0
    skipped: tuple[Problem, ...] = ()
    errors: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Tally:
    """What became of the items so far; `deleted` are those that stay away, as the user wants."""

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: int = 0
    deleted: int = 0
    skipped: list[Problem] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count what `other` has counted too."""
        self.added += other.added
        self.updated += other.updated
        self.unchanged += other.unchanged
        self.deleted += other.deleted
        self.skipped += other.skipped
        self.errors += other.errors
        self.notes += other.notes

    @property
    def result(self) -> ImportResult:
        """All of it at the end."""
        return ImportResult(
            tuple(self.added),
            tuple(self.updated),
            self.unchanged,
            tuple(self.skipped),
            tuple(self.errors),
            tuple(self.notes),
        )
