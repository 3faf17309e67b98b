"""Tables that cannot be: each is refused with its own reason, and none is made."""

from typing import Any

import pytest

from skyjo.v1 import error_pb2 as error
from skyjo.v1.lobby_pb2 import (
    BotChoice,
    CreateTableRequest,
    ListTablesRequest,
)
from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo.v1.rules_pb2 import Rules as RulesMessage
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import Desk, joiner
from tests.server.raw import PATIENCE, refused

KEY = bytes(32)
DEALS = OrganiserDeals(event_id="cup", keys=[KEY])
HOUSE = BotChoice(house_level="random")
OUT_OF_RANGE = error.ERROR_REASON_FIELD_OUT_OF_RANGE
CONFLICT = error.ERROR_REASON_FIELDS_CONFLICT


def rules(**settings: Any) -> RulesMessage:
    return RulesMessage(**({"players": 2} | settings))


IMPOSSIBLE_TABLES: dict[str, tuple[dict[str, Any], int, str]] = {
    "no rules": ({"rules": None}, error.ERROR_REASON_FIELD_MISSING, "rules.players"),
    "no players": ({"rules": rules(players=0)}, error.ERROR_REASON_FIELD_MISSING, "rules.players"),
    "1 player": ({"rules": rules(players=1)}, OUT_OF_RANGE, "rules.players"),
    "9 players": ({"rules": rules(players=9)}, OUT_OF_RANGE, "rules.players"),
    "target 0": ({"rules": rules(target=0)}, OUT_OF_RANGE, "rules.target"),
    "51 rounds": ({"rules": rules(rounds=51)}, OUT_OF_RANGE, "rules.rounds"),
    "12 flips": ({"rules": rules(initial_flips=12)}, OUT_OF_RANGE, "rules.initial_flips"),
    "turn cap 0": ({"rules": rules(turn_cap=0)}, OUT_OF_RANGE, "rules.turn_cap"),
    "unknown dealing": ({"rules": rules(dealing=9)}, OUT_OF_RANGE, "rules.dealing"),
    "unknown on_leave": ({"rules": rules(on_leave=9)}, OUT_OF_RANGE, "rules.on_leave"),
    "seed and deals": ({"seed": 1, "organiser_deals": DEALS}, CONFLICT, "seed"),
    "games and deals": ({"games": 2, "organiser_deals": DEALS}, CONFLICT, "games"),
    "deals without event": (
        {"organiser_deals": OrganiserDeals(keys=[KEY])},
        error.ERROR_REASON_FIELD_MISSING,
        "organiser_deals.event_id",
    ),
    "deals without keys": (
        {"organiser_deals": OrganiserDeals(event_id="cup")},
        OUT_OF_RANGE,
        "organiser_deals.keys",
    ),
    "short key": (
        {"organiser_deals": OrganiserDeals(event_id="cup", keys=[KEY, b"k"])},
        OUT_OF_RANGE,
        "organiser_deals.keys",
    ),
    "more bots than seats": ({"bots": [HOUSE] * 3}, CONFLICT, "bots"),
    "more bots than free seats": ({"bots": [HOUSE] * 2, "joiner": joiner("A")}, CONFLICT, "bots"),
    "unknown level": (
        {"bots": [BotChoice(house_level="perfect")]},
        error.ERROR_REASON_BOT_UNKNOWN,
        "bot",
    ),
    "unknown bot": (
        {"bots": [BotChoice(enlisted_name="nobody")]},
        error.ERROR_REASON_BOT_UNKNOWN,
        "bot",
    ),
    "level as a bot": (
        {"bots": [BotChoice(enlisted_name="random")]},
        error.ERROR_REASON_BOT_UNKNOWN,
        "bot",
    ),
}


async def tables(desk: Desk) -> set[str]:
    request = ListTablesRequest(operator_key=OPERATOR_KEY)
    listed = await desk.lobby.ListTables(request, timeout=PATIENCE)
    return {table.table_id for table in listed.tables}


@pytest.mark.parametrize("name", IMPOSSIBLE_TABLES)
async def test_a_table_that_cannot_be(desk: Desk, name: str) -> None:
    wanted, reason, field = IMPOSSIBLE_TABLES[name]
    settings: dict[str, Any] = {"rules": rules(), "operator_key": OPERATOR_KEY} | wanted
    request = CreateTableRequest(**settings)
    before = await tables(desk)
    refusal = await refused(desk.lobby.CreateTable(request, timeout=PATIENCE))
    assert (refusal.reason, refusal.field) == (reason, field)
    assert await tables(desk) == before


async def test_limits_are_named(desk: Desk) -> None:
    request = CreateTableRequest(rules=rules(players=9))
    refusal = await refused(desk.lobby.CreateTable(request, timeout=PATIENCE))
    assert (refusal.value, refusal.low, refusal.high) == (9, 2, 8)
