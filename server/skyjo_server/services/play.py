"""PlayService: the stream of every move."""

import asyncio
from contextlib import suppress

import grpc
from google.protobuf.message import DecodeError

from skyjo.v1 import play_pb2
from skyjo_server.connection import Connection
from skyjo_server.hall import Hall
from skyjo_server.services.calls import Context
from skyjo_wire.errors import RefusalError, abort

NAME = play_pb2.DESCRIPTOR.services_by_name["PlayService"].full_name


class PlayService:
    """Serves every Play stream of a server."""

    def __init__(self, hall: Hall) -> None:
        """Serve the tables of ``hall``."""
        self._hall = hall

    def handler(self) -> grpc.GenericRpcHandler:
        """The handler to register. Messages are bytes: some cannot be read, answers are joined."""
        play: grpc.RpcMethodHandler[bytes, bytes]
        play = grpc.stream_stream_rpc_method_handler(self.play)
        return grpc.method_handlers_generic_handler(NAME, {"Play": play})

    async def play(self, _: object, context: Context) -> None:
        """Carry frames until the stream ends, which drops its seats and leaves none."""
        peer = context.peer()
        try:
            connection = Connection(self._hall, peer)
        except RefusalError as error:
            await abort(context, error.refusal)
        tasks = [
            asyncio.create_task(connection.outbox.write_to(context.write)),
            asyncio.create_task(connection.heartbeats()),
        ]
        try:
            while True:
                message = await context.read()
                if message is grpc.aio.EOF:
                    return
                frames = _receive(connection, message)
                if pause := connection.allowance.pause(frames, len(message)):
                    await asyncio.sleep(pause)
        finally:
            connection.close()
            for task in tasks:
                task.cancel()
            with suppress(Exception):  # a write to a stream that is gone
                await asyncio.gather(*tasks, return_exceptions=True)


def _receive(connection: Connection, message: bytes) -> int:
    """Do what a message says, or answer that it cannot be read. Returns how many frames it had."""
    try:
        request = play_pb2.PlayRequest.FromString(message)
    except DecodeError:
        connection.garbled()
        return 1
    connection.receive(request)
    return len(request.frames)
