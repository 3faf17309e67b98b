"""Players of whole games on the real server, with any number of seats on each stream.

A player answers every decision at once with one of its legal actions, chosen by the decision's
number alone. It reads nothing else, so that it costs little beside the server.
"""

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import grpc

from bench.load import Line, Load, LoadError
from bench.messages import Response
from skyjo.v1 import lobby_pb2, lobby_pb2_grpc, play_pb2, rules_pb2, table_pb2
from skyjo_wire.framing import delimited, tag, varint, varint_tag
from skyjo_wire.version import protocol_version

SEATS: Final = 4
METHOD: Final = "/skyjo.v1.PlayService/Play"
_CALL_SECONDS: Final = 30.0
TARGET: Final = 700
"""Points at which a game ends: careless as these players are, after seven or eight rounds."""
MANY: Final = 1_000_000
"""Games at a table, one after another: more than a run can play."""
_FRAME: Final = tag(play_pb2.PlayRequest.FRAMES_FIELD_NUMBER)
_NUMBER: Final = varint_tag(play_pb2.ClientFrame.NUMBER_FIELD_NUMBER)
_ACT: Final = tag(play_pb2.ClientFrame.ACT_FIELD_NUMBER)
_READY: Final = delimited(tag(play_pb2.ClientFrame.READY_FIELD_NUMBER), b"")
_ID: Final = varint_tag(play_pb2.Act.DECISION_ID_FIELD_NUMBER)
_SLOTS: Final = range(12)
_DRAW: Final = delimited(tag(play_pb2.Act.DRAW_FIELD_NUMBER), b"")
_TAKE: Final = [play_pb2.Act(take={"slot": slot}).SerializeToString() for slot in _SLOTS]
_KEEP: Final = [play_pb2.Act(keep={"slot": slot}).SerializeToString() for slot in _SLOTS]
_DISCARD: Final = [play_pb2.Act(discard={"slot": slot}).SerializeToString() for slot in _SLOTS]


@contextlib.asynccontextmanager
async def game_load(
    channel: grpc.aio.Channel, games: int, streams: int, *, omit_views: bool
) -> AsyncIterator[Load]:
    """Seat four players at each of ``games`` tables, spread over ``streams``; they wait.

    With 4 streams each one has a seat at every table; with four for each game, one seat only.
    """
    load = Load()
    tokens = await seated(channel, games)
    opened: Any = channel.stream_stream(METHOD)
    for stream in range(streams):
        line = Line(opened(), load.gate)
        load.run(_play(load, line, tokens[stream::streams], omit_views=omit_views))
    await load.all_seated(len(tokens))
    try:
        yield load
    finally:
        await load.close()


async def seated(channel: grpc.aio.Channel, tables: int, seats: int = SEATS) -> list[bytes]:
    """Make tables and take every seat: the tokens, table by table."""
    lobby = lobby_pb2_grpc.LobbyServiceStub(channel)
    request = lobby_pb2.CreateTableRequest(
        rules=rules_pb2.Rules(players=seats, target=TARGET),
        games=MANY,
        start_when_full=True,
        unlisted=True,
    )
    tokens = []
    for _ in range(tables):
        table = await lobby.CreateTable(request, timeout=_CALL_SECONDS)
        for seat in range(seats):
            joiner = table_pb2.Joiner(
                name=f"seat {seat}", kind=table_pb2.PLAYER_KIND_BOT, version=protocol_version()
            )
            join = lobby_pb2.JoinTableRequest(table_id=table.table_id, joiner=joiner)
            joined = await lobby.JoinTable(join, timeout=_CALL_SECONDS)
            tokens.append(joined.seating.seat_token)
    return tokens


async def _play(load: Load, line: Line, tokens: list[bytes], *, omit_views: bool) -> None:
    """Attach every token under a number of its own and play its seat for ever."""
    await line.say(_attached(tokens, omit_views=omit_views))
    greeted: set[int] = set()
    while (raw := await line.call.read()) is not grpc.aio.EOF:
        answers: list[bytes] = []
        for frame in Response.FromString(raw).frames:
            kind = frame.WhichOneof("kind")
            if kind == "decision":
                answers.append(_act(frame.number, frame.decision))
            elif kind == "receipt":
                _check_accepted(frame.receipt)
                load.confirmed(line)
            elif kind is not None:
                answers += _aside(load, frame, greeted)
        if answers:
            await line.answer(b"".join(answers))
    raise LoadError("the server ended a stream")


def _attached(tokens: list[bytes], *, omit_views: bool) -> bytes:
    frames = [
        play_pb2.ClientFrame(
            number=number,
            attach=play_pb2.Attach(
                version=protocol_version(), seat_token=token, omit_views=omit_views
            ),
        )
        for number, token in enumerate(tokens, 1)
    ]
    return play_pb2.PlayRequest(frames=frames).SerializeToString()


def _check_accepted(receipt: Any) -> None:  # noqa: ANN401  # made at run time
    if receipt.verdict != play_pb2.VERDICT_ACCEPTED:
        raise LoadError("the server refused an act")


def _aside(load: Load, frame: Any, greeted: set[int]) -> list[bytes]:  # noqa: ANN401
    """What to answer to a frame that is not part of a move.

    A bot's table goes on to its next round by itself, so a new game is all to get ready for.
    """
    match frame.WhichOneof("kind"):
        case "welcome":
            if frame.number not in greeted:
                greeted.add(frame.number)
                load.seated()
            return [delimited(_FRAME, _NUMBER + varint(frame.number) + _READY)]
        case "heartbeat":
            beat = frame.heartbeat
            pong = play_pb2.Pong(nonce=beat.nonce, latest_number=beat.latest_number)
            answer = play_pb2.ClientFrame(number=frame.number, pong=pong)
            return [delimited(_FRAME, answer.SerializeToString())]
        case other:
            raise LoadError(f"the server said {other}")


def _act(number: int, decision: Any) -> bytes:  # noqa: ANN401  # made at run time
    """Answer ``decision`` with one of its legal actions, as a framed ClientFrame."""
    name = decision.decision_id
    act = _ID + varint(name) + _action(name, decision.legal)
    return delimited(_FRAME, _NUMBER + varint(number) + delimited(_ACT, act))


def _action(name: int, legal: Any) -> bytes:  # noqa: ANN401  # made at run time
    """An eighth of the turns take; half of the drawn cards are discarded while that is legal."""
    if legal.draw:
        take = legal.take if name % 8 == 0 else ()
        return _TAKE[_one_of(take, name)] if take else _DRAW
    if legal.keep:
        if legal.discard and name % 2:
            return _DISCARD[_one_of(legal.discard, 0)]
        return _KEEP[_one_of(legal.keep, name)]
    flip = legal.flip[: legal.flip_count]
    return play_pb2.Act(flip={"slots": flip}).SerializeToString()


def _one_of(slots: Sequence[int], name: int) -> int:
    return slots[name % len(slots)]
