"""What sync wrote, and what the last visits to its sources brought.

An `Origin` says which item of which source became which file, and its text at that time. An item
has several identities (`guid:…`, `url:…`, `title:…`, as sync sees fit); each of them leads to the
file. Paths are relative to the library, with `/`. The hash tells an untouched file from one that
the user edited; a file that is gone is still known, as one that the user deleted.

Of a `Visit`, moments are ISO 8601 in UTC, empty where there was none. `settings` names the options
under which the version was taken: under others the source is read anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field, fields, replace
from pathlib import Path

from vibe_tui.state.db import StateDatabase
from vibe_tui.text import Text


@dataclass(frozen=True, slots=True)
class Origin:
    """One written file: `path` within the library, `hash` of the bytes as written.

    `entry` names what the source said when it was written; empty where nobody noted that.
    """

    source: str
    path: str
    hash: str
    entry: str = ""


_SELECT = """
    SELECT {source}, o.path, coalesce(w.hash, ''), coalesce(w.entry, '') FROM origins o
    LEFT JOIN written w ON w.library = o.library AND w.path = o.path WHERE o.library = ?
"""
_OF_SOURCE = _SELECT.format(source="source")
_OF_ANY = _SELECT.format(source="min(source)")


def content_hash(data: bytes) -> str:
    """The hash by which files are told apart: 128 bits of BLAKE2b in hex."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class Origins:
    """The files of one library that came from sources."""

    def __init__(self, database: StateDatabase, library: Path) -> None:
        self._database = database
        self._library = str(library.resolve())

    def find(self, source: str, identities: Iterable[str]) -> Origin | None:
        """The file of the first of `identities` that `source` is known to have given."""
        for identity in identities:
            rows = self._database.read(
                f"{_OF_SOURCE} AND source = ? AND identity = ?", (self._library, source, identity)
            )
            if rows:
                return _origin(rows[0])
        return None

    def find_anywhere(self, identity: str) -> tuple[Origin, ...]:
        """The files that any source gave under `identity`, each once."""
        rows = self._database.read(
            f"{_OF_ANY} AND identity = ? GROUP BY o.path ORDER BY o.path",
            (self._library, identity),
        )
        return tuple(_origin(row) for row in rows)

    def written(self, path: str) -> str:
        """The hash of what sync wrote to `path` last; empty where it wrote nothing."""
        rows = self._database.read(
            "SELECT hash FROM written WHERE library = ? AND path = ?", (self._library, path)
        )
        return str(rows[0][0]) if rows else ""

    def find_text(self, hash_: str) -> Origin | None:
        """A file that was written with this text, whatever it is known by."""
        rows = self._database.read(
            f"{_OF_SOURCE} AND w.hash = ? ORDER BY w.path LIMIT 1", (self._library, hash_)
        )
        return _origin(rows[0]) if rows else None

    def find_entry(self, entry: str) -> Origin | None:
        """The file that was written when a source said just this."""
        rows = self._database.read(
            f"{_OF_SOURCE} AND w.entry = ? AND w.entry <> '' ORDER BY w.path LIMIT 1",
            (self._library, entry),
        )
        return _origin(rows[0]) if rows else None

    def paths(self) -> set[str]:
        """Every file that sync wrote, where it then was."""
        rows = self._database.read(
            "SELECT path FROM written WHERE library = ? AND hash <> ''", (self._library,)
        )
        return {str(row[0]) for row in rows}

    def record(
        self, source: str, identities: Iterable[str], path: str, hash_: str, entry: str = ""
    ) -> None:
        """Keep that `source` gave the item known by `identities`, and that it is in `path` now."""
        with self._database.write() as writer:
            writer.run(
                "INSERT INTO written (library, path, hash, entry) VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET hash = excluded.hash, entry = excluded.entry",
                (self._library, path, hash_, entry),
            )
            for identity in identities:
                writer.run(
                    "INSERT INTO origins VALUES (?, ?, ?, ?) "
                    "ON CONFLICT DO UPDATE SET path = excluded.path",
                    (self._library, source, identity, path),
                )

    def rename_source(self, old: str, new: str) -> None:
        """Give what came from `old` to `new`, which is the same source under another id."""
        with self._database.write() as writer:
            writer.run(
                "UPDATE OR IGNORE origins SET source = ? WHERE library = ? AND source = ?",
                (new, self._library, old),
            )

    def move(self, old: str, new: str) -> None:
        """Follow a file that was renamed."""
        with self._database.write() as writer:
            for table in ("written", "origins"):
                writer.run(
                    f"UPDATE OR REPLACE {table} SET path = ? WHERE library = ? AND path = ?",
                    (new, self._library, old),
                )


def _origin(row: tuple[object, ...]) -> Origin:
    return Origin(*(str(value) for value in row))


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
