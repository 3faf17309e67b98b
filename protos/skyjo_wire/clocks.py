"""The clock presets: banks, grace and what faults cost, by name."""

import re
from typing import Final

from skyjo.v1 import error_pb2, rules_pb2
from skyjo.v1.rules_pb2 import ClockPreset, ClockRules
from skyjo_wire.errors import RefusalError

_SECOND: Final = 1_000
_MINUTE: Final = 60 * _SECOND


def _bot(
    which: ClockPreset, bank_ms: int, increment_ms: int, start_up_ms: int, grace_ms: int
) -> ClockRules:
    return ClockRules(
        preset=which,
        bank_ms=bank_ms,
        increment_ms=increment_ms,
        start_up_ms=start_up_ms,
        grace_ms=grace_ms,
        illegal_cost=rules_pb2.FAULT_COST_REJECTED,
        illegal_limit=3,
        empty_bank_cost=rules_pb2.FAULT_COST_GAME,
        strike_limit=3,
        strike_games=50,
        network_cap_ms=100,
    )


_PRESETS: Final[dict[int, ClockRules]] = {
    rules_pb2.CLOCK_PRESET_DEV: ClockRules(
        preset=rules_pb2.CLOCK_PRESET_DEV,
        start_up_ms=30 * _SECOND,
        grace_ms=_MINUTE,
        illegal_cost=rules_pb2.FAULT_COST_ROUND,
        empty_bank_cost=rules_pb2.FAULT_COST_REJECTED,
    ),
    rules_pb2.CLOCK_PRESET_LAN: ClockRules(
        preset=rules_pb2.CLOCK_PRESET_LAN,
        bank_ms=10 * _MINUTE,
        increment_ms=10 * _SECOND,
        grace_ms=5 * _MINUTE,
        pauses=2,
        illegal_cost=rules_pb2.FAULT_COST_REJECTED,
        empty_bank_cost=rules_pb2.FAULT_COST_STAND_IN,
        network_cap_ms=_SECOND,
    ),
    rules_pb2.CLOCK_PRESET_BOT_FAST: _bot(
        rules_pb2.CLOCK_PRESET_BOT_FAST, 5 * _SECOND, 20, 10 * _SECOND, 10 * _SECOND
    ),
    rules_pb2.CLOCK_PRESET_BOT_THINK: _bot(
        rules_pb2.CLOCK_PRESET_BOT_THINK, 2 * _MINUTE, 500, _MINUTE, 30 * _SECOND
    ),
}


PRESETS: Final[dict[str, ClockPreset]] = {
    "dev": rules_pb2.CLOCK_PRESET_DEV,
    "lan": rules_pb2.CLOCK_PRESET_LAN,
    "bot-fast": rules_pb2.CLOCK_PRESET_BOT_FAST,
    "bot-think": rules_pb2.CLOCK_PRESET_BOT_THINK,
}
"""The presets by the names that people write."""

OFF: Final = "off"
"""What people write for no clock, no grace time and no cost: CUSTOM without any field."""


_TIME: Final = re.compile(r"(?:([0-9]{1,4})m)?(?:([0-9]{1,5})s)?(?:\+([0-9]{1,4})s)?", re.ASCII)
"""A bank in minutes and seconds, and what a move adds."""

_LIMITS: Final = {
    "bank_ms": (0, 24 * 60 * _MINUTE),
    "increment_ms": (0, 60 * _MINUTE),
    "start_up_ms": (0, 24 * 60 * _MINUTE),
    "grace_ms": (0, 24 * 60 * _MINUTE),
    "network_cap_ms": (0, _MINUTE),
    "illegal_limit": (1, 1_000),
    "strike_limit": (1, 1_000),
    "strike_games": (1, 1_000),
}
"""Lowest and highest of what a clock of one's own may have."""


def _check(asked: ClockRules, name: str, low: int, high: int, field: str) -> None:
    """Raise RefusalError unless the field is absent or between ``low`` and ``high``."""
    given = {described.name: value for described, value in asked.ListFields()}.get(name)
    if given is not None and not low <= given <= high:
        raise RefusalError(
            error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE,
            field=f"{field}.{name}",
            value=given,
            limits=(low, high),
        )


def named(name: str) -> ClockRules:
    """What to ask for under a name of :data:`PRESETS`, :data:`OFF`, or a time such as 5m30s+10s.

    That is a bank and what each move adds; all else is as under LAN. Raises ValueError.

    >>> named("5m+10s").bank_ms, named("90s").increment_ms
    (300000, 0)
    """
    if name in PRESETS or name == OFF:
        return ClockRules(preset=PRESETS.get(name, rules_pb2.CLOCK_PRESET_CUSTOM))
    spelt = _TIME.fullmatch(name)
    if spelt is None or not any(spelt.groups()[:2]):
        raise ValueError(name)
    minutes, seconds, more = (int(part or 0) for part in spelt.groups())
    rules = preset(rules_pb2.CLOCK_PRESET_LAN)
    rules.preset = rules_pb2.CLOCK_PRESET_CUSTOM
    rules.bank_ms = minutes * _MINUTE + seconds * _SECOND
    rules.increment_ms = more * _SECOND
    return rules


def preset(which: ClockPreset) -> ClockRules:
    """A new message with the rules of a preset. Raises KeyError for CUSTOM and unknown ones."""
    rules = ClockRules()
    rules.CopyFrom(_PRESETS[which])
    return rules


def clock_rules(asked: ClockRules, default: ClockPreset, field: str = "clock") -> ClockRules:
    """The rules that a request asks for: a preset's, the default's, or its own under CUSTOM.

    Raises :class:`RefusalError` (FIELD_OUT_OF_RANGE) for a preset that this version does not know,
    and for numbers beyond all sense.
    """
    if asked.preset == rules_pb2.CLOCK_PRESET_CUSTOM:
        for name, (low, high) in _LIMITS.items():
            _check(asked, name, low, high, field)
        custom = ClockRules()
        custom.CopyFrom(asked)
        custom.illegal_cost = asked.illegal_cost or rules_pb2.FAULT_COST_REJECTED
        custom.empty_bank_cost = asked.empty_bank_cost or rules_pb2.FAULT_COST_REJECTED
        return custom
    which = asked.preset or default
    if which not in _PRESETS:
        raise RefusalError(
            error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE,
            field=f"{field}.preset",
            value=which,
            limits=(rules_pb2.CLOCK_PRESET_DEV, rules_pb2.CLOCK_PRESET_CUSTOM),
        )
    return preset(which)
