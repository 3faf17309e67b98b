"""What the bot answers to whatever a server may say."""

import unittest

from dial import GiveUpError
from play import Bot
from seat import LostError, Seat
from skyjo.v1.enlist_pb2 import Assigned, Enlisted
from skyjo.v1.error_pb2 import ERROR_REASON_SEAT_TAKEN, ERROR_REASON_TOKEN_UNKNOWN, Refusal
from skyjo.v1.event_pb2 import Event
from skyjo.v1.play_pb2 import ClientFrame, ServerFrame
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_DRAINING,
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_SILENT,
    GOODBYE_REASON_SUSPENDED,
    Goodbye,
)
from test_frames import UNKNOWN_FIELD, dealt, decision, events, heartbeat, playing, welcome

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

    def test_comes_back_where_it_left_off(self) -> None:
        """It resumes after the last event that it counted."""
        self.assertFalse(self.attached.attach.HasField("resume"))
        self.hears(welcome(), events(1, Event(), Event.FromString(UNKNOWN_FIELD)))
        (pong,) = self.hears(heartbeat(2, nonce=7))
        self.assertEqual((pong.pong.nonce, pong.pong.latest_number), (7, 2))
        resume = self.comes_back().attach.resume
        self.assertEqual((resume.game_id, resume.after), ("game", 2))

    def test_holds_to_its_resignation_on_another_stream(self) -> None:
        """The one on which it said so may be lost before the server heard it."""
        self.hears(welcome(), dealt())
        self.comes_back()
        (left,) = self.hears(playing(), decision())
        self.assertEqual((left.number, left.WhichOneof("frame")), (1, "resign"))

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

    def test_attaches_the_seats_that_it_has_when_it_is_sent_away(self) -> None:
        """Enlisting again would be in vain, and the games go on."""
        bot = Bot("server", "python", key=b"key")
        bot.begin()
        bot.hear(ServerFrame(number=1, assigned=Assigned(seat_token=b"token", table_id="t")))
        last = goodbye(GOODBYE_REASON_SUSPENDED)
        last.number = 1
        bot.hear(last)
        bot.begin()
        ((attach,),) = (request.frames for request in bot.requests())
        self.assertEqual(attach.attach.seat_token, b"token")


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
