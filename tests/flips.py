"""Records of games in which seats turned up their first cards in whatever order they liked (R5)."""

from collections.abc import Iterable
from itertools import groupby

from skyjo_engine.actions import Flip
from skyjo_engine.record import ActionEntry, Entry


def in_seat_order(entries: Iterable[Entry]) -> list[Entry]:
    """Entries with the initial flips of each round by seat: who was quicker does not matter."""
    ordered: list[Entry] = []
    for flips, run in groupby(entries, key=_is_flip):
        ordered += sorted(run, key=_seat if flips else _none)
    return ordered


def _is_flip(entry: Entry) -> bool:
    return isinstance(entry, ActionEntry) and isinstance(entry.action, Flip)


def _seat(entry: Entry) -> int:
    assert isinstance(entry, ActionEntry)
    return entry.seat


def _none(_: Entry) -> int:
    return 0
