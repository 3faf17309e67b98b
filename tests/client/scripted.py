"""A server that does what a test says, for what the real one never does."""

import asyncio
from types import TracebackType
from typing import Any, Self

from grpc import aio

from skyjo.v1.error_pb2 import Refusal
from skyjo.v1.event_pb2 import Event, Events, TurnCapReached
from skyjo.v1.game_pb2 import View
from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.play_pb2 import ClientFrame, PlayResponse, ServerFrame
from skyjo.v1.play_pb2_grpc import PlayServiceServicer, add_PlayServiceServicer_to_server
from skyjo.v1.table_pb2 import DEAL_SOURCE_PLAYERS, Welcome
from skyjo_engine.rules import Rules
from skyjo_wire import from_engine
from skyjo_wire.rpc_errors import abort

PATIENCE = 10.0
RULES = Rules(players=2)
COMMITMENT = bytes(range(32))
SEATING = Seating(table_id="table", seat=0, seat_token=b"t" * 16, game_id="game")


def welcome(game_id: str = "game", *, next_number: int = 1, **fields: Any) -> Welcome:
    """A welcome to seat 0; before the first round unless a view is among the fields."""
    given: dict[str, Any] = {"commitment": COMMITMENT, "deal_source": DEAL_SOURCE_PLAYERS} | fields
    return Welcome(
        table_id="table",
        seat=0,
        game_id=game_id,
        next_number=next_number,
        rules=from_engine.rules(RULES),
        **given,
    )


def running(game_id: str = "game", *, next_number: int = 1, **fields: Any) -> Welcome:
    """A welcome in the middle of a game."""
    return welcome(game_id, next_number=next_number, view=View(round=1), **fields)


def events(first: int, last: int) -> Events:
    """Events of these numbers."""
    event = Event(turn_cap_reached=TurnCapReached())
    return Events(first_number=first, events=[event] * (last + 1 - first))


class Stream:
    """One stream of a client."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._frames: asyncio.Queue[ClientFrame] = asyncio.Queue()
        self.over: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()

    async def read(self, requests: Any) -> None:
        async for request in requests:
            for frame in request.frames:
                self._frames.put_nowait(frame)
        if not self.over.done():
            self.over.set_result(None)

    async def frame(self, kind: str) -> ClientFrame:
        """The client's next frame, which must be of this kind."""
        frame = await self.any_frame()
        assert frame.WhichOneof("frame") == kind, frame
        return frame

    async def any_frame(self) -> ClientFrame:
        """The client's next frame."""
        return await asyncio.wait_for(self._frames.get(), PATIENCE)

    async def next_of(self, kind: str) -> ClientFrame:
        """The client's next frame of this kind."""
        while True:
            frame = await self.any_frame()
            if frame.WhichOneof("frame") == kind:
                return frame

    async def send(self, number: int, **frame: Any) -> None:
        """Send one frame under a number."""
        await self._context.write(PlayResponse(frames=[ServerFrame(number=number, **frame)]))

    async def send_raw(self, response: PlayResponse) -> None:
        await self._context.write(response)

    def end(self, refusal: Refusal | None = None) -> None:
        """End the stream, without a word or with a refusal."""
        self.over.set_result(refusal)


class ScriptedServer(PlayServiceServicer):
    """A real gRPC server on a real socket; each stream is handed to the test."""

    def __init__(self) -> None:
        self._streams: asyncio.Queue[Stream] = asyncio.Queue()
        self._open: list[Stream] = []
        self._server = aio.server()
        self.address = ""

    async def __aenter__(self) -> Self:
        add_PlayServiceServicer_to_server(self, self._server)
        port = self._server.add_insecure_port("127.0.0.1:0")
        self.address = f"127.0.0.1:{port}"
        await self._server.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for stream in self._open:
            if not stream.over.done():
                stream.end()
        await self._server.stop(None)

    async def stop(self) -> None:
        """Be gone."""
        await self._server.stop(None)

    async def stream(self) -> Stream:
        """The next stream that a client opens."""
        return await asyncio.wait_for(self._streams.get(), PATIENCE)

    async def Play(  # type: ignore[override]  # noqa: N802
        self, request_iterator: Any, context: Any
    ) -> None:
        stream = Stream(context)
        self._open.append(stream)
        self._streams.put_nowait(stream)
        reader = asyncio.create_task(stream.read(request_iterator))
        try:
            refusal = await stream.over
            if refusal is not None:
                await abort(context, refusal)
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)
