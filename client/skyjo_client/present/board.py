"""The cards on a table as one viewer knows them, kept up to date event by event.

A view of the contract gives the whole; events change it. Folding every event gives exactly the
view that the server would send at that point.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from skyjo.v1 import event_pb2, game_pb2
from skyjo_engine.cards import COLUMN_SLOTS, SLOTS
from skyjo_engine.rules import RANGES

MOST_SEATS: Final = RANGES["players"][1]


@dataclass(slots=True)
class SeatBoard:
    """One seat: its twelve slots and what everybody may know of it.

    ``values`` has the open card of each slot; None means hidden, or cleared where ``cleared``
    names the slot. Both are empty for a seat that was not dealt in.
    """

    values: list[int | None] = field(default_factory=list)
    cleared: set[int] = field(default_factory=set)
    status: game_pb2.SeatStatus = game_pb2.SEAT_STATUS_PLAYER
    total: int = 0
    forfeited: bool = False
    flipped: bool = False
    turns: int = 0

    @property
    def open_sum(self) -> int:
        """The points that lie open."""
        return sum(value for value in self.values if value is not None)

    @property
    def hidden(self) -> list[int]:
        """The slots that are still hidden, ascending."""
        return [s for s, v in enumerate(self.values) if v is None and s not in self.cleared]

    @property
    def cleared_columns(self) -> list[int]:
        """The columns that are gone, from 0."""
        return [n for n, line in enumerate(COLUMN_SLOTS) if self.cleared.issuperset(line)]

    def deal(self) -> None:
        """Lay twelve hidden cards."""
        self.values = [None] * SLOTS
        self._begin()

    def sit_out(self) -> None:
        """Take no part in the round that begins."""
        self.values = []
        self._begin()

    def _begin(self) -> None:
        self.cleared = set()
        self.forfeited = False
        self.flipped = False
        self.turns = 0

    def show(self, slots: Iterable[int], values: Iterable[int]) -> None:
        """Turn cards up; slots that are not there are left out."""
        for slot, value in zip(slots, values, strict=False):
            if slot < len(self.values):
                self.values[slot] = value

    def clear(self, slots: Iterable[int]) -> None:
        """Take cards away for good."""
        for slot in slots:
            if slot < len(self.values):
                self.values[slot] = None
                self.cleared.add(slot)


@dataclass(slots=True)
class Board:
    """All seats, both piles and whose turn it is; ``drawn`` is the card in the viewer's hand."""

    viewer: int | None = None
    round: int = 0
    phase: game_pb2.Phase = game_pb2.PHASE_BETWEEN
    turn: int | None = None
    finisher: int | None = None
    discard_top: int | None = None
    discard_pile: int = 0
    draw_pile: int = 0
    drawn: int | None = None
    seats: list[SeatBoard] = field(default_factory=list)
    latest_number: int = 0

    @property
    def last_lap(self) -> bool:
        """Whether somebody has finished and the round still runs."""
        return self.finisher is not None and self.phase in (
            game_pb2.PHASE_TURN,
            game_pb2.PHASE_HOLDING,
        )

    @property
    def own(self) -> SeatBoard | None:
        """The viewer's own seat; None for a spectator."""
        return None if self.viewer is None else self.seat(self.viewer)

    def seat(self, number: int) -> SeatBoard:
        """Return a seat; one that the table does not have is made up and forgotten again."""
        return self.seats[number] if number < len(self.seats) else SeatBoard()


def empty_board(viewer: int | None, seats: int) -> Board:
    """Return the board before the first deal."""
    return Board(viewer=viewer, seats=[SeatBoard() for _ in range(min(seats, MOST_SEATS))])


def board_of_view(view: game_pb2.View) -> Board:
    """Read a view of the contract."""
    return Board(
        viewer=view.viewer if view.HasField("viewer") else None,
        round=view.round,
        phase=view.phase,
        turn=view.turn if view.HasField("turn") else None,
        finisher=view.finisher if view.HasField("finisher") else None,
        discard_top=view.discard_top if view.HasField("discard_top") else None,
        discard_pile=view.discard_pile,
        draw_pile=view.draw_pile,
        drawn=view.drawn if view.HasField("drawn") else None,
        seats=[_seat_of_view(seat) for seat in view.seats[:MOST_SEATS]],
        latest_number=view.latest_number,
    )


def _seat_of_view(seat: game_pb2.SeatState) -> SeatBoard:
    slots = seat.grid.slots if len(seat.grid.slots) == SLOTS else ()
    return SeatBoard(
        values=[slot.value if slot.HasField("value") else None for slot in slots],
        cleared={number for number, slot in enumerate(slots) if slot.cleared},
        status=seat.status,
        total=seat.total,
        forfeited=seat.forfeited,
        flipped=seat.flipped,
        turns=seat.turns,
    )


def kind_of(event: event_pb2.Event) -> str:
    """Return the name of an event's kind, such as "took"; empty for an unknown one."""
    return event.WhichOneof("kind") or ""
