"""How what a stranger does is counted, with a clock that the test rules."""

import pytest

from skyjo_server.allowance import Allowance
from skyjo_server.doorkeeper import Doorkeeper, address_of
from skyjo_server.limits import MOST_ADDRESSES, Bucket, Buckets, Limits
from skyjo_wire.errors import RefusalError
from tests.server.inside import FakeScheduler


def test_a_stream_that_gives_its_seats_up_counts_again() -> None:
    keeper = Doorkeeper(Limits(streams=1), FakeScheduler().time)
    one = Allowance(keeper, "ipv4:192.0.2.1:1")
    with pytest.raises(RefusalError):
        Allowance(keeper, "ipv4:192.0.2.1:2")
    one.seat_taken()
    one.seat_taken()
    one.seat_given_up()
    other = Allowance(keeper, "ipv4:192.0.2.1:2")
    one.seat_given_up()
    other.close()
    with pytest.raises(RefusalError):
        Allowance(keeper, "ipv4:192.0.2.1:3")
    Allowance(keeper, "ipv4:192.0.2.2:1")
    one.seat_taken()
    one.close()
    Allowance(keeper, "ipv4:192.0.2.1:3")
    with pytest.raises(RefusalError):
        Allowance(keeper, "ipv4:192.0.2.1:4")


def test_a_flood_is_read_at_the_rate_that_is_allowed() -> None:
    clock = FakeScheduler()
    keeper = Doorkeeper(Limits(frames=100, frames_a_seat=10), clock.time)
    allowance = Allowance(keeper, "ipv4:192.0.2.1:1")
    stranger = Allowance(keeper, "ipv4:192.0.2.1:2")
    assert allowance.pause(100, 0) == 0
    assert allowance.pause(50, 0) == pytest.approx(0.5)
    assert stranger.pause(50, 0) == pytest.approx(1)
    assert Allowance(keeper, "ipv4:192.0.2.2:1").pause(50, 0) == 0
    clock.advance(1)
    assert stranger.pause(0, 0) == 0
    for _ in range(10):
        allowance.seat_taken()
    assert allowance.pause(100, 0) == 0
    assert allowance.pause(100, 0) == pytest.approx(0.5)
    assert stranger.pause(100, 0) == pytest.approx(1)
    clock.advance(10)
    assert allowance.pause(1, 100 * 256) == 0
    assert allowance.pause(1, 20 * 256) == pytest.approx(0.1)
    allowance.introduced()
    assert allowance.pause(4, 0) == pytest.approx(0.2)
    assert allowance.pause(20, 0) == pytest.approx(0.3)


def test_a_table_that_is_gone_makes_room() -> None:
    keeper = Doorkeeper(Limits(tables=1), FakeScheduler().time)
    keeper.made("first", "192.0.2.1")
    with pytest.raises(RefusalError):
        keeper.check_table("192.0.2.1", {"first"})
    keeper.check_table("192.0.2.2", {"first"})
    keeper.check_table("192.0.2.1", {})


def test_guesses_come_back_with_time_and_addresses_do_not_share_them() -> None:
    clock = FakeScheduler()
    guesses = Buckets(2, 0.5, clock.time)
    for _ in range(2):
        assert guesses.wait("192.0.2.1") == 0
        guesses.take("192.0.2.1")
    assert guesses.wait("192.0.2.1") == pytest.approx(2)
    assert guesses.wait("192.0.2.2") == 0
    clock.advance(2)
    assert guesses.wait("192.0.2.1") == 0


def test_many_addresses_take_no_more_memory_than_some() -> None:
    clock = FakeScheduler()
    guesses = Buckets(1, 1, clock.time)
    for number in range(MOST_ADDRESSES + 10):
        guesses.take(str(number))
    assert len(guesses._buckets) <= MOST_ADDRESSES + 1
    assert guesses.wait("one more") > 0
    clock.advance(20)
    assert guesses.wait("one more") == 0
    assert len(guesses._buckets) == 1


def test_what_is_used_up_comes_back_and_no_more() -> None:
    clock = FakeScheduler()
    bucket = Bucket(10, clock.time)
    bucket.take(25, rate=5)
    assert bucket.wait(0, rate=5) == pytest.approx(3)
    clock.advance(100)
    assert bucket.missing(rate=5) == 0


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("ipv4:192.0.2.7:5123", "192.0.2.7"),
        ("ipv6:%5B::1%5D:5123", "::/64"),
        ("ipv6:%5B::ffff:192.0.2.7%5D:5123", "192.0.2.7"),
        ("ipv6:%5Bfe80::1%25eth0%5D:5123", "fe80::/64"),
        ("ipv6:%5B2001:db8::1%5D:1", "2001:db8::/64"),
        ("unix:", ""),
        ("", ""),
    ],
)
def test_an_address_is_what_one_machine_cannot_change(peer: str, address: str) -> None:
    assert address_of(peer) == address
