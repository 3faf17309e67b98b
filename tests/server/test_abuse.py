"""What one client may not do to a server, to others, or to the fairness of a deal."""

import stat
from functools import partial
from pathlib import Path

import pytest

from skyjo.v1 import error_pb2 as error
from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.lobby_pb2 import BotChoice
from skyjo.v1.play_pb2 import ClientFrame
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_RESIGNED,
    GOODBYE_REASON_TABLE_CLOSED,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_CLOSED,
    TABLE_STAGE_GATHERING,
    Goodbye,
)
from skyjo_engine.rules import Rules
from skyjo_server.connection import MOST_ENLISTMENTS
from skyjo_server.hall import MOST_TABLES
from skyjo_server.stopping import Stop
from skyjo_server.tokens import WORDS
from skyjo_wire.errors import RefusalError
from tests.server.company import Company
from tests.server.desk import Desk, short
from tests.server.inside import Inside, Wire
from tests.server.mortal import MortalServer
from tests.server.raw import RawStream
from tests.server.simple_player import VERSION, SimplePlayer

PLANNED = 3


def test_codes_never_run_out() -> None:
    assert len(WORDS) * 100 > 2 * MOST_TABLES


async def test_a_stream_enlists_so_often_and_no_more(stream: RawStream) -> None:
    enlist = Enlist(version=VERSION, key=b"abuse" * 4, name="Abuse", seats=1)
    numbers = range(1, MOST_ENLISTMENTS + 2)
    await stream.send(*(ClientFrame(number=number, enlist=enlist) for number in numbers))
    frame = await stream.frame(numbers[-1])
    assert frame.refused.reason == error.ERROR_REASON_RATE_LIMITED


def test_a_table_of_house_bots_alone_closes_after_a_while() -> None:
    inside = Inside()
    table, (person, *_) = inside.create(Rules(players=2), PLAYER_KIND_HUMAN, games=0)
    table.leave(table.seats.at(1), GOODBYE_REASON_RESIGNED)
    inside.hall.add_bot(table, BotChoice(house_level="casual"))
    bots, host = Wire(inside.hall), Wire(inside.hall)
    bots.receive(
        ClientFrame(
            number=1,
            enlist=Enlist(version=VERSION, key=inside.hall.house_key, name="casual", seats=1),
        )
    )
    assigned = next(frame.assigned for frame in bots.read() if frame.HasField("assigned"))
    bots.receive(SimplePlayer(assigned.seat_token, 2).attach())
    host.receive(SimplePlayer(person.token).attach())
    inside.clock.advance(3600)
    assert table.stage == TABLE_STAGE_GATHERING
    host.connection.close()
    inside.clock.advance(3600)
    assert table.stage == TABLE_STAGE_CLOSED
    assert not inside.hall.tables


def test_closing_a_closed_table_again_does_not_keep_it() -> None:
    inside = Inside()
    table, _ = inside.create(Rules(players=2))
    for _ in range(5):
        table.close(GOODBYE_REASON_TABLE_CLOSED)
        inside.clock.advance(50)
    assert not inside.hall.tables


def test_the_host_removes_nobody_while_entropy_is_shown() -> None:
    inside = Inside()
    table, seats = inside.create(Rules(players=2), PLAYER_KIND_HUMAN)
    wire = Wire(inside.hall)
    for number, seat in enumerate(seats, 1):
        player = SimplePlayer(seat.token, number, entropy=bytes(32))
        wire.receive(player.attach())
        for frame in wire.read():
            if frame.HasField("welcome") and frame.number == number:
                wire.receive(*player.answer(frame))
    with pytest.raises(RefusalError, match="WRONG_STAGE"):
        table.kick(1)


async def test_planned_games_go_on_without_who_leaves_between_them(
    desk: Desk, stream: RawStream
) -> None:
    seats = await desk.seats(short(3), games=PLANNED)
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    for player in players:
        player.patient = True
    await stream.play(*players, until=lambda: any(len(p.games) > 1 for p in players))
    if players[2].goodbye is None:
        await stream.send(players[2].frame(resign={}))
    await stream.go_on(*players)
    assert {len(player.games) for player in players[:2]} >= {PLANNED}


async def test_a_bots_name_is_free_when_it_is_gone(desk: Desk) -> None:
    for key in (b"first" * 4, b"second" * 4):
        async with RawStream(desk.channel) as stream:
            enlist = Enlist(version=VERSION, key=key, name="Comet", seats=1)
            await stream.send(ClientFrame(number=1, enlist=enlist))
            assert (await stream.frame(1)).HasField("enlisted")
            await stream.send(ClientFrame(number=1, detach={}))
            await stream.frame(1, "goodbye")


async def test_data_is_nobody_elses_business(tmp_path: Path) -> None:
    server = MortalServer(tmp_path / "data")
    await server.start()
    async with server.channel() as channel:
        await Desk(channel).create(Rules(players=2))
    for path in (tmp_path / "data", *(tmp_path / "data").iterdir()):
        assert not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO), path
    server.kill()


def test_nothing_begins_while_the_server_stops() -> None:
    company = Company(2)
    hall, table = company.inside.hall, company.table
    table.kick(1)
    hall.drain(Stop(60.0, Goodbye()))
    for begins in (
        partial(company.inside.create, Rules(players=2)),
        partial(company.joins, "Cem"),
        partial(hall.add_bot, table, BotChoice(house_level="random")),
        table.start,
    ):
        with pytest.raises(RefusalError, match="DRAINING"):
            begins()
