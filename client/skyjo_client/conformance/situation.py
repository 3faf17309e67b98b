"""One thing that is tried: a table, what is done to frames there, and what the bot has to do."""

import contextlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest, CreateTableResponse
from skyjo.v1.play_pb2 import Act, ClientFrame, Decision, ServerFrame
from skyjo.v1.rules_pb2 import Rules
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_RESIGNED,
    PLAYER_KIND_BOT,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_GATHERING,
    GoodbyeReason,
)
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.legal import ROW_OF, asked_for
from skyjo_client.conformance.partner import Partner
from skyjo_client.conformance.seat import Seat
from skyjo_client.errors import ClientError, RefusedError
from skyjo_client.lobby import Lobby
from skyjo_client.versions import joiner
from skyjo_wire.errors import reason_name

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench
    from skyjo_client.conformance.watched import Watched

SEATS: Final = 8
"""How many seats at once the bot is asked to offer: the largest table."""
_GOODBYE: Final = "GOODBYE_REASON_"


def short(players: int, **more: Any) -> Rules:  # noqa: ANN401  # fields of Rules
    """Rules under which a game takes few moves: one round, with almost all cards turned up."""
    few = {"rounds": 1, "target": 1000, "initial_flips": 10}
    return Rules(**{"players": players, **few, **more})


class Situation:
    """As it is, everything passes. ``rows`` is what it shows, the one it is about first.

    ``unreached`` says of those rows that did not come about here why that is, and ``impossible``
    the same of those that this machine cannot try with any bot. ``enlisted``: it needs a bot that
    waits for work. ``pongs`` is the row in which a pong with a wrong number is told.
    """

    rows: ClassVar[tuple[str, ...]] = ()
    enlisted: ClassVar[bool] = True
    pongs: ClassVar[str] = "heartbeat"

    def __init__(self, bench: "Bench") -> None:
        """Prepare; :meth:`run` tries it."""
        self.bench = bench
        self.made = CreateTableResponse()
        self.partners: list[Partner] = []
        self.unreached: dict[str, str] = {}
        self.impossible: dict[str, str] = {}

    def down(
        self,
        passage: "Watched",  # noqa: ARG002  # for those that override it
        seat: Seat | None,  # noqa: ARG002
        frame: ServerFrame,
    ) -> Iterable[ServerFrame]:
        """What the bot is told for a frame of the server."""
        return (frame,)

    def up(
        self,
        passage: "Watched",  # noqa: ARG002
        seat: Seat | None,  # noqa: ARG002
        frame: ClientFrame,
    ) -> Iterable[ClientFrame]:
        """What the server is told for a frame of the bot."""
        return (frame,)

    def asked(self, seat: Seat | None, frame: ClientFrame) -> Decision | None:
        """The decision that a frame answers, if it does."""
        asked = seat.asked if seat is not None and frame.HasField("act") else None
        return asked.decision if asked is not None else None

    async def run(self) -> None:
        """Bring it about. Raises :class:`Failed`."""

    async def leave(self) -> None:
        """Leave nothing behind."""
        for partner in self.partners:
            await partner.leave()
        if self.made.host_token:
            with contextlib.suppress(ClientError):
                async with Lobby(self.bench.server.address) as lobby:
                    await lobby.close_table(self.made.host_token)

    @property
    def row(self) -> str:
        """The row that it is about."""
        return self.rows[0]

    def seats(self) -> list[Seat]:
        """The bot's seats at the table."""
        return [one for one in self.bench.judge.seats if one.table_id == self.made.table_id]

    async def table(self, bots: int, rules: Rules, **more: Any) -> None:  # noqa: ANN401
        """Make a table for the bot on so many seats, or as many as it plays; ``more`` as asked.

        It begins when it is full. Its seats are all assigned when this returns.
        """
        bots = min(bots, self.bench.seats, rules.players)
        request = CreateTableRequest(
            **{"rules": rules, "games": 1, "start_when_full": True, **more},
            bots=[BotChoice(enlisted_name=self.bench.name)] * bots,
        )
        try:
            async with Lobby(self.bench.server.address) as lobby:
                self.made = await lobby.create_table(request)
        except RefusedError as error:
            reason = reason_name(error.reason)
            text = f"it could not be given a seat ({reason}): it does not wait for work any more"
            raise Failed(self.row, text + self.bench.last_words(self.row)) from None
        lacking = "it was not assigned all its seats"
        await self.bench.until(self.row, lacking, lambda: len(self.seats()) == bots)

    async def join(self, name: str, *, person: bool = False, **more: Any) -> Partner:  # noqa: ANN401
        """Let somebody else take a seat."""
        who = joiner(name)
        who.kind = PLAYER_KIND_HUMAN if person else PLAYER_KIND_BOT
        async with Lobby(self.bench.server.address) as lobby:
            seating = await lobby.join_table(self.made.code, who)
        partner = Partner(self.bench.server.address, seating, **more)
        self.partners.append(partner)
        return partner

    async def fill(self, rules: Rules, choose: Callable[[Decision], Act] | None = None) -> None:
        """Let others take the seats that are free."""
        for number in range(rules.players - len(self.seats())):
            await self.join(f"partner {number + 1}", choose=choose)

    async def full_table(self, bots: int, rules: Rules, **more: Any) -> None:  # noqa: ANN401
        """A table with nobody missing."""
        await self.table(bots, rules, **more)
        await self.fill(rules)

    async def played(self, *reasons: GoodbyeReason, unless: Iterable[Seat] = ()) -> None:
        """Wait until all seats but some have been told goodbye, for one of the ``reasons``.

        Without any: that the table's games are over.
        """
        expected = [seat for seat in self.seats() if seat not in unless]
        await self.bench.until(
            self.row, lambda: self.lacking()[1], lambda: all(seat.over for seat in expected)
        )
        for seat in expected:
            self.check_goodbye(seat, *(reasons or (GOODBYE_REASON_FINISHED,)))

    def check_goodbye(self, seat: Seat, *reasons: GoodbyeReason) -> None:
        """Raise :class:`Failed` if the seat was told another goodbye."""
        assert seat.goodbye is not None  # noqa: S101  # it has been waited for
        reason = seat.goodbye.reason
        if reason == GOODBYE_REASON_RESIGNED and reason not in reasons:
            raise self.bench.gave_up(self.row, seat)
        if reason not in reasons:
            told, due = (
                GoodbyeReason.Name(one).removeprefix(_GOODBYE) for one in (reason, reasons[0])
            )
            raise Failed(self.row, f"{seat.name} was told goodbye {told} instead of {due}")

    def lacking(self) -> tuple[str, str]:
        """What the bot leaves undone, and the row that is about that alone."""
        seats = [seat for seat in self.seats() if not seat.over]
        for seat in seats:
            if found := _undone(seat):
                row, text = found
                if row == "enlist" and any(one.attached for one in self.seats()):
                    row = "several-seats"
                return row, f"{seat.name} {text}"
        return self.row, "the game did not come to its end"


def _undone(seat: Seat) -> tuple[str, str] | None:
    """What is due from one seat."""
    stage = seat.welcome.presence.stage
    promised = seat.promises.get(seat.welcome.commitment)
    if not seat.attached:
        return "enlist", "was assigned and not attached"
    if not seat.present:
        return "enlist", "did not come back"
    if stage == TABLE_STAGE_GATHERING and not (seat.readies or seat.known_ready):
        return ("second-game" if seat.games_over else "entropy"), "sent no ready after its welcome"
    if seat.opening is not None and promised and seat.welcome.commitment not in seat.shown:
        return "entropy", "did not show the entropy that it had promised"
    if (decision := seat.open_decision) is not None:
        return ROW_OF.get(decision.kind, "turn"), f"gave no answer to {asked_for(decision)}"
    return None
