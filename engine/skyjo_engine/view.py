"""What a seat or a spectator may know: views of the state, and events as they are shown.

This is the only place that decides about visibility. A view is built up from what its viewer may
know and has no field for anything else. Secret are: hidden cards, the order of the draw pile, and
a drawn card, which its own seat sees (R4, R15). So two states that differ only in these give
equal views, and all seats but the one that holds a card see the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from skyjo_engine.cards import LOWEST, VALUES
from skyjo_engine.events import (
    Cleared,
    Dealt,
    Discarded,
    Drew,
    Event,
    Finished,
    Flipped,
    GameEnded,
    HandDropped,
    Kept,
    Reshuffled,
    Revealed,
    RoundEnded,
    SeatChanged,
    Took,
    TurnCapReached,
    TurnStarted,
)
from skyjo_engine.game import Game
from skyjo_engine.phase import Phase
from skyjo_engine.rules import Rules
from skyjo_engine.seat import Seat, SeatStatus


@dataclass(frozen=True, slots=True)
class GridView:
    """A grid as everybody sees it.

    ``values`` has the value of each open slot and None for the others; ``hidden`` and ``cleared``
    name those others. A seat without cards in this round has three empty tuples.
    """

    values: tuple[int | None, ...]
    hidden: tuple[int, ...]
    cleared: tuple[int, ...]

    @property
    def open_sum(self) -> int:
        """The points that lie open."""
        return sum(value for value in self.values if value is not None)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as everybody sees it.

    ``flipped`` says that its initial cards are turned up; ``turns`` counts the turns it has
    completed in this round.
    """

    grid: GridView
    status: SeatStatus
    dealt_in: bool
    forfeited: bool
    flipped: bool
    turns: int
    total: int


@dataclass(frozen=True, slots=True)
class View:
    """A game as ``viewer`` (a seat, or None for a spectator) may know it.

    ``round`` is 0 before the first deal. ``turn`` is the seat to move, in the phases TURN and
    HOLDING. ``finisher`` is set from the moment when the last lap begins until the next deal.
    ``drawn`` is the card in the viewer's own hand. ``unseen`` counts, for each value from -2 to
    12, the cards that the viewer cannot see: those in the draw pile and those that lie hidden.
    """

    viewer: int | None
    rules: Rules
    round: int
    phase: Phase
    turn: int | None
    finisher: int | None
    discard_top: int | None
    discard_pile: int
    draw_pile: int
    seats: tuple[SeatView, ...]
    drawn: int | None
    unseen: tuple[int, ...]

    @property
    def last_lap(self) -> bool:
        """Whether somebody has finished and the round still runs (R24)."""
        return self.finisher is not None and self.phase in (Phase.TURN, Phase.HOLDING)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each seat over the rounds scored so far."""
        return tuple(seat.total for seat in self.seats)


def observe(game: Game, viewer: int | None) -> View:
    """Build the view of a seat, or of a spectator (None)."""
    return _view(game, viewer, tuple([_seat(seat) for seat in game.seats]))


def _view(game: Game, viewer: int | None, seats: tuple[SeatView, ...]) -> View:
    round_ = game.round
    if round_ is None:
        nothing = (0,) * len(VALUES)
        return View(viewer, game.rules, 0, game.phase, None, None, None, 0, 0, seats, None, nothing)
    turn = None if game.over else round_.turn
    unseen = list(round_.unseen)
    drawn = None
    if viewer is not None and viewer == turn and round_.drawn is not None:
        drawn = round_.drawn
        unseen[drawn - LOWEST] -= 1
    return View(
        viewer=viewer,
        rules=game.rules,
        round=round_.number,
        phase=game.phase,
        turn=turn,
        finisher=round_.finisher,
        discard_top=round_.discard[-1] if round_.discard else None,
        discard_pile=len(round_.discard),
        draw_pile=len(round_.pile),
        seats=seats,
        drawn=drawn,
        unseen=tuple(unseen),
    )


def _seat(seat: Seat) -> SeatView:
    grid = seat.grid
    return SeatView(
        grid=GridView(grid.open_values(), grid.hidden_slots(), grid.cleared_slots())
        if seat.dealt_in
        else GridView((), (), ()),
        status=seat.status,
        dealt_in=seat.dealt_in,
        forfeited=seat.forfeited,
        flipped=seat.opened is not None,
        turns=seat.turns,
        total=seat.total,
    )


@dataclass(frozen=True, slots=True)
class DealtSeen:
    """A round begins: the deal as everybody sees it (R4)."""

    round: int
    seats: tuple[int, ...]
    discard_top: int
    draw_pile: int


@dataclass(frozen=True, slots=True)
class DrewSeen:
    """A seat drew; ``card`` only in the event that this seat itself is shown (R15)."""

    seat: int
    card: int | None
    draw_pile: int


@dataclass(frozen=True, slots=True)
class ReshuffledSeen:
    """The discard pile less its top became a draw pile of this size (R27)."""

    draw_pile: int


SeenEvent = (
    DealtSeen
    | Flipped
    | Cleared
    | TurnStarted
    | Took
    | DrewSeen
    | Kept
    | Discarded
    | HandDropped
    | ReshuffledSeen
    | Finished
    | Revealed
    | SeatChanged
    | TurnCapReached
    | RoundEnded
    | GameEnded
)
"""Events as they are shown. Those without a form of their own hold only public facts."""


def redact(event: Event, viewer: int | None) -> SeenEvent:
    """Return the event as a seat, or a spectator (None), may see it."""
    match event:
        case Dealt(number, seats, _, discard_top, draw_pile):
            return DealtSeen(number, seats, discard_top, draw_pile)
        case Drew(seat, card, draw_pile):
            return DrewSeen(seat, card if seat == viewer else None, draw_pile)
        case Reshuffled(pile):
            return ReshuffledSeen(len(pile))
        case _:
            return event


def owner_of_secret(event: Event) -> int | None:
    """Return the one seat to which :func:`redact` shows more than to all others, or None."""
    return event.seat if isinstance(event, Drew) else None


_ALL_SEATS: Final = (Dealt, RoundEnded)
"""Events that change the view of every seat."""
_NO_SEAT: Final = (
    TurnStarted,
    Drew,
    HandDropped,
    Reshuffled,
    Finished,
    TurnCapReached,
    GameEnded,
)
"""Events that change the view of none: they are about the round or the game."""


class Observer:
    """Builds views of one game again and again, and only those parts anew that have changed.

    Tell it of every event; the seat views of seats that no event touched stay the same objects.
    """

    def __init__(self, game: Game) -> None:
        """Observe ``game``."""
        self._game = game
        self._seats = tuple([_seat(seat) for seat in game.seats])
        self._stale: set[int] = set()

    def note(self, events: Iterable[Event]) -> None:
        """Forget what ``events`` may have changed."""
        for event in events:
            if isinstance(event, _ALL_SEATS):
                self._stale.update(range(len(self._seats)))
            elif not isinstance(event, _NO_SEAT):
                self._stale.add(event.seat)

    def view(self, viewer: int | None) -> View:
        """Build the view of a seat, or of a spectator (None), as :func:`observe` does."""
        if self._stale:
            seats = enumerate(self._game.seats)
            known, stale = self._seats, self._stale
            self._seats = tuple([_seat(seat) if i in stale else known[i] for i, seat in seats])
            stale.clear()
        return _view(self._game, viewer, self._seats)
