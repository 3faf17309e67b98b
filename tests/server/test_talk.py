"""What is said at a table: who may, who hears it, and how much of it."""

from typing import Any

import pytest

from skyjo.v1.error_pb2 import (
    ERROR_REASON_CHAT_CLOSED,
    ERROR_REASON_FIELD_MISSING,
    ERROR_REASON_FIELD_OUT_OF_RANGE,
    ERROR_REASON_RATE_LIMITED,
    ERROR_REASON_TEXT_INVALID,
    ERROR_REASON_VOTE_CLOSED,
)
from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo.v1.play_pb2 import ClientFrame, Resign
from skyjo.v1.talk_pb2 import (
    BALLOT_KIND_REMOVE_SEAT,
    CHAT_PHRASE_GOOD_LUCK,
    CHAT_PHRASE_HELLO,
    CHAT_PHRASE_UNSPECIFIED,
    Say,
    Vote,
)
from skyjo.v1.watch_pb2 import WatchResponse
from skyjo_engine.rules import OnLeave
from skyjo_server.pace import MOST, SECONDS
from skyjo_server.services.watch import WatchLink
from tests.server.company import Company
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import short
from tests.server.inside import Wire
from tests.server.simple_player import SimplePlayer


def allowed(company: Company, seat: int = 0) -> tuple[bool, bool]:
    """What the welcome says of phrases and of text."""
    welcome = company.new(seat, "welcome")[-1].welcome
    return welcome.phrases_allowed, welcome.text_allowed


def test_everybody_hears_what_a_player_says_and_it_counts_as_nothing_of_the_game() -> None:
    company = Company(3)
    company.table.start()
    company.play(until_latest=5)
    latest = company.table.latest
    company.say(1, text="  Gru\u0308ezi mitenand  ")
    company.say(2, phrase=CHAT_PHRASE_GOOD_LUCK)
    for seat in range(3):
        first, second = company.remarks(seat)
        assert (first.seat, first.text) == (1, "Gr\u00fcezi mitenand")
        assert (second.seat, second.phrase) == (2, CHAT_PHRASE_GOOD_LUCK)
    assert company.table.latest == latest
    company.comes_back(0)
    assert not company.remarks(0)


def test_spectators_hear_it_and_are_told_of_no_vote() -> None:
    company = Company(3)
    link = WatchLink()
    company.table.watch(link, None)
    link.outbox.take()
    company.say(0, phrase=CHAT_PHRASE_HELLO)
    company.vote(0, remove=1)
    messages = map(WatchResponse.FromString, link.outbox.take())
    shown = [frame for message in messages for frame in message.frames]
    assert [frame.WhichOneof("frame") for frame in shown] == ["chat"]
    assert (shown[0].chat.seat, shown[0].chat.phrase) == (0, CHAT_PHRASE_HELLO)


@pytest.mark.parametrize(
    ("plan", "phrases", "text"),
    [
        ({}, True, True),
        ({"phrases_only": True}, True, False),
        ({"chat_closed": True}, False, False),
    ],
)
def test_the_maker_of_a_table_says_what_may_be_said(
    plan: dict[str, Any],
    phrases: int,
    text: int,
) -> None:
    company = Company(2, **plan)
    assert allowed(company) == (phrases, text)
    company.say(0, text="hello")
    company.say(0, phrase=CHAT_PHRASE_HELLO)
    refusals = [ERROR_REASON_CHAT_CLOSED] * ((not phrases) + (not text))
    assert len(company.remarks(1)) == phrases + text
    assert company.refusals(0) == refusals


def test_nothing_is_said_in_an_event() -> None:
    deals = OrganiserDeals(event_id="Cup", keys=[bytes(32)])
    company = Company(2, operator_key=OPERATOR_KEY, organiser_deals=deals)
    assert allowed(company) == (False, False)
    company.say(0, phrase=CHAT_PHRASE_HELLO)
    assert company.refusals(0) == [ERROR_REASON_CHAT_CLOSED]


def test_bots_among_themselves_have_no_channel() -> None:
    company = Company(1, bots=2, start_when_full=True)
    company.say(1, phrase=CHAT_PHRASE_HELLO)
    assert company.remarks(2)
    company.send(0, company.players[0].frame(resign=Resign()))
    company.say(1, phrase=CHAT_PHRASE_HELLO)
    company.say(1, text="I hold a 12")
    assert company.refusals(1) == [ERROR_REASON_CHAT_CLOSED] * 2
    assert not company.remarks(2)


def test_a_stand_in_neither_talks_nor_votes_for_who_has_left() -> None:
    company = Company(3, short(3, initial_flips=4, on_leave=OnLeave.BOT))
    company.table.start()
    company.play(until_latest=7)
    company.send(2, company.players[2].frame(resign=Resign()))
    house = Wire(company.inside.hall)
    house.receive(company.inside.enlistment())
    (token,) = [f.assigned.seat_token for f in house.read() if f.HasField("assigned")]
    stand_in = SimplePlayer(token, 2)
    vote = Vote(kind=BALLOT_KIND_REMOVE_SEAT, seat=0, yes=True)
    house.receive(
        stand_in.attach(), stand_in.frame(say=Say(text="hello")), stand_in.frame(vote=vote)
    )
    refused = [frame.refused.reason for frame in house.read() if frame.HasField("refused")]
    assert refused == [ERROR_REASON_CHAT_CLOSED, ERROR_REASON_VOTE_CLOSED]


def test_a_remark_has_200_columns() -> None:
    company = Company(2)
    company.say(0, text="\u5c0f" * 100)
    company.say(0, text="\u5c0f" * 101)
    assert len(company.remarks(1)) == 1
    (refused,) = [frame.refused for frame in company.new(0, "refused")]
    assert (refused.reason, refused.field) == (ERROR_REASON_TEXT_INVALID, "say.text")
    assert (refused.value, refused.low, refused.high) == (202, 1, 200)


@pytest.mark.parametrize(
    ("say", "reason"),
    [
        (Say(), ERROR_REASON_FIELD_MISSING),
        (Say(phrase=CHAT_PHRASE_UNSPECIFIED), ERROR_REASON_FIELD_MISSING),
        (Say(phrase=99), ERROR_REASON_FIELD_OUT_OF_RANGE),  # type: ignore[arg-type]
        (Say(text=""), ERROR_REASON_TEXT_INVALID),
        (Say(text="   "), ERROR_REASON_TEXT_INVALID),
    ],
    ids=["nothing", "no phrase", "an unknown phrase", "no text", "blanks"],
)
def test_nothing_said_is_refused(say: Say, reason: int) -> None:
    company = Company(2)
    company.send(0, ClientFrame(number=1, say=say))
    assert company.refusals(0) == [reason]
    assert not company.remarks(1)


def test_whoever_talks_too_much_has_to_wait_and_others_do_not() -> None:
    company = Company(2)
    for _ in range(MOST):
        company.say(0, text="and")
    company.inside.clock.advance(SECONDS - 1)
    company.comes_back(0)  # which does not help
    company.say(0, text="another thing")
    (refused,) = [frame.refused for frame in company.new(0, "refused")]
    assert refused.reason == ERROR_REASON_RATE_LIMITED
    assert 1000 <= refused.retry_after_ms <= 1001
    company.say(1, text="ah")
    assert len(company.remarks(1)) == MOST + 1
    company.inside.clock.advance(1)
    company.say(0, text="another thing")
    assert [chat.text for chat in company.remarks(1)] == ["another thing"]
