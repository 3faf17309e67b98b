"""What a seat answers to whatever a server may say."""

import unittest
from hashlib import sha256

from seat import LostError, Seat
from skyjo.v1.event_pb2 import Event, GameEnded
from skyjo.v1.play_pb2 import ClientFrame, Ready, ServerFrame
from skyjo.v1.table_pb2 import TABLE_STAGE_OPENING
from test_frames import (
    UNKNOWN_FIELD,
    dealt,
    decision,
    ended,
    events,
    heartbeat,
    not_legal,
    opening,
    playing,
    welcome,
)


class SeatTest(unittest.TestCase):
    """One seat at a table."""

    def setUp(self) -> None:
        """Take it."""
        self.seat = Seat(b"secret")

    def hears(self, *frames: ServerFrame) -> list[ClientFrame]:
        """What it answers to frames."""
        answers = [self.seat.hear(frame) for frame in frames]
        return [answer for answer in answers if answer is not None]

    def leaves(self, *frames: ServerFrame) -> None:
        """Hear frames and answer with nothing but a resign."""
        (left,) = self.hears(*frames)
        self.assertEqual(left.WhichOneof("frame"), "resign")

    def promises(self) -> bytes:
        """Come to a game that is prepared, and answer with a hash."""
        (promised,) = self.hears(welcome())
        self.assertEqual(promised.ready.commitment, b"1")
        return promised.ready.entropy_hash


class DealTest(SeatTest):
    """Cards that somebody can have chosen, and cards that nobody can."""

    def test_opens_the_entropy_that_it_committed_to(self) -> None:
        """As often as it is asked."""
        own = self.promises()
        for opened in self.hears(opening(b"1", b"", own), opening(b"1", b"", own)):
            self.assertEqual(sha256(opened.ready.entropy).digest(), own)
            self.assertEqual(opened.ready.commitment, b"1")

    def test_leaves_where_somebody_can_have_chosen_the_cards(self) -> None:
        """Another commitment, game or hash for itself, or for others later."""
        for changed in range(4):
            self.setUp()
            own = self.promises()
            self.hears(*[opening(b"1", b"theirs", own)][: changed // 3])
            forged = (
                opening(b"2", b"theirs", own),
                opening(b"1", b"theirs", own, game="another"),
                opening(b"1", b"theirs", b"not mine"),
                opening(b"1", b"others", own),
            )
            self.leaves(forged[changed])

    def test_promises_anew_for_another_game(self) -> None:
        """Even where the commitment is the same: what was told may be known to somebody."""
        own = self.promises()
        (again, anew) = self.hears(welcome(), welcome(game="another"))
        self.assertEqual(again.ready.entropy_hash, own)
        self.assertNotEqual(anew.ready.entropy_hash, own)

    def test_leaves_when_cards_are_dealt_without_its_entropy(self) -> None:
        """It promised some, and no opening has asked: in this stream or while it was away."""
        for sign in (dealt(), decision(), playing()):
            self.setUp()
            self.promises()
            self.leaves(sign)

    def test_stays_when_its_entropy_was_asked_for(self) -> None:
        """Or when it promised none for these cards: it is new here, or they are prepared anew."""
        self.assertEqual(self.hears(playing(), dealt()), [])
        self.setUp()
        self.hears(opening(b"1", self.promises()))
        self.assertEqual(self.hears(dealt(), playing()), [])
        self.setUp()
        self.promises()
        self.assertEqual(self.hears(playing(commitment=b"2"), dealt()), [])

    def test_shows_what_it_promised_after_a_lost_stream(self) -> None:
        """The old promise counts."""
        own = self.promises()
        (opened,) = self.hears(welcome(TABLE_STAGE_OPENING), opening(b"1", own))
        self.assertEqual(sha256(opened.ready.entropy).digest(), own)

    def test_stays_away_from_a_game_that_it_has_left(self) -> None:
        """Its resign may be lost with a stream: it says it again, and nothing else."""
        own = self.promises()
        self.leaves(opening(b"2", own))
        self.assertEqual(self.hears(opening(b"1", own), dealt(), decision(), not_legal()), [])
        for returned in (welcome(), playing(), welcome(game="next")):
            self.leaves(returned, decision(), events(1, Event(), ended(1)))
        (pong,) = self.hears(heartbeat(3, nonce=7))
        self.assertEqual(pong.pong.nonce, 7)
        self.hears(heartbeat(3))


class GameTest(SeatTest):
    """A game that goes on."""

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
        self.hears(playing(), decision())
        (again,) = self.hears(not_legal())
        self.assertEqual((again.act.decision_id, again.act.take.slot), (5, 0))
        self.assertTrue(again.act.take.HasField("slot"))
        self.leaves(not_legal())
        self.leaves(playing(), decision())

    def test_gives_the_stream_up_when_events_are_missing(self) -> None:
        """A resume brings them."""
        self.hears(welcome())
        with self.assertRaises(LostError):
            self.hears(events(2, Event()))

    def test_gives_the_stream_up_when_announced_events_do_not_come(self) -> None:
        """They may come until the next heartbeat."""
        self.hears(welcome(), heartbeat(1), events(1, Event()), heartbeat(1), heartbeat(2))
        with self.assertRaises(LostError):
            self.hears(heartbeat(2))
