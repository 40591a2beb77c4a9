"""What sync wrote: which item of which source became which file, and its text at that time.

An item has several identities (`guid:…`, `url:…`, `title:…`, as sync sees fit); each of them leads
to the file. Paths are relative to the library, with `/`. The hash tells an untouched file from one
that the user edited.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vibe_tui.state.db import StateDatabase


@dataclass(frozen=True, slots=True)
class Origin:
    """One written file: `path` within the library, `hash` of the bytes as written."""

    source: str
    identity: str
    path: str
    hash: str


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
                "SELECT source, identity, o.path, coalesce(w.hash, '') FROM origins o "
                "LEFT JOIN written w ON w.library = o.library AND w.path = o.path "
                "WHERE o.library = ? AND source = ? AND identity = ?",
                (self._library, source, identity),
            )
            if rows:
                return _origin(rows[0])
        return None

    def find_anywhere(self, identity: str) -> tuple[Origin, ...]:
        """The files that any source gave under `identity`, each once."""
        rows = self._database.read(
            "SELECT min(source), identity, o.path, coalesce(w.hash, '') FROM origins o "
            "LEFT JOIN written w ON w.library = o.library AND w.path = o.path "
            "WHERE o.library = ? AND identity = ? GROUP BY o.path ORDER BY o.path",
            (self._library, identity),
        )
        return tuple(_origin(row) for row in rows)

    def of_source(self, source: str) -> dict[str, Origin]:
        """Every known item of `source` by identity."""
        rows = self._database.read(
            "SELECT source, identity, o.path, coalesce(w.hash, '') FROM origins o "
            "LEFT JOIN written w ON w.library = o.library AND w.path = o.path "
            "WHERE o.library = ? AND source = ?",
            (self._library, source),
        )
        return {str(row[1]): _origin(row) for row in rows}

    def find_text(self, hash_: str) -> Origin | None:
        """A file that was written with this text, whatever it is known by."""
        rows = self._database.read(
            "SELECT source, identity, w.path, w.hash FROM written w JOIN origins o "
            "ON o.library = w.library AND o.path = w.path "
            "WHERE w.library = ? AND w.hash = ? ORDER BY w.path LIMIT 1",
            (self._library, hash_),
        )
        return _origin(rows[0]) if rows else None

    def paths(self) -> set[str]:
        """Every file that sync wrote, where it then was."""
        rows = self._database.read(
            "SELECT path FROM written WHERE library = ? AND hash <> ''", (self._library,)
        )
        return {str(row[0]) for row in rows}

    def hash_of(self, path: str) -> str:
        """The hash of the file's bytes as last written; empty where sync never wrote it."""
        rows = self._database.read(
            "SELECT hash FROM written WHERE library = ? AND path = ?", (self._library, path)
        )
        return str(rows[0][0]) if rows else ""

    def record(self, source: str, identities: Iterable[str], path: str, hash_: str) -> None:
        """Keep that `source` gave the item known by `identities`, and that it is in `path` now."""
        self.record_all([(source, tuple(identities), path, hash_)])

    def record_all(self, items: Iterable[tuple[str, tuple[str, ...], str, str]]) -> None:
        """As `record`, for many items in one transaction."""
        with self._database.write() as writer:
            for source, identities, path, hash_ in items:
                writer.run(
                    "INSERT INTO written VALUES (?, ?, ?) "
                    "ON CONFLICT DO UPDATE SET hash = excluded.hash",
                    (self._library, path, hash_),
                )
                for identity in identities:
                    writer.run(
                        "INSERT INTO origins VALUES (?, ?, ?, ?) "
                        "ON CONFLICT DO UPDATE SET path = excluded.path",
                        (self._library, source, identity, path),
                    )

    def move(self, old: str, new: str) -> None:
        """Follow a file that was renamed."""
        with self._database.write() as writer:
            for table in ("written", "origins"):
                writer.run(
                    f"UPDATE OR REPLACE {table} SET path = ? WHERE library = ? AND path = ?",
                    (new, self._library, old),
                )

    def forget(self, path: str) -> None:
        """Drop what is known of a file, so that its item counts as new."""
        with self._database.write() as writer:
            for table in ("written", "origins"):
                writer.run(
                    f"DELETE FROM {table} WHERE library = ? AND path = ?", (self._library, path)
                )


def _origin(row: tuple[object, ...]) -> Origin:
    source, identity, path, hash_ = (str(value) for value in row)
    return Origin(source, identity, path, hash_)
