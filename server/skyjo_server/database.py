"""The SQLite file of a server: opened, owned by one server at a time, and brought up to date."""

import sqlite3
from pathlib import Path
from typing import Final

_SCHEMA: Final = """
CREATE TABLE games (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id TEXT NOT NULL UNIQUE,
    table_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    summary BLOB NOT NULL,
    record BLOB NOT NULL
);
CREATE TABLE closed_events (event_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE VIEW public_games AS SELECT * FROM games
    WHERE event_id = '' OR event_id IN (SELECT event_id FROM closed_events);
CREATE TABLE players (place INTEGER NOT NULL REFERENCES games, name TEXT NOT NULL);
CREATE INDEX players_by_name ON players (name, place);
"""
_RUNNING: Final = """
CREATE TABLE tables (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL
);
CREATE TABLE inputs (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    input TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
"""
_MIGRATIONS: Final = (_SCHEMA, _RUNNING)
"""What brings a file from each schema version to the next, from version 0 (an empty file)."""

BUSY_SECONDS: Final = 5.0
"""How long a connection waits for another one's transaction."""


class StoreError(Exception):
    """The database cannot be used; the text says why and what to do."""


def open_database(path: Path | None) -> sqlite3.Connection:
    """Open or make the database at ``path`` and bring it up to date; None keeps it in memory.

    Raises :class:`StoreError` when the file is none of ours, damaged, written by a newer version,
    cannot be written, or lies where SQLite's write-ahead log does not work.
    """
    name = ":memory:" if path is None else str(path)
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        database = connect(name)
        (mode,) = database.execute("PRAGMA journal_mode=WAL").fetchone()
        if path is not None and mode != "wal":
            raise sqlite3.OperationalError("no write-ahead log on this file system")
        _migrate(database)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            f"cannot keep games in {name} ({error}); choose another folder with --data"
        ) from error
    return database


def connect(name: str) -> sqlite3.Connection:
    """One more connection to a database that is open. Transactions are begun explicitly."""
    return sqlite3.connect(
        name, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False
    )


def _migrate(database: sqlite3.Connection) -> None:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > len(_MIGRATIONS):
        raise sqlite3.DatabaseError(f"written by a newer version: schema {version}")
    if version:
        damage = database.execute("PRAGMA quick_check(1)").fetchone()
        if damage != ("ok",):
            raise sqlite3.DatabaseError(f"the file is damaged: {damage[0]}")
    for number, script in enumerate(_MIGRATIONS[version:], version + 1):
        database.executescript(f"BEGIN; {script} PRAGMA user_version={number}; COMMIT")


class Ownership:
    """The right to serve a data folder, held by one server at a time, however it ends.

    It is an exclusive transaction on a file of its own: the operating system gives it back when
    the process dies.
    """

    def __init__(self, folder: Path) -> None:
        """Take the folder. Raises :class:`StoreError` when another server has it."""
        path = folder / "owner.sqlite3"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._held = sqlite3.connect(path, isolation_level=None, timeout=0)
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise StoreError(
                    f"another server keeps its games in {folder}; stop it, or choose another "
                    "folder with --data"
                ) from error
            raise StoreError(
                f"cannot keep games in {folder} ({error}); choose another folder with --data"
            ) from error
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"cannot keep games in {folder} ({error}); choose another folder with --data"
            ) from error

    def release(self) -> None:
        """Give the folder back."""
        self._held.close()
