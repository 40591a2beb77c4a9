"""The screen as the reader was left, to open there again: one for each library.

What is kept are names (of a report, a lens, a group), never rows: the list has changed by the next
time. A value that is not understood any more is as good as absent.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields

from vibe_tui.state.db import StateDatabase


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
