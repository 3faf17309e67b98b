"""Time as players are told it: what is left, when it gets low, and the rules of a table's clock."""

from typing import Final

from skyjo.v1 import play_pb2, rules_pb2
from skyjo_client.present.messages import _, mark, plural
from skyjo_client.present.store import TableStore
from skyjo_client.present.thinking import bank_left

LOW_SECONDS: Final = (30, 10)
"""Time left at which a player who thinks is told."""
_SECOND_MS: Final = 1000


def spoken(ms: int) -> str:
    """Return a time as "9 min 50 s"; below a second as "0.5 s"."""
    if 0 < ms < _SECOND_MS:
        return _("{seconds} s").format(seconds=f"{ms / _SECOND_MS:g}")
    minutes, seconds = divmod(round(ms / _SECOND_MS), 60)
    if not minutes:
        return _("{seconds} s").format(seconds=seconds)
    if not seconds:
        return _("{minutes} min").format(minutes=minutes)
    return _("{minutes} min {seconds} s").format(minutes=minutes, seconds=seconds)


# --- the viewer's own clock ---


def left_lines(store: TableStore) -> list[str]:
    """Tell what the viewer has left for the decision that waits; nothing without a clock."""
    seconds = left_seconds(store)
    if seconds is None:
        return []
    return [_("{time} left.").format(time=spoken(round(seconds) * _SECOND_MS))]


def grace_left(store: TableStore, seat: int) -> str:
    """Return the time that a player who is away has to come back; "" when it does not count."""
    player = store.players.get(seat)
    if player is None or player.grace_left_ms is None:
        return ""
    seconds = player.grace_left_ms / _SECOND_MS - (store.now() - store.told_at)
    return spoken(max(0, round(seconds)) * _SECOND_MS)


def prompted_lines(store: TableStore) -> list[str]:
    """Tell the same where it is worth a line as a turn begins: the bank is not full any more."""
    decision, seconds = store.decision, left_seconds(store)
    if decision is None or seconds is None or decision.kind == play_pb2.DECISION_KIND_PLACE:
        return []
    return left_lines(store) if seconds * _SECOND_MS < store.clock.bank_ms else []


def next_warning(store: TableStore) -> float | None:
    """Return the seconds after which the viewer is to be told that time gets low, if ever."""
    seconds = left_seconds(store)
    lower = [low for low in LOW_SECONDS if seconds is not None and low < round(seconds)]
    return None if seconds is None or not lower else seconds - lower[0]


def left_seconds(store: TableStore) -> float | None:
    """Return what is left of the bank, None without a clock.

    The share of the network, which comes on top, is not told.
    """
    if store.decision is None or not store.decision.HasField("clock"):
        return None
    clock = store.decision.clock
    given = min(clock.bank_ms, clock.deadline_ms) / _SECOND_MS
    return max(0.0, given - (store.now() - store.asked_at))


# --- everybody's ---


def bank_shown(store: TableStore, seat: int | None) -> str:
    """Return what a seat's clock holds, as far as it is known, as "9:50"; "" without a clock."""
    bank_ms = bank_left(store, -1 if seat is None else seat)
    if bank_ms is None:
        return ""
    minutes, seconds = divmod(bank_ms // _SECOND_MS, 60)
    return _("{minutes}:{seconds:02}").format(minutes=minutes, seconds=seconds)


def clock_lines(store: TableStore) -> list[str]:
    """Tell the clock's rules and how much time everybody has, as far as it is known."""
    lines = clock_rules_lines(store.clock) or [_("This table has no clock.")]
    for seat in sorted(store.players):
        if store.is_you(seat) and (left := left_lines(store)):
            lines += left
        elif (bank_ms := bank_left(store, seat)) is not None:
            text = _("{name}: {time} at the last count.")
            lines.append(text.format(name=store.name(seat), time=spoken(bank_ms)))
    return lines


# --- its rules ---


def clock_rules_lines(clock: rules_pb2.ClockRules) -> list[str]:
    """Tell the rules of a table's clock, one line each, the banks first; none without a clock."""
    lines = [bank_line(clock)] if clock.HasField("bank_ms") else []
    if cost := _ILLEGAL.get(clock.illegal_cost):
        lines.append(_(cost))
    if clock.illegal_limit:
        lines.append(
            plural(
                "Whoever does what the rules do not allow {count} time forfeits the game.",
                "Whoever does what the rules do not allow {count} times forfeits the game.",
                clock.illegal_limit,
            )
        )
    if clock.grace_ms:
        stands_in = clock.empty_bank_cost == rules_pb2.FAULT_COST_STAND_IN
        text = _AWAY_STAND_IN if stands_in else _AWAY_GAME
        lines.append(_(text).format(time=spoken(clock.grace_ms)))
    if clock.HasField("start_up_ms"):
        text = _("Whoever is not ready after {time} loses the seat.")
        lines.append(text.format(time=spoken(clock.start_up_ms)))
    return lines


def bank_line(clock: rules_pb2.ClockRules) -> str:
    """Tell how much time everybody has, and what follows when it is used up."""
    text = _("Everybody has {bank}, and {increment} more for each move. {cost}")
    if not clock.increment_ms:
        text = _("Everybody has {bank} for the game. {cost}")
    return text.format(
        bank=spoken(clock.bank_ms),
        increment=spoken(clock.increment_ms),
        cost=_(_EMPTY.get(clock.empty_bank_cost, _EMPTY_IS_FREE)),
    )


_EMPTY_IS_FREE: Final = mark("Nothing happens when that is used up.")
_EMPTY: Final = {
    rules_pb2.FAULT_COST_STAND_IN: mark("When that is used up, a stand-in plays."),
    rules_pb2.FAULT_COST_ROUND: mark("When that is used up, the round is forfeited."),
    rules_pb2.FAULT_COST_GAME: mark("When that is used up, the game is forfeited."),
}
_ILLEGAL: Final = {
    rules_pb2.FAULT_COST_STAND_IN: mark(
        "After an action that the rules do not allow a stand-in plays."
    ),
    rules_pb2.FAULT_COST_ROUND: mark("An action that the rules do not allow forfeits the round."),
    rules_pb2.FAULT_COST_GAME: mark("An action that the rules do not allow forfeits the game."),
}
_AWAY_STAND_IN: Final = mark("A stand-in plays for whoever is cut off for more than {time}.")
_AWAY_GAME: Final = mark("Whoever is cut off for more than {time} forfeits the game.")
