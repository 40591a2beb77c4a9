"""What sync wrote: which item of which source became which file, and its text at that time.

An item has several identities (`guid:…`, `url:…`, `title:…`, as sync sees fit); each of them leads
to the file. Paths are relative to the library, with `/`. The hash tells an untouched file from one
that the user edited; a file that is gone is still known, as one that the user deleted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vibe_tui.state.db import StateDatabase


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
