"""Finished games, a line each."""

from datetime import UTC, datetime

from skyjo.v1 import record_pb2
from skyjo_client.present.escape import escape, escape_name
from skyjo_client.present.messages import _, plural
from skyjo_client.present.words import listed, number


def game_line(game: record_pb2.GameSummary) -> str:
    """Tell one game: its id, when it ended here, how long it was, and the totals, best first."""
    names = {player.seat: escape_name(player.name) for player in game.players}
    results = sorted(enumerate(game.results), key=lambda item: (item[1].total, item[0]))
    totals = [
        _("{name}: {total}").format(
            name=names.get(seat, _("seat {seat}").format(seat=seat + 1)),
            total=number(result.total),
        )
        for seat, result in results
    ]
    return _("{game}: {when}, {rounds}. {totals}").format(
        game=escape(game.game_id),
        when=_moment(game.ended_unix_s),
        rounds=plural("{count} round", "{count} rounds", game.rounds),
        totals=listed(totals),
    )


def _moment(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return str(seconds)
