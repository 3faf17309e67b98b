"""Texts that want to move the cursor, hide, or pass for others: no surface lets one in."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from skyjo.v1 import error_pb2 as error
from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.lobby_pb2 import AddBotRequest, BotChoice, ListTablesRequest
from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo.v1.play_pb2 import VERDICT_MALFORMED, Act, ClientFrame, Note
from skyjo.v1.table_pb2 import PLAYER_KIND_HUMAN
from skyjo.v1.talk_pb2 import Say
from skyjo_engine.rules import Rules
from tests.hostile import HOSTILE
from tests.server.conftest import OPERATOR_KEY, ServerProcess
from tests.server.desk import Desk, joiner
from tests.server.paused import PausedGame
from tests.server.raw import PATIENCE, RawStream, refused
from tests.server.simple_player import VERSION, SimplePlayer

TEXTS = [text for text in HOSTILE if "\ud800" not in text]
"""Those that can be sent: protobuf itself lets no lone surrogate into a message."""
NAME_INVALID = error.ERROR_REASON_NAME_INVALID
TEXT_INVALID = error.ERROR_REASON_TEXT_INVALID


async def test_names_of_players(desk: Desk) -> None:
    made = await desk.create(Rules(players=2))
    for text in TEXTS:
        refusal = await refused(desk.join(made.code, text))
        assert (refusal.reason, refusal.field) == (NAME_INVALID, "joiner.name"), text
        refusal = await refused(desk.create(Rules(players=2), joiner=joiner(text)))
        assert refusal.reason == NAME_INVALID, text


async def test_titles_of_tables(desk: Desk) -> None:
    for text in TEXTS:
        refusal = await refused(desk.create(Rules(players=2), title=text))
        assert (refusal.reason, refusal.field) == (TEXT_INVALID, "title"), text


async def test_events_of_organisers(desk: Desk) -> None:
    for text in TEXTS:
        deals = OrganiserDeals(event_id=text, keys=[bytes(32)])
        create = desk.create(Rules(players=2), organiser_deals=deals, operator_key=OPERATOR_KEY)
        assert (await refused(create)).reason == NAME_INVALID, text


async def test_names_of_bots(desk: Desk, stream: RawStream) -> None:
    made = await desk.create(Rules(players=2))
    for number, text in enumerate(TEXTS, 1):
        enlist = Enlist(version=VERSION, key=bytes(16), name=text, seats=1)
        await stream.send(ClientFrame(number=number, enlist=enlist))
        assert (await stream.frame(number)).refused.reason == NAME_INVALID, text
        add = AddBotRequest(token=made.host_token, bot=BotChoice(enlisted_name=text))
        assert (await refused(desk.lobby.AddBot(add, timeout=PATIENCE))).reason == NAME_INVALID


async def test_notes(desk: Desk, stream: RawStream) -> None:
    game = PausedGame(desk, stream)
    await game.begin()
    invalid = error.ERROR_REASON_TEXT_INVALID
    for text in TEXTS:
        act = Act(decision_id=game.decision_id, draw={}, note=text)
        note = Note(decision_id=game.decision_id, text=text)
        await stream.send(game.actor.frame(act=act), game.actor.frame(note=note))
        receipt = (await stream.frame(game.actor.number, "receipt")).receipt
        assert (receipt.verdict, receipt.reason) == (VERDICT_MALFORMED, invalid), text
        assert (await stream.frame(game.actor.number, "refused")).refused.reason == invalid, text
    await game.finish()


async def test_remarks(desk: Desk, stream: RawStream) -> None:
    made = await desk.create(Rules(players=2), joiner=joiner("Ada", PLAYER_KIND_HUMAN))
    player = SimplePlayer(made.seating.seat_token)
    await stream.send(player.attach())
    for text in TEXTS:
        await stream.send(player.frame(say=Say(text=text)))
        refused = (await stream.frame(1, "refused", "chat")).refused
        assert (refused.reason, refused.field) == (TEXT_INVALID, "say.text"), text


async def test_a_text_that_takes_minutes_to_compose_is_refused_at_once(
    desk: Desk, stream: RawStream
) -> None:
    text = "a" + "\u0301\u0323" * 60_000
    made = await desk.create(Rules(players=2), joiner=joiner("Ada", PLAYER_KIND_HUMAN))
    player = SimplePlayer(made.seating.seat_token, 3)
    await stream.send(player.attach(), player.frame(say=Say(text=text)))
    assert (await stream.frame(3, "refused")).refused.reason == TEXT_INVALID
    assert (await refused(desk.join(made.code, text))).reason == NAME_INVALID
    game = PausedGame(desk, stream)
    await game.begin()
    await stream.send(game.actor.frame(act=Act(decision_id=game.decision_id, draw={}, note=text)))
    assert (await stream.frame(game.actor.number, "receipt")).receipt.reason == TEXT_INVALID
    await game.finish()


async def test_codes_and_identifiers_find_nothing(desk: Desk) -> None:
    lookups: list[Callable[[str], Coroutine[Any, Any, object]]] = [
        lambda text: desk.join(text, "Ada"),
        desk.record,
        lambda text: desk.close(OPERATOR_KEY, text),
        lambda text: desk.close_event(OPERATOR_KEY, text),
    ]
    reasons = set()
    for lookup in lookups:
        reasons |= {(await refused(lookup(text))).reason for text in TEXTS}
    assert reasons == {
        error.ERROR_REASON_TABLE_UNKNOWN,
        error.ERROR_REASON_GAME_UNKNOWN,
        error.ERROR_REASON_EVENT_UNKNOWN,
    }
    for text in TEXTS:
        assert not (await desk.page(player_name=text, event_id=text)).games


async def test_none_of_them_is_shown_or_logged(desk: Desk, server: ServerProcess) -> None:
    listed = await desk.lobby.ListTables(
        ListTablesRequest(operator_key=OPERATOR_KEY), timeout=PATIENCE
    )
    shown = listed.SerializeToString() + server.log.read_bytes()
    assert not any(text.encode() in shown for text in TEXTS)


@pytest.mark.parametrize(
    "name",
    ["Ada", "Jörg", "小林さん", "Анна", "ع", "n'est-ce pas", "a" * 20, "字" * 10, "😀", "e\u0301"],
)
async def test_names_of_all_peoples_are_welcome(desk: Desk, name: str) -> None:
    made = await desk.create(Rules(players=2))
    assert (await desk.join(made.code, name)).seat == 0
