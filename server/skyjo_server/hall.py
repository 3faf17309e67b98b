"""All tables of a server: made, filled, and served with what they need around them.

The gRPC services ask the hall and say its answers.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final

from skyjo.v1 import error_pb2, lobby_pb2, table_pb2
from skyjo.v1.rules_pb2 import ClockRules
from skyjo_server import input_text, saved_table
from skyjo_server.access import Access, Place, Seated
from skyjo_server.alarms import Alarms
from skyjo_server.directory import Directory
from skyjo_server.doorkeeper import Doorkeeper
from skyjo_server.journal import Journal
from skyjo_server.meters import Meters
from skyjo_server.plan import Plan, plan_of
from skyjo_server.scheduler import Scheduler
from skyjo_server.seating import BotRef, Holder, Occupant
from skyjo_server.table import Table
from skyjo_server.tenancy import Tenancy
from skyjo_server.terms import Terms
from skyjo_server.text import check_build, player_name, unique
from skyjo_server.tokens import SecretSource, token_hash
from skyjo_server.workforce import HOUSE_LEVELS, STAND_IN_LEVEL, Job, Workforce
from skyjo_wire.errors import RefusalError
from skyjo_wire.version import check_version

MOST_TABLES: Final = 2_000
"""Far fewer than there are join codes, so that a free one is found at once."""
_KINDS: Final = {
    table_pb2.PLAYER_KIND_UNSPECIFIED: table_pb2.PLAYER_KIND_HUMAN,
    table_pb2.PLAYER_KIND_HUMAN: table_pb2.PLAYER_KIND_HUMAN,
    table_pb2.PLAYER_KIND_BOT: table_pb2.PLAYER_KIND_BOT,
}


class Hall(Directory):
    """The tables, the tokens to their seats, and the bots that wait for work."""

    def __init__(
        self,
        journal: Journal,
        secrets: SecretSource,
        scheduler: Scheduler,
        terms: Terms,
    ) -> None:
        """Open an empty hall."""
        super().__init__(secrets, scheduler)
        self.house_key = secrets.key()
        self.doorkeeper = Doorkeeper(terms.limits, scheduler.time)
        self.workforce = Workforce(self.house_key, self._rekey, self.heartbeat_ms)
        self.meters = Meters()
        self._journal = journal
        self._terms = terms
        self.access = Access(terms.operator_key)
        self._alarms = Alarms(scheduler)
        self._settled = asyncio.Event()

    @property
    def heartbeat_ms(self) -> int:
        """Time between two heartbeats of a stream."""
        return self.doorkeeper.limits.heartbeat_ms

    def say_goodbye(self, goodbye: table_pb2.Goodbye) -> None:
        """End every seat's, spectator's and waiting bot's stream with ``goodbye``."""
        super().say_goodbye(goodbye)
        self.workforce.say_goodbye(goodbye)

    def cut_off(self, goodbye: table_pb2.Goodbye) -> None:
        """End every stream at once: what was decided last cannot be kept any more."""
        super().cut_off(goodbye)
        self.workforce.say_goodbye(goodbye)
        self._settled.set()

    # --- making and filling ---

    def create(self, request: lobby_pb2.CreateTableRequest) -> tuple[Table, Seated | None, bytes]:
        """Make a table. Returns it, its maker's seat, and the host token when there is no seat.

        Raises RefusalError; then no table is made.
        """
        self.check_open()
        if len(self.tables) >= MOST_TABLES:
            raise RefusalError(error_pb2.ERROR_REASON_TOO_MANY_TABLES)
        if self._terms.events_only or request.HasField("organiser_deals"):
            self.access.check_operator(request.operator_key)
        plan = plan_of(request, self._secrets.identifier(), self._free_code(), self._terms.clock)
        self._check_fits(request, plan)
        table = Table(plan, self._journal, self._secrets, self, self._scheduler.time)
        seated = self._seat_maker(table, request) if request.HasField("joiner") else None
        host_token = b""
        if seated is None:
            host_token = self._secrets.token()
            table.seats.host_token_hash = token_hash(host_token)
            self.access.host(table)
        self._put(table)
        for choice in request.bots:
            self.add_bot(table, choice)
        table.announce()
        return table, seated, host_token

    def resume(self, state: str, inputs: Sequence[str]) -> None:
        """Put a table that was kept back where it stood, with all its tokens.

        ``inputs`` are lines of :mod:`skyjo_server.input_text`. What cannot be read raises something
        and leaves no table.
        """
        plan = saved_table.plan_in(state)
        table = Table(plan, self._journal, self._secrets, self, self._scheduler.time)
        self._put(table)
        try:
            table.resume(state, list(map(input_text.loads, inputs)))
        except BaseException:
            self._remove(table)
            raise
        self.access.host(table)
        for occupant in table.seats.taken():
            for holder in occupant.holders():
                self.access.seat(Place(table, occupant, holder))
                if holder.bot and table.stage != table_pb2.TABLE_STAGE_CLOSED:
                    self.workforce.employ_again(holder.bot, Job(table, occupant, holder))
        self.changed(table)

    async def kept(self) -> None:
        """Wait until all that was decided so far is kept, or never will be.

        One waits at a time.
        """
        settled = self._settled = asyncio.Event()
        self._journal.append((), settled.set)
        await settled.wait()

    def _seat_maker(self, table: Table, request: lobby_pb2.CreateTableRequest) -> Seated:
        seated = self.join(table, request.joiner, None)
        table.seats.host = seated.place.occupant
        return seated

    def _check_fits(self, request: lobby_pb2.CreateTableRequest, plan: Plan) -> None:
        """Refuse more players at once than the table has seats, and bots that are not there."""
        wanted = len(request.bots) + request.HasField("joiner")
        if wanted > plan.rules.players:
            raise RefusalError(
                error_pb2.ERROR_REASON_FIELDS_CONFLICT,
                field="bots",
                value=wanted,
                limits=(0, plan.rules.players),
            )
        wanted_of = Counter(self.workforce.chosen(choice) for choice in request.bots)
        if not all(self.workforce.available(name, seats) for name, seats in wanted_of.items()):
            raise RefusalError(error_pb2.ERROR_REASON_BOT_UNKNOWN, field="bots")

    def join(self, table: Table, joiner: table_pb2.Joiner, seat: int | None) -> Seated:
        """Give ``joiner`` a seat, the lowest free one unless ``seat`` says which. RefusalError."""
        self.check_open()
        check_version(joiner.version, "joiner.version")
        check_build(joiner.build_hash, "joiner.build_hash")
        name = player_name(joiner.name, "joiner.name")
        table.seats.check_not_barred(name)
        if joiner.kind not in _KINDS:
            raise RefusalError(error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE, field="joiner.kind")
        token = self._secrets.token()
        occupant = table.join(name, _KINDS[joiner.kind], token_hash(token), seat=seat)
        assert occupant.holder is not None  # noqa: S101  # just seated
        occupant.holder.build_hash = joiner.build_hash
        place = self.access.seat(Place(table, occupant, occupant.holder))
        table.expect(occupant)
        return Seated(place, token)

    def add_bot(
        self, table: Table, choice: lobby_pb2.BotChoice, seat: int | None = None
    ) -> Occupant:
        """Fill a seat with a house bot or an enlisted bot. Raises RefusalError."""
        self.check_open()
        bot = self.workforce.chosen(choice)
        house = bot in HOUSE_LEVELS
        name = unique(f"bot:{bot}" if house else bot, {o.name for o in table.seats.taken()})
        kind = table_pb2.PLAYER_KIND_HOUSE_BOT if house else table_pb2.PLAYER_KIND_BOT
        token = token_hash(self._secrets.token())
        level = bot if house else ""
        occupant = table.join(name, kind, token, house_level=level, seat=seat)
        assert occupant.holder is not None  # noqa: S101  # just seated
        self.access.seat(Place(table, occupant, occupant.holder))
        self.workforce.employ(bot, Job(table, occupant, occupant.holder))
        return occupant

    def _rekey(self, job: Job) -> bytes:
        """Make a new token for a job's seat in place of the one before."""
        token = self._secrets.token()
        self.access.forget(job.holder)
        job.holder.token_hash = token_hash(token)
        self.access.seat(Place(job.table, job.occupant, job.holder))
        return token

    # --- what tables ask for ---

    def stand_in_wanted(self, table: Tenancy, occupant: Occupant) -> None:
        """Have a house bot play the seat of a player who has left."""
        holder = table.seat_stand_in(occupant, token_hash(self._secrets.token()))
        ours = self.tables[table.plan.table_id]
        self.access.seat(Place(ours, occupant, holder))
        self.workforce.employ(STAND_IN_LEVEL, Job(ours, occupant, holder))

    def played(self, bot: BotRef, clock: ClockRules, *, forfeited: bool) -> None:
        """A bot's game is over, or forfeited."""
        self.workforce.played(bot, clock, forfeited=forfeited)

    def played_out(self, holder: Holder) -> None:
        """A seat is played no more: a bot that played it has a place for the next."""
        self.workforce.done(holder)

    def forgotten(self, holder: Holder) -> None:
        """A token is no longer good for anything."""
        self.access.forget(holder)
        self.workforce.done(holder)

    def changed(self, table: Tenancy) -> None:
        """A table is different now, or gone: tell those who watch the lobby."""
        if table.gone:
            self._remove(table)
        for observer in list(self.observers):
            observer(table)

    def wake(self, table: Tenancy, when: float) -> None:
        """Have ``table`` tick at ``when``, a second of its clock, or before."""
        self._alarms.wake(table, when)

    def _remove(self, table: Tenancy) -> None:
        super()._remove(table)
        self._alarms.forget(table)
        self.access.forget_host(table)
