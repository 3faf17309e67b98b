"""How the banks of the others run, as far as events tell: servers tell them with the players only.

What is told is what a bank held when the open decision began, with what that added; from then on
it is counted here.
"""

from dataclasses import replace
from typing import Final

from skyjo.v1 import event_pb2
from skyjo_client.present.board import kind_of
from skyjo_client.present.known_table import KnownTable

_ASKED: Final = ("turn", "drew")
"""Events with which a seat is asked for a decision."""
_ANSWERED: Final = ("took", "kept", "discarded", "hand_dropped", "round_ended", "game_ended")
_SECOND_MS: Final = 1000


def count(table: KnownTable, event: event_pb2.Event) -> None:
    """Charge what an event ends, and let the time run of whoever it asks; before it is folded."""
    kind = kind_of(event)
    if kind in (*_ASKED, *_ANSWERED):
        if table.board.turn is not None:
            _hold(table, table.board.turn, bank_left(table, table.board.turn))
        table.thinks_since = None
    if kind in _ASKED:
        seat = getattr(event, kind).seat
        player = table.players.get(seat)
        if player is not None and player.bank_ms is not None:
            _hold(table, seat, player.bank_ms + table.clock.increment_ms)
        table.thinks_since = table.now()


def _hold(table: KnownTable, seat: int, bank_ms: int | None) -> None:
    """Note what a bank holds; the viewer's own is told with each decision."""
    if seat in table.players and not table.is_you(seat):
        table.players[seat] = replace(table.players[seat], bank_ms=bank_ms)


def bank_left(table: KnownTable, seat: int) -> int | None:
    """Return the milliseconds in a seat's bank by now; None without a clock."""
    player = table.players.get(seat)
    if player is None or player.bank_ms is None or not _runs(table, seat):
        return None if player is None else player.bank_ms
    gone = table.now() - (table.thinks_since or 0.0)
    return max(0, player.bank_ms - round(gone * _SECOND_MS))


def _runs(table: KnownTable, seat: int) -> bool:
    """Whether a seat of somebody else is asked, and its time not held."""
    player = table.players[seat]
    asked = seat == table.board.turn and table.thinks_since is not None
    return asked and player.connected and not player.stand_in and not table.is_you(seat)


def others_time_runs(table: KnownTable) -> bool:
    """Whether time of somebody else runs that is shown: a bank, or the time to come back."""
    if table.goodbye is not None:
        return False
    if any(table.is_away(s) and p.grace_left_ms is not None for s, p in table.players.items()):
        return True
    turn = table.board.turn
    return turn in table.players and _runs(table, turn) and bool(bank_left(table, turn))
