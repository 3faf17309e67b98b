"""Listens to all that passes between a bot and the server."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from skyjo.v1.error_pb2 import Refusal
from skyjo.v1.play_pb2 import ClientFrame, ServerFrame
from skyjo.v1.table_pb2 import GOODBYE_REASON_SUSPENDED
from skyjo_client.case_watch import CaseWatch
from skyjo_client.duel.seat_play import SeatPlay
from skyjo_client.errors import RefusedError
from skyjo_client.relay.passage import Passage

_LAST_WORDS_SECONDS: Final = 10.0
"""So long may a bot write after its stream has ended before a case of that is kept."""


class Watched:
    """What is known of a bot from its streams, however often it connects.

    ``enlisted`` is done once the bot waits for work, with the seats that it plays at once, or fails
    with :class:`RefusedError`; ``name`` is the one that it waits under. ``suspended``: the server
    gives it no more work. ``answered`` once it has answered a decision. ``tables`` has its seat at
    each table.
    """

    def __init__(
        self,
        secrets: set[bytes],
        *,
        logging: bool,
        spoken: Callable[[float], Awaitable[None]],
    ) -> None:
        """Add its seats' tokens to ``secrets``. ``logging``: keep what passes.

        ``spoken`` waits so many seconds for its last words.
        """
        self.secrets = secrets
        self.taps: list[Tap] = []
        self.name = ""
        self.suspended = self.answered = False
        self.enlisted: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.tables: dict[str, SeatPlay] = {}
        self._late_cases: set[asyncio.Task[None]] = set()
        self._logging = logging
        self._spoken = spoken

    def keep_later(self, cases: CaseWatch) -> None:
        """Keep cases of a stream that has ended, once the bot has said its last words."""
        self._late_cases.add(asyncio.create_task(self._keep(cases)))

    async def settle(self) -> None:
        """Wait until these cases are kept."""
        await asyncio.gather(*self._late_cases)

    async def _keep(self, cases: CaseWatch) -> None:
        await self._spoken(_LAST_WORDS_SECONDS)
        cases.ended()

    def seat(self, table_id: str) -> SeatPlay:
        """The bot's seat at a table."""
        return self.tables.setdefault(table_id, SeatPlay(log=[] if self._logging else None))

    def leave(self, table_id: str) -> SeatPlay:
        """The bot's seat at a table that is over."""
        seat = self.seat(table_id)
        del self.tables[table_id]
        return seat

    def waits(self, seats: int) -> None:
        """The server has taken the bot up."""
        if not self.enlisted.done():
            self.enlisted.set_result(seats)

    def refused(self, refusal: Refusal) -> None:
        """The server has not."""
        if not self.enlisted.done():
            self.enlisted.set_exception(RefusedError(refusal))


class Tap(Passage):
    """One stream of the bot."""

    def __init__(self, watched: Watched, cases: CaseWatch | None) -> None:
        """Tell ``watched``, and ``cases`` where they are wanted."""
        super().__init__()
        self._watched = watched
        self._cases = cases
        self._seats: dict[int, SeatPlay] = {}
        watched.taps.append(self)

    def down(self, frame: ServerFrame) -> Iterable[ServerFrame]:
        """Listen, and let it pass, but for what tells the cards of the next game."""
        if frame.HasField("assigned"):
            self._watched.secrets.add(frame.assigned.seat_token)
        elif frame.HasField("enlisted"):
            self._watched.waits(frame.enlisted.seats)
        elif frame.HasField("refused") and frame.refused.frame == "enlist":
            self._watched.refused(frame.refused)
        elif frame.goodbye.reason == GOODBYE_REASON_SUSPENDED:
            self._watched.suspended = True
        elif frame.HasField("welcome"):
            self._seats[frame.number] = self._watched.seat(frame.welcome.table_id)
        elif seat := self._seats.get(frame.number):
            seat.told(frame)
            if frame.HasField("goodbye"):
                del self._seats[frame.number]  # what crosses it on its way is refused: no fault
        frame = _keyless(frame)
        return (self._cases.down(frame) if self._cases else frame,)

    def up(self, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Listen, and let it pass."""
        if frame.HasField("enlist"):
            self._watched.name = frame.enlist.name
        elif seat := self._seats.get(frame.number):
            self._watched.answered |= frame.HasField("act")
            seat.said(frame)
        return (self._cases.up(frame) if self._cases else frame,)

    def ended(self) -> None:
        """Keep a case of what was not answered."""
        if self._cases:
            self._watched.keep_later(self._cases)

    def hangs(self) -> None:
        """Keep a case of what will not be answered."""
        if self._cases:
            self._cases.unanswered("hung", "the bot did not answer")

    def forget(self) -> None:
        """Keep no more cases: that the stream ends is not the bot's fault."""
        self._cases = None


def _keyless(frame: ServerFrame) -> ServerFrame:
    """The frame without the key of a deal that is played again."""
    if not any(event.game_ended.HasField("key") for event in frame.events.events):
        return frame
    withheld = ServerFrame()
    withheld.CopyFrom(frame)
    for event in withheld.events.events:
        event.game_ended.ClearField("key")
    return withheld
