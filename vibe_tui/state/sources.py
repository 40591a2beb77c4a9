"""What the last visits to each source of a library brought.

Moments are ISO 8601 in UTC, empty where there was none. `settings` names the options under which
the version was taken: under others the source is read anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, fields, replace
from pathlib import Path

from vibe_tui.state.db import StateDatabase
from vibe_tui.text import Text


@dataclass(frozen=True, slots=True)
class Visit:
    """One source as last seen. `url` is the address asked; `moved` where it has gone for good.

    `etag`, `modified` and `digest` tell the version whose items are all in the library; `reach`
    is how far away the server is; `wait_until` when it may be asked again.
    """

    url: str = ""
    settings: str = ""
    etag: str = ""
    modified: str = ""
    digest: str = ""
    moved: str = ""
    reach: str = ""
    checked: str = ""
    succeeded: str = ""
    wait_until: str = ""
    error_zh: str = ""
    error_en: str = ""
    note_zh: str = ""
    note_en: str = ""
    items: int = field(default=0, kw_only=True)

    @property
    def unversioned(self) -> Visit:
        """The visit without what it brought: the next one is due, and reads all anew."""
        return replace(self, etag="", modified="", digest="", succeeded="")

    @property
    def error(self) -> Text | None:
        """Why the last visit failed; `None` where it did not."""
        return Text(self.error_zh, self.error_en) if self.error_en else None

    @property
    def note(self) -> Text | None:
        """What was odd about what came, though it could be read; `None` where nothing was."""
        return Text(self.note_zh, self.note_en) if self.note_en else None


_COLUMNS = ", ".join(f.name for f in fields(Visit))
_MARKS = ", ".join("?" for _ in fields(Visit))


class Visits:
    """The visits to the sources of one library."""

    def __init__(self, database: StateDatabase, library: Path) -> None:
        self._database = database
        self._library = str(library.resolve())

    def all(self) -> Mapping[str, Visit]:
        """Every known visit by the id of its source."""
        rows = self._database.read(
            f"SELECT source, {_COLUMNS} FROM sources WHERE library = ?", (self._library,)
        )
        return {str(row[0]): _visit(row[1:]) for row in rows}

    def get(self, source: str) -> Visit:
        """The last visit to one source; an empty one where there was none."""
        rows = self._database.read(
            f"SELECT {_COLUMNS} FROM sources WHERE library = ? AND source = ?",
            (self._library, source),
        )
        return _visit(rows[0]) if rows else Visit()

    def at(self, url: str) -> tuple[str, ...]:
        """The ids of the sources that were visited at `url`."""
        rows = self._database.read(
            "SELECT source FROM sources WHERE library = ? AND url = ?", (self._library, url)
        )
        return tuple(str(row[0]) for row in rows)

    def record(self, source: str, visit: Visit) -> None:
        """Keep how a visit went."""
        with self._database.write() as writer:
            writer.run(
                f"INSERT OR REPLACE INTO sources (library, source, {_COLUMNS}) "
                f"VALUES (?, ?, {_MARKS})",
                (self._library, source, *astuple(visit)),
            )

    def forget(self, source: str) -> None:
        """Drop what is known of a source, so that the next visit reads all of it."""
        with self._database.write() as writer:
            writer.run(
                "DELETE FROM sources WHERE library = ? AND source = ?", (self._library, source)
            )


def _visit(row: tuple[object, ...]) -> Visit:
    *words, items = row
    return Visit(*(str(word) for word in words), items=int(str(items)))
