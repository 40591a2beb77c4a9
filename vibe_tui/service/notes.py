"""Highlights and notes: written, changed, listed, found, and placed in the text as it is now.

Nothing is ever written into a report. Each change can be taken back.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_text
from vibe_tui.errors import VibeError
from vibe_tui.model.note import Anchor, Note
from vibe_tui.model.report import Report
from vibe_tui.service.reading_state import Changes, about
from vibe_tui.service.resources import Resources
from vibe_tui.state.reading import Holder, Notes, reading_key
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.render.anchors import Anchored
    from vibe_tui.render.document import Document
    from vibe_tui.search.query import Query
    from vibe_tui.search.tree import MarkOf

_ADDED = Text("加标注", "note added")
_CHANGED = Text("改标注", "note changed")
_REMOVED = Text("删标注", "note removed")


@dataclass(frozen=True, slots=True)
class Placed:
    """A note and where its passage is in the document that is open."""

    note: Note
    found: Anchored


@dataclass(frozen=True, slots=True)
class Noted:
    """A note and its report, as far as that is in the library."""

    note: Note
    report: Report | None


class NoteKeeper:
    """The notes on the reports of one library."""

    def __init__(
        self, resources: Resources, today: Callable[[], dt.date], marks: MarkOf, changes: Changes
    ) -> None:
        self._resources = resources
        self._today = today
        self._marks = marks
        self._changes = changes
        self._notes = Notes(resources.state)

    def placed(self, report: Report, document: Document) -> tuple[Placed, ...]:
        """The notes on a report, each with its passage. For a worker."""
        from vibe_tui.render.anchors import find_anchor

        notes = self._notes.of(reading_key(report))
        return tuple([Placed(note, find_anchor(document, note.anchor)) for note in notes])

    def has(self, report: Report) -> bool:
        """Whether there is any note on a report."""
        return bool(self._notes.of(reading_key(report)))

    def add(self, report: Report, anchor: Anchor, text: str) -> Note:
        """Highlight a passage or, with `text`, note something on it."""
        now = _now()
        key, words = reading_key(report), clean_text(text).strip()
        note = Note(0, key, report.id, report.title, anchor, words, now, now)
        made = self._notes.add(note, Holder(report.id, "", report.path))
        self._changes.add(_about(_ADDED, note), lambda: self._notes.remove(made))
        return made

    def change(self, note: Note, text: str) -> Note:
        """Write something else on the same passage."""
        changed = replace(note, text=clean_text(text).strip(), changed=_now())
        self._notes.put(changed)
        self._changes.add(_about(_CHANGED, note), lambda: self._notes.put(note))
        return changed

    def remove(self, note: Note) -> None:
        """Forget a note."""
        self._notes.remove(note)
        self._changes.add(_about(_REMOVED, note), lambda: self._notes.put(note))

    def find(self, query: Query | None = None) -> tuple[Noted, ...]:
        """The notes that answer `query`, newest first: its words stand in note, quote or title."""
        notes = self._notes.all()
        if not notes:
            return ()
        reports = self._resources.reports
        by_key = {reading_key(report): report for report in reports}
        noted = [Noted(note, by_key.get(note.key)) for note in notes]
        if query is None:
            return tuple(noted)
        from vibe_tui.fold import fold_text
        from vibe_tui.search.match import matches
        from vibe_tui.search.tree import Subject

        def answers(one: Noted) -> bool:
            report = one.report or _gone(one.note)
            subject = Subject(report, paper_of=self._resources.library.paper)
            return matches(query, subject, self._marks(report), fold_text(_words(one.note)))

        return tuple([one for one in noted if answers(one)])

    def locate(self, noted: Sequence[Noted]) -> dict[int, tuple[Anchored, int]]:
        """By the number of each note that can be placed: where it is, and its line in the file.

        Reads each report once. Slow.
        """
        from vibe_tui.render.anchors import find_anchor
        from vibe_tui.render.document import Document

        documents: dict[str, Document | None] = {}
        located: dict[int, tuple[Anchored, int]] = {}
        for one in noted:
            if one.report is None:
                continue
            if one.report.id not in documents:
                try:
                    opened = self._resources.library.read(one.report)
                    documents[one.report.id] = Document(opened.sections)
                except VibeError:
                    documents[one.report.id] = None
            document = documents[one.report.id]
            if document is not None:
                found = find_anchor(document, one.note.anchor)
                line = document.file_line(found.place.block) if found.place else 1
                located[one.note.id] = (found, line)
        return located


def _now() -> str:
    return dt.datetime.now().astimezone().isoformat(timespec="seconds")


def _about(what: Text, note: Note) -> Text:
    name = note.anchor.quote or note.title
    return about(what, Text(name, name))


def _words(note: Note) -> str:
    return "\n".join((note.title, *note.anchor.path, note.anchor.quote, note.text))


def _gone(note: Note) -> Report:
    """A report made of what a note remembers of it, for one that is not in the library."""
    return Report(note.report_id, note.title, "")
