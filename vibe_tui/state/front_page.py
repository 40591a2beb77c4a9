"""The newest reports of a library, kept small so that a start can show them before all others.

A cache of its own beside the catalogue: one file for each choice of roots. What cannot be read, or
was written in another shape, is as good as absent; a file that cannot be written is left alone. It
may be out of date: whoever shows it asks the catalogue right after.

The screen as the reader was left, to open there again: one for each library.

What is kept are names (of a report, a lens, a group), never rows: the list has changed by the next
time. A value that is not understood any more is as good as absent.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

from vibe_tui.atomic import write_text
from vibe_tui.model.report import Report
from vibe_tui.state.db import StateDatabase

LENGTH = 60
"""Reports that are kept: more than a screen shows."""

_SHAPE = 3


class FrontPage:
    """The newest reports of the library that `name` stands for."""

    def __init__(self, folder: Path, name: str) -> None:
        digest = hashlib.blake2b(name.encode("utf-8", "surrogateescape"), digest_size=8)
        self._path = folder / "front" / f"{digest.hexdigest()}.json"
        self._text = ""

    def load(self) -> tuple[Report, ...]:
        """What was kept, newest first; nothing where there is none."""
        try:
            self._text = self._path.read_text("utf-8")
            shape, rows = json.loads(self._text)
            return tuple(_report(row) for row in rows) if shape == _SHAPE else ()
        except (OSError, ValueError, TypeError, AttributeError):
            return ()

    def save(self, reports: Sequence[Report]) -> None:
        """Keep the first of these, which are newest first; writes only what changed."""
        rows = [_row(report) for report in reports[:LENGTH]]
        text = json.dumps([_SHAPE, rows], ensure_ascii=True)
        with suppress(OSError, ValueError):
            self._text = self._text or self._path.read_text("utf-8")
        if text == self._text:
            return
        with suppress(OSError):
            write_text(self._path, text)
            self._text = text


def _row(report: Report) -> list[Any]:
    row, paper = report.row.decode(), report.packed_paper.decode()
    return [row, report.place, report.date.isoformat(), report.source, report.topics, paper]


def _report(kept: list[Any]) -> Report:
    row, place, date, source, topics, paper = kept
    day = dt.date.fromisoformat(date)
    return Report(row.encode(), place, day, source, tuple(topics), paper.encode())


@dataclass(frozen=True, slots=True)
class LastScreen:
    """What was on screen.

    `report` is the id of the report that was read or, without `reading`, selected in the list, in
    the group `group_key`; `newest` that of the newest report there was. `place` is the reader's own
    word for where it stood under `lens`; `wider` are the cells that the text was wider than set.
    """

    report: str = ""
    reading: bool = False
    lens: str = ""
    place: str = ""
    group_key: str = ""
    group_by: str = ""
    newest_first: bool = True
    newest: str = ""
    wider: int = 0


_NAMES = tuple(field.name for field in fields(LastScreen))


class LastScreens:
    """The last screen of each library. May be used from several threads."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    def load(self, library: str) -> LastScreen | None:
        """How the reader was left on `library`; `None` where it never was."""
        rows = self._database.read(
            f"SELECT {', '.join(_NAMES)} FROM last_screens WHERE library = ?", (library,)
        )
        for report, reading, lens, place, group_key, group_by, newest_first, newest, wider in rows:
            return LastScreen(
                str(report),
                bool(reading),
                str(lens),
                str(place),
                str(group_key),
                str(group_by),
                bool(newest_first),
                str(newest),
                int(str(wider)),
            )
        return None

    def save(self, library: str, screen: LastScreen) -> None:
        """The reader is left like this."""
        marks = ", ".join("?" * (len(_NAMES) + 1))
        with self._database.write() as writer:
            writer.run(
                f"INSERT OR REPLACE INTO last_screens (library, {', '.join(_NAMES)}) "
                f"VALUES ({marks})",
                (library, *astuple(screen)),
            )
