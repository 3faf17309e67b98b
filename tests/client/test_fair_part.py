"""A seat's part in a fair deal, unasked: entropy promised and opened, and a receipt kept."""

import hashlib
import os
from pathlib import Path

import pytest

from skyjo.v1.event_pb2 import Dealt, Event, Events, GameEnded, RoundEnded
from skyjo.v1.game_pb2 import View
from skyjo.v1.play_pb2 import Opening, Ready, SeatOpening, ServerFrame
from skyjo.v1.table_pb2 import (
    DEAL_SOURCE_SEED,
    TABLE_STAGE_BETWEEN_ROUNDS,
    Player,
    Presence,
)
from skyjo.v1.talk_pb2 import Say
from skyjo_client.connection import Connection
from skyjo_client.notices import ReceiptNotKept
from skyjo_client.receipts import Receipts
from tests.client.attached import welcomed
from tests.client.openings import THEIRS, broken, opened, opening, seated
from tests.client.scripted import (
    COMMITMENT,
    RULES,
    ScriptedServer,
    running,
    welcome,
)


async def test_the_entropy_is_promised_opened_and_on_the_receipt(
    scripted: ScriptedServer, state_folder: Path
) -> None:
    async with Connection(scripted.address) as connection:
        _, stream, number, promised = await seated(connection, scripted)
        assert len(promised.entropy_hash) == 32
        assert not promised.HasField("entropy")
        await stream.send(number, opening=opening(promised.entropy_hash))
        entropy = (await stream.frame("ready")).ready.entropy
    assert hashlib.sha256(entropy).digest() == promised.entropy_hash
    (receipt,) = Receipts(state_folder / "receipts").find("game")
    assert receipt.entropy == entropy
    assert receipt.entropy_hashes == (promised.entropy_hash, THEIRS)
    assert (receipt.commitment, receipt.seat) == (COMMITMENT, 0)
    assert receipt.settings_digest == RULES.digest()


@pytest.mark.skipif(os.name != "posix", reason="permissions of this kind are POSIX's")
async def test_a_receipt_is_its_owners_alone(scripted: ScriptedServer, state_folder: Path) -> None:
    async with Connection(scripted.address) as connection:
        _, stream, number, promised = await seated(connection, scripted)
        await stream.send(number, opening=opening(promised.entropy_hash))
        await stream.frame("ready")
    (file,) = (state_folder / "receipts").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("shown", "what"),
    [
        (opening(THEIRS), "own_hash"),
        (Opening(game_id="game", commitment=COMMITMENT, seats=[SeatOpening(seat=1)]), "seats"),
        (opening(b"", commitment=bytes(32)), "commitment"),
        (opening(b"", game_id="another"), "commitment"),
    ],
    ids=["own hash changed", "own seat missing", "commitment changed", "another game"],
)
async def test_a_broken_promise_ends_the_session_and_keeps_the_entropy_secret(
    scripted: ScriptedServer, shown: Opening, what: str
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number, promised = await seated(connection, scripted)
        for seat in shown.seats:
            if seat.HasField("entropy_hash") and not seat.entropy_hash:
                seat.entropy_hash = promised.entropy_hash
        await stream.send(number, opening=shown)
        assert await broken(session) == what
        await stream.frame("detach")  # and no ready before it


async def test_a_new_commitment_gets_new_entropy_and_the_old_one_none(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number, first = await seated(connection, scripted)
        await stream.send(number, welcome=welcome(commitment=bytes(32)))
        second = (await stream.frame("ready")).ready
        assert first.entropy_hash != second.entropy_hash
        await stream.send(number, opening=opening(first.entropy_hash))
        assert await broken(session) == "commitment"


async def test_the_promise_survives_a_lost_connection(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        _, stream, number, promised = await seated(connection, scripted)
        stream.end()
        stream = await scripted.stream()
        number = (await stream.frame("attach")).number
        await stream.send(number, welcome=welcome())
        assert (await stream.frame("ready")).ready == promised
        ready = Presence(players=[Player(seat=0, ready=True)])
        await stream.send(number, welcome=welcome(presence=ready))
        await stream.send(number, opening=opening(promised.entropy_hash))
        # What the server has heard is not said again: next comes the entropy itself.
        assert (await stream.frame("ready")).ready.HasField("entropy")


async def test_no_entropy_is_given_where_it_has_no_part(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        first = welcome(deal_source=DEAL_SOURCE_SEED)
        _, stream, _ = await welcomed(connection, scripted, first)
        assert (await stream.frame("ready")).ready == Ready(commitment=COMMITMENT)


async def test_a_game_goes_on_where_no_receipt_can_be_kept(
    scripted: ScriptedServer, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    async with Connection(scripted.address, receipts=Receipts(blocked)) as connection:
        session, stream, number, promised = await seated(connection, scripted, auto_ready=True)
        await stream.send(number, opening=opening(promised.entropy_hash))
        assert (await stream.frame("ready")).ready.HasField("entropy")
        await stream.send(number, welcome=welcome("next"))
        promised = (await stream.frame("ready")).ready
        await stream.send(number, opening=opening(promised.entropy_hash, "next"))
        assert (await stream.frame("ready")).ready.HasField("entropy")
        items = [await anext(session) for _ in range(5)]
    warnings = [item for item in items if isinstance(item, ReceiptNotKept)]
    assert [(one.game_id, one.folder) for one in warnings] == [("game", str(blocked))]


async def test_receipts_can_be_switched_off(scripted: ScriptedServer, state_folder: Path) -> None:
    async with Connection(scripted.address, receipts=None) as connection:
        _, stream, number, promised = await seated(connection, scripted)
        await stream.send(number, opening=opening(promised.entropy_hash))
        await stream.frame("ready")
    assert Receipts(state_folder / "receipts").find("game") == []


async def test_a_ready_names_the_commitment_that_it_answers(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        _, stream, number, promised = await seated(connection, scripted)
        assert promised.commitment == COMMITMENT
        await stream.send(number, opening=opening(promised.entropy_hash))
        assert (await stream.frame("ready")).ready.commitment == COMMITMENT


def round_end(*more: Event) -> Events:
    return Events(first_number=1, events=[Event(round_ended=RoundEnded(round=3)), *more])


async def test_a_bot_is_ready_between_rounds_and_a_person_says_so(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        _, stream, number, _ = await opened(connection, scripted, auto_ready=True)
        await stream.send(number, events=round_end())
        assert (await stream.frame("ready")).ready == Ready(round=3)
    async with Connection(scripted.address) as connection:
        session, stream, number, _ = await opened(connection, scripted)
        await stream.send(number, events=round_end())
        while not (isinstance(item := await anext(session), ServerFrame) and item.events.events):
            pass
        session.say(Say(text="one moment"))
        session.ready()
        await stream.frame("say")
        assert (await stream.frame("ready")).ready == Ready(round=3)


async def test_nobody_is_ready_for_a_round_after_the_last(scripted: ScriptedServer) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number, _ = await opened(connection, scripted, auto_ready=True)
        await stream.send(number, events=round_end(Event(game_ended=GameEnded())))
        while not (isinstance(item := await anext(session), ServerFrame) and item.events.events):
            pass
        session.detach()
        await stream.frame("detach")


async def test_a_ready_between_rounds_that_was_lost_is_said_again(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number, _ = await opened(connection, scripted)
        await stream.send(number, events=round_end())
        while not (isinstance(item := await anext(session), ServerFrame) and item.events.events):
            pass
        session.ready()
        stream.end()
        stream = await scripted.stream()
        number = (await stream.frame("attach")).number
        waiting = Presence(stage=TABLE_STAGE_BETWEEN_ROUNDS)
        between = running(next_number=2, presence=waiting)
        between.view.CopyFrom(View(round=3))
        await stream.send(number, welcome=between)
        assert (await stream.frame("ready")).ready == Ready(round=3)


@pytest.mark.parametrize("auto", [True, False])
async def test_a_later_game_waits_for_a_person_but_not_for_a_bot(
    scripted: ScriptedServer,
    auto: bool,  # noqa: FBT001  # a case
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number, first = await opened(connection, scripted, auto_ready=auto)
        dealt = Events(first_number=1, events=[Event(dealt=Dealt(round=1))])
        await stream.send(number, events=dealt)
        await stream.send(number, welcome=welcome("second"))
        while session.game_id != "second":
            await anext(session)
        if not auto:
            session.say(Say(text="another?"))
            await stream.frame("say")
            session.ready()
        second = (await stream.frame("ready")).ready
        assert len(second.entropy_hash) == 32
        assert second.entropy_hash != first.entropy_hash
