"""What a reader comes back to: queries asked last or given a name, and the screen as it was left.

Of the screen only names are kept (of a report, a lens, a group), never rows: the list has changed
by the next time. A value that is not understood any more is as good as absent.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, field, fields

from vibe_tui.state.db import StateDatabase

MOST = 100
"""Queries without a name that are kept."""


@dataclass(frozen=True, slots=True)
class Search:
    """A query; `name` is empty for one that was not saved, `used` orders queries by last use."""

    query: str
    name: str = ""
    used: int = field(default=0, compare=False)


class Searches:
    """The queries of one user."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    def all(self) -> tuple[Search, ...]:
        """Those with a name, by name, then the others, the last one asked first."""
        rows = self._database.read(
            "SELECT query, name, used FROM searches ORDER BY name = '', name, used DESC"
        )
        return tuple(Search(*row) for row in rows)

    def remember(self, query: str) -> None:
        """Note that `query` was asked."""
        with self._database.write() as writer:
            writer.run(
                "INSERT INTO searches (query, name, used) "
                "VALUES (?, '', (SELECT COALESCE(MAX(used), 0) + 1 FROM searches)) "
                "ON CONFLICT DO UPDATE SET used = excluded.used",
                (query,),
            )
            writer.run(
                "DELETE FROM searches WHERE name = '' AND query NOT IN "
                "(SELECT query FROM searches WHERE name = '' ORDER BY used DESC LIMIT ?)",
                (MOST,),
            )

    def save(self, query: str, name: str) -> None:
        """Give `query` a name, which another query then loses; an empty one takes it away."""
        with self._database.write() as writer:
            if name:
                writer.run("UPDATE searches SET name = '' WHERE name = ?", (name,))
            writer.run(
                "INSERT INTO searches (query, name, used) "
                "VALUES (?, ?, (SELECT COALESCE(MAX(used), 0) + 1 FROM searches)) "
                "ON CONFLICT DO UPDATE SET name = excluded.name",
                (query, name),
            )


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
        return LastScreen(*rows[0]) if rows else None

    def save(self, library: str, screen: LastScreen) -> None:
        """The reader is left like this."""
        marks = ", ".join("?" * (len(_NAMES) + 1))
        with self._database.write() as writer:
            writer.run(
                f"INSERT OR REPLACE INTO last_screens (library, {', '.join(_NAMES)}) "
                f"VALUES ({marks})",
                (library, *astuple(screen)),
            )
