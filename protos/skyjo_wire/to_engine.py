"""Messages of the contract as engine values.

Two kinds of reader use this. A server reads what clients ask for: :func:`rules` and
:func:`action` refuse what is wrong with a typed reason. A client reads what its server shows:
:func:`legal`, :func:`view` and ``to_events`` take what they know and survive the rest.
"""

from collections.abc import Mapping
from typing import Any, Final

from skyjo.v1 import error_pb2, game_pb2, play_pb2, record_pb2, rules_pb2
from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Legal, Take
from skyjo_engine.cards import SLOTS
from skyjo_engine.errors import MalformedActionError, MalformedReason, RulesError
from skyjo_engine.phase import Phase
from skyjo_engine.rules import RANGES, SWITCHES, Rules
from skyjo_engine.seat import SeatStatus
from skyjo_engine.view import GridView, SeatView, View
from skyjo_wire import enums
from skyjo_wire.errors import RefusalError


def rules(message: rules_pb2.Rules, field: str = "rules") -> Rules:
    """Rules as asked for; absent settings have their default.

    ``field`` is where the message stands in its request. Raises :class:`RefusalError`:
    FIELD_MISSING without ``players``, FIELD_OUT_OF_RANGE with the setting and its limits.
    """
    if message.players == 0:
        raise RefusalError(error_pb2.ERROR_REASON_FIELD_MISSING, field=f"{field}.players")
    values: dict[str, object] = {
        name: getattr(message, name)
        for name in (*RANGES, *SWITCHES)
        if name == "players" or message.HasField(name)
    }
    for name, known in _CHOICES.items():
        chosen = getattr(message, name)
        if chosen:
            if chosen not in known:
                raise _out_of_range(f"{field}.{name}", chosen, 1, len(known))
            values[name] = known[chosen]
    try:
        return Rules.from_settings(values)
    except RulesError as error:
        low, high = RANGES[error.setting]
        value = getattr(message, error.setting)
        raise _out_of_range(f"{field}.{error.setting}", value, low, high) from None


_CHOICES: Final[dict[str, Mapping[Any, object]]] = {
    "later_round_starter": enums.LATER_STARTER_BACK,
    "on_leave": enums.ON_LEAVE_BACK,
    "dealing": enums.DEALING_BACK,
}


def _out_of_range(field: str, value: int, low: int, high: int) -> RefusalError:
    reason = error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE
    return RefusalError(reason, field=field, value=value, limits=(low, high))


def action(message: play_pb2.Act | record_pb2.RecordedAction) -> Action:
    """The action of an act, or of a record's line.

    Raises :class:`RefusalError` for what is no action in any state: ACTION_MISSING, SLOT_MISSING,
    SLOT_OUT_OF_RANGE or SLOT_REPEATED.
    """
    try:
        match message.WhichOneof("action"):
            case "flip":
                return Flip(tuple(message.flip.slots))
            case "take":
                return Take(_slot(message.take))
            case "draw":
                return Draw()
            case "keep":
                return Keep(_slot(message.keep))
            case "discard":
                return Discard(_slot(message.discard))
    except MalformedActionError as error:
        raise _malformed(error) from None
    raise RefusalError(error_pb2.ERROR_REASON_ACTION_MISSING, field="action")


def _slot(message: game_pb2.Take | game_pb2.Keep | game_pb2.Discard) -> int:
    if not message.HasField("slot"):
        raise RefusalError(error_pb2.ERROR_REASON_SLOT_MISSING, field="slot")
    return message.slot


def _malformed(error: MalformedActionError) -> RefusalError:
    if error.reason is MalformedReason.REPEATED_SLOT:
        return RefusalError(error_pb2.ERROR_REASON_SLOT_REPEATED, field="slots")
    value = error.value if isinstance(error.value, int) else None
    reason = error_pb2.ERROR_REASON_SLOT_OUT_OF_RANGE
    return RefusalError(reason, field="slot", value=value, limits=(0, SLOTS - 1))


def legal(message: game_pb2.LegalActions) -> Legal:
    """The actions that a decision accepts."""
    return Legal(
        flip_count=message.flip_count,
        flip=tuple(message.flip),
        take=tuple(message.take),
        draw=message.draw,
        keep=tuple(message.keep),
        discard=tuple(message.discard),
    )


def view(message: game_pb2.View, in_force: Rules) -> View:
    """A view; the rules in force stand in the welcome, not in each view."""
    return View(
        viewer=message.viewer if message.HasField("viewer") else None,
        rules=in_force,
        round=message.round,
        phase=enums.PHASE_BACK.get(message.phase, Phase.BETWEEN),
        turn=message.turn if message.HasField("turn") else None,
        finisher=message.finisher if message.HasField("finisher") else None,
        discard_top=message.discard_top if message.HasField("discard_top") else None,
        discard_pile=message.discard_pile,
        draw_pile=message.draw_pile,
        seats=tuple(_seat(seat) for seat in message.seats),
        drawn=message.drawn if message.HasField("drawn") else None,
        unseen=tuple(message.unseen),
    )


def _seat(message: game_pb2.SeatState) -> SeatView:
    return SeatView(
        grid=_grid(message.grid),
        status=enums.STATUS_BACK.get(message.status, SeatStatus.PLAYER),
        dealt_in=message.dealt_in,
        forfeited=message.forfeited,
        flipped=message.flipped,
        turns=message.turns,
        total=message.total,
    )


def _grid(message: game_pb2.Grid) -> GridView:
    values = [slot.value if slot.HasField("value") else None for slot in message.slots]
    cleared = [index for index, slot in enumerate(message.slots) if slot.cleared]
    hidden = [i for i, value in enumerate(values) if value is None and i not in cleared]
    return GridView(tuple(values), tuple(hidden), tuple(cleared))
