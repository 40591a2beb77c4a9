"""What a reader marked or wrote about a passage, and what is needed to find that passage again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Anchor:
    """A passage named by its words, so that edits elsewhere in the report do not move it.

    `path` holds the words of the headings that it stands under, outermost first. `before` and
    `after` are a few of the words around it. Without a quote the report as a whole is meant.
    """

    path: tuple[str, ...] = ()
    quote: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A highlight (`text` is empty) or a note on a passage of one report.

    `key` is the report's reading key, `report_id` and `title` what it was called last; moments are
    ISO text with a time zone.
    """

    id: int
    key: str
    report_id: str
    title: str
    anchor: Anchor
    text: str
    created: str
    changed: str
