"""A ready that comes too late counts for nothing that came after it."""

from skyjo.v1.play_pb2 import Ready
from skyjo_engine.fair import entropy_hash
from tests.server.desk import Desk, joiner, short
from tests.server.raw import RawStream
from tests.server.simple_player import SimplePlayer


async def test_ready_for_a_round_of_an_earlier_game_is_no_promise(
    desk: Desk, stream: RawStream
) -> None:
    seats = await desk.seats(short(2))
    ada, ben = (SimplePlayer(seat.seat_token, n) for n, seat in enumerate(seats, 1))
    await stream.send(ada.attach(), ben.attach())
    promised = bytes(range(32))
    await stream.send(
        ada.frame(ready=Ready(round=1)),
        ben.frame(ready=Ready()),
        ada.frame(ready=Ready(entropy_hash=promised)),
    )
    frame = await stream.frame(1, "opening", "refused")
    assert frame.opening.seats[0].entropy_hash == promised


async def test_ready_for_a_commitment_that_was_given_up_is_no_promise(
    desk: Desk, stream: RawStream
) -> None:
    made = await desk.create(short(3), joiner=joiner("Ada"))
    ben_seat = await desk.join(made.code, "Ben")
    ada, ben = SimplePlayer(made.seating.seat_token, 1), SimplePlayer(ben_seat.seat_token, 2)
    await stream.send(ada.attach(), ben.attach())
    given_up = (await stream.frame(2, "welcome")).welcome.commitment
    await desk.start(made.seating.seat_token)  # drops the free seat, and with it the commitment
    now = (await stream.frame(2, "welcome")).welcome.commitment
    assert now != given_up
    promised = bytes(range(32))
    await stream.send(
        ada.frame(ready=Ready()),
        ben.frame(ready=Ready(commitment=given_up, entropy_hash=bytes(32))),
        ben.frame(ready=Ready(commitment=now, entropy_hash=promised)),
    )
    frame = await stream.frame(1, "opening", "refused")
    assert frame.opening.seats[1].entropy_hash == promised


async def test_a_promise_that_comes_again_after_the_opening_is_ignored(
    desk: Desk, stream: RawStream
) -> None:
    seats = await desk.seats(short(2))
    ada, ben = (SimplePlayer(seat.seat_token, n) for n, seat in enumerate(seats, 1))
    await stream.send(ada.attach(), ben.attach())
    entropy = bytes(range(32))
    promise, nothing = Ready(entropy_hash=entropy_hash(entropy)), Ready()
    await stream.send(ada.frame(ready=promise), ben.frame(ready=nothing))
    await stream.frame(1, "opening")
    await stream.send(
        ada.frame(ready=promise), ben.frame(ready=nothing), ada.frame(ready=Ready(entropy=entropy))
    )
    for number in (1, 2):
        assert (await stream.frame(number, "events", "refused")).HasField("events")
