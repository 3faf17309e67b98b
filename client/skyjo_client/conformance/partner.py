"""Who sits at the table where the bot does not: plays whatever is listed first."""

import asyncio
from collections.abc import Callable

from skyjo.v1.enlist_pb2 import Assigned
from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.play_pb2 import Act, Decision, ServerFrame
from skyjo_client.conformance.legal import first
from skyjo_client.connection import Connection
from skyjo_client.errors import ClientError
from skyjo_client.session import SeatSession
from skyjo_wire import to_engine


class Partner:
    """Plays one seat on a connection of its own until goodbye.

    ``choose`` may choose otherwise. With ``holds`` it is not ready for another round before each
    :meth:`release`.
    """

    def __init__(
        self,
        address: str,
        seating: Seating | Assigned,
        *,
        choose: Callable[[Decision], Act] | None = None,
        holds: bool = False,
    ) -> None:
        """Begin to play."""
        self._address = address
        self._seating = seating
        self._choose = choose
        self._holds = holds
        self._session: SeatSession | None = None
        self._playing = asyncio.create_task(self._play())

    def release(self) -> None:
        """Be ready for the next round."""
        if self._session is not None:
            self._session.ready()

    async def finished(self) -> None:
        """Wait for the goodbye."""
        await asyncio.wait((self._playing,))

    async def leave(self) -> None:
        """Play no more."""
        self._playing.cancel()
        await asyncio.gather(self._playing, return_exceptions=True)

    async def _play(self) -> None:
        async with Connection(self._address, receipts=None) as connection:
            try:
                session = await connection.attach(self._seating, auto_ready=not self._holds)
                self._session = session
                async for item in session:
                    if isinstance(item, ServerFrame) and item.HasField("decision"):
                        self._answer(session, item.decision)
            except ClientError:  # the table is closed, or somebody else has the seat
                pass

    def _answer(self, session: SeatSession, decision: Decision) -> None:
        chosen = self._choose and self._choose(decision)
        act = chosen or first(decision.decision_id, decision.legal)
        session.act(decision.decision_id, to_engine.action(act))
