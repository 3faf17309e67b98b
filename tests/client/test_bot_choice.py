"""Which bot a typed name means, and how the bots of a server are told."""

import pytest

from skyjo.v1.lobby_pb2 import EnlistedBot, ListBotsResponse
from skyjo_client.bot_choice import bot_choice
from skyjo_client.present.bot_lines import bots_there

THERE = ListBotsResponse(
    house_levels=["random", "casual"],
    enlisted=[
        EnlistedBot(name="TWIN", free_seats=1),
        EnlistedBot(name="Thrifty", free_seats=0),
        EnlistedBot(name="Twin", free_seats=2),
    ],
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Thrifty", "Thrifty"),
        ("thrifty", "Thrifty"),
        ("Twin", "Twin"),
        ("TWIN", "TWIN"),
        ("twin", None),
        ("nobody", None),
    ],
)
def test_letters_may_be_small_or_large_where_one_bot_alone_is_meant(
    typed: str, meant: str | None
) -> None:
    choice = bot_choice(THERE, typed)
    assert (choice.enlisted_name if choice else None) == meant


def test_house_levels_ignore_case() -> None:
    choice = bot_choice(THERE, "Casual")
    assert choice
    assert choice.house_level == "casual"


def test_bots_without_a_free_place_are_told_apart() -> None:
    assert bots_there(THERE) == [
        "House bots: random, casual.",
        "Waiting for work, with free places: TWIN (1), Twin (2).",
        "At work, without a free place: Thrifty.",
    ]
