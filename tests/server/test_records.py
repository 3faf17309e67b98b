"""Finished games, page by page, over a real socket."""

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_FIELD_OUT_OF_RANGE, ERROR_REASON_GAME_UNKNOWN
from skyjo.v1.event_pb2 import GAME_END_REASON_ROUNDS_PLAYED
from skyjo.v1.record_pb2 import GameSummary
from tests.server.desk import Desk, short
from tests.server.raw import RawStream, refused
from tests.server.simple_player import SimplePlayer


async def test_games_are_listed_page_by_page_latest_first(desk: Desk, stream: RawStream) -> None:
    seats = await desk.seats(short(2), games=5, title="Paging")
    players = [SimplePlayer(seat.seat_token, number) for number, seat in enumerate(seats, 1)]
    await stream.play(*players)
    welcomes = [frame.welcome for frame in players[0].frames if frame.HasField("welcome")]
    played = list(dict.fromkeys(welcome.game_id for welcome in welcomes))
    listed: list[GameSummary] = []
    token = ""
    for count in (2, 2, 1):
        page = await desk.page(page_size=2, page_token=token, table_id=seats[0].table_id)
        assert len(page.games) == count
        listed += page.games
        token = page.next_page_token
    assert token == ""
    assert [game.game_id for game in listed] == played[::-1]
    summary = listed[0]
    assert summary.title == "Paging"
    assert summary.reason == GAME_END_REASON_ROUNDS_PLAYED
    assert [player.name for player in summary.players] == ["Ada", "Ben"]
    assert {result.rank for result in summary.results} <= {1, 2}


async def test_games_are_found_by_a_players_name(desk: Desk, stream: RawStream) -> None:
    made = await desk.create(short(2), games=1, start_when_full=True)
    seats = await desk.fill(made.code, ["Findme", "Ben"])
    await stream.play(*[SimplePlayer(seat.seat_token, n) for n, seat in enumerate(seats, 1)])
    (game,) = (await desk.page(player_name="Findme")).games
    assert game.table_id == made.table_id
    assert (await desk.page(player_name="findme%")).games == []


@pytest.mark.parametrize(
    "wanted",
    [
        {"page_size": 501},
        {"page_token": "x"},
        {"page_token": "-1"},
        {"page_token": "٣"},
        {"page_token": "9" * 40},
    ],
    ids=str,
)
async def test_what_is_no_page_is_refused(desk: Desk, wanted: dict[str, object]) -> None:
    assert (await refused(desk.page(**wanted))).reason == ERROR_REASON_FIELD_OUT_OF_RANGE


async def test_a_game_that_never_was_is_unknown(desk: Desk) -> None:
    refusal = await refused(desk.record("no-such-game"))
    assert (refusal.reason, refusal.field) == (ERROR_REASON_GAME_UNKNOWN, "game_id")
