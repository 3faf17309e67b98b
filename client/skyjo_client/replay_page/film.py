"""What the page of a replay knows: the public table, change by change, and what each viewer adds.

A state has plain values under short keys, all of them texts or numbers:

- ``round``, ``turn``, ``finisher``, ``lap``, ``top``, ``discards``, ``draws``, ``held``;
- for each seat ``points.SEAT``, ``rank.SEAT``, ``score.ROUND.SEAT``;
- for each slot that has or had a card ``card.SEAT.SLOT``: an open card's number, "hidden",
  "cleared", or a number within a list where a hidden card is shown.

A film has the public state at the beginning and its changes at each place, once, and for each
viewpoint the changes of what is seen otherwise there; None then means: as everybody sees it. Who
may see what is decided by the engine's ``view``, as at a table.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from skyjo.v1 import event_pb2
from skyjo_client.present.board import Board, SeatBoard, empty_board
from skyjo_client.present.event_sentences import event_sentence
from skyjo_client.present.fold import fold
from skyjo_client.present.messages import _
from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.present.store import TableStore
from skyjo_engine.cards import SLOTS

Value = int | str | list[int] | None
State = dict[str, Value]

PUBLIC: Final = Viewpoint()


def film(recording: Recording) -> dict[str, object]:
    """Return a recording as the page reads it; its parts can all be written as JSON."""
    public = _Public(recording)
    viewers = [_Viewer(recording, one) for one in recording.viewpoints]
    for place in range(1, recording.end + 1):
        public.go_on(place)
        for viewer in viewers:
            viewer.go_on(place, public)
    seats = range(len(recording.record.players))
    return {
        "game": recording.name,
        "seats": [public.store.name(seat) for seat in seats],
        "turns": recording.turns,
        "rounds": recording.rounds,
        "changes": public.changes,
        "told": public.told,
        "views": [{"changes": one.changes, "told": one.told} for one in viewers],
    }


def changes(before: State, now: State) -> State:
    """What turns one state into another; None takes a key away."""
    new = {key: value for key, value in now.items() if before.get(key) != value}
    return {**new, **dict.fromkeys(before.keys() - now.keys())}


class _Public:
    """The table as everybody sees it."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self.store = TableStore()
        self.store.take(recording.welcome(PUBLIC))
        self.state = board_state(self.store.board)
        self.changes = [self.state]
        self.told = [_("The game has not begun yet.")]

    def go_on(self, place: int) -> None:
        self.store.take(self._recording.frame(place, PUBLIC))
        now = {**board_state(self.store.board), **dict(_points(self.store))}
        self.changes.append(changes(self.state, now))
        self.state = now
        self.told.append(self.tell(self._recording.shown(place, PUBLIC)))

    def tell(self, event: event_pb2.Event) -> str:
        return event_sentence(self.store, event)


class _Viewer:
    """What one viewer sees otherwise than everybody."""

    def __init__(self, recording: Recording, viewpoint: Viewpoint) -> None:
        self._recording = recording
        self._viewpoint = viewpoint
        self._flips = recording.record.rules.initial_flips
        self._board = empty_board(viewpoint.seat, len(recording.record.players))
        self._state: State = {}
        self.changes: list[tuple[int, State]] = []
        self.told: dict[int, str] = {}

    def go_on(self, place: int, public: _Public) -> None:
        event = self._recording.shown(place, self._viewpoint)
        fold(self._board, event, place, self._flips)
        seen = self._seen(place, public)
        now = {key: value for key, value in seen if public.state.get(key) != value}
        if changed := changes(self._state, now):
            self.changes.append((place, changed))
        self._state = now
        if (sentence := public.tell(event)) != public.told[place]:
            self.told[place] = sentence

    def _seen(self, place: int, public: _Public) -> Iterator[tuple[str, Value]]:
        """The parts of the state that may differ from what everybody sees."""
        dealt = self._recording.dealt(place) if self._viewpoint.open else {}
        yield from _table(self._board)
        for number, seat in enumerate(self._board.seats):
            if dealt or seat != public.store.board.seats[number]:
                yield from _seat(number, seat, dealt.get(number, ()))


def board_state(board: Board) -> State:
    """A board as a state."""
    seats = [_seat(number, seat) for number, seat in enumerate(board.seats)]
    return dict(chain(_table(board), *seats))


def _table(board: Board) -> Iterator[tuple[str, Value]]:
    """What is no seat's."""
    yield "round", board.round
    yield "turn", board.turn
    yield "finisher", board.finisher
    yield "lap", int(board.last_lap)
    yield "top", board.discard_top
    yield "discards", board.discard_pile
    yield "draws", board.draw_pile
    yield "held", board.drawn


def _seat(number: int, seat: SeatBoard, dealt: tuple[int, ...] = ()) -> Iterator[tuple[str, Value]]:
    """A seat; ``dealt`` has the cards under all slots where hidden ones are shown."""
    yield f"points.{number}", seat.total
    for slot in range(SLOTS if seat.values else 0):
        value: Value = seat.values[slot]
        if slot in seat.cleared:
            value = "cleared"
        elif value is None:
            value = [dealt[slot]] if dealt else "hidden"
        yield f"card.{number}.{slot}", value


def _points(store: TableStore) -> Iterator[tuple[str, Value]]:
    """The scores of all rounds so far, and the ranks at the end."""
    for number, ended in store.rounds.items():
        for seat, score in enumerate(ended.scores):
            if score.HasField("score"):
                yield f"score.{number}.{seat}", score.score
    if store.result is not None:
        for seat, result in enumerate(store.result.results):
            if result.HasField("rank"):
                yield f"rank.{seat}", result.rank
