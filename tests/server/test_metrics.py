"""Metrics of a real server, read over HTTP."""

import asyncio
import os
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from skyjo.v1.error_pb2 import ERROR_REASON_ACTION_MISSING
from skyjo.v1.lobby_pb2 import BotChoice, Seating
from skyjo.v1.play_pb2 import Act, ClientFrame, Decision
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.rules import Rules
from skyjo_server.meters import BOUNDS, Spread
from skyjo_server.server import Server
from skyjo_server.settings import Settings, SettingsError
from tests.server.desk import NAMES, Desk, short
from tests.server.program import Program, program
from tests.server.raw import PATIENCE, RawStream, RawWatch, refused
from tests.server.simple_player import VERSION, SimplePlayer, first_choice


@dataclass
class Read:
    """Metrics as they were at a moment."""

    text: str

    def families(self) -> list[Metric]:
        return list(text_string_to_metric_families(self.text))

    def value(self, name: str, **labels: str) -> float:
        samples = [sample for family in self.families() for sample in family.samples]
        (found,) = [s.value for s in samples if s.name == name and s.labels == labels]
        return found


def fetch(address: str) -> Read:
    with urllib.request.urlopen(f"http://{address}/metrics", timeout=10) as answer:
        return Read(answer.read().decode())


async def read(server: Program) -> Read:
    return await asyncio.to_thread(fetch, server.metrics)


@pytest.fixture
async def metered(tmp_path: Path) -> AsyncIterator[Program]:
    data = str(tmp_path / "data")
    async with program("--port", "0", "--metrics", "0", "--data", data) as server:
        yield server


def wrong_at_first() -> SimplePlayer:
    """A player whose first act says nothing."""
    said: list[Decision] = []

    def choose(decision: Decision) -> Act:
        said.append(decision)
        return Act(decision_id=decision.decision_id) if len(said) == 1 else first_choice(decision)

    return SimplePlayer(b"", choose=choose)


def players(seats: Sequence[Seating]) -> list[SimplePlayer]:
    return [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]


async def test_a_game_shows_in_the_figures(metered: Program) -> None:
    async with metered.channel() as channel, RawStream(channel) as stream:
        desk = Desk(channel)
        seats = await desk.seats(short(2))
        watch = RawWatch(channel, WatchRequest(version=VERSION, table_id=seats[0].table_id))
        await watch.frame("welcome")
        seated = players(seats)
        await stream.play(*seated, until=lambda: seated[0].latest >= 3)
        during = await read(metered)
        assert during.value("skyjo_tables", stage="playing") == 1
        assert during.value("skyjo_seats_connected") == 2
        assert during.value("skyjo_spectators") == 1
        assert during.value("skyjo_games_total") == 0
        await stream.go_on(*seated)
    after = await read(metered)
    moves = sum(len(player.receipts) for player in seated)
    assert after.value("skyjo_moves_total") == moves > 2
    assert after.value("skyjo_move_seconds_count") == moves
    assert after.value("skyjo_move_seconds_sum") > 0
    assert after.value("skyjo_commit_seconds_count") >= moves / 2
    assert after.value("skyjo_games_total") == 1
    assert after.value("skyjo_journal_queue") == 0
    assert after.value("skyjo_tables", stage="closed") == 1
    assert after.value("skyjo_tables", stage="playing") == 0
    assert after.value("process_cpu_seconds_total") > 0


def unreadable(desk: Desk) -> Awaitable[object]:
    call: Any = desk.channel.unary_unary(
        "/skyjo.v1.LobbyService/ListTables", request_serializer=bytes, response_deserializer=bytes
    )
    answer: Awaitable[object] = call(b"\xff", timeout=PATIENCE)
    return answer


async def test_every_way_to_be_refused_is_counted_by_reason(metered: Program) -> None:
    async with metered.channel() as channel, RawStream(channel) as stream:
        desk = Desk(channel)
        await stream.send(ClientFrame(number=7, act=Act(decision_id=1)))
        await stream.frame(7, "refused")
        await refused(desk.join("KIWI-00", "Ada"))
        await refused(unreadable(desk))
        seats = await desk.seats(Rules(players=2))
        clumsy, other = wrong_at_first(), SimplePlayer(seats[1].seat_token, 2)
        clumsy.token = seats[0].seat_token
        await stream.play(clumsy, other, until=lambda: bool(clumsy.receipts))
        assert clumsy.receipts[0].reason == ERROR_REASON_ACTION_MISSING
    shown = await read(metered)
    for reason in ("not_attached", "table_unknown", "frame_empty", "action_missing"):
        assert shown.value("skyjo_refusals_total", reason=reason) == 1


async def test_metrics_name_nobody_and_nothing(metered: Program) -> None:
    async with metered.channel() as channel, RawStream(channel) as stream:
        desk = Desk(channel)
        seats = await desk.seats(short(2))
        seated = players(seats)
        await stream.play(*seated)
        await desk.create(Rules(players=2), bots=[BotChoice(house_level="random")])
    shown = await read(metered)
    secrets = [seat.seat_token.hex() for seat in seats]
    named = [seats[0].code, seats[0].table_id, seated[0].welcome.game_id, *NAMES[:2], "bot:"]
    assert [text for text in (*secrets, *named) if text in shown.text] == []
    samples = [sample for family in shown.families() for sample in family.samples]
    assert {label for sample in samples for label in sample.labels} == {"stage", "le"}


async def test_house_bots_that_end_are_counted_and_heard(tmp_path: Path) -> None:
    package = tmp_path / "skyjo_client"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text('raise SystemExit("a broken\\nprogram")')
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    async with (
        program("--port", "0", "--metrics", "0", env={"PYTHONPATH": path}) as server,
        server.channel() as channel,
    ):
        assert (await read(server)).value("skyjo_house_bot_restarts_total") == 0
        await Desk(channel).create(Rules(players=2), bots=[BotChoice(house_level="random")])
        said = await server.logged("the random bots: program")
        assert said["fields"] == {"bots": "random"}
        await server.logged("the random bots ended with status 1")
        assert (await read(server)).value("skyjo_house_bot_restarts_total") == 1


async def test_metrics_listen_on_this_machine_unless_told_otherwise() -> None:
    async with program("--port", "0", "--metrics", "[::1]:0") as six:
        assert six.metrics.startswith("[::1]:")
        assert (await read(six)).value("skyjo_spectators") == 0
    async with program("--port", "0", "--metrics", "0") as four:
        assert four.metrics.startswith("127.0.0.1:")
    async with program("--port", "0") as without:
        assert without.metrics == ""


async def test_a_port_that_is_taken_is_one_sentence_and_leaves_the_folder_free(
    metered: Program, tmp_path: Path
) -> None:
    host, _, port = metered.metrics.rpartition(":")
    settings = Settings(port=0, data=tmp_path / "other", metrics=(host, int(port)))
    for _ in range(2):
        with pytest.raises(SettingsError, match="metrics cannot be served"):
            await Server(settings).__aenter__()
    async with Server(Settings(port=0, data=tmp_path / "other")):
        pass


def test_durations_are_counted_by_their_upper_bound() -> None:
    spread = Spread()
    for seconds in (BOUNDS[0], BOUNDS[0] / 2, BOUNDS[1], 100.0):
        spread.note(seconds)
    assert spread.counts() == [2, 1, *[0] * (len(BOUNDS) - 2), 1]
    assert spread.total == pytest.approx(100.0 + 1.5 * BOUNDS[0] + BOUNDS[1])
