"""Finished games in SQLite."""

import sqlite3
import time

from skyjo.v1 import record_pb2
from skyjo_engine.record import Record, RoundEntry
from skyjo_server.plan import Plan
from skyjo_wire import records


class RecordStore:
    """Keeps finished games and finds them again, newest first."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """Keep them in ``database``, which is open."""
        self._db = database

    def add(self, plan: Plan, record: Record) -> None:
        """Store a finished game. Raises :class:`sqlite3.Error` when it cannot be kept."""
        self._db.execute("BEGIN")
        try:
            insert(self._db, plan, record)
        except sqlite3.Error:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def get(self, game_id: str) -> tuple[record_pb2.GameRecord, bool] | None:
        """The record of a finished game, and whether it belongs to an event that is not closed.

        None when there is no such game.
        """
        row = self._db.execute(
            "SELECT record, event_id <> '' AND event_id NOT IN (SELECT event_id FROM closed_events)"
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


def insert(database: sqlite3.Connection, plan: Plan, record: Record) -> None:
    """Store a finished game within the transaction that is open."""
    message = records.to_message(record)
    summary = _summary(plan, record, message)
    cursor = database.execute(
        "INSERT INTO games (game_id, table_id, event_id, summary, record) VALUES (?, ?, ?, ?, ?)",
        (
            record.game_id,
            plan.table_id,
            plan.event_id,
            summary.SerializeToString(),
            message.SerializeToString(),
        ),
    )
    names = [(cursor.lastrowid, player.name) for player in record.players]
    database.executemany("INSERT INTO players (place, name) VALUES (?, ?)", names)


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
