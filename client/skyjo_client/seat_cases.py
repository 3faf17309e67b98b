"""What a seat's bot was asked and answered last, for the case file of a fault."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass

from skyjo.v1.event_pb2 import SeatChanged
from skyjo.v1.play_pb2 import Act, Receipt
from skyjo.v1.play_pb2 import Decision as DecisionFrame
from skyjo_client.case_file import Author, Case
from skyjo_client.cases import Cases
from skyjo_client.environment import KEY, OPERATOR_KEY, TOKEN, secret
from skyjo_client.json_lines import fields_of
from skyjo_client.session import SeatSession


def _secrets() -> frozenset[bytes]:
    """What a bot knows from its environment and must not get into a file."""
    return frozenset(filter(None, map(secret, (KEY, TOKEN, OPERATOR_KEY))))


@dataclass(slots=True)
class SeatCases:
    """Keeps the faults of the bot in one seat, in ``cases`` if any."""

    session: SeatSession
    cases: Cases | None
    bot: Author
    last_words: Callable[[], str]
    _decision: DecisionFrame | None = None
    _answer: dict[str, object] | None = None

    def asked(self, decision: DecisionFrame) -> None:
        """The bot is asked."""
        self._decision, self._answer = decision, None

    def answered(self, act: Act) -> None:
        """The bot has chosen."""
        self._answer = fields_of(act)

    def keep(
        self,
        fault: str,
        says: str,
        *,
        error: BaseException | None = None,
        answer: str | None = None,
        receipt: Receipt | None = None,
        seat_changed: SeatChanged | None = None,
    ) -> str:
        """Write a case of what was asked last; the result is told behind the sentence about it.

        The traceback is that of ``error``; ``answer`` is what came where no act did.
        """
        if self.cases is None:
            return ""
        case = Case(
            fault=fault,
            says=says,
            seat=self.session.seat,
            welcome=self.session.welcome,
            bot=self.bot,
            decision=self._decision,
            answer=answer or self._answer,
            receipt=receipt,
            seat_changed=seat_changed,
            traceback="".join(traceback.format_exception(error)) if error else "",
            stderr=self.last_words(),
        )
        return self.cases.told(case, _secrets())
