"""Who is host when people come and go, and what becomes of whom the host removes."""

import pytest

from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.error_pb2 import (
    ERROR_REASON_GAME_RUNNING,
    ERROR_REASON_HOST_ONLY,
    ERROR_REASON_REMOVED,
    ERROR_REASON_SEAT_UNKNOWN,
    ERROR_REASON_TABLE_CLOSED,
    ERROR_REASON_TOKEN_UNKNOWN,
    ERROR_REASON_WRONG_STAGE,
)
from skyjo.v1.event_pb2 import SEAT_CHANGE_BOT_TOOK_OVER
from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo.v1.play_pb2 import ClientFrame, Resign
from skyjo.v1.rules_pb2 import CLOCK_PRESET_CUSTOM, ClockRules
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_KICKED,
    GOODBYE_REASON_RESIGNED,
    GOODBYE_REASON_TABLE_CLOSED,
    PLAYER_KIND_BOT,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_CLOSED,
    TABLE_STAGE_GAME_OVER,
    TABLE_STAGE_GATHERING,
)
from skyjo_engine.rules import OnLeave
from skyjo_wire import from_engine
from skyjo_wire.errors import RefusalError
from tests.server.company import Company
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import joiner, short
from tests.server.inside import Inside, Wire, play
from tests.server.simple_player import VERSION, SimplePlayer


def host(company: Company) -> str | None:
    found = company.table.seats.host
    return found.name if found else None


def resign(company: Company, seat: int) -> None:
    company.send(seat, company.players[seat].frame(resign=Resign()))


def test_the_next_host_is_somebody_who_is_here() -> None:
    company = Company(3)
    company.goes_away(1)
    resign(company, 0)
    assert host(company) == "Cem"
    company.comes_back(1)
    resign(company, 2)
    assert host(company) == "Ben"


def test_somebody_who_is_away_is_host_rather_than_nobody_or_a_bot() -> None:
    company = Company(2, bots=1)
    company.goes_away(1)
    resign(company, 0)
    assert host(company) == "Ben"


def test_nobody_inherits_a_table_that_its_people_have_left() -> None:
    company = Company(1, bots=1)
    resign(company, 0)
    assert company.table.stage == TABLE_STAGE_CLOSED
    with pytest.raises(RefusalError) as refused:
        company.joins("Fee")
    assert refused.value.reason == ERROR_REASON_TABLE_CLOSED


def with_a_waiting_bot(*, when_full: bool, clock: ClockRules | None) -> tuple[Company, Wire]:
    """Ada's table with a free seat, and a bot at it that was waiting for work and is attached."""
    company = Company(1, short(3), start_when_full=when_full, clock=clock)
    wire = Wire(company.inside.hall)
    enlist = Enlist(version=VERSION, key=bytes(16), name="Thrifty", seats=1)
    wire.receive(ClientFrame(number=1, enlist=enlist))
    company.inside.hall.add_bot(company.table, BotChoice(enlisted_name="Thrifty"))
    (token,) = [f.assigned.seat_token for f in wire.read() if f.HasField("assigned")]
    wire.receive(SimplePlayer(token, 2).attach())
    return company, wire


@pytest.mark.parametrize("when_full", [True, False], ids=["begins when full", "begun by its host"])
@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(None, 5 * 60), (ClockRules(preset=CLOCK_PRESET_CUSTOM), 10 * 60)],
    ids=["grace time", "no clock"],
)
def test_a_waiting_bot_is_let_go_when_the_host_does_not_come_back(
    when_full: bool,  # noqa: FBT001
    clock: ClockRules | None,
    seconds: float,
) -> None:
    company, wire = with_a_waiting_bot(when_full=when_full, clock=clock)
    workforce = company.inside.hall.workforce
    company.goes_away(0)
    assert not workforce.available("Thrifty")
    company.inside.clock.advance(seconds)
    assert company.table.stage == TABLE_STAGE_CLOSED
    goodbyes = [f.goodbye.reason for f in wire.read() if f.number == 2 and f.HasField("goodbye")]
    assert goodbyes == [GOODBYE_REASON_TABLE_CLOSED]
    assert workforce.available("Thrifty")


def test_a_bot_that_joined_by_code_keeps_a_table_that_begins_when_full() -> None:
    company = Company(1, short(3), start_when_full=True)
    company.joins("Robin", PLAYER_KIND_BOT)
    resign(company, 0)
    company.inside.clock.advance(3600)
    assert company.table.stage == TABLE_STAGE_GATHERING


def test_the_host_stays_host_while_away_and_by_token_alone() -> None:
    company = Company(2)
    company.goes_away(0)
    assert company.inside.hall.access.hosted(company.seats[0].token) is company.table
    with pytest.raises(RefusalError) as caught:
        company.inside.hall.access.hosted(company.seats[1].token)
    assert caught.value.reason == ERROR_REASON_HOST_ONLY


@pytest.mark.parametrize("event", [False, True], ids=["a table", "an event"])
def test_nobody_is_host_by_sitting_where_the_maker_took_no_seat(event: bool) -> None:  # noqa: FBT001
    inside = Inside(operator_key=OPERATOR_KEY)
    request = CreateTableRequest(rules=from_engine.rules(short(3)), operator_key=OPERATOR_KEY)
    if event:
        request.games = 1
        request.organiser_deals.CopyFrom(OrganiserDeals(event_id="Cup", keys=[bytes(32)]))
    table, _, host_token = inside.hall.create(request)
    names = ("Ada", "Ben", "Cem")
    seats = [inside.hall.join(table, joiner(name, PLAYER_KIND_HUMAN), None) for name in names]
    table.leave(seats[0].place.occupant, GOODBYE_REASON_RESIGNED)
    for seat in seats[1:]:
        with pytest.raises(RefusalError) as caught:
            inside.hall.access.hosted(seat.token)
        assert caught.value.reason == ERROR_REASON_HOST_ONLY
    assert table.standing().host is None
    assert inside.hall.access.hosted(host_token) is table
    table.hand_over(2)
    assert inside.hall.access.hosted(seats[2].token) is table
    table.leave(seats[2].place.occupant, GOODBYE_REASON_RESIGNED)
    assert table.standing().host is None
    assert inside.hall.access.hosted(host_token) is table


def test_after_a_game_the_host_token_alone_begins_the_next() -> None:
    inside = Inside()
    request = CreateTableRequest(rules=from_engine.rules(short(2)))
    table, _, _ = inside.hall.create(request)
    seats = [inside.hall.join(table, joiner(n, PLAYER_KIND_HUMAN), None) for n in ("Ada", "Ben")]
    wire = Wire(inside.hall)
    players = [SimplePlayer(seat.token, number) for number, seat in enumerate(seats, 1)]
    wire.receive(*(player.attach() for player in players))
    for game in range(2):
        table.start()
        play(wire, *players)
        assert (table.stage, table.game_index) == (TABLE_STAGE_GAME_OVER, game)
        assert table.standing().host is None


def test_a_table_handed_to_somebody_who_is_away_is_not_lost() -> None:
    company = Company(3)
    company.finish_a_game()
    company.goes_away(1)
    company.table.hand_over(1)
    assert host(company) == "Ben"
    company.vote(0)
    company.vote(2)
    company.inside.clock.advance(60)
    company.play()
    assert (company.table.stage, company.table.game_index) == (TABLE_STAGE_GAME_OVER, 1)
    assert host(company) == "Ada"


def test_nobody_hands_a_table_to_a_bot_or_to_a_seat_without_its_player() -> None:
    company = Company(2, short(3, initial_flips=4, on_leave=OnLeave.BOT), bots=1)
    company.table.start()
    company.play(until_latest=5)
    resign(company, 1)
    for seat in (1, 2, 3):
        with pytest.raises(RefusalError) as caught:
            company.table.hand_over(seat)
        assert caught.value.reason == ERROR_REASON_SEAT_UNKNOWN
    assert host(company) == "Ada"


@pytest.mark.parametrize("seat", [1, 2], ids=["a person", "a bot"])
def test_a_stand_in_plays_on_for_whom_the_host_removes_in_a_game(seat: int) -> None:
    company = Company(2, short(3, initial_flips=4, on_leave=OnLeave.BOT), bots=1)
    company.table.start()
    company.play(until_latest=7)
    company.wires[0].read()
    company.table.kick(seat)
    (told,) = company.new(0, "events")
    changed = told.events.events[0].seat_changed
    assert (changed.seat, changed.change) == (seat, SEAT_CHANGE_BOT_TOOK_OVER)
    assert changed.removed
    (goodbye,) = [frame.goodbye for frame in company.new(seat, "goodbye")]
    assert goodbye.reason == GOODBYE_REASON_KICKED
    with pytest.raises(RefusalError) as caught:
        company.table.kick(seat)
    assert caught.value.reason == ERROR_REASON_WRONG_STAGE
    company.comes_back(seat)
    assert company.refusals(seat) == [ERROR_REASON_TOKEN_UNKNOWN]
    with pytest.raises(RefusalError) as caught:
        company.joins(company.names()[seat])
    assert caught.value.reason == ERROR_REASON_REMOVED
    house = Wire(company.inside.hall)
    house.receive(company.inside.enlistment())
    (token,) = [f.assigned.seat_token for f in house.read() if f.HasField("assigned")]
    company.wires[seat], company.players[seat] = house, SimplePlayer(token, 2)
    for taken, player in enumerate(company.players):
        if taken == seat:
            company.send(seat, player.attach())
        else:
            company.comes_back(taken)
    company.play()
    assert company.table.stage == TABLE_STAGE_GAME_OVER
    assert len(company.names()) == 2


def test_nobody_else_gets_the_seat_of_a_player_who_left_before_the_game_is_over() -> None:
    company = Company(3, short(3, initial_flips=4, on_leave=OnLeave.SKIP))
    company.table.start()
    company.play(until_latest=7)
    resign(company, 1)
    with pytest.raises(RefusalError) as caught:
        company.joins("Somebody")
    assert caught.value.reason == ERROR_REASON_GAME_RUNNING
    for seat in (0, 2):
        company.comes_back(seat)
    company.play()
    assert company.table.stage == TABLE_STAGE_GAME_OVER
    assert company.joins("Somebody") == 1


def test_a_bot_that_was_removed_may_be_seated_again_by_the_host() -> None:
    company = Company(1, bots=1)
    company.table.kick(1)
    assert company.names() == ["Ada"]
    for _ in range(2):
        company.inside.hall.add_bot(company.table, BotChoice(house_level="casual"))
        company.table.kick(1)
    company.inside.hall.add_bot(company.table, BotChoice(house_level="casual"))
    assert company.names() == ["Ada", "bot:casual"]
