"""The shape of the state database, step by step.

A step is a tuple of SQL statements; its number is its place, from 1, and is kept in SQLite's
`user_version`. Steps that were released are never edited: a change is a new step at the end.
"""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE marks (
            key TEXT PRIMARY KEY,
            id TEXT NOT NULL DEFAULT '',
            hash TEXT NOT NULL DEFAULT '',
            path TEXT NOT NULL DEFAULT '',
            read INTEGER NOT NULL DEFAULT 0,
            starred INTEGER NOT NULL DEFAULT 0,
            opened TEXT NOT NULL DEFAULT '',
            seconds REAL NOT NULL DEFAULT 0,
            place TEXT NOT NULL DEFAULT '',
            progress INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID""",
        "CREATE INDEX marks_hash ON marks (hash)",
        """CREATE TABLE first_seen (
            path TEXT PRIMARY KEY,
            day TEXT NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE written (
            library TEXT NOT NULL,
            path TEXT NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (library, path)
        ) WITHOUT ROWID""",
        """CREATE TABLE origins (
            library TEXT NOT NULL,
            source TEXT NOT NULL,
            identity TEXT NOT NULL,
            path TEXT NOT NULL,
            PRIMARY KEY (library, source, identity)
        ) WITHOUT ROWID""",
        "CREATE INDEX origins_path ON origins (library, path)",
        "CREATE INDEX origins_identity ON origins (library, identity)",
    ),
    (
        """CREATE TABLE sources (
            library TEXT NOT NULL,
            source TEXT NOT NULL,
            url TEXT NOT NULL,
            settings TEXT NOT NULL,
            etag TEXT NOT NULL,
            modified TEXT NOT NULL,
            digest TEXT NOT NULL,
            moved TEXT NOT NULL,
            reach TEXT NOT NULL,
            checked TEXT NOT NULL,
            succeeded TEXT NOT NULL,
            wait_until TEXT NOT NULL,
            error_zh TEXT NOT NULL,
            error_en TEXT NOT NULL,
            note_zh TEXT NOT NULL,
            note_en TEXT NOT NULL,
            items INTEGER NOT NULL,
            PRIMARY KEY (library, source)
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE searches (
            query TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            used INTEGER NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE notes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL,
            report_id TEXT NOT NULL,
            title TEXT NOT NULL,
            headings TEXT NOT NULL,
            quote TEXT NOT NULL,
            before TEXT NOT NULL,
            after TEXT NOT NULL,
            text TEXT NOT NULL,
            created TEXT NOT NULL,
            changed TEXT NOT NULL
        )""",
        "CREATE INDEX notes_key ON notes (key)",
    ),
    ("CREATE INDEX written_hash ON written (library, hash)",),
    (
        "ALTER TABLE written ADD COLUMN entry TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX written_entry ON written (library, entry) WHERE entry <> ''",
    ),
    (
        """CREATE TABLE last_screens (
            library TEXT PRIMARY KEY,
            report TEXT NOT NULL,
            reading INTEGER NOT NULL,
            lens TEXT NOT NULL,
            place TEXT NOT NULL,
            group_key TEXT NOT NULL,
            group_by TEXT NOT NULL,
            newest_first INTEGER NOT NULL,
            newest TEXT NOT NULL,
            wider INTEGER NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        "DROP TABLE first_seen",
        """CREATE TABLE arrivals (
            library TEXT NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (library, id)
        ) WITHOUT ROWID""",
    ),
)
