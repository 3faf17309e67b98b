"""One fault of a bot, as a small file of JSON (docs/cases.md)."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from google.protobuf.message import Message

from skyjo.v1.event_pb2 import SeatChanged
from skyjo.v1.play_pb2 import Decision, Receipt
from skyjo.v1.table_pb2 import Welcome
from skyjo_client.errors import ClientError
from skyjo_client.json_lines import BadLineError, fields_of, message_of
from skyjo_client.spellings import blotted, blotted_values
from skyjo_engine.cards import HIGHEST, LOWEST, SLOTS
from skyjo_wire import to_engine
from skyjo_wire.errors import RefusalError

LARGEST_BYTES: Final = 64 * 1024
"""No case file is larger; one that would be is not written."""
_FORMAT: Final = 1
_SEED_BITS: Final = 64
_MOST_EVENTS: Final = (1 << 32) - 1
"""The number of the next event must fit its field, too."""
_WHOSE: Final = "it does not say which bot and seat it is about"
_TEXT: Final = 8_000
"""Characters that are kept of a text: of an answer the first, of others the last."""
_MESSAGES: Final[dict[str, type[Message]]] = {
    "welcome": Welcome,
    "decision": Decision,
    "receipt": Receipt,
    "seat_changed": SeatChanged,
}
_AnyMessage = TypeVar("_AnyMessage", bound=Message)


class BadCaseError(ClientError):
    """A text that is no case; ``what`` says in English why."""

    def __init__(self, what: str) -> None:
        """Keep the reason."""
        super().__init__(f"this is no case file: {what}")
        self.what = what


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """The bot that made the fault: its name, and its build in hexadecimal digits.

    ``seed`` is that of its environment (SKYJO_SEED), ``bot_seed`` that of ``assigned``; None is
    none. It may have combined the two.
    """

    name: str = ""
    build: str = ""
    seed: int | None = None
    bot_seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What a bot was asked, what it answered, and what came of it, as far as each is known.

    ``fault`` is its kind in a word and ``says`` a sentence. ``answer`` is what came from the bot:
    an act as in JSON mode, or a text. ``at`` is when it was written.
    """

    fault: str
    says: str
    seat: int
    welcome: Welcome
    bot: Author = Author()
    decision: Decision | None = None
    answer: dict[str, object] | str | None = None
    receipt: Receipt | None = None
    seat_changed: SeatChanged | None = None
    traceback: str = ""
    stderr: str = ""
    at: str = field(default_factory=lambda: f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}")

    def dumps(self, secrets: Iterable[bytes] = ()) -> bytes:
        """The file, with ``secrets`` blotted out of its texts.

        Raises ValueError when it is too large.
        """
        known = frozenset(secrets)
        says, trace, stderr = (
            blotted(text, known)[-_TEXT:] for text in (self.says, self.traceback, self.stderr)
        )
        answer = blotted_values(self.answer, known)
        fields: dict[str, object] = {
            "case": _FORMAT,
            "at": self.at,
            "fault": self.fault,
            "says": says,
            "bot": blotted_values(_author_fields(self.bot), known),
            "game_id": self.welcome.game_id,
            "seat": self.seat,
            "answer": answer[:_TEXT] if isinstance(answer, str) else answer,
            "traceback": trace,
            "stderr": stderr,
        }
        for name in _MESSAGES:
            message = getattr(self, name)
            fields[name] = None if message is None else fields_of(message)
        content = json.dumps(fields, indent=1).encode() + b"\n"
        if len(content) > LARGEST_BYTES:
            raise ValueError(f"it would have {len(content)} bytes")
        return content


def load_case(content: bytes) -> Case:
    """Read a case. Raises :class:`BadCaseError`."""
    if len(content) > LARGEST_BYTES:
        raise BadCaseError(f"it has more than {LARGEST_BYTES} bytes")
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError):
        raise BadCaseError("it is not JSON") from None
    form = fields.get("case") if isinstance(fields, dict) else None
    if type(form) is not int or form != _FORMAT:
        raise BadCaseError(f'it has no "case": {_FORMAT}')
    author, seat, answer = _author(fields), fields.get("seat"), fields.get("answer")
    if type(seat) is not int or seat < 0:
        raise BadCaseError(_WHOSE)
    messages = {name: _message(fields, name, kind) for name, kind in _MESSAGES.items()}
    if messages["welcome"] is None:
        raise BadCaseError('it has no "welcome"')
    texts = {name: _text(fields, name) for name in ("fault", "says", "traceback", "stderr", "at")}
    known: dict[str, Any] = {**messages, **texts}
    kept = answer if isinstance(answer, (dict, str)) else None
    case = Case(**known, bot=author, seat=seat, answer=kept)
    _check(case)
    return case


def _author(fields: Mapping[str, object]) -> Author:
    bot = fields.get("bot")
    if not isinstance(bot, dict):
        raise BadCaseError(_WHOSE)
    seed, bot_seed = _seed(bot.get("seed"), 1 - (1 << _SEED_BITS)), _seed(bot.get("bot_seed"), 0)
    name, build = _text(bot, "name"), _text(bot, "build")
    return Author(name=name, build=build, seed=seed, bot_seed=bot_seed)


def _author_fields(bot: Author) -> dict[str, str | None]:
    """A bot as its file has it: seeds as text, as not every reader of JSON knows 64 bits."""
    return {name: None if one is None else str(one) for name, one in asdict(bot).items()}


def _seed(given: object, least: int) -> int | None:
    """A seed as text or, as files were once written, as a number. Raises :class:`BadCaseError`."""
    if given is None:
        return None
    text = str(given) if type(given) is int or isinstance(given, str) else ""
    if not re.fullmatch("-?[0-9]{1,20}", text) or not least <= int(text) < 1 << _SEED_BITS:
        raise BadCaseError("a seed of its bot is no whole number of 64 bits")
    return int(text)


def _check(case: Case) -> None:
    """Let nothing pass that is no position at a table. Raises :class:`BadCaseError`."""
    try:
        players = to_engine.rules(case.welcome.rules).players
    except RefusalError as error:
        raise BadCaseError(f"its rules cannot be: {error.refusal.field}") from None
    if case.seat >= players:
        raise BadCaseError(f"seat {case.seat} of {players}")
    views = [case.welcome.view] if case.welcome.HasField("view") else []
    if case.decision is not None:
        _check_question(case.decision)
        views += [case.decision.view] if case.decision.HasField("view") else []
    for view in views:
        grids = [len(seat.grid.slots) for seat in view.seats]
        if len(grids) != players or not {0, SLOTS}.issuperset(grids):
            raise BadCaseError(f"its view does not have {players} grids of {SLOTS} slots")
        if view.viewer != case.seat:
            raise BadCaseError(f"its view is not that of seat {case.seat}")
        cards = [view.drawn, view.discard_top]
        cards += [slot.value for seat in view.seats for slot in seat.grid.slots]
        if not all(LOWEST <= card <= HIGHEST for card in cards):
            raise BadCaseError(f"its view has cards that are not from {LOWEST} to {HIGHEST}")


def _check_question(decision: Decision) -> None:
    """Let nothing pass that nobody would be asked. Raises :class:`BadCaseError`."""
    legal = decision.legal
    if not decision.decision_id:
        raise BadCaseError("its decision_id is not 1 or more")
    if decision.event_number >= _MOST_EVENTS:
        raise BadCaseError("its event_number is more than there can be")
    slots = (*legal.flip, *legal.take, *legal.keep, *legal.discard)
    if any(slot >= SLOTS for slot in slots):
        raise BadCaseError("its legal actions name slots that do not exist")
    if legal.flip_count > len(legal.flip):
        raise BadCaseError("its flip_count is more than the slots to flip")
    if not slots and not legal.draw:
        raise BadCaseError("it has no legal actions")


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name, "")
    if not isinstance(value, str):
        raise BadCaseError(f'its "{name}" is no text')
    return value


def _message(
    fields: Mapping[str, object], name: str, kind: type[_AnyMessage]
) -> _AnyMessage | None:
    given = fields.get(name)
    if given is None:
        return None
    try:
        return message_of(given, kind(), ignore_unknown=True)
    except BadLineError as error:
        raise BadCaseError(f'its "{name}" cannot be read: {error.what}') from None
