"""Openings that come again, receipts of them, and deals without what was promised."""

import asyncio
import hashlib
from pathlib import Path

import pytest

from skyjo.v1.event_pb2 import Dealt, Event, Events
from skyjo.v1.table_pb2 import (
    TABLE_STAGE_OPENING,
    Presence,
    Welcome,
)
from skyjo_client.bot import Bot
from skyjo_client.connection import Connection
from skyjo_client.engagement import Engagement
from skyjo_client.errors import UnfairDealError
from skyjo_client.receipts import Receipts
from skyjo_client.running import play
from skyjo_client.trouble import explain
from tests.client.openings import THEIRS, broken, opened, opening, seated
from tests.client.scripted import (
    COMMITMENT,
    PATIENCE,
    ScriptedServer,
    running,
    welcome,
)

OTHERS = hashlib.sha256(b"chosen once the other entropy was known").digest()


@pytest.mark.parametrize(
    "between",
    [
        [],
        [{"welcome": welcome()}],
        [{"welcome": running(next_number=2)}, {"welcome": welcome()}],
    ],
    ids=["at once", "after the same welcome", "after a game that was begun"],
)
async def test_the_entropy_is_told_for_the_first_hashes_shown_and_no_others(
    scripted: ScriptedServer, between: list[dict[str, Welcome]], state_folder: Path
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number, promised = await opened(connection, scripted)
        for frame in between:
            await stream.send(number, **frame)
        await stream.send(number, opening=opening(promised.entropy_hash, theirs=OTHERS))
        assert await broken(session) == "opening"
        while (frame_said := (await stream.any_frame())).WhichOneof("frame") == "ready":
            assert not frame_said.ready.HasField("entropy")
        assert frame_said.HasField("detach")
    (receipt,) = Receipts(state_folder / "receipts").find("game")
    assert receipt.entropy_hashes == (promised.entropy_hash, THEIRS)


async def test_the_same_opening_is_answered_again_after_a_lost_connection(
    scripted: ScriptedServer,
) -> None:
    async with Connection(scripted.address) as connection:
        _, stream, _, promised = await opened(connection, scripted)
        stream.end()
        stream = await scripted.stream()
        number = (await stream.frame("attach")).number
        await stream.send(number, welcome=welcome(presence=Presence(stage=TABLE_STAGE_OPENING)))
        await stream.send(number, opening=opening(promised.entropy_hash))
        entropy = (await stream.frame("ready")).ready.entropy
    assert hashlib.sha256(entropy).digest() == promised.entropy_hash


@pytest.mark.parametrize("theirs", [THEIRS, OTHERS], ids=["the same", "another"])
async def test_a_program_started_again_goes_on_from_the_receipt(
    scripted: ScriptedServer, theirs: bytes
) -> None:
    async with Connection(scripted.address) as connection:
        *_, promised = await opened(connection, scripted)
    async with Connection(scripted.address) as connection:
        session, stream, number, again = await seated(connection, scripted)
        assert again == promised
        await stream.send(number, opening=opening(promised.entropy_hash, theirs=theirs))
        if theirs == THEIRS:
            entropy = (await stream.frame("ready")).ready.entropy
            assert hashlib.sha256(entropy).digest() == promised.entropy_hash
        else:
            assert await broken(session) == "opening"


@pytest.mark.parametrize(
    "frame",
    [
        {"events": Events(first_number=1, events=[Event(dealt=Dealt(round=1))])},
        {"welcome": running(next_number=2)},
    ],
    ids=["dealt", "a running game"],
)
async def test_a_deal_without_the_promised_entropy_ends_the_session(
    scripted: ScriptedServer, frame: dict[str, Events | Welcome]
) -> None:
    async with Connection(scripted.address) as connection:
        session, stream, number, _ = await seated(connection, scripted)
        await stream.send(number, **frame)
        assert await broken(session) == "unopened"
        await stream.frame("detach")


async def test_a_bot_that_is_cheated_of_its_promise_stops_with_the_reason(
    scripted: ScriptedServer,
) -> None:
    engagement = Engagement(server=scripted.address, name="mine", token=b"t" * 16)
    playing = asyncio.create_task(play(Bot, engagement))
    stream = await scripted.stream()
    number = (await stream.frame("attach")).number
    await stream.send(number, welcome=welcome())
    await stream.frame("ready")
    dealt = Events(first_number=1, events=[Event(dealt=Dealt(round=1))])
    await stream.send(number, events=dealt)
    with pytest.raises(UnfairDealError) as caught:
        await asyncio.wait_for(playing, PATIENCE)
    assert "without the share" in explain(caught.value)[0]


async def test_each_opened_commitment_is_on_the_receipts_that_follow(
    scripted: ScriptedServer, state_folder: Path
) -> None:
    second, third = bytes(32), b"3" * 32
    async with Connection(scripted.address) as connection:
        session, stream, number, _ = await opened(connection, scripted)
        await stream.send(number, welcome=welcome(commitment=second))
        await stream.frame("ready")  # and given up before it is opened, which tells nobody anything
        await stream.send(number, welcome=welcome(commitment=third))
        promised = (await stream.frame("ready")).ready
        await stream.send(number, opening=opening(promised.entropy_hash, commitment=third))
        await stream.frame("ready")
        kept = Receipts(state_folder / "receipts").find("game")
        given_up = {one.commitment: one.given_up for one in kept}
        assert given_up == {COMMITMENT: (), third: (COMMITMENT,)}
        await stream.send(number, welcome=welcome())
        assert await broken(session) == "commitment"
