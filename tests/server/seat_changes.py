"""Stand-ins that come, and what players are told of seats that change hands."""

from tests.server.inside import Wire
from tests.server.simple_player import SimplePlayer
from tests.server.thinker import Sitting, Thinker


def changes(player: SimplePlayer) -> list[tuple[int, int, int, int]]:
    """Every change of a seat that the player was shown, with its fault."""
    seen = [e.seat_changed for e in player.events if e.HasField("seat_changed")]
    return [(one.seat, one.change, one.fault.kind, one.fault.owner) for one in seen]


def enlisted(sitting: Sitting) -> Thinker:
    """The bot that plays the stand-in, on a stream of its own."""
    wire = Wire(sitting.inside.hall)
    wire.receive(sitting.inside.enlistment())
    (token,) = (f.assigned.seat_token for f in wire.read() if f.HasField("assigned"))
    stand_in = Thinker(token, 2)
    stand_in.wire = wire  # type: ignore[attr-defined]
    wire.receive(stand_in.attach())
    hear(sitting, stand_in)
    return stand_in


def hear(sitting: Sitting, stand_in: Thinker) -> None:
    """Let the stand-in hear what was said to its seat."""
    wire: Wire = stand_in.wire  # type: ignore[attr-defined]
    for frame in wire.read():
        if frame.number == stand_in.number:
            wire.receive(*stand_in.answer(frame))
    sitting.listen()
