"""What a stranger may do is limited; what those who hold a token do is not taken from them."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
import pytest

from skyjo.v1 import error_pb2 as error
from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.lobby_pb2 import ListTablesRequest
from skyjo.v1.play_pb2 import ClientFrame, Pong
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.rules import Rules
from skyjo_server.limits import Limits
from skyjo_server.server import Server
from skyjo_server.settings import Settings, SettingsError
from tests.server.desk import Desk, joiner
from tests.server.raw import PATIENCE, RawStream, RawWatch, StreamEndedError, refused
from tests.server.simple_player import VERSION, SimplePlayer

KEY = bytes(range(32))
PAIR = Rules(players=2)
NEVER = 1e-9
"""Guesses a minute so few that none comes back while a test runs."""


@asynccontextmanager
async def limited(**limits: float) -> AsyncIterator[Desk]:
    """A server with such limits."""
    settings = Settings(private=True, operator_key=KEY, limits=Limits(**limits))  # type: ignore[arg-type]
    async with Server(settings) as server, grpc.aio.insecure_channel(server.address) as channel:
        yield Desk(channel)


def watch(desk: Desk, code: str) -> RawWatch:
    return RawWatch(desk.channel, WatchRequest(version=VERSION, code=code))


async def test_codes_can_be_guessed_a_few_times_only() -> None:
    async with limited(guesses=3, guesses_a_minute=NEVER) as desk:
        made = await desk.create(PAIR, joiner=joiner("Ada"))
        for _ in range(3):
            assert (
                await refused(desk.join("NONE-00", "Ben"))
            ).reason == error.ERROR_REASON_TABLE_UNKNOWN
        refusal = await refused(desk.join(made.code, "Ben"))
        assert refusal.reason == error.ERROR_REASON_TOO_MANY_GUESSES
        assert refusal.retry_after_ms
        with pytest.raises(StreamEndedError) as caught:
            await watch(desk, made.code).frame()
        assert caught.value.refusal
        assert caught.value.refusal.reason == error.ERROR_REASON_TOO_MANY_GUESSES


async def test_tokens_and_keys_are_guesses_too_and_right_ones_always_pass() -> None:
    async with (
        limited(guesses=4, guesses_a_minute=NEVER) as desk,
        RawStream(desk.channel) as stream,
    ):
        made = await desk.create(PAIR, joiner=joiner("Ada"))
        wrong = bytes(16)
        await refused(desk.kick(wrong, 0))
        await refused(desk.close_event(wrong, "x"))
        await refused(desk.leave(wrong))
        await stream.send(SimplePlayer(wrong, 1).attach())
        assert (await stream.frame(1)).refused.reason == error.ERROR_REASON_TOKEN_UNKNOWN
        await stream.send(SimplePlayer(wrong, 2).attach())
        assert (await stream.frame(2)).refused.reason == error.ERROR_REASON_TOO_MANY_GUESSES
        assert (await refused(desk.kick(wrong, 0))).reason == error.ERROR_REASON_TOO_MANY_GUESSES
        await stream.send(SimplePlayer(made.seating.seat_token, 3).attach())
        assert (await stream.frame(3)).HasField("welcome")
        await desk.leave(made.seating.seat_token)
        request = ListTablesRequest(operator_key=KEY)
        await desk.lobby.ListTables(request, timeout=PATIENCE)


async def test_a_bots_name_cannot_be_taken_by_guessing_its_key() -> None:
    async with (
        limited(guesses=1, guesses_a_minute=NEVER) as desk,
        RawStream(desk.channel) as stream,
    ):
        for number, key in enumerate((bytes(16), KEY[:16], KEY[:17]), 1):
            enlist = Enlist(version=VERSION, key=key, name="mine", seats=1)
            await stream.send(ClientFrame(number=number, enlist=enlist))
        assert (await stream.frame(1)).HasField("enlisted")
        assert (await stream.frame(2)).refused.reason == error.ERROR_REASON_NAME_TAKEN
        assert (await stream.frame(3)).refused.reason == error.ERROR_REASON_TOO_MANY_GUESSES


async def test_calls_from_an_address_are_limited() -> None:
    async with limited(calls=2, calls_a_second=NEVER) as desk:
        await desk.page()
        await desk.page()
        refusal = await refused(desk.page())
        assert refusal.reason == error.ERROR_REASON_RATE_LIMITED
        assert refusal.retry_after_ms


async def test_who_shows_a_token_has_calls_of_the_own() -> None:
    async with limited(calls=1, calls_a_second=NEVER) as desk:
        made = await desk.create(PAIR, joiner=joiner("Ada"))
        assert (await refused(desk.page())).reason == error.ERROR_REASON_RATE_LIMITED
        guessed = await refused(desk.leave(bytes(16)))
        assert guessed.reason == error.ERROR_REASON_RATE_LIMITED
        await desk.lobby.ListTables(ListTablesRequest(operator_key=KEY), timeout=PATIENCE)
        await desk.leave(made.seating.seat_token)


async def test_a_bot_that_waits_for_work_is_a_stranger_still() -> None:
    async with limited(streams=1) as desk, RawStream(desk.channel) as stream:
        enlist = Enlist(version=VERSION, key=KEY, name="mine", seats=1)
        await stream.send(ClientFrame(number=1, enlist=enlist))
        await stream.frame(1, "enlisted")
        async with RawStream(desk.channel) as one_more:
            assert (await one_more.ended()).code is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_only_streams_without_a_seat_count_for_an_address() -> None:
    async with limited(streams=2) as desk:
        seats = await desk.seats(PAIR, start_when_full=False)
        async with RawStream(desk.channel) as first, RawStream(desk.channel) as second:
            for stream, seat in zip((first, second), seats, strict=True):
                await stream.send(SimplePlayer(seat.seat_token).attach())
                await stream.frame(1, "welcome")
            spectator = watch(desk, seats[0].code)
            await spectator.frame("welcome")
            async with RawStream(desk.channel) as stranger:
                await stranger.send(ClientFrame(number=1, pong=Pong()))
                await stranger.frame(1, "refused")
                async with RawStream(desk.channel) as one_more:
                    ended = await one_more.ended()
                assert ended.code is grpc.StatusCode.RESOURCE_EXHAUSTED
                assert ended.refusal
                assert ended.refusal.reason == error.ERROR_REASON_TOO_MANY_STREAMS
                assert ended.refusal.retry_after_ms
                spectator.cancel()


async def test_streams_that_are_refused_are_counted() -> None:
    settings = Settings(private=True, limits=Limits(streams=0))
    async with (
        Server(settings) as server,
        grpc.aio.insecure_channel(server.address) as channel,
        RawStream(channel) as stream,
    ):
        await stream.ended()
        assert server.hall.meters.refusals[error.ERROR_REASON_TOO_MANY_STREAMS] == 1


async def test_a_stream_has_so_many_seats() -> None:
    async with limited(seats=1) as desk, RawStream(desk.channel) as stream:
        seats = await desk.seats(PAIR, start_when_full=False)
        await stream.send(*(SimplePlayer(s.seat_token, n).attach() for n, s in enumerate(seats, 1)))
        await stream.frame(1, "welcome")
        refusal = (await stream.frame(2)).refused
        assert (refusal.reason, refusal.high) == (error.ERROR_REASON_TOO_MANY_SEATS, 1)


async def test_too_many_frames_a_second_wait_and_none_is_lost() -> None:
    async with limited(frames=50, frames_a_seat=0) as desk, RawStream(desk.channel) as stream:
        for number in range(1, 101):
            await stream.send(ClientFrame(number=number, pong=Pong()))
        for number in range(1, 101):
            assert (await stream.frame(number)).HasField("refused")


async def test_a_flood_is_left_unread_while_others_are_served() -> None:
    settings = Settings(private=True, limits=Limits(frames=5, frames_a_seat=0))
    async with (
        Server(settings) as server,
        grpc.aio.insecure_channel(server.address) as channel,
        RawStream(channel) as flood,
        RawStream(channel) as stream,
    ):
        (seat, _) = await Desk(channel).seats(PAIR, start_when_full=False)
        await stream.send(SimplePlayer(seat.seat_token, 1).attach())
        await stream.frame(1, "welcome")
        for _ in range(100):  # of which twenty seconds are worth, no fewer
            await flood.send(ClientFrame(number=1, pong=Pong()))
        for number in (2, 3):
            await stream.send(ClientFrame(number=number, pong=Pong()))
            await stream.frame(number, "refused")
        assert server.hall.meters.refusals[error.ERROR_REASON_NOT_ATTACHED] < 100


async def test_an_address_has_so_many_tables_and_the_operator_more() -> None:
    async with limited(tables=1) as desk:
        await desk.create(PAIR)
        refusal = await refused(desk.create(PAIR))
        assert (refusal.reason, refusal.high) == (error.ERROR_REASON_TOO_MANY_TABLES, 1)
        await desk.create(PAIR, operator_key=KEY)


async def test_in_events_only_the_operator_makes_tables() -> None:
    with pytest.raises(SettingsError, match="SKYJO_OPERATOR_KEY"):
        Settings(events_only=True)
    command = (sys.executable, "-m", "skyjo_server", "--private", "--events-only")
    env = os.environ | {"SKYJO_OPERATOR_KEY": KEY.hex()}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe) as process:  # noqa: ASYNC220
        assert process.stdin
        assert process.stdout
        address = json.loads(process.stdout.readline())["address"]
        async with grpc.aio.insecure_channel(address) as channel:
            desk = Desk(channel)
            for key in (b"", bytes(32)):
                refusal = await refused(desk.create(PAIR, operator_key=key))
                assert refusal.reason == error.ERROR_REASON_OPERATOR_ONLY
            made = await desk.create(PAIR, operator_key=KEY)
            await desk.join(made.code, "Ada")
        process.stdin.close()
