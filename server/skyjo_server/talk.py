"""What is said at a table: remarks of its seats, neither numbered nor stored."""

from collections.abc import Callable

from skyjo.v1 import error_pb2, talk_pb2
from skyjo_server.audience import Audience
from skyjo_server.frames import CHAT, frame
from skyjo_server.plan import Plan
from skyjo_server.seating import Holder, Occupant
from skyjo_server.seats import Seats
from skyjo_server.text import clean_remark
from skyjo_wire.errors import RefusalError


class Talk:
    """Hands remarks on, where the table is one for talking: not in rated play."""

    def __init__(
        self, plan: Plan, seats: Seats, audience: Audience, clock: Callable[[], float]
    ) -> None:
        """Begin in silence."""
        self._plan = plan
        self._seats = seats
        self._audience = audience
        self._clock = clock

    @property
    def phrases_allowed(self) -> bool:
        """Whether phrases may be said: bots among themselves, and in an event, have no channel."""
        closed = self._plan.chat_closed or self._plan.event_id
        return not closed and bool(self._seats.people())

    @property
    def text_allowed(self) -> bool:
        """Whether free text may be said."""
        return self.phrases_allowed and not self._plan.phrases_only

    def say(self, occupant: Occupant, holder: Holder, message: talk_pb2.Say) -> None:
        """Tell everybody a remark of ``occupant``'s player. Raises RefusalError."""
        kind = message.WhichOneof("content")
        allowed = self.text_allowed if kind == "text" else self.phrases_allowed
        if not allowed or holder is not occupant.holder:
            raise RefusalError(error_pb2.ERROR_REASON_CHAT_CLOSED)
        chat = talk_pb2.Chat(seat=occupant.index)
        if kind == "text":
            chat.text = clean_remark(message.text, "say.text")
        else:
            chat.phrase = _phrase(message)
        occupant.remarks.step(self._clock())
        self._audience.tell_all(frame(CHAT, chat))
        self._audience.commit()


def _phrase(message: talk_pb2.Say) -> talk_pb2.ChatPhrase:
    if not message.phrase:
        raise RefusalError(error_pb2.ERROR_REASON_FIELD_MISSING, field="say.phrase")
    if message.phrase not in talk_pb2.ChatPhrase.values():
        raise RefusalError(
            error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE,
            field="say.phrase",
            value=message.phrase,
            limits=(1, max(talk_pb2.ChatPhrase.values())),
        )
    return message.phrase
