"""One seat, as its player's program sees it."""

import asyncio
from collections.abc import Callable
from typing import Self

from skyjo.v1.enlist_pb2 import Assigned
from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.play_pb2 import ClientFrame, Detach, Note, Resign, ServerFrame
from skyjo.v1.table_pb2 import Goodbye, Welcome
from skyjo.v1.talk_pb2 import Say, Vote
from skyjo_client.line import Line
from skyjo_client.notices import End, Item
from skyjo_client.seat_hold import SeatHold, Wishes
from skyjo_engine.actions import Action
from skyjo_engine.rules import Rules
from skyjo_wire import from_engine


class SeatSession:
    """Yields the seat's frames in order, and notices; takes what its player says.

    The first frame is a welcome. Events come once each and without gaps; after a lost connection
    another welcome comes first. Heartbeats are answered and not shown, nor are frames of a kind
    that this version does not know. The last frame is a goodbye, which ``goodbye`` then is, and
    the iteration ends.

    The iteration raises :class:`RefusedError` when the seat cannot be taken up again,
    :class:`UnreachableError` when the connection gave up, and :class:`UnfairDealError`.
    """

    def __init__(
        self,
        line: Line,
        seating: Seating | Assigned,
        wishes: Wishes,
        ended: Callable[[SeatHold], None],
    ) -> None:
        """Made by :meth:`skyjo_client.connection.Connection.attach`."""
        self._items: asyncio.Queue[Item | End] = asyncio.Queue()
        self.goodbye = Goodbye()
        self.hold = SeatHold(line, seating, wishes, self._items.put_nowait, ended)

    @property
    def welcome(self) -> Welcome:
        """The latest welcome."""
        return self.hold.welcome

    @property
    def seat(self) -> int:
        """The seat, from 0."""
        return self.welcome.seat

    @property
    def game_id(self) -> str:
        """The game that is played or prepared."""
        return self.welcome.game_id

    @property
    def latest_number(self) -> int:
        """Number of the latest event that the iteration gave out; 0 before the first."""
        return self.hold.consumed

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        assert self.hold.rules is not None  # noqa: S101  # attaching waits for the welcome
        return self.hold.rules

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Item:
        item = await self._items.get()
        if isinstance(item, End):
            self._items.put_nowait(item)
            raise item.error if item.error is not None else StopAsyncIteration
        if isinstance(item, ServerFrame):
            if item.HasField("events"):
                self.hold.consumed = item.events.first_number + len(item.events.events) - 1
            elif item.HasField("welcome"):
                self.hold.consumed = item.welcome.next_number - 1
            elif item.HasField("goodbye"):
                self.goodbye = item.goodbye
        return item

    def act(self, decision_id: int, action: Action, note: str | None = None) -> None:
        """Answer a decision; ``note``, at most 256 bytes, goes into the record.

        The answer is sent again when a lost connection made the server ask again.
        """
        self.hold.answer(from_engine.act(decision_id, action, note))

    def ready(self) -> None:
        """Ready for whatever the table waits for: the next round, or the next game."""
        self.hold.send(ClientFrame(ready=self.hold.readiness.say()))

    def take_back(self) -> None:
        """Play again in place of the stand-in, which was given the seat; a welcome follows."""
        self.hold.take_back()

    def resign(self) -> None:
        """Give the seat up for good; a goodbye follows."""
        self.hold.leave(ClientFrame(resign=Resign()))

    def detach(self) -> None:
        """Leave the stream; the seat stays the player's. A goodbye follows."""
        self.hold.leave(ClientFrame(detach=Detach()))

    def say(self, say: Say) -> None:
        """Say something to the table; lost when the connection just is."""
        self.hold.send(ClientFrame(say=say))

    def vote(self, vote: Vote) -> None:
        """Vote; lost when the connection just is."""
        self.hold.send(ClientFrame(vote=vote))

    def note(self, decision_id: int, text: str) -> None:
        """Store a remark on a decision, at most 256 bytes."""
        self.hold.send(ClientFrame(note=Note(decision_id=decision_id, text=text)))
