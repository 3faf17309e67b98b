"""Frames and messages that are wrong: each has its own answer, and the game goes on unharmed."""

import grpc
import pytest

from skyjo.v1 import error_pb2 as error
from skyjo.v1.play_pb2 import Act, ClientFrame, Detach, Note, PlayRequest, Pong, Ready, Resign
from skyjo.v1.table_pb2 import GOODBYE_REASON_DETACHED, ProtocolVersion, Resume
from skyjo.v1.talk_pb2 import CHAT_PHRASE_HELLO, Say, Vote
from tests.server.desk import Desk
from tests.server.paused import PausedGame
from tests.server.raw import RawStream
from tests.server.simple_player import SimplePlayer

UNATTACHED = 77
EVERY_KIND = {
    "act": ClientFrame(act=Act(decision_id=1, draw={})),
    "pong": ClientFrame(pong=Pong(nonce=1)),
    "ready": ClientFrame(ready=Ready()),
    "resign": ClientFrame(resign=Resign()),
    "detach": ClientFrame(detach=Detach()),
    "note": ClientFrame(note=Note(decision_id=1, text="hm")),
    "say": ClientFrame(say=Say(phrase=CHAT_PHRASE_HELLO)),
    "vote": ClientFrame(vote=Vote(yes=True)),
}
UNKNOWN_KIND = b"\x0a\x06" + b"\x08\x01" + b"\xa2\x06\x01x"
"""A message of one frame: number 1, and a field 100 that this version does not know."""


@pytest.fixture
async def game(desk: Desk, stream: RawStream) -> PausedGame:
    game = PausedGame(desk, stream)
    await game.begin()
    return game


async def refusal(game: PausedGame, frame: ClientFrame) -> error.Refusal:
    """How a frame is refused, which must be under its own number."""
    await game.stream.send(frame)
    return (await game.stream.frame(frame.number, "refused")).refused


async def test_a_number_that_nothing_stands_for(game: PausedGame) -> None:
    for kind, frame in EVERY_KIND.items():
        refused = await refusal(game, _at(frame))
        assert (refused.reason, refused.frame) == (error.ERROR_REASON_NOT_ATTACHED, kind)
    await game.finish()


def _at(frame: ClientFrame, number: int = UNATTACHED) -> ClientFrame:
    frame = ClientFrame.FromString(frame.SerializeToString())
    frame.number = number
    return frame


async def test_a_number_that_is_none(game: PausedGame) -> None:
    attach = SimplePlayer(game.actor.token).attach()
    for number in (0, 2**31, 2**32 - 1):
        for frame in (attach, *EVERY_KIND.values()):
            refused = await refusal(game, _at(frame, number))
            assert refused.reason == error.ERROR_REASON_FRAME_NUMBER_INVALID
            assert (refused.low, refused.high) == (1, 2**31 - 1)
    await game.finish()


async def test_a_number_is_used_once(game: PausedGame) -> None:
    attach = SimplePlayer(game.actor.token).attach()
    used = error.ERROR_REASON_FRAME_NUMBER_USED
    assert (await refusal(game, _at(attach, game.other.number))).reason == used
    unknown = _at(SimplePlayer(bytes(16)).attach(), 8)
    assert (await refusal(game, unknown)).reason == error.ERROR_REASON_TOKEN_UNKNOWN
    assert (await refusal(game, _at(attach, 8))).reason == used
    number = game.other.number
    await game.stream.send(ClientFrame(number=number, detach=Detach()))
    goodbye = (await game.stream.frame(number, "goodbye")).goodbye
    assert goodbye.reason == GOODBYE_REASON_DETACHED
    assert (await refusal(game, _at(attach, number))).reason == used
    await game.finish_elsewhere()


async def test_a_frame_of_nothing(game: PausedGame) -> None:
    for number in (game.actor.number, UNATTACHED):
        refused = await refusal(game, ClientFrame(number=number))
        assert refused.reason == error.ERROR_REASON_FRAME_EMPTY
    await game.finish()


async def test_a_frame_of_an_unknown_kind(game: PausedGame) -> None:
    assert PlayRequest.FromString(UNKNOWN_KIND).frames[0].number == 1
    await game.stream.send_bytes(UNKNOWN_KIND)
    refused = (await game.stream.frame(1, "refused")).refused
    assert refused.reason == error.ERROR_REASON_FRAME_EMPTY
    await game.finish()


@pytest.mark.parametrize("message", [b"\xff\xff\xff", b"\x0a\x7f", b"\x0a\x02\x0a", b"GET / HTTP"])
async def test_a_message_that_cannot_be_read(game: PausedGame, message: bytes) -> None:
    await game.stream.send_bytes(message)
    refused = (await game.stream.frame(0)).refused
    assert refused.reason == error.ERROR_REASON_FRAME_EMPTY
    await game.finish()


async def test_of_a_message_with_too_many_frames_none_is_done(game: PausedGame) -> None:
    resign = game.actor.frame(resign=Resign())
    await game.stream.send(*[resign] * 1025)
    refused = (await game.stream.frame(game.actor.number, "refused")).refused
    assert refused.reason == error.ERROR_REASON_TOO_MANY_FRAMES
    assert (refused.value, refused.high) == (1025, 1024)
    await game.finish()


async def test_each_of_many_frames_is_answered(game: PausedGame) -> None:
    pongs = [ClientFrame(number=UNATTACHED, pong=Pong(nonce=n)) for n in range(1024)]
    await game.stream.send(*pongs)
    for _ in pongs:
        await game.stream.frame(UNATTACHED, "refused")
    await game.finish()


async def test_an_oversized_message_ends_the_stream_and_drops_its_seats(game: PausedGame) -> None:
    big = game.actor.frame(act=Act(decision_id=game.decision_id, draw={}, note="a" * (256 << 10)))
    await game.stream.send(big)
    end = await game.stream.ended()
    assert (end.code, end.refusal) == (grpc.StatusCode.RESOURCE_EXHAUSTED, None)
    await game.finish_elsewhere()


async def test_a_message_just_below_the_limit_is_read(game: PausedGame) -> None:
    note = "a" * ((256 << 10) - 100)
    act = Act(decision_id=game.decision_id, draw={}, note=note)
    await game.stream.send(game.actor.frame(act=act))
    receipt = (await game.stream.frame(game.actor.number, "receipt")).receipt
    assert receipt.reason == error.ERROR_REASON_TEXT_INVALID
    await game.finish()


@pytest.mark.parametrize("token", [b"", bytes(16), b"\xff" * 15, b"x" * 100_000], ids=len)
async def test_a_wrong_token(game: PausedGame, token: bytes) -> None:
    refused = await refusal(game, SimplePlayer(token, 9).attach())
    assert refused.reason == error.ERROR_REASON_TOKEN_UNKNOWN
    assert not refused.field
    await game.finish()


async def test_another_version(game: PausedGame) -> None:
    for number, major in enumerate((0, 2, 2**32 - 1), 9):
        attach = SimplePlayer(game.actor.token, number).attach()
        attach.attach.version.CopyFrom(ProtocolVersion(major=major))
        refused = await refusal(game, attach)
        assert refused.reason == error.ERROR_REASON_VERSION_UNSUPPORTED
        assert (refused.field, refused.value) == ("attach.version.major", major)
        assert (refused.low, refused.high) == (1, 1)
    await game.finish()


async def test_a_resume_from_what_has_not_happened(game: PausedGame) -> None:
    attach = SimplePlayer(game.actor.token, 9, omit_views=True).attach()
    latest = game.actor.latest
    resume = Resume(game_id=game.actor.welcome.game_id, after=latest + 1)
    attach.attach.resume.CopyFrom(resume)
    refused = await refusal(game, attach)
    assert refused.reason == error.ERROR_REASON_RESUME_AHEAD
    assert (refused.value, refused.high) == (latest + 1, latest)
    await game.finish()
    decisions = [f.decision for f in game.actor.frames if f.HasField("decision")]
    assert all(decision.HasField("view") for decision in decisions)


async def test_a_resume_of_another_game_has_no_backlog(game: PausedGame) -> None:
    attach = SimplePlayer(game.actor.token, 9).attach()
    attach.attach.resume.CopyFrom(Resume(game_id="another", after=10_000))
    await game.stream.send(attach)
    welcome = (await game.stream.frame(9, "welcome")).welcome
    assert welcome.next_number == game.actor.latest + 1
    await game.finish_elsewhere()


async def test_bots_neither_talk_nor_vote(game: PausedGame) -> None:
    say, vote = EVERY_KIND["say"], EVERY_KIND["vote"]
    number = game.actor.number
    assert (await refusal(game, _at(say, number))).reason == error.ERROR_REASON_CHAT_CLOSED
    assert (await refusal(game, _at(vote, number))).reason == error.ERROR_REASON_VOTE_CLOSED
    await game.finish()


async def test_notes(game: PausedGame) -> None:
    note = Note(decision_id=game.decision_id + 5, text="hm")
    refused = await refusal(game, game.actor.frame(note=note))
    assert refused.reason == error.ERROR_REASON_DECISION_UNKNOWN
    note = Note(decision_id=game.decision_id, text="a" * 257)
    refused = await refusal(game, game.actor.frame(note=note))
    assert (refused.reason, refused.value) == (error.ERROR_REASON_TEXT_INVALID, 257)
    note = Note(decision_id=game.decision_id, text="I draw")
    await game.stream.send(game.actor.frame(note=note))
    await game.finish()
    record = await game.desk.record(game.actor.welcome.game_id)
    assert [entry.text for entry in record.entries if hasattr(entry, "text")] == ["I draw"]


async def test_a_ready_that_nothing_waits_for_is_ignored(game: PausedGame) -> None:
    for ready in (Ready(), Ready(entropy=bytes(32)), Ready(entropy_hash=bytes(32), round=7)):
        await game.stream.send(game.actor.frame(ready=ready))
    await game.finish()
