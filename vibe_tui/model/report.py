"""A report: one Markdown file with front matter, and what is known of it without its text."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from enum import StrEnum


class Genre(StrEnum):
    """What sort of text a report is."""

    PAPER = "paper"
    DEEP_DIVE = "deep-dive"
    NEWS = "news"
    INTERVIEW = "interview"
    INCIDENT_REVIEW = "incident-review"
    NOTE = "note"


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


@dataclass(frozen=True, slots=True)
class Report:
    """One report's metadata, front matter and derived values together.

    `feed_title` is empty where it equals the title. `short_title` is the title without its column
    tag and without a part before a `：` that siblings share. `date` is the day as written, or the
    day the file was first seen. `chars` counts Han characters plus Latin words of the body.
    `path` is the absolute path of the file, `warning` a problem with its front matter.
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
    paper: Paper = field(default_factory=Paper)
    chars: int = 0
    bundled: bool = False
    warning: str = ""
