"""The day on which a file without a date was first seen; fixed for good."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from vibe_tui.state.db import StateDatabase


class FirstSeen:
    """Days by absolute path."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    def days(self, paths: Iterable[str], today: dt.date) -> dict[str, dt.date]:
        """The day of each of `paths`; those not seen before get `today`, kept from now on."""
        known = {
            str(path): dt.date.fromisoformat(str(day))
            for path, day in self._database.read("SELECT path, day FROM first_seen")
        }
        found = {path: known.get(path, today) for path in paths}
        new = [path for path in found if path not in known]
        if new:
            with self._database.write() as writer:
                for path in new:
                    writer.run(
                        "INSERT OR IGNORE INTO first_seen VALUES (?, ?)", (path, today.isoformat())
                    )
        return found
