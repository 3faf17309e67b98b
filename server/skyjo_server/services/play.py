"""PlayService: the stream of every move."""

import asyncio
from contextlib import suppress

import grpc
from google.protobuf.message import DecodeError

from skyjo.v1 import play_pb2
from skyjo_server.connection import Connection
from skyjo_server.hall import Hall
from skyjo_server.services.calls import Context
from skyjo_server.turnstile import Turnstile
from skyjo_wire.errors import RefusalError
from skyjo_wire.rpc_errors import abort

NAME = play_pb2.DESCRIPTOR.services_by_name["PlayService"].full_name


class PlayService:
    """Serves every Play stream of a server."""

    def __init__(self, hall: Hall) -> None:
        """Serve the tables of ``hall``."""
        self._hall = hall
        self._turnstile = Turnstile()

    def methods(self) -> "dict[str, grpc.RpcMethodHandler[bytes, bytes]]":
        """What to register. Messages are bytes: some cannot be read, answers are joined."""
        return {"Play": grpc.stream_stream_rpc_method_handler(self.play)}

    async def play(self, _: object, context: Context) -> None:
        """Carry frames until the stream ends, which drops its seats and leaves none.

        A stream that is cut ends when the transport has taken its goodbyes, or is gone: gRPC
        knows no way to end it before. Until then it counts as one without a seat.
        """
        peer = context.peer()
        try:
            connection = Connection(self._hall, peer)
        except RefusalError as error:
            self._hall.meters.refusals[error.reason] += 1
            await abort(context, error.refusal)
        tasks = [
            asyncio.create_task(self._read(connection, context)),
            asyncio.create_task(connection.heartbeats()),
        ]
        try:
            with suppress(grpc.aio.BaseError):  # a write to a stream that is gone
                await connection.outbox.write_to(context.write)
        finally:
            connection.close()
            connection.allowance.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, connection: Connection, context: Context) -> None:
        """Do what comes, until nothing more comes."""
        self._turnstile.opened()
        try:
            while (message := await context.read()) is not grpc.aio.EOF:
                request = _parsed(message)
                frames = len(request.frames) if request else 1
                if connection.numbers:
                    await self._turnstile.turn(frames)
                if request:
                    connection.receive(request)
                else:
                    connection.garbled()
                if pause := connection.allowance.pause(frames, len(message)):
                    await asyncio.sleep(pause)
        finally:
            connection.close()


def _parsed(message: bytes) -> play_pb2.PlayRequest | None:
    """The request that a message is; None when it cannot be read."""
    try:
        return play_pb2.PlayRequest.FromString(message)
    except DecodeError:
        return None
