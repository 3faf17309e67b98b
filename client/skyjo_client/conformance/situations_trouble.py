"""What does not go as the bot may think: refusals, an empty clock, an unfair opening."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from skyjo.v1.play_pb2 import DECISION_KIND_TURN, ClientFrame, Opening, ServerFrame
from skyjo.v1.rules_pb2 import (
    CLOCK_PRESET_CUSTOM,
    FAULT_COST_GAME,
    FAULT_COST_REJECTED,
    ClockRules,
)
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_FORFEITED,
    GOODBYE_REASON_RESIGNED,
)
from skyjo_client.act_words import act_words
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation, short
from skyjo_client.conformance.watched import Watched

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench

_MOST_REPEATED: Final = 3
"""How often the same answer may be tried again."""


class RefusedAction(Situation):
    """The first answer to a TURN decision reaches the server as an illegal one."""

    rows = ("refused-action",)

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._spoilt = False

    def up(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,
        frame: ClientFrame,
    ) -> Iterable[ClientFrame]:
        """Spoil one answer."""
        decision = self.asked(seat, frame)
        if decision and decision.kind == DECISION_KIND_TURN and not self._spoilt:
            self._spoilt = True
            frame.act.keep.slot = 0
        return (frame,)

    async def run(self) -> None:
        """Play to the end, or see it resign."""
        await self.full_table(1, short(2))
        await self.played(GOODBYE_REASON_FINISHED, GOODBYE_REASON_RESIGNED)


class RefusedAgain(Situation):
    """All answers to the first TURN decision reach the server as illegal ones."""

    rows = ("refused-again",)

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._decision = 0
        self._answers: Counter[str] = Counter()

    def up(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,
        frame: ClientFrame,
    ) -> Iterable[ClientFrame]:
        """Spoil them, and count those that are equal."""
        decision = self.asked(seat, frame)
        if decision and decision.kind == DECISION_KIND_TURN:
            self._decision = self._decision or decision.decision_id
            if decision.decision_id == self._decision:
                self._count(act_words(frame.act))
                frame.act.keep.slot = 0
        return (frame,)

    def _count(self, answer: str) -> None:
        self._answers[answer] += 1
        if self._answers[answer] > _MOST_REPEATED:
            text = f"it answered decision {self._decision} {self._answers[answer]} times with"
            self.bench.judge.halt(self.row, f"{text} {answer}, which was refused each time")

    async def run(self) -> None:
        """See it resign."""
        await self.full_table(1, short(2))
        await self.played(GOODBYE_REASON_RESIGNED)


class EmptyClock(Situation):
    """The answers of one seat in its first turn do not arrive."""

    rows = ("empty-clock",)

    def up(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,
        frame: ClientFrame,
    ) -> Iterable[ClientFrame]:
        """Keep the answers of the first seat to yourself."""
        decision = self.asked(seat, frame)
        late = decision is not None and decision.kind == DECISION_KIND_TURN
        return () if late and seat is self.seats()[0] else (frame,)

    async def run(self) -> None:
        """Play the other seats to the end."""
        clock = ClockRules(
            preset=CLOCK_PRESET_CUSTOM,
            bank_ms=0,
            increment_ms=round(self.bench.patience * 100),
            grace_ms=60_000,
            illegal_cost=FAULT_COST_REJECTED,
            empty_bank_cost=FAULT_COST_GAME,
        )
        await self.full_table(2, short(3), clock=clock)
        late = self.seats()[0]
        await self.played(unless=[late])
        await self.bench.until(self.row, "its late seat was told no goodbye", lambda: late.over)
        self.check_goodbye(late, GOODBYE_REASON_FORFEITED)


class ForgedOpening(Situation):
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
            what = "another commitment" if seat.seat == 0 else "another hash for this seat"
            text = f"{seat.name} showed its entropy, though the opening had {what}"
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
        await self.bench.settled()


class SecondOpening(Situation):
    """A server that has somebody else promise anew once it knows the entropy of the bot."""

    rows = ("second-opening",)

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._again = False

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Answer the entropy with another opening."""
        if seat is None or seat.opening is None or not frame.ready.HasField("entropy"):
            return (frame,)
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
        await self.bench.settled()
