"""Streams that are opened, answered and cancelled, four at a table."""

import asyncio
from typing import Any, Final

import grpc

from bench.messages import Move
from bench.stub import SEATS
from skyjo.v1 import lobby_pb2, lobby_pb2_grpc, play_pb2, rules_pb2, table_pb2
from skyjo_wire.version import protocol_version

_CALL_SECONDS: Final = 30.0


class BrokenStreams:
    """Opens streams of a method at some tables and breaks them off."""

    def __init__(self, channel: grpc.aio.Channel, method: str, tables: list[list[bytes]]) -> None:
        """``tables`` has for each table what its seats say first, one message on each stream."""
        self._open: Any = channel.stream_stream(method)
        self._tables = tables

    async def open_and_cancel(self, streams: int) -> None:
        """Open so many streams, hear an answer on each, and cancel it."""
        rounds = streams // (len(self._tables) * SEATS)
        await asyncio.gather(*[self._at(hellos, rounds) for hellos in self._tables])

    async def _at(self, hellos: list[bytes], rounds: int) -> None:
        for _ in range(rounds):
            calls = [self._open() for _ in hellos]
            for call, hello in zip(calls, hellos, strict=True):
                await call.write(hello)
            for call in calls:
                await call.read()
            for call in calls:
                call.cancel()


def stub_hellos(games: int) -> list[list[bytes]]:
    """What the stub's players say first."""
    return [
        [Move(game=game, seat=seat).SerializeToString() for seat in range(SEATS)]
        for game in range(games)
    ]


async def taken_seats(channel: grpc.aio.Channel, tables: int) -> list[list[bytes]]:
    """Make tables and take every seat; the requests that attach them."""
    lobby = lobby_pb2_grpc.LobbyServiceStub(channel)
    create = lobby_pb2.CreateTableRequest(rules=rules_pb2.Rules(players=SEATS), unlisted=True)
    made = [await lobby.CreateTable(create, timeout=_CALL_SECONDS) for _ in range(tables)]
    return [[await _seat(channel, one.table_id, seat) for seat in range(SEATS)] for one in made]


async def _seat(channel: grpc.aio.Channel, table_id: str, seat: int) -> bytes:
    version, kind = protocol_version(), table_pb2.PLAYER_KIND_BOT
    joiner = table_pb2.Joiner(name=f"seat {seat}", kind=kind, version=version)
    request = lobby_pb2.JoinTableRequest(table_id=table_id, joiner=joiner)
    lobby = lobby_pb2_grpc.LobbyServiceStub(channel)
    joined = await lobby.JoinTable(request, timeout=_CALL_SECONDS)
    attach = play_pb2.Attach(version=version, seat_token=joined.seating.seat_token)
    frame = play_pb2.ClientFrame(number=1, attach=attach)
    return play_pb2.PlayRequest(frames=[frame]).SerializeToString()
