"""What the bot answers to whatever a server may say."""

import os
import unittest
from hashlib import sha256
from unittest import mock

from dial import GiveUpError, host_and_port
from main import LAST_SEED, number
from play import Bot, LostError
from seat import Seat
from skyjo.v1.enlist_pb2 import Assigned, Enlisted
from skyjo.v1.error_pb2 import (
    ERROR_REASON_SEAT_TAKEN,
    ERROR_REASON_SLOT_OUT_OF_RANGE,
    ERROR_REASON_TOKEN_UNKNOWN,
    Refusal,
)
from skyjo.v1.event_pb2 import Dealt, Event, Events, GameEnded, RoundEnded
from skyjo.v1.game_pb2 import LegalActions, SeatState, Slot, View
from skyjo.v1.play_pb2 import (
    VERDICT_ILLEGAL,
    ClientFrame,
    Decision,
    Opening,
    Ready,
    Receipt,
    SeatOpening,
    ServerFrame,
)
from skyjo.v1.table_pb2 import (
    DEAL_SOURCE_PLAYERS,
    GOODBYE_REASON_DRAINING,
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_SILENT,
    TABLE_STAGE_GATHERING,
    TABLE_STAGE_OPENING,
    TABLE_STAGE_PLAYING,
    Goodbye,
    Heartbeat,
    Presence,
    TableStage,
    Welcome,
)

UNKNOWN_FIELD = b"\xba\x3e\x03new"
"""Field 999 of a message, which this contract does not know."""
UNKNOWN = 99
"""A value that no enum of this contract has."""


class PlayTest(unittest.TestCase):
    """One seat, which holds a token, on its first stream."""

    def setUp(self) -> None:
        """Attach."""
        self.bot = Bot("server", "python", seats={"token": Seat(b"secret")})
        self.attached = self.comes_back()

    def comes_back(self) -> ClientFrame:
        """What the bot says first on a new stream."""
        self.bot.begin()
        return self.said()[0]

    def said(self) -> list[ClientFrame]:
        """All that the bot says, now that it has heard enough."""
        return [frame for request in self.bot.requests() for frame in request.frames]

    def hears(self, *frames: ServerFrame, number: int = 1) -> list[ClientFrame]:
        """What it answers to frames."""
        for frame in frames:
            frame.number = number
            self.bot.hear(frame)
        return self.said()

    def test_opens_the_entropy_that_it_committed_to(self) -> None:
        """As often as it is asked."""
        (promised,) = self.hears(welcome())
        self.assertEqual(promised.ready.commitment, b"1")
        own = promised.ready.entropy_hash
        for opened in self.hears(opening(b"1", b"", own), opening(b"1", b"", own)):
            self.assertEqual(sha256(opened.ready.entropy).digest(), own)
            self.assertEqual(opened.ready.commitment, b"1")

    def test_leaves_where_somebody_can_have_chosen_the_cards(self) -> None:
        """Another commitment, another hash for itself or, later, for others."""
        (promised,) = self.hears(welcome())
        own = promised.ready.entropy_hash
        self.hears(opening(b"1", b"theirs", own))
        for false in (opening(b"2", b"theirs", own), opening(b"1", b"theirs", b"not mine")):
            (left,) = self.hears(false)
            self.assertEqual(left.WhichOneof("frame"), "resign")
        self.hears(opening(b"1", b"theirs", own))
        (left,) = self.hears(opening(b"1", b"others", own))
        self.assertEqual(left.WhichOneof("frame"), "resign")

    def test_leaves_when_cards_are_dealt_without_its_entropy(self) -> None:
        """It promised some, and no opening has asked: in this stream or while it was away."""
        for sign in (dealt(), ServerFrame(decision=Decision()), playing()):
            self.setUp()
            self.hears(welcome())
            (left,) = self.hears(sign)
            self.assertEqual(left.WhichOneof("frame"), "resign")

    def test_stays_when_its_entropy_was_asked_for(self) -> None:
        """Or when it promised none for these cards: it is new here, or they are prepared anew."""
        self.assertEqual(self.hears(playing(), dealt()), [])
        self.setUp()
        (promised,) = self.hears(welcome())
        self.hears(opening(b"1", promised.ready.entropy_hash))
        self.assertEqual(self.hears(dealt()), [])
        self.comes_back()
        self.assertEqual(self.hears(playing()), [])
        self.setUp()
        self.hears(welcome())
        self.assertEqual(self.hears(playing(commitment=b"2"), dealt()), [])

    def test_comes_back_where_it_left_off(self) -> None:
        """It resumes, and what it promised is still there."""
        (promised,) = self.hears(welcome())
        self.assertFalse(self.attached.attach.HasField("resume"))
        self.hears(events(1, Event(), Event.FromString(UNKNOWN_FIELD)))
        (pong,) = self.hears(ServerFrame(heartbeat=Heartbeat(nonce=7)))
        self.assertEqual((pong.pong.nonce, pong.pong.latest_number), (7, 2))
        resume = self.comes_back().attach.resume
        self.assertEqual((resume.game_id, resume.after), ("game", 2))
        own = promised.ready.entropy_hash
        (opened,) = self.hears(welcome(TABLE_STAGE_OPENING), opening(b"1", own))
        self.assertEqual(sha256(opened.ready.entropy).digest(), own)

    def test_is_ready_once_for_each_round(self) -> None:
        """Events that come twice end no round again, and a game's end needs nobody ready."""
        self.hears(welcome(), ServerFrame.FromString(UNKNOWN_FIELD))
        answers = self.hears(
            events(1, Event(), ended(1)),
            events(2, ended(1)),
            events(3, ended(2)),
            events(4, ended(3), Event(game_ended=GameEnded())),
        )
        self.assertEqual([frame.ready for frame in answers], [Ready(round=1), Ready(round=2)])

    def test_acts_again_once_when_an_act_is_refused(self) -> None:
        """With the first legal action; if that is refused as well, it leaves."""
        legal = LegalActions(take=[0, 3], draw=False)
        decision = Decision(decision_id=5, legal=legal, view=View(seats=[SeatState()]))
        decision.view.seats[0].grid.slots.extend([Slot() for _ in range(12)])
        refused = Receipt(
            decision_id=5, verdict=VERDICT_ILLEGAL, reason=ERROR_REASON_SLOT_OUT_OF_RANGE
        )
        self.hears(playing(), ServerFrame(decision=decision))
        (again,) = self.hears(ServerFrame(receipt=refused))
        self.assertEqual((again.act.decision_id, again.act.take.slot), (5, 0))
        self.assertTrue(again.act.take.HasField("slot"))
        (left,) = self.hears(ServerFrame(receipt=refused))
        self.assertEqual(left.WhichOneof("frame"), "resign")

    def test_gives_the_stream_up_when_events_are_missing(self) -> None:
        """A resume brings them."""
        self.hears(welcome())
        with self.assertRaises(LostError):
            self.hears(events(2, Event()))

    def test_skips_what_nobody_asked_for(self) -> None:
        """A number that is not its own means nothing to it."""
        self.assertEqual(self.hears(welcome(), number=77), [])

    def test_comes_back_when_asked_to(self) -> None:
        """To the address that was given, after the time that was given."""
        with self.assertRaises(LostError):
            self.hears(goodbye(GOODBYE_REASON_DRAINING, 5000, "elsewhere:1"))
        self.assertEqual((self.bot.address, self.bot.come_after), ("elsewhere:1", 5))
        for asked in (goodbye(UNKNOWN, 1), goodbye(GOODBYE_REASON_SILENT)):
            with self.assertRaises(LostError):
                self.hears(asked)

    def test_ends_with_its_last_seat(self) -> None:
        """Goodbyes for good, known or not, leave nothing to play."""
        for reason in (GOODBYE_REASON_FINISHED, GOODBYE_REASON_DRAINING, UNKNOWN):
            self.setUp()
            self.hears(goodbye(reason))
            self.assertEqual((self.bot.numbers, self.bot.seats), ({}, {}))

    def test_gives_up_when_its_seat_is_refused(self) -> None:
        """Unless it is asked to come back."""
        with self.assertRaises(LostError):
            self.hears(refused(retry_after_ms=2000))
        self.assertEqual(self.bot.come_after, 2)
        with self.assertRaises(GiveUpError):
            self.hears(refused())

    def test_goes_on_when_another_frame_is_refused(self) -> None:
        """Nothing has changed by it."""
        refusal = Refusal(frame="ready", reason=ERROR_REASON_SEAT_TAKEN)
        self.hears(ServerFrame(refused=refusal))
        self.assertEqual(list(self.bot.numbers), [1])


class EnlistedTest(unittest.TestCase):
    """A bot that waits for work."""

    def test_takes_its_seats_back_after_enlisting_again(self) -> None:
        """They have new tokens, and the games go on."""
        bot = Bot("server", "python", count=3, key=b"key")
        resumed = []
        for token in (b"old", b"new"):
            bot.begin()
            ((enlist,),) = (request.frames for request in bot.requests())
            self.assertEqual((enlist.enlist.key, enlist.enlist.seats), (b"key", 3))
            given = Assigned(seat_token=token, table_id="t", seat=0, bot_seed=5)
            bot.hear(ServerFrame(number=1, enlisted=Enlisted(heartbeat_ms=1000)))
            bot.hear(ServerFrame(number=1, assigned=given))
            ((attach,),) = (request.frames for request in bot.requests())
            self.assertEqual(attach.attach.seat_token, token)
            resumed.append(attach.attach.resume.game_id)
            bot.hear(ServerFrame(number=attach.number, welcome=welcome().welcome))
        self.assertEqual(resumed, ["", "game"])


class EnvironmentTest(unittest.TestCase):
    """Numbers, as the environment says them."""

    def test_refuses_a_number_however_long_it_is(self) -> None:
        """Python itself refuses thousands of digits with a ValueError."""
        for text in ("9" * 5000, str(LAST_SEED + 1), "-1", "x"):
            with mock.patch.dict(os.environ, SKYJO_SEED=text), self.assertRaises(GiveUpError):
                number("SKYJO_SEED", 0, 0, LAST_SEED)


class AddressTest(unittest.TestCase):
    """A server's address, as people write it."""

    def test_knows_hosts_with_and_without_ports(self) -> None:
        """The usual port is left out."""
        self.assertEqual(host_and_port("table.local"), ("table.local", 17595))
        self.assertEqual(host_and_port("10.0.0.7:9"), ("10.0.0.7", 9))
        self.assertEqual(host_and_port("[::1]:9"), ("::1", 9))
        self.assertEqual(host_and_port("::1"), ("::1", 17595))
        with self.assertRaises(GiveUpError):
            host_and_port("table.local:x")


def welcome(stage: TableStage = TABLE_STAGE_GATHERING) -> ServerFrame:
    """To a game whose cards all players choose."""
    return ServerFrame(
        welcome=Welcome(
            game_id="game",
            next_number=1,
            heartbeat_ms=10_000,
            commitment=b"1",
            deal_source=DEAL_SOURCE_PLAYERS,
            presence=Presence(stage=stage),
        )
    )


def playing(commitment: bytes = b"1") -> ServerFrame:
    """To a game whose cards are dealt."""
    frame = welcome(TABLE_STAGE_PLAYING)
    frame.welcome.commitment = commitment
    frame.welcome.view.round = 1
    return frame


def dealt() -> ServerFrame:
    """The cards of the first round are dealt."""
    return events(1, Event(dealt=Dealt(round=1)))


def opening(commitment: bytes, *hashes: bytes) -> ServerFrame:
    """All seats have promised."""
    seats = [SeatOpening(entropy_hash=one) for one in hashes]
    return ServerFrame(opening=Opening(commitment=commitment, seats=seats))


def events(first: int, *found: Event) -> ServerFrame:
    """Events from this number on."""
    return ServerFrame(events=Events(first_number=first, events=found))


def ended(number: int) -> Event:
    """A round has ended."""
    return Event(round_ended=RoundEnded(round=number))


def goodbye(reason: int, retry_after_ms: int | None = None, address: str = "") -> ServerFrame:
    """A goodbye, perhaps of a kind from the future."""
    last = Goodbye(retry_after_ms=retry_after_ms, address=address)
    last.MergeFromString(b"\x08" + bytes([reason]))
    return ServerFrame(goodbye=last)


def refused(retry_after_ms: int | None = None) -> ServerFrame:
    """The attach is refused."""
    reason = ERROR_REASON_TOKEN_UNKNOWN
    return ServerFrame(
        refused=Refusal(frame="attach", reason=reason, retry_after_ms=retry_after_ms)
    )
