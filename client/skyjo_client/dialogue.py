"""JSON lines between a bot's own program and the seats that it plays.

Each line names a game and a seat in front of what JSON mode writes and reads.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import Message

from skyjo_client.act_words import never_an_action
from skyjo_client.bot import Decision
from skyjo_client.child_process import LINE_BYTES
from skyjo_client.child_program import ChildProgram
from skyjo_client.errors import BadAnswerError
from skyjo_client.json_lines import BadLineError, compact, fields_of, frame_of, load_object
from skyjo_client.present.escape import escape
from skyjo_engine.actions import Action
from skyjo_wire import to_engine
from skyjo_wire.errors import RefusalError

_Place = tuple[object, object]
"""A game's identifier and a seat."""
_KEPT: Final = 2000
"""So many characters are kept of a wrong line."""
_QUOTED: Final = 160
"""So many characters are told of it."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A decision that the program has not answered yet."""

    decision: Decision
    answer: asyncio.Future[Action]


class Dialogue:
    """Asks a program, and understands its answers.

    A line that answers a decision, but not as it should, fails the seat that was asked. After a
    line that answers none, and when the program has ended, nothing that it says can be relied on:
    every seat fails. ``over`` is done then, with the reason unless a seat that was asked tells it.
    """

    def __init__(self, child: ChildProgram) -> None:
        """Talk to a program that has just been started."""
        self._child = child
        self._questions: dict[_Place, _Question] = {}
        self._lines = 0
        self._reason: BadAnswerError | None = None
        self.over: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def tell(self, game_id: str, seat: int, **what: object) -> None:
        """Write a line. Raises :class:`BadAnswerError` where nobody can read it."""
        if self._reason is not None:
            raise self._reason
        self._child.stdin.write(_line(game_id, seat, **what).encode() + b"\n")

    async def ask(self, decision: Decision) -> Action:
        """Return what the program chooses. Raises :class:`BadAnswerError`."""
        place = (decision.game_id, decision.seat)
        question = _Question(decision, asyncio.get_running_loop().create_future())
        self._questions[place] = question
        try:
            self.tell(*place, decision=decision.frame)
            await self._child.stdin.drain()
            return await question.answer
        except ConnectionError:
            raise BadAnswerError("the command has closed its standard input") from None
        finally:
            del self._questions[place]

    async def listen(self) -> None:
        """Read what the program says until nothing more can be understood."""
        self._reason = await self._listen()
        asked = [one for one in self._questions.values() if not one.answer.done()]
        for question in asked:
            question.answer.set_exception(self._reason)
        self.over.set_result("" if asked else self._reason.what)

    async def _listen(self) -> BadAnswerError:
        """Read lines; the result is why there will be no more."""
        while True:
            self._lines += 1
            try:
                line = await self._child.stdout.readline()
            except ValueError:
                return self._wrong(f"is longer than {LINE_BYTES} bytes", b"")
            if not line:
                return BadAnswerError(f"the command {await self._child.ending()}")
            try:
                self._answered(line)
            except BadLineError as error:
                return self._wrong(error.what, line)

    def _wrong(self, what: str, line: bytes) -> BadAnswerError:
        shown = self._child.clean(line)[:_KEPT].rstrip("\r\n")
        quoted = f" (it says {escape(shown, _QUOTED)})" if shown.strip() else ""
        return BadAnswerError(f"line {self._lines} of the command {what}{quoted}", shown)

    def _answered(self, line: bytes) -> None:
        """Take an answer. Raises :class:`BadLineError` for a line that answers nothing."""
        question, fields = self._meant(line)
        try:
            question.answer.set_result(_action(question.decision, fields))
        except BadLineError as error:
            question.answer.set_exception(self._wrong(error.what, line))

    def _meant(self, line: bytes) -> tuple[_Question, dict[str, object]]:
        """The question that a line is about, and the rest of the line."""
        if not line.strip():
            raise BadLineError("is empty")
        try:
            fields = load_object(line)
        except BadLineError as error:
            raise BadLineError(f"is {error.what}") from None
        game_id, seat = fields.pop("game_id", None), fields.pop("seat", None)
        if not isinstance(game_id, str) or type(seat) is not int:
            raise BadLineError('needs a "game_id" and a "seat", as in the line it answers')
        question = self._questions.get((game_id, seat))
        if question is None or question.answer.done():
            raise BadLineError(f"answers seat {seat} of game {game_id}, which was not asked")
        return question, fields


def asking_line(decision: Decision) -> str:
    """The line in which a program is asked a decision, without its end."""
    return _line(decision.game_id, decision.seat, decision=decision.frame)


def _line(game_id: str, seat: int, **what: object) -> str:
    told = {
        name: fields_of(value) if isinstance(value, Message) else value
        for name, value in what.items()
    }
    return compact({"game_id": game_id, "seat": seat, **told})


def _action(decision: Decision, fields: dict[str, object]) -> Action:
    """The action in a line. Raises :class:`BadLineError` unless it answers the decision."""
    if set(fields) != {"act"}:
        raise BadLineError('needs an "act", and nothing beside it')
    try:
        act = frame_of(fields).act
    except BadLineError as error:
        raise BadLineError(f"is {error.what}") from None
    try:
        action = to_engine.action(act)
    except RefusalError as error:
        raise BadLineError(never_an_action(act, error.refusal.reason)) from None
    if act.decision_id != decision.decision_id:
        asked = decision.decision_id
        raise BadLineError(f"answers decision {act.decision_id}, where {asked} was asked")
    if act.HasField("note"):
        raise BadLineError("has a note, which is not passed on here")
    if not decision.legal.allows(action):
        raise BadLineError(f"chooses {action!r}, which is not allowed")
    return action
