"""What check-bot makes of answers that cross what the bot is told meanwhile."""

import hashlib

from skyjo.v1.game_pb2 import LegalActions
from skyjo.v1.play_pb2 import Opening, Ready, ServerFrame
from skyjo.v1.table_pb2 import DEAL_SOURCE_PLAYERS, Welcome
from skyjo_client.conformance.judge import Judge
from skyjo_client.conformance.ledger import Ledger, Outcome
from skyjo_client.conformance.rows import ROWS
from skyjo_client.conformance.seat import Seat

ENTROPY = bytes(range(32))
PROMISE = hashlib.sha256(ENTROPY).digest()


class Dialogue:
    """One seat of a bot, and what the judge thinks of it."""

    def __init__(self) -> None:
        self.ledger = Ledger(ROWS)
        self.judge = Judge(self.ledger, lambda *_: "")
        self.seat = Seat("table", 0, b"token")

    def welcome(self, commitment: bytes) -> None:
        welcome = Welcome(commitment=commitment, deal_source=DEAL_SOURCE_PLAYERS, next_number=1)
        self.seat.tell(ServerFrame(number=1, welcome=welcome), LegalActions())

    def opening(self) -> None:
        self.seat.tell(ServerFrame(number=1, opening=Opening()), LegalActions())

    def ready(self, ready: Ready) -> None:
        self.judge.ready(self.seat, ready)

    def faults(self) -> list[str]:
        wrong = [self.ledger[row.name] for row in ROWS]
        told = [reason for outcome, reason in wrong if outcome is Outcome.FAILED]
        return [*told, *([self.judge.halted.reason] if self.judge.halted else [])]


def test_entropy_may_cross_the_welcome_of_another_opening() -> None:
    for commitment in (None, b"first"):
        talk = Dialogue()
        talk.welcome(b"first")
        talk.ready(Ready(entropy_hash=PROMISE))
        talk.opening()
        talk.welcome(b"second")
        talk.ready(Ready(entropy=ENTROPY, commitment=commitment))
        assert talk.faults() == []
        assert talk.seat.shown == {b"first"}


def test_a_promise_may_cross_another_welcome_and_does_not_count_for_it() -> None:
    talk = Dialogue()
    talk.welcome(b"first")
    talk.welcome(b"second")
    talk.ready(Ready(entropy_hash=PROMISE, commitment=b"first"))
    assert talk.seat.readies == 0
    talk.ready(Ready(entropy_hash=hashlib.sha256(b"new").digest(), commitment=b"second"))
    assert talk.seat.readies == 1
    assert talk.faults() == []


def test_entropy_before_the_opening_is_wrong() -> None:
    talk = Dialogue()
    talk.welcome(b"first")
    talk.ready(Ready(entropy_hash=PROMISE))
    talk.ready(Ready(entropy=ENTROPY))
    assert talk.faults() == ["seat 0 showed its entropy before the opening"]


def test_a_ready_for_a_commitment_that_nobody_told_is_wrong() -> None:
    talk = Dialogue()
    talk.welcome(b"first")
    talk.ready(Ready(entropy_hash=PROMISE, commitment=b"other"))
    assert talk.faults() == ["seat 0 sent ready for another commitment than its welcome's"]


def test_a_hash_that_was_promised_at_another_table_is_wrong() -> None:
    talk = Dialogue()
    talk.welcome(b"first")
    talk.ready(Ready(entropy_hash=PROMISE))
    assert talk.faults() == []
    talk.seat = Seat("another table", 1, b"other token")
    talk.welcome(b"second")
    talk.ready(Ready(entropy_hash=PROMISE))
    assert talk.faults() == ["seat 0 promised its old hash for a new commitment"]
