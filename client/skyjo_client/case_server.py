"""A server with a single decision: the one of a case, asked over real gRPC."""

import asyncio
import contextlib
import itertools
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self

from grpc import aio

from skyjo.v1.enlist_pb2 import Assigned, Enlisted
from skyjo.v1.error_pb2 import ERROR_REASON_TOKEN_UNKNOWN, Refusal
from skyjo.v1.play_pb2 import (
    VERDICT_ACCEPTED,
    VERDICT_ILLEGAL,
    Act,
    Attach,
    ClientFrame,
    PlayRequest,
    PlayResponse,
    Receipt,
    ServerFrame,
)
from skyjo.v1.play_pb2_grpc import PlayServiceServicer, add_PlayServiceServicer_to_server
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    TABLE_STAGE_PLAYING,
    Goodbye,
    Heartbeat,
    Welcome,
)
from skyjo_client.act_words import never_an_action
from skyjo_client.case_file import Case
from skyjo_wire import to_engine
from skyjo_wire.errors import RefusalError
from skyjo_wire.version import protocol_version

_BEAT_SECONDS: Final = 5.0
_BEAT_MS: Final = int(_BEAT_SECONDS * 1000)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot answered: an act or, without one, nothing; and after how many seconds.

    ``wrong`` says in English why it is not legal, empty where it is.
    """

    act: Act | None
    wrong: str
    seconds: float


class CaseServer(PlayServiceServicer):
    """Gives its seat to whoever waits for work, asks, and says goodbye after the answer.

    ``came`` is done when a bot has taken its seat, ``answer`` when it has answered, or has resigned
    or gone instead.
    """

    def __init__(self, case: Case) -> None:
        """Ask what ``case`` has, which must have a decision."""
        loop = asyncio.get_running_loop()
        self.came: asyncio.Future[None] = loop.create_future()
        self.answer: asyncio.Future[Answer] = loop.create_future()
        self.address = ""
        self.case = case
        self.token = secrets.token_bytes(16)
        self._server = aio.server()

    async def __aenter__(self) -> Self:
        add_PlayServiceServicer_to_server(self, self._server)
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        await self._server.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._server.stop(None)

    async def Play(  # type: ignore[override]  # noqa: D102, N802  # named as in the contract
        self, request_iterator: AsyncIterator[PlayRequest], context: aio.ServicerContext[Any, Any]
    ) -> None:
        stream = _Stream(self, context)
        beating = asyncio.create_task(stream.beat())
        try:
            async for request in request_iterator:
                for frame in request.frames:
                    await stream.take(frame)
        finally:
            beating.cancel()
            stream.over()


class _Stream:
    """One stream of the bot."""

    def __init__(self, server: CaseServer, context: aio.ServicerContext[Any, Any]) -> None:
        self._server = server
        self._context = context
        self._numbers: list[int] = []
        self._seat = 0
        self._asked = 0.0

    async def take(self, frame: ClientFrame) -> None:
        match frame.WhichOneof("frame"):
            case "enlist":
                await self._enlisted(frame.number)
            case "attach":
                await self._attached(frame.number, frame.attach)
            case "act" if frame.number == self._seat:
                await self._acted(frame.act)
            case "resign" if frame.number == self._seat:
                self._settle(None, "the bot resigned its seat")
                await self._goodbye()
            case "detach":
                await self._say(frame.number, goodbye=Goodbye(reason=GOODBYE_REASON_FINISHED))

    async def _enlisted(self, number: int) -> None:
        self._numbers.append(number)
        case, welcome = self._server.case, self._server.case.welcome
        await self._say(number, enlisted=_enlisted())
        assigned = Assigned(
            seat_token=self._server.token,
            table_id=welcome.table_id,
            code=welcome.code,
            seat=case.seat,
            rules=welcome.rules,
            game_id=welcome.game_id,
            commitment=welcome.commitment,
            bot_seed=case.bot.bot_seed,
        )
        await self._say(number, assigned=assigned)

    async def _attached(self, number: int, attach: Attach) -> None:
        if attach.seat_token != self._server.token:
            refusal = Refusal(reason=ERROR_REASON_TOKEN_UNKNOWN, frame="attach")
            await self._say(number, refused=refusal)
            return
        self._numbers.append(number)
        self._seat = number
        if not self._server.came.done():
            self._server.came.set_result(None)
        case = self._server.case
        assert case.decision is not None  # noqa: S101  # the server was made with one
        await self._say(number, welcome=_welcome(case))
        frame = ServerFrame(decision=case.decision)
        if attach.omit_views:
            frame.decision.ClearField("view")
        self._asked = time.monotonic()
        await self._say(number, decision=frame.decision)

    async def _acted(self, act: Act) -> None:
        case = self._server.case
        wrong = wrong_with(case, act)
        self._settle(act, wrong)
        verdict = VERDICT_ILLEGAL if wrong else VERDICT_ACCEPTED
        await self._say(self._seat, receipt=Receipt(decision_id=act.decision_id, verdict=verdict))
        await self._goodbye()

    async def _goodbye(self) -> None:
        """The seat first, then the enlistment."""
        for number in reversed(self._numbers):
            await self._say(number, goodbye=Goodbye(reason=GOODBYE_REASON_FINISHED))
        self._numbers = []

    def _settle(self, act: Act | None, wrong: str) -> None:
        if not self._server.answer.done():
            seconds = time.monotonic() - self._asked
            self._server.answer.set_result(Answer(act, wrong, seconds))

    def over(self) -> None:
        """The stream has ended; a bot that comes back is asked again by the next one."""
        self._numbers = []

    async def beat(self) -> None:
        """Let a bot that thinks know that the stream lives."""
        for nonce in itertools.count(1):
            await asyncio.sleep(_BEAT_SECONDS)
            latest = _latest(self._server.case)
            for number in self._numbers:
                beat = Heartbeat(latest_number=latest if number == self._seat else 0, nonce=nonce)
                await self._say(number, heartbeat=beat)

    async def _say(self, number: int, **frame: Any) -> None:  # noqa: ANN401  # any frame
        response = PlayResponse(frames=[ServerFrame(number=number, **frame)])
        with contextlib.suppress(aio.AioRpcError, asyncio.InvalidStateError):
            await self._context.write(response)


def wrong_with(case: Case, act: Act) -> str:
    """Why an act does not answer the decision of a case, empty where it does."""
    decision = case.decision
    assert decision is not None  # noqa: S101  # asked for only where there is one
    if act.decision_id != decision.decision_id:
        return f"it answers decision {act.decision_id}"
    try:
        action = to_engine.action(act)
    except RefusalError as error:
        return f"it {never_an_action(act, error.refusal.reason)}"
    legal = to_engine.legal(decision.legal).allows(action)
    return "" if legal else "it is not among the legal actions"


def _enlisted() -> Enlisted:
    return Enlisted(version=protocol_version(), seats=1, heartbeat_ms=_BEAT_MS)


def _latest(case: Case) -> int:
    """The number of the latest event at the decision."""
    assert case.decision is not None  # noqa: S101  # asked for only where there is one
    return case.decision.event_number


def _welcome(case: Case) -> Welcome:
    """A welcome in the middle of the game, just before the decision."""
    assert case.decision is not None  # noqa: S101  # asked for only where there is one
    welcome = Welcome()
    welcome.CopyFrom(case.welcome)
    welcome.version.CopyFrom(protocol_version())
    welcome.seat = case.seat
    welcome.next_number = _latest(case) + 1
    welcome.presence.stage = TABLE_STAGE_PLAYING
    welcome.heartbeat_ms = _BEAT_MS
    if case.decision.HasField("view"):
        welcome.view.CopyFrom(case.decision.view)
    return welcome
