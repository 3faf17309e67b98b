"""Who listens and who does not, by the answers to heartbeats alone."""

import pytest

from skyjo.v1.play_pb2 import Pong
from skyjo.v1.table_pb2 import GOODBYE_REASON_SILENT, GOODBYE_REASON_SLOW_READER
from skyjo_server.pulse import MOST_BEHIND, MOST_UNANSWERED, Pulse


def beaten(pulse: Pulse, count: int, latest: int = 0) -> list[int]:
    """Let a pulse beat; the nonces, none of which is answered."""
    nonces = []
    for _ in range(count):
        assert pulse.verdict() is None
        nonces.append(pulse.beat(latest).nonce)
    return nonces


def test_three_heartbeats_without_an_answer_are_silence() -> None:
    pulse = Pulse()
    beaten(pulse, MOST_UNANSWERED)
    assert pulse.verdict() == GOODBYE_REASON_SILENT


def test_silence_counts_from_the_last_answer() -> None:
    pulse = Pulse()
    *_, last = beaten(pulse, MOST_UNANSWERED)
    pulse.answered(Pong(nonce=last))
    beaten(pulse, MOST_UNANSWERED)
    assert pulse.verdict() == GOODBYE_REASON_SILENT


def test_a_late_answer_leaves_those_that_came_after_it_open() -> None:
    pulse = Pulse()
    first, *_ = beaten(pulse, MOST_UNANSWERED)
    pulse.answered(Pong(nonce=first))
    beaten(pulse, 1)
    assert pulse.verdict() == GOODBYE_REASON_SILENT


@pytest.mark.parametrize("nonce", [0, 1, MOST_UNANSWERED + 2])
def test_an_answer_to_nothing_that_was_asked_does_not_count(nonce: int) -> None:
    pulse = Pulse()
    pulse.answered(Pong(nonce=beaten(pulse, 1)[0]))
    beaten(pulse, MOST_UNANSWERED)
    pulse.answered(Pong(nonce=nonce))
    assert pulse.verdict() == GOODBYE_REASON_SILENT


def test_who_answers_and_does_not_process_is_too_slow() -> None:
    pulse = Pulse()
    for _ in range(MOST_UNANSWERED):
        (nonce,) = beaten(pulse, 1, latest=MOST_BEHIND + 8)
        pulse.answered(Pong(nonce=nonce, latest_number=7))
    assert pulse.verdict() == GOODBYE_REASON_SLOW_READER


def test_who_comes_closer_in_time_may_go_on() -> None:
    pulse = Pulse()
    nonces = beaten(pulse, MOST_UNANSWERED, latest=5_000)
    for nonce in nonces:
        pulse.answered(Pong(nonce=nonce, latest_number=0))
    pulse.answered(Pong(nonce=nonces[-1], latest_number=5_000 - MOST_BEHIND))
    beaten(pulse, MOST_UNANSWERED)


def test_events_that_came_after_the_heartbeat_do_not_count() -> None:
    pulse = Pulse()
    for latest in range(0, 100_000, 1_000):
        (nonce,) = beaten(pulse, 1, latest)
        pulse.answered(Pong(nonce=nonce, latest_number=latest))
    assert pulse.verdict() is None


def test_the_next_game_counts_anew() -> None:
    pulse = Pulse()
    (nonce,) = beaten(pulse, 1, latest=3_000)
    pulse.answered(Pong(nonce=nonce, latest_number=3_000))
    (nonce,) = beaten(pulse, 1, latest=4)
    pulse.answered(Pong(nonce=nonce, latest_number=4))
    beaten(pulse, MOST_UNANSWERED)
