"""What a seat knows and may do as numbers, for programs that learn. Needs numpy.

An action is a number: its kind's first one and a slot. An observation is a row of whole numbers
whose parts :func:`layout` names; a seat's own cards come first, then those of the others in the
order of turns. docs/training.md explains each part.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Legal, Take
from skyjo_engine.cards import DECK_SIZE, HIGHEST, LOWEST, SLOTS, VALUES
from skyjo_engine.phase import Phase
from skyjo_engine.rules import ROUND_CAP
from skyjo_engine.view import View

if TYPE_CHECKING:
    from skyjo_client.bot import Decision

Policy = Callable[[npt.NDArray[np.int16], npt.NDArray[np.int8]], int]
"""Chooses the number of an action, from an observation and what :func:`mask` says of it."""

FLIP: Final = 0
TAKE: Final = FLIP + SLOTS
DRAW: Final = TAKE + SLOTS
KEEP: Final = DRAW + 1
DISCARD: Final = KEEP + SLOTS
ACTIONS: Final = DISCARD + SLOTS
"""How many actions there are; the others are the first number of a kind."""

_PHASES: Final = (Phase.FLIP, Phase.TURN, Phase.HOLDING)
_TOTALS: Final = (-2_000, 32_000)
_CARD: Final = (LOWEST, HIGHEST)
_BIT: Final = (0, 1)
_COUNT: Final = (0, DECK_SIZE)

_OWN: Final = (
    ("phase", len(_PHASES), _BIT),
    ("round", 1, (0, ROUND_CAP)),
    ("last_lap", 1, _BIT),
    ("discard_top", 1, _CARD),
    ("holding", 1, _BIT),
    ("drawn", 1, _CARD),
    ("discard_pile", 1, _COUNT),
    ("draw_pile", 1, _COUNT),
    ("unseen", len(VALUES), _COUNT),
    ("chosen", SLOTS, _BIT),
)
_SEAT: Final = (
    ("value", SLOTS, _CARD),
    ("open", SLOTS, _BIT),
    ("hidden", SLOTS, _BIT),
    ("total", 1, _TOTALS),
    ("turn", 1, _BIT),
    ("finisher", 1, _BIT),
)


def layout(players: int) -> dict[str, slice]:
    """Where each part of an observation stands; ``total 0`` is one's own, ``total 1`` the next's.

    >>> layout(2)["value 1"]
    slice(76, 88, None)
    """
    places, at = {}, 0
    for name, length, _ in _parts(players):
        places[name] = slice(at, at + length)
        at += length
    return places


def limits(players: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Lowest and highest number at each place of an observation."""
    spans = [span for _, length, span in _parts(players) for _ in range(length)]
    low, high = zip(*spans, strict=True)
    return np.array(low, np.int16), np.array(high, np.int16)


def _parts(players: int) -> list[tuple[str, int, tuple[int, int]]]:
    seats = [(f"{name} {n}", many, span) for n in range(players) for name, many, span in _SEAT]
    return [*_OWN, *seats]


def observation(view: View, chosen: Iterable[int] = ()) -> npt.NDArray[np.int16]:
    """What the seat that a view belongs to knows; ``chosen`` are the slots it will turn up."""
    assert view.viewer is not None  # noqa: S101  # of a seat
    numbers = [
        *[int(view.phase is phase) for phase in _PHASES],
        view.round,
        int(view.last_lap),
        view.discard_top or 0,
        int(view.drawn is not None),
        view.drawn or 0,
        view.discard_pile,
        view.draw_pile,
        *view.unseen,
        *_marked(chosen),
    ]
    for after in range(len(view.seats)):
        numbers += _seat(view, (view.viewer + after) % len(view.seats))
    return np.array(numbers, np.int16)


def _seat(view: View, index: int) -> list[int]:
    seat = view.seats[index]
    return [
        *[value or 0 for value in seat.grid.values],
        *[int(value is not None) for value in seat.grid.values],
        *_marked(seat.grid.hidden),
        seat.total,
        int(view.turn == index),
        int(view.finisher == index),
    ]


def _marked(slots: Iterable[int], length: int = SLOTS) -> list[int]:
    row = [0] * length
    for slot in slots:
        row[slot] = 1
    return row


def mask(legal: Legal | None, chosen: Iterable[int] = ()) -> npt.NDArray[np.int8]:
    """1 for each action that is allowed; ``chosen`` are slots that will be turned up anyway."""
    allowed: list[int] = []
    if legal is not None:
        allowed += [FLIP + slot for slot in legal.flip if slot not in set(chosen)]
        allowed += [TAKE + slot for slot in legal.take]
        allowed += [DRAW] * legal.draw
        allowed += [KEEP + slot for slot in legal.keep]
        allowed += [DISCARD + slot for slot in legal.discard]
    return np.array(_marked(allowed, ACTIONS), np.int8)


def action_of(number: int) -> Action:
    """The action of a number from TAKE on; those below turn up one slot of several each.

    Raises ValueError for one of those, and for a number of no action.
    """
    if not TAKE <= number < ACTIONS:
        text = f"{number} is no whole action: those are {TAKE} to {ACTIONS - 1}"
        raise ValueError(text)
    if number < DRAW:
        return Take(number - TAKE)
    if number == DRAW:
        return Draw()
    return Keep(number - KEEP) if number < DISCARD else Discard(number - DISCARD)


def decide(decision: "Decision", policy: Policy) -> Action:
    """What ``policy`` answers to a decision; first cards it chooses one after another.

    Raises ValueError where it chooses what its mask does not allow.
    """
    chosen: list[int] = []
    while True:
        allowed = mask(decision.legal, chosen)
        number = int(policy(observation(decision.view, chosen), allowed))
        if not (0 <= number < ACTIONS and allowed[number]):
            text = f"the policy chose {number}, which is not allowed"
            raise ValueError(text)
        if number >= TAKE:
            return action_of(number)
        chosen.append(number - FLIP)
        if len(chosen) == decision.legal.flip_count:
            return Flip(tuple(chosen))
