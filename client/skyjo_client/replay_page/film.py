"""What the page of a replay knows: the public table, change by change, and what each viewer adds.

A state has plain values under short keys, all of them texts or numbers:

- ``round``, ``turn``, ``finisher``, ``lap``, ``top``, ``discards``, ``draws``, ``held``;
- for each seat ``points.SEAT``, ``rank.SEAT``, ``score.ROUND.SEAT``;
- for each slot ``card.SEAT.SLOT``: an open card's number, "hidden", "cleared", a number within a
  list where a hidden card is shown, or None without cards.

A film has the public state at the beginning and its changes at each place, once, and for each
viewpoint the changes of what is seen otherwise there; None then means: as everybody sees it. Who
may see what is decided by the engine's ``view``, as at a table.
"""

from collections.abc import Iterator
from typing import Final

from skyjo.v1 import event_pb2
from skyjo_client.present.board import Board, empty_board
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
        dealt = self._recording.dealt(place) if self._viewpoint.open else {}
        seen = board_state(self._board, dealt)
        now = {key: value for key, value in seen.items() if public.state[key] != value}
        if changed := changes(self._state, now):
            self.changes.append((place, changed))
        self._state = now
        if (sentence := public.tell(event)) != public.told[place]:
            self.told[place] = sentence


def board_state(board: Board, dealt: dict[int, tuple[int, ...]] | None = None) -> State:
    """A board as a state; ``dealt`` has the cards under all slots where hidden ones are shown."""
    state: State = {
        "round": board.round,
        "turn": board.turn,
        "finisher": board.finisher,
        "lap": int(board.last_lap),
        "top": board.discard_top,
        "discards": board.discard_pile,
        "draws": board.draw_pile,
        "held": board.drawn,
    }
    for seat, its in enumerate(board.seats):
        state[f"points.{seat}"] = its.total
        under = (dealt or {}).get(seat)
        hidden = set(its.hidden)
        for slot in range(SLOTS):
            value: Value = its.values[slot] if its.values else None
            if slot in its.cleared:
                value = "cleared"
            elif slot in hidden:
                value = [under[slot]] if under else "hidden"
            state[f"card.{seat}.{slot}"] = value
    return state


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
