"""One seat played by a bot, game after game."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from skyjo.v1.event_pb2 import SEAT_CHANGE_BOT_TOOK_OVER, Event, SeatChanged
from skyjo.v1.play_pb2 import (
    VERDICT_ACCEPTED,
    VERDICT_ILLEGAL,
    VERDICT_MALFORMED,
    Receipt,
    ServerFrame,
)
from skyjo.v1.play_pb2 import Decision as DecisionFrame
from skyjo.v1.table_pb2 import Welcome
from skyjo_client.bot import Bot, Charge, Clock, Decision, GameInfo
from skyjo_client.errors import BadAnswerError
from skyjo_client.goodbyes import check_served
from skyjo_client.notices import Item, LinkChanged, ReceiptNotKept
from skyjo_client.report import Report
from skyjo_client.seat_cases import SeatCases
from skyjo_client.seat_lost import seat_lost
from skyjo_client.session import SeatSession
from skyjo_client.sources import source
from skyjo_engine.actions import Action
from skyjo_engine.rules import Rules
from skyjo_wire import from_engine, to_engine, to_events
from skyjo_wire.errors import reason_name

_Told = TypeVar("_Told")
_REFUSED_VERDICTS: Final = (VERDICT_ILLEGAL, VERDICT_MALFORMED)


@dataclass(slots=True)
class SeatOutcome:
    """What became of one seat: games played to their end, and whether the bot failed."""

    games: int = 0
    failed: bool = False


class BotSeat:
    """Plays a session's seat with bots that ``make`` makes, one a game.

    From a stand-in it takes the seat back with the next round and no sooner: a bot for which the
    clock is too short would have it change hands at every move.

    A bot that raises, or chooses what is not allowed, is reported and its seat resigns: others at
    the table must not wait for it, and a substitute move would hide the mistake.
    """

    def __init__(
        self,
        session: SeatSession,
        make: Callable[[], Bot],
        seed: int | None,
        report: Report,
        cases: SeatCases,
    ) -> None:
        """``seed`` makes the bots' random sources repeatable."""
        self._session = session
        self._make = make
        self._seed = seed
        self._report = report
        self._cases = cases
        self._bot: Bot | None = None
        self._game: tuple[str, int, Rules] | None = None
        self._stood_in = False
        self._outcome = SeatOutcome()

    async def play(self) -> SeatOutcome:
        """Play until the seat ends. Raises what the session raises, and ServerStoppedError."""
        async for item in self._session:
            await self._take(item)
        check_served(self._session.goodbye)
        return self._outcome

    async def _take(self, item: Item) -> None:
        match item:
            case LinkChanged():
                self._report.link(item)
            case ReceiptNotKept():
                self._report.receipt_not_kept(item)
            case ServerFrame() if not self._outcome.failed:
                await self._frame(item)

    async def _frame(self, frame: ServerFrame) -> None:
        match frame.WhichOneof("frame"):
            case "decision":
                await self._decide(frame.decision)
            case "welcome":
                self._start(frame.welcome)
            case "events":
                for number, event in enumerate(frame.events.events, frame.events.first_number):
                    self._happened(number, event)
            case "refused":
                self._report.refused(self._session.seat, frame.refused)
            case "receipt":
                self._judged(frame.receipt)

    def _happened(self, number: int, event: Event) -> None:
        if event.HasField("game_ended") and self._bot is not None:
            self._outcome.games += 1
            self._tell(self._bot.game_ended, to_events.game_ended(event.game_ended))
        elif event.HasField("seat_changed") and event.seat_changed.seat == self._session.seat:
            self._lost(event.seat_changed)
            live = number > self._session.welcome.view.latest_number
            self._stood_in = live and event.seat_changed.change == SEAT_CHANGE_BOT_TOOK_OVER
        elif event.HasField("dealt") and self._stood_in:
            self._session.take_back()

    def _lost(self, change: SeatChanged) -> None:
        case = ""
        if change.HasField("fault"):
            case = self._cases.keep("lost", seat_lost(change), seat_changed=change)
        self._report.lost(self._session.game_id, change, case)

    def _judged(self, receipt: Receipt) -> None:
        if receipt.verdict in _REFUSED_VERDICTS:
            says = f"the server refused the answer: {reason_name(receipt.reason)}"
            case = self._cases.keep("refused", says, receipt=receipt)
            self._report.rejected(self._session.seat, receipt.reason, case)
            self.give_up()
        elif receipt.verdict == VERDICT_ACCEPTED and receipt.HasField("bank_ms") and self._bot:
            charge = Charge(
                decision_id=receipt.decision_id,
                charged_ms=receipt.charged_ms,
                network_ms=receipt.network_ms,
                bank_ms=receipt.bank_ms,
            )
            self._tell(self._bot.charged, charge)

    def _start(self, welcome: Welcome) -> None:
        """Make a bot for what is new to this seat: another game, or the same before it begins.

        Free seats are dropped as a game begins: then the seats count anew, and so do the players.
        """
        self._stood_in = False  # attaching takes the seat back
        rules = self._session.rules
        game = (welcome.game_id, welcome.seat, rules)
        if game == self._game:
            return
        self._game = game
        self._bot = self._make()
        self._bot.random = source(self._seed, welcome.game_index, welcome.seat)
        names = {one.seat: one.name for one in welcome.presence.players}
        info = GameInfo(
            game_id=welcome.game_id,
            table_id=welcome.table_id,
            index=welcome.game_index,
            seat=welcome.seat,
            rules=rules,
            names=tuple(names.get(seat) for seat in range(rules.players)),
            welcome=welcome,
        )
        self._tell(self._bot.game_started, info)

    def _tell(self, hook: Callable[[_Told], None], what: _Told) -> None:
        try:
            hook(what)
        except BadAnswerError:  # of a program that is over, which is told once for all seats
            self.give_up()
        except Exception as error:  # noqa: BLE001  # whatever a stranger's bot may raise
            name = getattr(hook, "__qualname__", repr(hook))
            case = self._cases.keep("raised", f"{name} raised {error!r}", error=error)
            self._report.hook_raised(name, self._session.seat, error, case)
            self.give_up()

    async def _decide(self, message: DecisionFrame) -> None:
        self._cases.asked(message)
        decision = self._asked(message)
        action = await self._choose(decision)
        if action is None:
            self.give_up()
        else:
            self._cases.answered(from_engine.act(message.decision_id, action))
            self._session.act(message.decision_id, action)

    def _asked(self, message: DecisionFrame) -> Decision:
        rules = self._session.rules
        clock = message.clock
        return Decision(
            view=to_engine.view(message.view, rules),
            legal=to_engine.legal(message.legal),
            seat=self._session.seat,
            game_id=self._session.game_id,
            rules=rules,
            clock=Clock(clock.bank_ms, clock.increment_ms, clock.deadline_ms)
            if message.HasField("clock")
            else None,
            decision_id=message.decision_id,
            frame=message,
        )

    async def _choose(self, decision: Decision) -> Action | None:
        """What the bot chose, None after a failure, which is reported."""
        assert self._bot is not None  # noqa: S101  # a welcome precedes every decision
        name = type(self._bot).__name__
        try:
            chosen = self._bot.choose(decision)
            action: object = await chosen if inspect.isawaitable(chosen) else chosen
        except BadAnswerError as error:
            case = self._cases.keep("bad_answer", error.what, answer=error.answer)
            self._report.bad_answer(decision, error, case)
            return None
        except Exception as error:  # noqa: BLE001  # whatever a stranger's bot may raise
            case = self._cases.keep("raised", f"{name}.choose raised {error!r}", error=error)
            self._report.bot_raised(name, decision, error, case)
            return None
        if not isinstance(action, Action) or not decision.legal.allows(action):
            says = f"{name}.choose returned {action!r}, which is not allowed"
            case = self._cases.keep("not_allowed", says, answer=repr(action))
            self._report.not_legal(name, decision, action, case)
            return None
        return action

    def give_up(self) -> None:
        """Resign, once: the bot has failed."""
        if not self._outcome.failed:
            self._outcome.failed = True
            self._session.resign()
