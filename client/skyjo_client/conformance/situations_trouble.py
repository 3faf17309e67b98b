"""What does not go as the bot may think: refusals, an empty clock."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from skyjo.v1.play_pb2 import DECISION_KIND_TURN, ClientFrame
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
