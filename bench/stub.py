"""The bare stub: what grpc.aio itself costs for a game's traffic. ``python -m bench.stub``.

One stream in both directions for each seat, four seats a game. A move is one message in and one
event out to each of the four, with no rules, no secrets and no storage: an ordinary server of
protobuf objects, with a list and one writer task for each stream.
"""

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # before grpc is imported: its core prints

import grpc

from bench.messages import Event, Move

METHOD: Final = "/bench.Stub/Play"
SEATS: Final = 4


class _Outbox:
    def __init__(self) -> None:
        self._waiting: list[Any] = []
        self._filled = asyncio.Event()

    def put(self, event: Any) -> None:  # noqa: ANN401  # made at run time
        self._waiting.append(event)
        self._filled.set()

    async def write_to(self, context: Any) -> None:  # noqa: ANN401  # untyped in grpc
        while True:
            await self._filled.wait()
            self._filled.clear()
            waiting, self._waiting = self._waiting, []
            for event in waiting:
                await context.write(event)


class _Game:
    def __init__(self) -> None:
        self.outboxes: dict[int, _Outbox] = {}
        self._number = 0

    def join(self, seat: int, outbox: _Outbox) -> None:
        self.outboxes[seat] = outbox
        if len(self.outboxes) == SEATS:
            self.tell(Move())

    def leave(self, seat: int, outbox: _Outbox) -> None:
        if self.outboxes.get(seat) is outbox:
            del self.outboxes[seat]

    def tell(self, move: Any) -> None:  # noqa: ANN401  # made at run time
        event = Event(
            number=self._number + 128,
            game=move.game + 128,
            seat=move.seat,
            kind=move.kind,
            slot=move.slot,
            card=12,
            pile=100,
            turn=self._number % SEATS,
        )
        self._number += 1
        for outbox in self.outboxes.values():
            outbox.put(event)


class _Stub:
    def __init__(self) -> None:
        self._games: dict[int, _Game] = {}

    async def play(self, _: object, context: Any) -> None:  # noqa: ANN401  # untyped in grpc
        first = await context.read()
        game = self._games.setdefault(first.game, _Game())
        outbox = _Outbox()
        game.join(first.seat, outbox)
        writer = asyncio.create_task(outbox.write_to(context))
        try:
            while (move := await context.read()) is not grpc.aio.EOF:
                game.tell(move)
        finally:
            writer.cancel()
            game.leave(first.seat, outbox)

    def handler(self) -> grpc.GenericRpcHandler:
        play: Any = grpc.stream_stream_rpc_method_handler(
            self.play, request_deserializer=Move.FromString, response_serializer=_serialised
        )
        _, service, method = METHOD.split("/")
        return grpc.method_handlers_generic_handler(service, {method: play})


def _serialised(event: Any) -> bytes:  # noqa: ANN401  # made at run time
    return bytes(event.SerializeToString())


def _shown(options: argparse.Namespace) -> grpc.ServerCredentials | None:
    if options.cert is None:
        return None
    pair = (options.key.read_bytes(), options.cert.read_bytes())
    return grpc.ssl_server_credentials([pair])


async def _serve(shown: grpc.ServerCredentials | None) -> None:
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((_Stub().handler(),))
    if shown:
        port = server.add_secure_port("127.0.0.1:0", shown)
    else:
        port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(json.dumps({"address": f"127.0.0.1:{port}"}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.read)
    await server.stop(grace=None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.stub")
    parser.add_argument("--cert", type=Path, help="encrypt, with this certificate (PEM)")
    parser.add_argument("--key", type=Path, help="and this key (PEM)")
    asyncio.run(_serve(_shown(parser.parse_args())))
