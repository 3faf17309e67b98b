"""Players of the bare stub: a stream for each seat."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import grpc

from bench.load import Line, Load, LoadError
from bench.messages import Event, Move
from bench.stub import METHOD, SEATS


@contextlib.asynccontextmanager
async def stub_load(channel: grpc.aio.Channel, games: int) -> AsyncIterator[Load]:
    """Seat four players at each of ``games`` games; they wait for the gate."""
    load = Load()
    opened: Any = channel.stream_stream(METHOD)
    for game in range(games):
        for seat in range(SEATS):
            load.run(_play(load, Line(opened(), load.gate), game, seat))
    await load.all_seated(games * SEATS)
    try:
        yield load
    finally:
        await load.close()


async def _play(load: Load, line: Line, game: int, seat: int) -> None:
    """Join, and move whenever it is this seat's turn. The first event is nobody's move."""
    move = Move(game=game, seat=seat, kind=1, slot=5).SerializeToString()
    await line.say(move)
    while (raw := await line.call.read()) is not grpc.aio.EOF:
        event = Event.FromString(raw)
        if event.kind == 0:
            load.seated()
        elif event.seat == seat:
            load.confirmed(line)
        if event.turn == seat:
            await line.answer(move)
    raise LoadError("the stub ended a stream")
