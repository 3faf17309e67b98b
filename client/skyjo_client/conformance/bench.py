"""Where a bot is tried: server, relay, the bot's process, and waiting for what it does."""

import asyncio
import contextlib
import re
import secrets
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Final, Self

import grpc

from skyjo.v1.enlist_pb2 import Enlist, Enlisted
from skyjo.v1.error_pb2 import Refusal
from skyjo.v1.lobby_pb2 import JoinTableResponse
from skyjo.v1.play_pb2 import Act, ClientFrame, Pong
from skyjo_client import environment
from skyjo_client.case_file import Author, Case
from skyjo_client.cases import Cases, with_case
from skyjo_client.child_process import how
from skyjo_client.conformance.judge import GaveUpError, Judge
from skyjo_client.conformance.ledger import Failed, Ledger
from skyjo_client.conformance.practice_server import PracticeServer
from skyjo_client.conformance.program import Program, start
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import SEATS, Situation
from skyjo_client.conformance.watched import OWN_NONCES, Watched
from skyjo_client.json_lines import fields_of
from skyjo_client.last_words import last_line
from skyjo_client.relay.relay import Relay
from skyjo_client.swept_folder import swept_folder
from skyjo_wire.errors import reason_name

NAME: Final = "Zoë"
"""The bot's name. Not every letter is ASCII: names need not be."""
_JOIN: Final = "/skyjo.v1.LobbyService/JoinTable"
_SEED: Final = 7
_LONGEST_WAITS: Final = 10
_START: Final = 3
"""A program may take so many times longer to start than for anything else."""
_SETTLED_SECONDS: Final = 0.7


class Bench:
    """Everything is ready while it is entered; the bot runs from :meth:`run_bot` on.

    ``patience`` is how many seconds the bot may take for one thing. ``seats`` is how many seats at
    once it can be given, ``calls_itself`` its latest client name. Decisions that it does wrong are
    kept in ``cases``, if any.
    """

    def __init__(
        self, command: Sequence[str], ledger: Ledger, patience: float, cases: Cases | None
    ) -> None:
        """Prepare. ``command`` starts the bot."""
        self.command = command
        self.name = NAME
        self.ledger = ledger
        self.patience = patience
        self._cases = cases
        self.judge = Judge(ledger, self._keep)
        self.situation = Situation(self)
        self.program: Program | None = None
        self.key = secrets.token_bytes(32)
        self.secrets = {self.key}
        self.seats = SEATS
        self.enlisted: Enlisted | None = None
        self.enlistments: list[Enlist] = []
        self.calls_itself = ""
        self.refusal: Refusal | None = None
        self.pongs: dict[int, Pong] = {}
        self.programs: list[Program] = []
        self._nonce = OWN_NONCES
        self._heard_at = self._refused_at = 0.0
        self._ended_with: dict[str, str] = {}
        self._patience_now = patience
        self._changed = asyncio.Event()
        self._stack = contextlib.AsyncExitStack()
        self._telling: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        swept = self._stack.enter_context(swept_folder())
        self.folder = swept.path
        self.server = PracticeServer(swept)
        await self._stack.enter_async_context(self.server)
        self.relay = await self.relayed()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.end_bot()
        await self._stack.aclose()

    async def relayed(self, credentials: grpc.ServerCredentials | None = None) -> Relay:
        """One more address of the server for the bot, until the bench is left."""
        relay = Relay(
            self.server.address,
            lambda: Watched(self),
            visited=self.stir,
            passed=(_JOIN,),
            answered=self._answered,
            credentials=credentials,
        )
        return await self._stack.enter_async_context(relay)

    def passages(self) -> list[Watched]:
        """The streams that the bot has open, oldest first."""
        return [one for one in self.relay.passages if isinstance(one, Watched)]

    async def run_bot(self, address: str, **variables: str) -> None:
        """Start the bot anew with these SKYJO_ variables beside the usual ones."""
        await self.end_bot()
        self._patience_now = _START * self.patience
        self.judge.seats.clear()
        self.enlistments.clear()
        self.enlisted = self.refusal = None
        usual = {environment.SERVER: address, environment.NAME: NAME, environment.SEED: str(_SEED)}
        self.program = await start(self.command, usual | variables, self.secrets, self.folder)
        self.programs.append(self.program)
        self._telling = asyncio.create_task(self.program.tell(self.stir))

    async def wait_for_work(self) -> None:
        """See to it that a bot is there which waits for work at the usual address."""
        waiting = self.program is not None and self.program.status is None
        if not waiting or not any(one.waits() for one in self.passages()):
            await self.enlist_bot()
            await self.until_enlisted()

    async def enlist_bot(self) -> None:
        """Start the bot anew so that it comes to wait for work."""
        variables = {environment.KEY: self.key.hex(), "SKYJO_SEATS": str(SEATS)}
        await self.run_bot(self.relay.address, **variables)

    async def until_enlisted(self) -> None:
        """Wait until it waits for work. Raises :class:`Failed`."""
        lacking = "it did not enlist with the key in SKYJO_KEY"
        await self.until("enlist", lacking, lambda: self.enlisted is not None)

    async def end_bot(self) -> None:
        """End the bot by force."""
        if self.program is not None:
            await self.program.end()
            self.program = None
        if self._telling is not None:
            await self._telling
            self._telling = None

    def stir(self) -> None:
        """Something has happened: whoever waits looks again."""
        self._changed.set()

    def heard(self, frame: ClientFrame) -> None:
        """The bot has said something; pongs alone are no progress."""
        if not frame.HasField("pong"):
            self._heard_at, self._patience_now = time.monotonic(), self.patience

    def _answered(self, method: str, answer: bytes) -> None:
        """A call of the bot was answered: with a seat, if it has joined a table."""
        if method == _JOIN:
            given = JoinTableResponse.FromString(answer).seating
            self.judge.seats.append(Seat(given.table_id, given.seat, given.seat_token))
            self.secrets.add(given.seat_token)
            self.stir()

    def enlists(self, enlist: Enlist) -> None:
        """The bot waits for work."""
        self.enlistments.append(enlist)

    def refused(self, refusal: Refusal) -> None:
        """The server refused a frame of the bot."""
        self.refusal, self._refused_at = refusal, time.monotonic()

    def pong(self, seat: Seat | None, pong: Pong) -> None:
        """The bot answers a heartbeat of the check."""
        self.pongs[pong.nonce] = pong
        if seat is not None:
            self.judge.pong(seat, pong, self.situation.pongs)
        elif pong.latest_number:
            text = f"it named event {pong.latest_number} in the pong of its enlistment"
            self.ledger.fail("heartbeat", text)

    def beat(self, seat: Seat | None) -> int:
        """Send a heartbeat for a seat, or for the enlistment; return its nonce."""
        passage = next(one for one in reversed(self.passages()) if one.number_of(seat))
        frame = passage.heartbeat(passage.number_of(seat))
        passage.tell(frame)
        return frame.heartbeat.nonce

    def next_nonce(self) -> int:
        """A nonce that no heartbeat had yet."""
        self._nonce += 1
        return self._nonce

    async def until(
        self, row: str, lacking: str | Callable[[], str], fulfilled: Callable[[], bool]
    ) -> None:
        """Wait as long as the bot says anything within its patience; then it fails in ``row``.

        ``lacking`` says what it did not do. Raises :class:`Failed`, also for what the judge found
        to end the situation.
        """
        began = time.monotonic()
        while True:
            await self._check_halted()
            if fulfilled():
                return
            lack = lacking if isinstance(lacking, str) else lacking()
            if self.program is not None and self.program.status is not None:
                ended = f"the bot {how(self.program.status)}, and {lack}{self.last_words(row)}"
                case = self._unanswered("ended", ended)
                raise Failed(row, with_case(ended, case), about_row=False)
            patience = self._patience_now
            latest = max(began, self._heard_at) + patience
            left = min(latest, began + _LONGEST_WAITS * self.patience) - time.monotonic()
            if left <= 0:
                late = f"{lack} within {patience:g} s{self._refused(began)}"
                raise Failed(row, with_case(late, self._unanswered("hung", late)))
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._changed.wait()

    async def _check_halted(self) -> None:
        """Raise what the judge found; a bot that resigned says why, and mostly ends, right then."""
        halted = self.judge.halted
        if isinstance(halted, GaveUpError) and self.program is not None:
            await self.program.ends(_SETTLED_SECONDS)
            halted.reason += self.last_words(halted.row)
            case = self._keep(halted.seat, "resigned", halted.reason, None)
            halted.reason = with_case(halted.reason, case)
        if halted is not None:
            raise halted

    def gave_up(self, row: str, seat: Seat) -> Failed:
        """That a bot resigned where nothing was asked; again for one reason: where it did first."""
        text = f"{seat.name} resigned of its own accord{self.last_words(row)}"
        return Failed(self._first_row(row), text, about_row=False)

    def _unanswered(self, fault: str, says: str) -> str:
        """Keep a case of each decision that the bot has not answered."""
        asked = [seat for seat in self.judge.seats if seat.open_decision is not None]
        return "".join([self._keep(seat, fault, says, None) for seat in asked])

    def _keep(self, seat: Seat, fault: str, says: str, act: Act | None) -> str:
        """Write a case of the decision that is open, and say where it lies."""
        if self._cases is None or seat.asked is None:
            return ""
        case = Case(
            fault=fault,
            says=says,
            seat=seat.seat,
            welcome=seat.welcome,
            bot=Author(name=self.name, seed=_SEED, bot_seed=seat.bot_seed),
            decision=seat.asked.decision,
            answer=None if act is None else fields_of(act),
            stderr=self.last_lines(),
        )
        return self._cases.told(case, frozenset(self.secrets))

    def last_lines(self) -> str:
        """What the bot has written last, without its secrets."""
        return self.program.last_lines() if self.program else ""

    def blames(self, row: str, instead_of: str) -> None:
        """What the bot said last in one row was about another one."""
        said = self._ended_with.items()
        self._ended_with = {line: row if one == instead_of else one for line, one in said}

    def _first_row(self, row: str) -> str:
        """The row in which the bot said its last line first, whatever the numbers in it."""
        line = re.sub("[0-9]+", "0", last_line(self.last_lines()))
        return self._ended_with.setdefault(line, row) if line else row

    def last_words(self, row: str) -> str:
        """The last line of a bot that has ended, or the row in which it ended with the same."""
        earlier, line = self._first_row(row), last_line(self.last_lines())
        if earlier != row:
            return f" (as in {earlier})"
        return f"; its last words: {line}" if line else ""

    def _refused(self, since: float) -> str:
        """What the server refused last, if that was not before a time."""
        if self.refusal is None or self._refused_at < since:
            return ""
        return f" ({self.refusal.frame} was refused: {reason_name(self.refusal.reason)})"

    async def settled(self) -> None:
        """Give the bot time for what it should not do: nothing tells that it never will."""
        await asyncio.sleep(min(_SETTLED_SECONDS, self.patience))
