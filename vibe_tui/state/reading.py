"""What the user did with reports: read, starred, where reading stopped, for how long; what is new.

A mark is keyed by the report's source with its guid and address, else by its id. `follow` keeps it
with a file that was renamed or whose source changed its guid. Every change returns the marks as
they were before it. What another `vibe` writes is seen at the next call of `marks`.

What the last sync or import brought into a library is kept by id, until another one brings more.

Highlights and notes are kept by the same key. Writing one makes a mark for its report where there
is none, so that both follow a renamed file (see `Reading.follow`). A note that is put back after it
was removed keeps its number.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from vibe_tui.model.note import Anchor, Note
from vibe_tui.model.report import Report
from vibe_tui.state.db import Row, StateDatabase


@dataclass(frozen=True, slots=True)
class Mark:
    """The state of one report. `place` is the reader's own word for where reading stopped.

    `opened` is the moment it was last opened as ISO text, `seconds` the time spent reading,
    `progress` the percentage read, `new` whether the last sync or import brought it.
    """

    read: bool = False
    starred: bool = False
    opened: str = ""
    seconds: float = 0.0
    place: str = ""
    progress: int = 0
    new: bool = False

    @property
    def unread(self) -> bool:
        """Whether nobody read the report yet."""
        return not self.read


NO_MARK = Mark()
_AT_ONCE = 250
_COLUMNS = "read, starred, opened, seconds, place, progress"

Marks = dict[str, Mark]


class Holder(NamedTuple):
    """The report that a key stands for now: its id, and the path and content hash of its file."""

    id: str
    hash: str
    path: str


_NOBODY = Holder("", "", "")

_PUT = """
    INSERT INTO marks (key, id, hash, path, read, starred, opened, seconds, place, progress)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
        id = CASE excluded.id WHEN '' THEN id ELSE excluded.id END,
        hash = CASE excluded.hash WHEN '' THEN hash ELSE excluded.hash END,
        path = CASE excluded.path WHEN '' THEN path ELSE excluded.path END,
        read = excluded.read, starred = excluded.starred, opened = excluded.opened,
        seconds = excluded.seconds, place = excluded.place, progress = excluded.progress
"""


def reading_key(report: Report) -> str:
    """The key of a report's mark: one that a rename of its file does not change, if it can be."""
    named = report.guid or report.url
    return "\n".join((report.source, report.guid, report.url)) if named else f"id:{report.id}"


class Reading:
    """The marks of all reports. May be used from several threads."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database
        self._lock = threading.RLock()
        self._marks: Marks = {}
        self._version: object = None
        self._reports: Sequence[Report] = ()
        self._arrived: dict[str, frozenset[str]] = {}

    def arrived(self, library: str) -> frozenset[str]:
        """The ids of what came last into `library`, as of the last call of `marks`."""
        with self._lock:
            if library not in self._arrived:
                sql = "SELECT id FROM arrivals WHERE library = ?"
                rows = self._database.read(sql, (library,))
                self._arrived[library] = frozenset(id_ for (id_,) in rows)
            return self._arrived[library]

    def set_arrived(self, library: str, ids: Iterable[str]) -> None:
        """These reports, and no longer those before them, came last into `library`."""
        with self._lock, self._database.write() as writer:
            self._arrived.pop(library, None)
            writer.run("DELETE FROM arrivals WHERE library = ?", (library,))
            for id_ in ids:
                writer.run("INSERT OR IGNORE INTO arrivals VALUES (?, ?)", (library, id_))

    def marks(self) -> Mapping[str, Mark]:
        """Every mark by key; a report without one has `NO_MARK`."""
        with self._lock:
            version = self._database.read("PRAGMA data_version")[0]
            if version != self._version:
                self._marks = {key: _mark(*row) for key, *row in self._rows(_COLUMNS)}
                self._version = version
                self._arrived.clear()
            return self._marks

    def some(self, keys: Sequence[str]) -> Marks:
        """The marks of a few reports, without reading those of all."""
        places = ", ".join("?" for _ in keys)
        sql = f"SELECT key, {_COLUMNS} FROM marks WHERE key IN ({places})"
        return {key: _mark(*row) for key, *row in self._database.read(sql, keys)}

    def set_read(self, keys: Iterable[str], read: bool) -> Marks:
        """Mark as read or unread; gives the marks as they were."""
        return self._change(keys, lambda mark: replace(mark, read=read))

    def set_star(self, keys: Iterable[str], starred: bool) -> Marks:
        """Star or unstar; gives the marks as they were."""
        return self._change(keys, lambda mark: replace(mark, starred=starred))

    def set_place(self, key: str, place: str, progress: int) -> Marks:
        """Remember where reading stopped; gives the mark as it was."""
        return self._change((key,), lambda mark: replace(mark, place=place, progress=progress))

    def set_opened(self, key: str, moment: str, seconds: float = 0.0) -> Marks:
        """Remember when a report was last open, adding to the time spent; gives the old mark."""
        return self._change(
            (key,), lambda mark: replace(mark, opened=moment, seconds=mark.seconds + seconds)
        )

    def follow(self, reports: Sequence[Report]) -> int:
        """Take `reports` as all that there are, and move marks whose report has a new key.

        A mark without a report moves, with its notes, to a report without a mark: to the one that
        has its path or, where its file is gone, its id or else its text. Returns how many moved.
        """
        with self._lock:
            self._reports = reports
            marks = self.marks()
            here = self._with_keys(marks)
            lost: dict[str, Holder] = {}
            stale: list[str] = []
            for key, *words in self._rows("id, hash, path"):
                holder = Holder(*words)
                report = here.get(key)
                if report is None:
                    lost[key] = holder
                elif holder != _holder(report):
                    stale.append(key)
            moves = self._moves(marks, lost)
            if not moves and not stale:
                return 0
            here |= self._with_keys(set(moves.values()))
            with self._database.write() as writer:
                for old, new in moves.items():
                    writer.run("UPDATE OR IGNORE marks SET key = ? WHERE key = ?", (new, old))
                    writer.run("UPDATE notes SET key = ? WHERE key = ?", (new, old))
                for key in (*moves.values(), *stale):
                    holder = _holder(here[key])
                    writer.run(
                        "UPDATE marks SET id = ?, hash = ?, path = ? WHERE key = ?",
                        (holder.id, holder.hash, holder.path, key),
                    )
            self._version = None
            return len(moves)

    def _rows(self, columns: str) -> Iterator[Row]:
        """Key and `columns` of all marks, a few at a time: together they would take much memory."""
        sql = f"SELECT key, {columns} FROM marks WHERE key > ? ORDER BY key LIMIT {_AT_ONCE}"
        rows = self._database.read(sql, ("",))
        while rows:
            yield from rows
            rows = self._database.read(sql, (rows[-1][0],))

    def _with_keys(self, keys: Collection[str]) -> dict[str, Report]:
        """The known reports that have these keys."""
        found: dict[str, Report] = {}
        for key, report in self._keyed():
            if len(found) == len(keys):
                break
            if key in keys:
                found[key] = report
        return found

    def _moves(self, marked: Collection[str], lost: Mapping[str, Holder]) -> dict[str, str]:
        """Old key → new key, for the marks in `lost`, which have no report."""
        by_path = {holder.path: "" for holder in lost.values() if holder.path}
        by_id = dict.fromkeys((holder.id for holder in lost.values()), "")
        by_hash = dict.fromkeys((holder.hash for holder in lost.values()), "")
        if not by_path:
            return {}
        for key, report in self._keyed():
            if key in marked:
                continue
            words = (report.path, report.id, report.hash)
            for known, word in zip((by_path, by_id, by_hash), words, strict=True):
                if word in known:
                    known[word] = key
        moves: dict[str, str] = {}
        taken: set[str] = set()
        for key, holder in lost.items():
            if not holder.path:
                continue
            new = by_path[holder.path]
            if not new and not Path(holder.path).exists():
                new = by_id[holder.id] or by_hash[holder.hash]
            if new and new not in taken:
                moves[key] = new
                taken.add(new)
        return moves

    def _keyed(self) -> Iterator[tuple[str, Report]]:
        # Keys are made anew each time: ten thousand of them are more than the marks themselves.
        return ((reading_key(report), report) for report in self._reports)

    def _change(self, keys: Iterable[str], change: Callable[[Mark], Mark]) -> Marks:
        with self._lock, self._database.write() as writer:
            # Looked up inside the transaction: another process may just have written.
            current = self.marks()
            before = {key: current.get(key, NO_MARK) for key in keys}
            after = {key: change(mark) for key, mark in before.items()}
            here = self._with_keys(after)
            for key, mark in after.items():
                holder = _holder(here[key]) if key in here else _NOBODY
                values = (mark.read, mark.starred, mark.opened, mark.seconds, mark.place)
                writer.run(_PUT, (key, holder.id, holder.hash, holder.path, *values, mark.progress))
            self._marks = {**current, **after}
            return before


def _holder(report: Report) -> Holder:
    return Holder(report.id, report.hash, report.path)


@lru_cache(maxsize=1024)
def _mark(read: int, starred: int, opened: str, seconds: float, place: str, progress: int) -> Mark:
    # Shared: most reports that have a mark were read, and nothing else.
    return Mark(bool(read), bool(starred), opened, seconds, place, progress)


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
