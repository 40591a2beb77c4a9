"""Highlights and notes, kept by the key of their report, as reading marks are.

Writing a note makes a mark for its report where there is none, so that both follow a renamed file
(see `Reading.follow`). A note that is put back after it was removed keeps its number.
"""

from __future__ import annotations

from dataclasses import replace

from vibe_tui.model.note import Anchor, Note
from vibe_tui.state.db import Row, StateDatabase
from vibe_tui.state.reading import Holder

_FIELDS = "id, key, report_id, title, headings, quote, before, after, text, created, changed"
_BETWEEN = "\n"


class Notes:
    """The notes on all reports. May be used from several threads."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    def all(self) -> tuple[Note, ...]:
        """Every note, the newest first."""
        rows = self._database.read(f"SELECT {_FIELDS} FROM notes ORDER BY created DESC, id DESC")
        return tuple([_note(row) for row in rows])

    def of(self, key: str) -> tuple[Note, ...]:
        """The notes on one report, the oldest first."""
        rows = self._database.read(
            f"SELECT {_FIELDS} FROM notes WHERE key = ? ORDER BY created, id", (key,)
        )
        return tuple([_note(row) for row in rows])

    def add(self, note: Note, holder: Holder) -> Note:
        """Keep a new note on the report that `holder` is; gives it with its number."""
        with self._database.write() as writer:
            writer.run(
                "INSERT OR IGNORE INTO marks (key, id, hash, path) VALUES (?, ?, ?, ?)",
                (note.key, holder.id, holder.hash, holder.path),
            )
            writer.run(
                f"INSERT INTO notes ({_FIELDS}) VALUES (NULL{', ?' * 10})", _values(note)[1:]
            )
            # Inside the transaction: another process may add a note right after it.
            newest = self._database.read("SELECT MAX(id) FROM notes WHERE key = ?", (note.key,))
        return replace(note, id=newest[0][0])

    def put(self, note: Note) -> None:
        """Keep a note as it is given, in place of the one with its number."""
        with self._database.write() as writer:
            writer.run(
                f"INSERT OR REPLACE INTO notes ({_FIELDS}) VALUES (?{', ?' * 10})", _values(note)
            )

    def remove(self, note: Note) -> None:
        """Forget a note."""
        with self._database.write() as writer:
            writer.run("DELETE FROM notes WHERE id = ?", (note.id,))


def _values(note: Note) -> tuple[object, ...]:
    anchor = note.anchor
    headings = _BETWEEN.join(title.replace(_BETWEEN, " ") for title in anchor.path)
    named = (note.id, note.key, note.report_id, note.title)
    passage = (headings, anchor.quote, anchor.before, anchor.after)
    return (*named, *passage, note.text, note.created, note.changed)


def _note(row: Row) -> Note:
    id_, key, report_id, title, headings, quote, before, after, *others = row
    path = tuple(headings.split(_BETWEEN)) if headings else ()
    return Note(id_, key, report_id, title, Anchor(path, quote, before, after), *others)
