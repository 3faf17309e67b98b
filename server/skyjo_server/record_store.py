"""Finished games in SQLite."""

import sqlite3
import time
from pathlib import Path
from typing import Final

from skyjo.v1 import record_pb2
from skyjo_engine.record import Record, RoundEntry
from skyjo_server.plan import Plan
from skyjo_wire import records

SCHEMA_VERSION: Final = 1
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


class StoreError(Exception):
    """The database cannot be used; the text says why and what to do."""


class RecordStore:
    """Keeps finished games and finds them again, newest first."""

    def __init__(self, path: Path | None) -> None:
        """Open or make the database at ``path``; None keeps all in memory.

        Raises :class:`StoreError` when the file is none of ours or cannot be written.
        """
        name = ":memory:" if path is None else str(path)
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(name, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._migrate()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"cannot keep finished games in {name} ({error}); choose another folder with --data"
            ) from error

    def _migrate(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version={SCHEMA_VERSION}; COMMIT")
        elif version != SCHEMA_VERSION:
            raise sqlite3.DatabaseError(f"written by a newer version: schema {version}")

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    def add(self, plan: Plan, record: Record) -> None:
        """Store a finished game. Raises :class:`sqlite3.Error` when it cannot be kept."""
        message = records.to_message(record)
        summary = _summary(plan, record, message)
        self._db.execute("BEGIN")
        try:
            cursor = self._db.execute(
                "INSERT INTO games (game_id, table_id, event_id, summary, record)"
                " VALUES (?, ?, ?, ?, ?)",
                (
                    record.game_id,
                    plan.table_id,
                    plan.event_id,
                    summary.SerializeToString(),
                    message.SerializeToString(),
                ),
            )
            names = [(cursor.lastrowid, player.name) for player in record.players]
            self._db.executemany("INSERT INTO players (place, name) VALUES (?, ?)", names)
        except sqlite3.Error:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def get(self, game_id: str) -> tuple[record_pb2.GameRecord, bool] | None:
        """The record of a finished game, and whether it belongs to an event that is not closed.

        None when there is no such game.
        """
        row = self._db.execute(
            "SELECT record, place NOT IN (SELECT place FROM public_games)"
            " FROM games WHERE game_id = ?",
            (game_id,),
        ).fetchone()
        return (record_pb2.GameRecord.FromString(row[0]), bool(row[1])) if row else None

    def page(
        self, before: int | None, size: int, request: record_pb2.ListGamesRequest
    ) -> tuple[list[record_pb2.GameSummary], int | None]:
        """At most ``size`` games, newest first, older than place ``before`` (None: the newest).

        Only what ``request`` asks for, and none of an event that is not closed. The second value
        is where the next page begins, None on the last one.
        """
        rows = self._db.execute(
            "SELECT place, summary FROM public_games WHERE (:before IS NULL OR place < :before)"
            " AND (:table_id = '' OR table_id = :table_id)"
            " AND (:event_id = '' OR event_id = :event_id)"
            " AND (:name = '' OR place IN (SELECT place FROM players WHERE name = :name))"
            " ORDER BY place DESC LIMIT :most",
            {
                "before": before,
                "table_id": request.table_id,
                "event_id": request.event_id,
                "name": request.player_name,
                "most": size + 1,
            },
        ).fetchall()
        summaries = [record_pb2.GameSummary.FromString(blob) for _, blob in rows[:size]]
        return summaries, rows[size - 1][0] if len(rows) > size else None

    def close_event(self, event_id: str) -> int | None:
        """Make the games of an event public. Returns how many, None for an unknown event."""
        (games,) = self._db.execute(
            "SELECT count(*) FROM games WHERE event_id = ?", (event_id,)
        ).fetchone()
        if not games:
            return None
        self._db.execute("INSERT OR IGNORE INTO closed_events VALUES (?)", (event_id,))
        return int(games)


def _summary(plan: Plan, record: Record, message: record_pb2.GameRecord) -> record_pb2.GameSummary:
    result = message.entries[-1].game_ended
    return record_pb2.GameSummary(
        game_id=record.game_id,
        table_id=plan.table_id,
        title=plan.title,
        ended_unix_s=int(time.time()),
        rounds=sum(isinstance(entry, RoundEntry) for entry in record.entries),
        players=message.players,
        results=result.results,
        reason=result.reason,
        deal_source=message.deal.source,
        event_id=plan.event_id,
    )
