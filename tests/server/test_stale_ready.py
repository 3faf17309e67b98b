"""A ready that comes too late counts for nothing that came after it."""

from skyjo.v1.play_pb2 import Ready
from tests.server.desk import Desk, short
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
