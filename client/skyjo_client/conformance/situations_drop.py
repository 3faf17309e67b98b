"""The stream breaks off, in every phase of a game."""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

import grpc

from skyjo.v1.play_pb2 import (
    DECISION_KIND_FLIP,
    DECISION_KIND_PLACE,
    DECISION_KIND_TURN,
    ClientFrame,
    DecisionKind,
    ServerFrame,
)
from skyjo_client.conformance.legal import draws
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation, short
from skyjo_client.conformance.watched import Watched
from skyjo_client.lobby import Lobby

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench


class Drop(Situation):
    """Cuts the bot off once. With ``abruptly`` its connections are broken off, not its streams.

    ``code`` is the status with which a stream ends, ``cause`` what the bot is to come back after.
    """

    abruptly: ClassVar[bool] = False
    code: ClassVar[grpc.StatusCode] = grpc.StatusCode.UNAVAILABLE
    cause: ClassVar[str] = "the stream had broken off"

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self.cut_off = False
        self._before: dict[Seat, int] = {}

    def cut(self) -> None:
        """Cut the bot off now; what was told before still reaches it unless it is abrupt."""
        if self.cut_off:
            return
        self.cut_off = True
        self._before = {seat: seat.attached for seat in self.seats() if not seat.over}
        if self.abruptly:
            self.bench.relay.front.abort()
        else:
            for passage in self.bench.passages():
                passage.break_off(self.code)

    def cut_soon(self) -> None:
        """The same when what is being told has been told."""
        asyncio.get_running_loop().call_soon(self.cut)

    async def returned(self) -> None:
        """Wait until it was cut off and has taken all its seats up again."""
        await self.bench.until(self.row, lambda: self.lacking()[1], lambda: self.cut_off)
        away = f"did not come back after {self.cause}"
        await self.bench.until(
            self.row,
            lambda: f"{', '.join(seat.name for seat in self._missing())} {away}",
            lambda: not self._missing(),
        )

    def _missing(self) -> list[Seat]:
        return [seat for seat, times in self._before.items() if seat.attached <= times]


class DropGathering(Drop):
    """While a seat is free."""

    rows = ("drop-gathering",)

    async def run(self) -> None:
        """Be dropped when ready, come back, be ready and play."""
        await self.table(2, short(3))
        for _ in range(2 - len(self.seats())):
            await self.join("early")
        await self._ready()
        self.cut()
        await self.returned()
        await self._ready()
        await self.join("late")
        await self.played()

    async def _ready(self) -> None:
        await self.bench.until(
            self.row,
            lambda: self.lacking()[1],
            lambda: all(seat.readies or seat.known_ready for seat in self.seats()),
        )


class DropOpening(Drop):
    """When the bot shows its entropy, which does not arrive; without any, when it is asked."""

    rows = ("drop-opening",)

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Cut off bots that take no part in the shuffling at the opening itself."""
        if seat is not None and frame.HasField("opening") and not any(seat.promises.values()):
            self.cut_soon()
        return super().down(passage, seat, frame)

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Lose the entropy."""
        if frame.ready.HasField("entropy") and not self.cut_off:
            assert seat is not None  # noqa: S101  # enlistments are never ready
            seat.shown.clear()
            self.cut()
            return ()
        return super().up(passage, seat, frame)

    async def run(self) -> None:
        """Come back, and be asked for it again."""
        await self.full_table(2, short(2))
        await self.returned()
        await self.played()


class DropDecision(Drop):
    """Around a decision of one kind."""

    kind: ClassVar[DecisionKind]

    async def run(self) -> None:
        """Come back, and play on."""
        await self.full_table(2, short(2))
        await self.returned()
        await self.played()


class DropFlip(DropDecision):
    """Right after the decision."""

    rows = ("drop-flip",)
    kind = DECISION_KIND_FLIP

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Tell it, and cut."""
        if frame.decision.kind == self.kind:
            self.cut_soon()
        return super().down(passage, seat, frame)


class DropTurn(DropDecision):
    """With the answer on its way."""

    rows = ("drop-turn", "resume")
    kind = DECISION_KIND_TURN

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Lose it."""
        decision = self.asked(seat, frame)
        if decision is not None and decision.kind == self.kind and not self.cut_off:
            self.cut()
            return ()
        return super().up(passage, seat, frame)


class DropPlace(DropDecision):
    """With the receipt on its way."""

    rows = ("drop-place", "resume")
    kind = DECISION_KIND_PLACE
    abruptly = True

    def up(self, passage: Watched, seat: Seat | None, frame: ClientFrame) -> Iterable[ClientFrame]:
        """Have it draw."""
        if decision := self.asked(seat, frame):
            frame.act.CopyFrom(draws(decision))
        return super().up(passage, seat, frame)

    def down(
        self, passage: Watched, seat: Seat | None, frame: ServerFrame
    ) -> Iterable[ServerFrame]:
        """Lose the receipt of what follows."""
        asked = seat.asked if seat is not None and frame.HasField("receipt") else None
        if asked is not None and asked.decision.kind == self.kind:
            self.cut()
        return super().down(passage, seat, frame)


class DropBetweenRounds(Drop):
    """While a person looks at the scores."""

    rows = ("drop-between-rounds",)

    async def run(self) -> None:
        """Come back, be ready again, and play on when the person is ready, too."""
        await self.table(1, short(2, rounds=2), between_rounds_ms=3_600_000)
        person = await self.join("Ada", person=True, holds=True)
        (seat,) = self.seats()
        await self.bench.until(self.row, lambda: self.lacking()[1], lambda: bool(seat.rounds_over))
        await self._ready(seat, 1, "round_ended")
        self.cut()
        before = seat.round_readies
        await self.returned()
        await self._ready(seat, before + 1, "the welcome in BETWEEN_ROUNDS")
        person.release()
        await self.played()

    async def _ready(self, seat: Seat, times: int, cause: str) -> None:
        await self.bench.until(
            self.row,
            f"{seat.name} sent no ready after {cause}",
            lambda: seat.round_readies >= times or seat.known_ready,
        )


class DropGameOver(Drop):
    """Before the host starts another game."""

    rows = ("drop-game-over",)
    abruptly = True

    async def run(self) -> None:
        """Come back, and play another game, unless it does not care to wait."""
        await self.full_table(2, short(2), games=0, start_when_full=False)
        await self._play(1)
        if any(seat.over for seat in self.seats()):  # it may resign rather than wait
            return
        self.cut()
        await self.returned()
        await self._play(2)

    async def _play(self, games: int) -> None:
        await self._start()
        await self.bench.until(
            self.row,
            lambda: self.lacking()[1],
            lambda: all(seat.over or seat.games_over == games for seat in self.seats()),
        )

    async def _start(self) -> None:
        async with Lobby(self.bench.server.address) as lobby:
            await lobby.start_game(self.made.host_token)
