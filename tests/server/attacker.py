"""Clients that send whatever they like to a server, and players who sit on the same streams."""

import asyncio
from typing import Any

import grpc
from google.protobuf import message_factory
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message

from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo.v1.play_pb2 import ClientFrame, PlayRequest, Pong
from skyjo_engine.rules import Rules
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import Desk
from tests.server.fuzzing import STREAMS
from tests.server.generated import Known, fill, learn
from tests.server.raw import PATIENCE, RawStream, StreamEndedError
from tests.server.seated import Seated

DEFECTS = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
"""How calls end only when a server has a defect."""
EVENT_KEY = bytes(range(32, 64))


class Attacker:
    """A few streams, each opened again when it ends, and calls of all services."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.known = Known()
        self.received: list[bytes] = []
        self.tables: list[str] = []
        self._channel = channel
        self._desk = Desk(channel)
        self._streams = [RawStream(channel) for _ in range(STREAMS)]
        self._players: list[dict[int, Seated]] = [{} for _ in range(STREAMS)]
        self._watching: list[Any] = []

    async def close(self) -> None:
        """Break everything off, and close what tables were made."""
        for place in range(STREAMS):
            self.cancel(place)
        for call in self._watching:
            call.cancel()
        for table_id in self.tables:
            await self._desk.close(OPERATOR_KEY, table_id)

    # --- streams ---

    async def sit(self, place: int, rules: Rules, number: int, *, withheld: bool) -> None:
        """Make a table and play all its seats on a stream, under numbers from ``number`` on."""
        deals = OrganiserDeals(event_id="cup", keys=[EVENT_KEY]) if withheld else None
        seats = await self._desk.seats(rules, organiser_deals=deals, operator_key=OPERATOR_KEY)
        self.tables.append(seats[0].table_id)
        self.known.hosts.append(seats[0].seat_token)
        for seat in seats:
            learn(seat, self.known)
            seated = Seated(seat.seat_token, number, seat.table_id, self.known)
            self._players[place][number] = seated
            await self.send(place, seated.attach())
            number += 1

    async def send(self, place: int, *frames: ClientFrame) -> None:
        request = PlayRequest(frames=frames)
        fill(request, self.known)
        await self.send_bytes(place, request.SerializeToString())

    async def send_bytes(self, place: int, message: bytes) -> None:
        try:
            await self._streams[place].send_bytes(message)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            self.cancel(place)

    async def answer(self, place: int) -> None:
        """Read what has come on a stream, and let the players on it answer."""
        stream = self._streams[place]
        await self.send(place, ClientFrame(number=0, pong=Pong()))
        try:
            while (await stream.frame(0, "refused")).refused.frame != "pong":
                pass
        except StreamEndedError as end:
            _check(end.code)
            self.cancel(place)
            return
        for frame in stream.unread():
            learn(frame, self.known)
            if seated := self._players[place].get(frame.number):
                await self.send(place, *seated.answer(frame))

    async def half_close(self, place: int) -> None:
        """Say that nothing more comes, and hear the stream's end."""
        await self._streams[place].half_close()
        _check((await self._streams[place].ended()).code)
        self.cancel(place)

    def cancel(self, place: int) -> None:
        """Break a stream off and open another."""
        self._streams[place].cancel()
        self.received += self._streams[place].received
        self._streams[place] = RawStream(self._channel)
        self._players[place] = {}

    # --- calls ---

    async def call(self, method: MethodDescriptor, message: Message | bytes) -> None:
        """Call a method; it answers, or refuses."""
        if isinstance(message, Message):
            fill(message, self.known)
            message = message.SerializeToString()
        path = f"/{method.containing_service.full_name}/{method.name}"
        streaming = method.server_streaming
        opened: Any = self._channel.unary_stream if streaming else self._channel.unary_unary
        call = opened(path)(message, timeout=PATIENCE)
        try:
            answer = await (call.read() if streaming else call)
        except grpc.aio.AioRpcError as error:
            _check(error.code())
            return
        if streaming:
            self._watching.append(call)
        if isinstance(answer, bytes):
            kind = message_factory.GetMessageClass(method.output_type)
            learn(kind.FromString(answer), self.known)


def _check(code: grpc.StatusCode) -> None:
    assert code not in DEFECTS
