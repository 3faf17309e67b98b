"""Waits before another try: longer each time, and never the same for two clients."""

from skyjo_client.backoff import Backoff

TRIES = 12


def test_waits_double_to_five_seconds_each_by_chance_not_below_half_of_it() -> None:
    backoff = Backoff()
    waits = [backoff.next() for _ in range(TRIES)]
    for number, wait in enumerate(waits):
        meant = min(0.1 * 2**number, 5.0)
        assert meant / 2 <= wait <= meant


def test_many_clients_do_not_come_back_at_one_instant() -> None:
    assert len({Backoff().next() for _ in range(100)}) > 90


def test_after_success_the_waits_begin_anew() -> None:
    backoff = Backoff()
    for _ in range(TRIES):
        backoff.next()
    backoff.reset()
    assert backoff.next() <= 0.1
