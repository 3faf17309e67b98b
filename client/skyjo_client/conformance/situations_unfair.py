"""Deals that are not as they were promised."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from skyjo.v1.play_pb2 import ClientFrame, Opening, ServerFrame
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation, short
from skyjo_client.conformance.watched import Watched

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench


class Unfair(Situation):
    """Something after which a bot that promised entropy is to leave the table."""

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self.left: set[Seat] = set()

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """See whether it leaves."""
        if seat is not None and frame.WhichOneof("frame") in ("resign", "detach"):
            self.left.add(seat)
        return super().up(passage, seat, frame)

    async def leaves(self, seat: Seat, cause: str) -> None:
        """Wait until it gives a seat up, if it had promised entropy there."""
        if seat.promises.get(seat.welcome.commitment):
            lacking = f"{seat.name} did not leave the table, though {cause}"
            await self.bench.until(self.row, lacking, lambda: seat.over or seat in self.left)


class ForgedOpening(Unfair):
    """Openings of a server that would choose the cards once it knew all entropy."""

    rows = ("forged-opening",)

    def down(
        self,
        passage: Watched,
        seat: Seat | None,
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """Show another commitment to one seat, and another hash to the other."""
        if seat is not None and frame.HasField("opening"):
            self._forge(seat, frame.opening)
            yield frame
            yield passage.heartbeat(frame.number)
        else:
            yield frame

    def _forge(self, seat: Seat, opening: Opening) -> None:
        if seat.seat == 0:
            opening.commitment = bytes(reversed(opening.commitment))
            return
        for one in opening.seats:
            if one.seat == seat.seat and one.HasField("entropy_hash"):
                one.entropy_hash = bytes(reversed(one.entropy_hash))

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Nobody may show anything now."""
        if seat is not None and frame.ready.HasField("entropy"):
            text = f"{seat.name} showed its entropy, though the opening had {_forged(seat)}"
            self.bench.ledger.fail(self.row, text)
        return super().up(passage, seat, frame)

    async def run(self) -> None:
        """See what it does with the openings."""
        rules = short(2)
        await self.full_table(2, rules)
        seats = self.seats()
        await self.bench.until(
            self.row,
            lambda: self.lacking()[1],
            lambda: all(seat.opening is not None or seat.over for seat in seats),
        )
        for seat in seats:
            await self.leaves(seat, f"the opening had {_forged(seat)}")
        await self.bench.settled()


def _forged(seat: Seat) -> str:
    return "another commitment" if seat.seat == 0 else "another hash for this seat"


class NoOpening(Unfair):
    """The server takes the bot for one that promised nothing, and deals without asking it."""

    rows = ("no-opening",)

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._promised = False
        self._played: Failed | None = None

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Show no opening."""
        return () if frame.HasField("opening") else super().down(passage, seat, frame)

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Lose the promise, and see whether it plays all the same."""
        if frame.ready.HasField("entropy_hash"):
            self._promised = True
            frame.ready.ClearField("entropy_hash")
        if seat is not None and frame.HasField("act") and self._promised and not self.left:
            text = f"answered decision {frame.act.decision_id}, though the cards had been dealt"
            self._played = Failed(self.row, f"{seat.name} {text} without its entropy")
        return super().up(passage, seat, frame)

    async def run(self) -> None:
        """See it leave; who promises nothing has nothing to miss."""
        await self.full_table(1, short(2))
        (seat,) = self.seats()
        lacking = f"{seat.name} did not leave when the cards were dealt without its entropy"
        await self.bench.until(
            self.row, lacking, lambda: seat.over or self._played is not None or self._has_ended()
        )
        if self._played is not None:
            raise self._played

    def _has_ended(self) -> bool:
        """Whether its program has left, too."""
        program = self.bench.program
        return bool(self.left) and program is not None and program.status is not None


class SecondOpening(Unfair):
    """A server that has somebody else promise anew once it knows the entropy of the bot."""

    rows = ("second-opening",)

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._again = False

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Answer the entropy with another opening."""
        if seat is None or seat.opening is None or not frame.ready.HasField("entropy"):
            return super().up(passage, seat, frame)
        if self._again:
            text = "showed its entropy again, though somebody else's hash was another than before"
            self.bench.ledger.fail(self.row, f"{seat.name} {text}")
            return ()
        self._again = True
        opening = Opening()
        opening.CopyFrom(seat.opening)
        for one in opening.seats:
            if one.seat != seat.seat:
                one.entropy_hash = bytes(reversed(seat.welcome.commitment))
        second = ServerFrame(number=frame.number, opening=opening)
        passage.tell(second, passage.heartbeat(frame.number))
        return ()

    async def run(self) -> None:
        """See what it does with the second; who promises nothing has nothing to show."""
        await self.full_table(1, short(2))
        (seat,) = self.seats()
        await self.bench.until(
            self.row,
            lambda: self.lacking()[1],
            lambda: self._again or seat.over or seat.asked is not None,
        )
        if self._again:
            await self.leaves(seat, "somebody else's hash was another than before")
        await self.bench.settled()
