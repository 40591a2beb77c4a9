"""What is known of every report file, so that a start reads none that did not change.

A cache: one row for each file, keyed by root and path and valid for one modification time and size.
A catalogue that cannot be opened, has another shape, or was derived by other rules is silently
replaced by an empty one; where the disk cannot be written, one in memory serves.

The newest reports are kept apart, as a small file for each choice of roots, so that a start can
show them before all others. They may be out of date: whoever shows them asks the catalogue next.
"""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple

from vibe_tui.errors import Problem
from vibe_tui.files import read_regular, write_text
from vibe_tui.model.report import NO_PAPER, Genre, Paper, Report
from vibe_tui.paths import short_digest
from vibe_tui.state.disk import check_database, is_refusal
from vibe_tui.text import Text

FILE_NAME = "catalogue.db"
SHAPE = "7"
_AT_ONCE = 250
_DATE = re.compile(r"(?:\d{4}(?:-\d\d){0,2})?")


class CatalogueRow(NamedTuple):
    """What is known of one file, of this `stamp` of its time and size.

    The id of its report and the start of the short title depend on the other files too: a row whose
    report has no id is not complete. `first_seen` is a day as ISO text. `kinds` are the numbers of
    sections per kind.
    """

    stamp: int
    first_seen: str
    report: Report
    paper: Paper
    kinds: Mapping[str, int]
    problems: tuple[Problem, ...]


class Listed(NamedTuple):
    """A report, when its file was first seen, and what is wrong with it."""

    report: Report
    first_seen: str
    problems: tuple[Problem, ...]


_FIELDS = tuple(field.name for field in fields(Report))
# What a list does not need comes last: SQLite then does not read it.
_COLUMNS = ("stamp", "first_seen", "problems", *_FIELDS, "kinds", "paper")
_NUMBERS = frozenset(("chars", "start", "bundled"))
_TYPES = tuple(int if name in _NUMBERS else str for name in _FIELDS)
_LIST = f"SELECT first_seen, problems, {', '.join(_FIELDS)} FROM files WHERE root = ? AND id != ''"
_PUT = f"INSERT OR REPLACE INTO files VALUES ({', '.join('?' for _ in _COLUMNS)})"
_NO_SENSE = (AttributeError, TypeError, ValueError)
"""What is thrown over a row that is not as it was written."""
_CREATE = (
    f"CREATE TABLE files ({', '.join(_COLUMNS)}, PRIMARY KEY (root, file)) WITHOUT ROWID",
    "CREATE TABLE made (by TEXT)",
)


class Catalogue:
    """The rows of all roots. `rules` identifies how rows are derived from files.

    May be used from several threads.
    """

    def __init__(self, folder: Path, rules: str = "") -> None:
        self._lock = threading.Lock()
        self._path = folder / FILE_NAME
        self._made_by = f"{SHAPE} {rules}"
        self._connection = _open(self._path, self._made_by)
        self._closed = False

    def listed(self, root: str) -> Iterator[Listed]:
        """What the complete rows of `root` say, a few at a time: together they take much memory.

        They end at one that makes no sense: then all files are read anew.
        """
        for first_seen, problems, *values in self._rows(_LIST, (root,)):
            try:
                flaws = _unpacked_problems(problems) if problems else ()
                listed = Listed(report_from(values), _date(first_seen), flaws)
            except _NO_SENSE:
                return self._distrust()
            if listed.report.root != root or tuple(map(type, values)) != _TYPES:
                return self._distrust()
            yield listed

    def files(self, root: str) -> Iterator[tuple[str, int]]:
        """The files of `root`, each with its stamp when it was last read."""
        sql = "SELECT file, stamp FROM files WHERE root = ? AND id != ''"
        yield from self._rows(sql, (root,))

    def _rows(self, sql: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
        try:
            with self._lock:
                cursor = self._connection.execute(sql, values)
            while True:
                with self._lock:
                    found = cursor.fetchmany(_AT_ONCE)
                if not found:
                    return
                yield from found
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            self._distrust()

    def kinds(self, root: str, file: str) -> Mapping[str, int]:
        """The numbers of sections per kind; none for a file that is not known."""
        sql = "SELECT kinds FROM files WHERE root = ? AND file = ?"
        for (packed,) in self._rows(sql, (root, file)):
            try:
                return {str(kind): int(number) for kind, number in json.loads(packed).items()}
            except _NO_SENSE:
                self._distrust()
                break
        return {}

    def papers(self, root: str, file: str, most: int) -> dict[str, Paper]:
        """The papers of a file and of those before it in the order of their names, by file."""
        sql = (
            "SELECT file, paper FROM files WHERE root = ? AND file <= ? ORDER BY file DESC LIMIT ?"
        )
        found: dict[str, Paper] = {}
        for name, packed in self._rows(sql, (root, file, most)):
            try:
                found[name] = _unpacked_paper(packed)
            except _NO_SENSE:
                self._distrust()
                break
        return found

    def version(self) -> int:
        """A number that changes when another program changes the rows."""
        with self._lock:
            try:
                return int(self._connection.execute("PRAGMA data_version").fetchone()[0])
            except sqlite3.DatabaseError:
                self._start_anew()
                return 0

    def put(self, rows: Iterable[CatalogueRow]) -> None:
        """Store whole rows."""
        self._write(_PUT, (_values(row) for row in rows))

    def name(self, names: Iterable[tuple[str, int, str, str]]) -> None:
        """Store the id, and the start of the short title, of files named by root and name."""
        self._write("UPDATE files SET id = ?, start = ? WHERE root = ? AND file = ?", names)

    def remove(self, files: Iterable[tuple[str, str]]) -> None:
        """Drop files named by root and name."""
        self._write("DELETE FROM files WHERE root = ? AND file = ?", files)

    def _write(self, sql: str, values: Iterable[Sequence[object]]) -> None:
        """Run `sql` for each of `values`; a cache that cannot be written stays as it is."""
        many = list(values)
        if not many:
            return
        with self._lock:
            try:
                with self._connection:
                    self._connection.executemany(sql, many)
            except sqlite3.DatabaseError as error:
                # Locked by another `vibe`, or no room: what is not kept is read again.
                if not is_refusal(error):
                    self._start_anew()

    def _distrust(self) -> None:
        """Let all be read anew from the files: this is not what was written."""
        with self._lock:
            self._start_anew()

    def _start_anew(self) -> None:
        """Replace a file that turned out to be broken by an empty one."""
        if self._closed:
            return
        self._connection.close()
        with contextlib.suppress(OSError):
            _remove(self._path)
        self._connection = _open(self._path, self._made_by)

    def close(self) -> None:
        """Close the file. What is asked for afterwards finds nothing, and nothing is stored."""
        with self._lock:
            self._closed = True
            self._connection.close()


def _open(path: Path, made_by: str) -> sqlite3.Connection:
    """The catalogue at `path`; an unusable one is replaced, failing that it is in memory."""
    for _ in range(2):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            check_database(path)
            return _ready(path, made_by)
        except OSError:
            break
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if is_refusal(error):
                break
            try:
                _remove(path)
            except OSError:
                break
    return _ready(":memory:", made_by)


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _ready(path: Path | str, made_by: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=2, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        # Rows are read once, from the first to the last: kept pages would only take memory.
        connection.execute("PRAGMA cache_size = -200")
        tables = connection.execute("SELECT sql FROM sqlite_master").fetchall()
        if tables and tables != [(statement,) for statement in _CREATE]:
            raise sqlite3.DatabaseError("another shape")
        made = connection.execute("SELECT by FROM made").fetchone() if tables else None
        if made != (made_by,):
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("DROP TABLE IF EXISTS files")
                connection.execute("DROP TABLE IF EXISTS made")
                for statement in _CREATE:
                    connection.execute(statement)
                connection.execute("INSERT INTO made VALUES (?)", (made_by,))
    except BaseException:
        connection.close()
        raise
    return connection


def _values(row: CatalogueRow) -> list[object]:
    """A row as it is stored."""
    return [
        row.stamp,
        row.first_seen,
        _packed_problems(row.problems) if row.problems else "",
        *plain_values(row.report),
        json.dumps(row.kinds),
        json.dumps(row.paper, ensure_ascii=False) if row.paper != NO_PAPER else "",
    ]


def plain_values(report: Report) -> list[Any]:
    """The fields of a report as text and numbers, in their order."""
    values = {name: getattr(report, name) for name in _FIELDS}
    topics, tags = " ".join(report.topics), "\n".join(report.tags)
    plain = {"topics": topics, "tags": tags, "genre": report.genre.value}
    return list((values | plain).values())


def report_from(values: Sequence[Any]) -> Report:
    """The report that `plain_values` took apart. Raises `TypeError` or `ValueError` for another."""
    id_, title, file, date, root, source, topics, genre, chars, author, column, *others = values
    feed_title, url, guid, published, arxiv, version, venue, tags, hash_, start, bundled = others
    return Report(
        id_,
        title,
        file,
        _date(date),
        intern(root),
        intern(source),
        _topics(topics),
        Genre(genre),
        chars,
        intern(author),
        intern(column),
        feed_title,
        url,
        url if guid == url else guid,
        published,
        arxiv,
        intern(version),
        intern(venue),
        _tags(tags),
        hash_,
        start,
        bool(bundled),
    )


@lru_cache(maxsize=1024)
def _topics(joined: str) -> tuple[str, ...]:
    return tuple(joined.split(" ")) if joined else ()


def _tags(joined: str) -> tuple[str, ...]:
    return tuple(map(intern, joined.split("\n"))) if joined else ()


def _date(text: str) -> str:
    if not _DATE.fullmatch(text):
        raise ValueError(text)
    return intern(text)


def _unpacked_paper(packed: str) -> Paper:
    if not packed:
        return NO_PAPER
    found = Paper(*json.loads(packed))
    return found._replace(
        authors=tuple(found.authors),
        institutions=tuple(found.institutions),
        categories=tuple(found.categories),
        links=tuple((name, target) for name, target in found.links),
    )


def _packed_problems(problems: Iterable[Problem]) -> str:
    packed = [
        (one.where, one.message.zh, one.message.en, one.hint.zh, one.hint.en) for one in problems
    ]
    return json.dumps(packed, ensure_ascii=False)


def _unpacked_problems(packed: str) -> tuple[Problem, ...]:
    return tuple(
        Problem(where, Text(zh, en), Text(hint_zh, hint_en))
        for where, zh, en, hint_zh, hint_en in json.loads(packed)
    )


FRONT_PAGE = 60
"""Reports that a front page keeps: more than a screen shows."""


class FrontPage:
    """The newest reports of the library that `name` stands for.

    What cannot be read, or has another shape, is as good as absent; a file that cannot be written
    is left alone.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._path = folder / "front" / f"{short_digest(name)}.json"

    def load(self) -> tuple[Report, ...]:
        """What was kept, newest first; nothing where there is none."""
        try:
            shape, rows = json.loads(read_regular(self._path))
            return tuple(map(report_from, rows)) if shape == SHAPE else ()
        except (OSError, ValueError, TypeError, AttributeError):
            return ()

    def save(self, reports: Sequence[Report]) -> None:
        """Keep the first of these, which are newest first; writes only what changed."""
        rows = [plain_values(report) for report in reports[:FRONT_PAGE]]
        text = json.dumps([SHAPE, rows], ensure_ascii=True)
        with contextlib.suppress(OSError, ValueError):
            if text.encode() == read_regular(self._path):
                return
        with contextlib.suppress(OSError):
            write_text(self._path, text)
