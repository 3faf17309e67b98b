"""Calls of the lobby that are wrong: each has its own typed error, and the table is unharmed."""

from collections.abc import Awaitable
from typing import Any

import grpc
import pytest

from skyjo.v1 import error_pb2 as error
from skyjo.v1.lobby_pb2 import (
    AddBotRequest,
    BotChoice,
    HandOverRequest,
    JoinTableRequest,
    KickSeatRequest,
    ListTablesRequest,
    WatchTablesRequest,
)
from skyjo.v1.table_pb2 import (
    PLAYER_KIND_HOUSE_BOT,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_GATHERING,
    Joiner,
    ProtocolVersion,
)
from skyjo_engine.rules import Rules
from skyjo_wire.errors import STATUS
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import Desk, joiner, short
from tests.server.raw import PATIENCE, RawStream, refused
from tests.server.simple_player import SimplePlayer

HOUSE = BotChoice(house_level="random")
OUT_OF_RANGE = error.ERROR_REASON_FIELD_OUT_OF_RANGE


async def test_a_full_table_a_taken_seat_a_taken_name(desk: Desk) -> None:
    made = await desk.create(Rules(players=3), joiner=joiner("Ada"))

    async def reason(name: str, seat: int | None = None) -> int:
        return (await refused(desk.join(made.code, name, seat=seat))).reason

    assert await reason("Ada") == error.ERROR_REASON_NAME_TAKEN
    assert await reason(" Ada ") == error.ERROR_REASON_NAME_TAKEN
    assert await reason("Ben", 0) == error.ERROR_REASON_SEAT_TAKEN
    for seat in (3, 8, 2**32 - 1):
        assert await reason("Ben", seat) == error.ERROR_REASON_SEAT_UNKNOWN
    assert (await desk.join(made.code, "Ben", seat=2)).seat == 2
    assert (await desk.join(made.code, "Cem")).seat == 1
    assert await reason("Dirk") == error.ERROR_REASON_TABLE_FULL


async def test_a_running_game_and_a_closed_table_take_nobody(desk: Desk, stream: RawStream) -> None:
    seats = await desk.seats(Rules(players=2))
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    await stream.play(*players, until=lambda: players[0].latest > 0)
    running = await refused(desk.join(seats[0].code, "Late"))
    assert running.reason == error.ERROR_REASON_GAME_RUNNING
    made = await desk.create(Rules(players=2))
    await desk.close(made.host_token)
    for call in (desk.join(made.code, "Late"), desk.start(made.host_token)):
        assert (await refused(call)).reason == error.ERROR_REASON_TABLE_CLOSED


async def test_an_unknown_table(desk: Desk) -> None:
    for request in (
        JoinTableRequest(code="NONE-00"),
        JoinTableRequest(code="!"),
        JoinTableRequest(table_id="x"),
    ):
        request.joiner.CopyFrom(joiner("Ada"))
        refusal = await refused(desk.lobby.JoinTable(request, timeout=PATIENCE))
        assert refusal.reason == error.ERROR_REASON_TABLE_UNKNOWN


async def test_no_table_named(desk: Desk) -> None:
    refusal = await refused(
        desk.lobby.JoinTable(JoinTableRequest(joiner=joiner("Ada")), timeout=PATIENCE)
    )
    assert (refusal.reason, refusal.field) == (error.ERROR_REASON_FIELD_MISSING, "table")


JOINERS = {
    "no version": (Joiner(name="A"), error.ERROR_REASON_VERSION_UNSUPPORTED),
    "version 2": (
        Joiner(name="A", version=ProtocolVersion(major=2)),
        error.ERROR_REASON_VERSION_UNSUPPORTED,
    ),
    "a house bot": (joiner("A", PLAYER_KIND_HOUSE_BOT), OUT_OF_RANGE),
    "an unknown kind": (joiner("A", 9), OUT_OF_RANGE),  # type: ignore[arg-type]
    "nobody": (joiner(""), error.ERROR_REASON_NAME_INVALID),
    "reserved": (joiner("bot:skilled"), error.ERROR_REASON_NAME_RESERVED),
    "reserved in capitals": (joiner("BOT: x"), error.ERROR_REASON_NAME_RESERVED),
    "reserved in wide letters": (
        joiner("\uff42\uff4f\uff54\uff1ax"),
        error.ERROR_REASON_NAME_RESERVED,
    ),
}


@pytest.mark.parametrize("name", JOINERS)
async def test_a_joiner_who_cannot_join(desk: Desk, name: str) -> None:
    made = await desk.create(Rules(players=2))
    who, reason = JOINERS[name]
    request = JoinTableRequest(code=made.code, joiner=who)
    assert (await refused(desk.lobby.JoinTable(request, timeout=PATIENCE))).reason == reason
    assert (await desk.join(made.code, "Ada")).seat == 0


async def test_what_only_the_host_may_do(desk: Desk) -> None:
    made = await desk.create(Rules(players=3), joiner=joiner("Ada", PLAYER_KIND_HUMAN))
    guest = (await desk.join(made.code, "Ben", kind=PLAYER_KIND_HUMAN)).seat_token
    for token, reason in (
        (guest, error.ERROR_REASON_HOST_ONLY),
        (b"", error.ERROR_REASON_TOKEN_UNKNOWN),
        (bytes(16), error.ERROR_REASON_TOKEN_UNKNOWN),
    ):
        add = AddBotRequest(token=token, bot=HOUSE)
        for call in (
            desk.start(token),
            desk.kick(token, 0),
            desk.hand_over(token, 1),
            desk.close(token),
            desk.lobby.AddBot(add, timeout=PATIENCE),
        ):
            assert (await refused(call)).reason == reason
    host = made.seating.seat_token
    for seat in (2, 3, 2**32 - 1):
        for call in (desk.kick(host, seat), desk.hand_over(host, seat)):
            assert (await refused(call)).reason == error.ERROR_REASON_SEAT_UNKNOWN
    bot = (await desk.join(made.code, "Bot")).seat
    assert (await refused(desk.hand_over(host, bot))).reason == error.ERROR_REASON_SEAT_UNKNOWN
    missing = await refused(desk.lobby.KickSeat(KickSeatRequest(token=host), timeout=PATIENCE))
    assert missing.reason == error.ERROR_REASON_FIELD_MISSING
    missing = await refused(desk.lobby.HandOver(HandOverRequest(token=host), timeout=PATIENCE))
    assert missing.reason == error.ERROR_REASON_FIELD_MISSING


async def test_what_only_the_operator_may_do(desk: Desk) -> None:
    made = await desk.create(Rules(players=2), unlisted=True)
    only = error.ERROR_REASON_OPERATOR_ONLY
    assert (await refused(desk.close(bytes(32), made.table_id))).reason == only
    request = ListTablesRequest(operator_key=bytes(32))
    assert (await refused(desk.lobby.ListTables(request, timeout=PATIENCE))).reason == only
    listed = await desk.lobby.ListTables(ListTablesRequest(), timeout=PATIENCE)
    assert made.table_id not in [table.table_id for table in listed.tables]
    shown = await desk.lobby.ListTables(ListTablesRequest(operator_key=OPERATOR_KEY), timeout=9)
    assert made.table_id in [table.table_id for table in shown.tables]
    watch = desk.lobby.WatchTables(WatchTablesRequest(operator_key=bytes(32)))
    assert (await refused(watch.read())).reason == only
    unknown = await refused(desk.close(OPERATOR_KEY, "no-table"))
    assert unknown.reason == error.ERROR_REASON_TABLE_UNKNOWN
    await desk.close(OPERATOR_KEY, made.table_id)


async def test_a_seat_given_up_twice(desk: Desk) -> None:
    made = await desk.create(Rules(players=2), joiner=joiner("Ada"))
    await desk.leave(made.seating.seat_token)
    again = await refused(desk.leave(made.seating.seat_token))
    assert again.reason == error.ERROR_REASON_TOKEN_UNKNOWN


# --- calls as such ---


async def test_a_call_needs_a_deadline_that_is_near(desk: Desk) -> None:
    for timeout in (None, 61, 10**6):
        refusal = await refused(desk.lobby.ListTables(ListTablesRequest(), timeout=timeout))
        assert refusal.reason == error.ERROR_REASON_DEADLINE_TOO_LONG
        assert refusal.high == 60_000
    await desk.lobby.ListTables(ListTablesRequest(), timeout=59)


def call_of(desk: Desk, method: str, message: bytes) -> Awaitable[object]:
    call: Any = desk.channel.unary_unary(
        method, request_serializer=bytes, response_deserializer=bytes
    )
    answer: Awaitable[object] = call(message, timeout=PATIENCE)
    return answer


async def test_a_request_that_cannot_be_read(desk: Desk) -> None:
    for method in (
        "/skyjo.v1.LobbyService/JoinTable",
        "/skyjo.v1.RecordService/GetGame",
        "/grpc.health.v1.Health/Check",
    ):
        refusal = await refused(call_of(desk, method, b"\xff\xff"))
        assert refusal.reason == error.ERROR_REASON_FRAME_EMPTY
    for method in ("/skyjo.v1.WatchService/Watch", "/skyjo.v1.LobbyService/WatchTables"):
        watch: Any = desk.channel.unary_stream(
            method, request_serializer=bytes, response_deserializer=bytes
        )
        refusal = await refused(watch(b"\xff\xff").read())
        assert refusal.reason == error.ERROR_REASON_FRAME_EMPTY


async def test_what_grpc_itself_answers(desk: Desk) -> None:
    for method in ("/skyjo.v1.LobbyService/Cheat", "/skyjo.v2.PlayService/Play", "/x"):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call_of(desk, method, b"")
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
    too_large = b"\x0a" + b"x" * (257 << 10)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call_of(desk, "/skyjo.v1.LobbyService/JoinTable", too_large)
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_the_status_of_an_error_is_the_catalogues(desk: Desk) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await desk.join("NONE-00", "Ada")
    code = caught.value.code().value[0]
    assert code == STATUS[error.ERROR_REASON_TABLE_UNKNOWN]
    assert caught.value.details() == "TABLE_UNKNOWN"


async def test_a_new_table_gathers_after_all_of_this(desk: Desk) -> None:
    made = await desk.create(short(2))
    listed = await desk.lobby.ListTables(ListTablesRequest(), timeout=PATIENCE)
    (table,) = [table for table in listed.tables if table.table_id == made.table_id]
    assert table.stage == TABLE_STAGE_GATHERING
