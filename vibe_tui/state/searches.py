"""Queries to come back to: those that were asked last, and those that were given a name."""

from __future__ import annotations

from dataclasses import dataclass, field

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
        return tuple(Search(str(query), str(name), int(str(used))) for query, name, used in rows)

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
