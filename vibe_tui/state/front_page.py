"""The newest reports of a library, kept small so that a start can show them before all others.

A cache of its own beside the catalogue: one file for each choice of roots. What cannot be read, or
was written in another shape, is as good as absent; a file that cannot be written is left alone. It
may be out of date: whoever shows it asks the catalogue right after.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from vibe_tui.atomic import write_text
from vibe_tui.model.report import Report

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
