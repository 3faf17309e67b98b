"""Lines typed before their time, dealt with in order as soon as they can be."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from skyjo.v1 import table_pb2
from skyjo_client.present.grammar import ENTER, SLOTS, Mistake, Typed
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import number

MOVES: Final = ("draw", "take", "throw", SLOTS)

_A_GAME: Final = (
    table_pb2.TABLE_STAGE_OPENING,
    table_pb2.TABLE_STAGE_PLAYING,
    table_pb2.TABLE_STAGE_BETWEEN_ROUNDS,
)


@dataclass(frozen=True, slots=True)
class _Waiting:
    typed: Typed | Mistake
    top: int | None


class Ahead:
    """What waits. With ``in_order``, as from a pipe, everything waits for what was typed before it.

    Without, as from a terminal, only moves wait; and taking the discard is not done when another
    card lies there by then, because the player cannot have meant that one.
    """

    def __init__(self, store: TableStore, *, in_order: bool) -> None:
        """Watch the store for the time to come."""
        self._store = store
        self._in_order = in_order
        self._waiting: deque[_Waiting] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def takes(self, typed: Typed | Mistake) -> bool:
        """Keep a line if it is one that has to wait its turn; whether it was kept."""
        command = _command(typed)
        unknown = self._store.stage == table_pb2.TABLE_STAGE_UNSPECIFIED
        if not (command in MOVES or unknown or self._in_order):
            return False
        top = None if self._in_order or command != "take" else self._store.board.discard_top
        self._waiting.append(_Waiting(typed, top))
        return True

    def due(self) -> Typed | Mistake | None:
        """Take out the next line if its time has come. Raises :class:`Mistake`, see the class."""
        if not self._waiting or self._must_wait(self._waiting[0].typed):
            return None
        waiting = self._waiting.popleft()
        top = self._store.board.discard_top
        if waiting.top is not None and top is not None and waiting.top != top:
            text = _("The discard pile shows {top} now, not {meant}: nothing was taken.")
            raise Mistake(text.format(top=number(top), meant=number(waiting.top)))
        return waiting.typed

    def forget(self) -> int:
        """Drop what was typed before and waits; how much that was.

        In order nothing can be: what waits by then was typed later.
        """
        if self._in_order:
            return 0
        count = len(self._waiting)
        self._waiting.clear()
        return count

    def _must_wait(self, typed: Typed | Mistake) -> bool:
        store = self._store
        if store.stage == table_pb2.TABLE_STAGE_UNSPECIFIED or store.is_settling:
            return True
        if store.starting and store.may_go_on:
            return True
        if store.decision is not None or store.awaits_ready or store.stood_in:
            return False
        command = _command(typed)
        if command in MOVES:
            return self._will_be_asked()
        return command == ENTER and store.stage == table_pb2.TABLE_STAGE_PLAYING

    def _will_be_asked(self) -> bool:
        """Whether the viewer plays in a game that runs or is sure to begin."""
        store = self._store
        gathers = store.stage == table_pb2.TABLE_STAGE_GATHERING
        return store.stage in _A_GAME or (gathers and (store.starting or self._in_order))


def _command(typed: Typed | Mistake) -> str:
    return typed.command if isinstance(typed, Typed) else ""
