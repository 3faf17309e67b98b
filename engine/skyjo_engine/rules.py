"""The settings of a game (R41): every one of them, its default and its range."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final

from skyjo_engine.errors import RulesError

ROUND_CAP: Final = 50
"""A game without a limit of rounds ends after this many (R29)."""


class LaterStarter(Enum):
    """Who starts a round after the first (R9)."""

    FINISHER = "FINISHER"
    HIGHEST_SUM = "HIGHEST_SUM"


class OnLeave(Enum):
    """What becomes of a seat whose player leaves (R38)."""

    BOT = "BOT"
    SKIP = "SKIP"
    ABORT = "ABORT"


class Dealing(Enum):
    """How draws come off the pile: one pile for all, or one striped stream a seat."""

    PILE = "PILE"
    STREAMS = "STREAMS"


RANGES: Final = {
    "players": (2, 8),
    "target": (1, 1000),
    "rounds": (0, ROUND_CAP),
    "initial_flips": (0, 11),
    "penalty_factor": (1, 4),
    "penalty_points": (0, 50),
    "turn_cap": (20, 1000),
}
"""Lowest and highest allowed value of each whole-number setting (R41)."""

SWITCHES: Final = ("columns", "rows")
CHOICES: Final = {
    "later_round_starter": LaterStarter,
    "on_leave": OnLeave,
    "dealing": Dealing,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules in force for one game; every field is a setting of R41.

    Raises :class:`RulesError` for a value of the wrong kind or out of its range.
    """

    players: int
    target: int = 100
    rounds: int = 0
    initial_flips: int = 2
    penalty_factor: int = 2
    penalty_points: int = 0
    columns: bool = True
    rows: bool = False
    later_round_starter: LaterStarter = LaterStarter.FINISHER
    on_leave: OnLeave = OnLeave.BOT
    turn_cap: int = 60
    dealing: Dealing = Dealing.PILE

    def __post_init__(self) -> None:
        """Check every setting."""
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise RulesError(name, value, f"{low} to {high}")
        for name in SWITCHES:
            if type(getattr(self, name)) is not bool:
                raise RulesError(name, getattr(self, name), "true, false")
        for name, choice in CHOICES.items():
            if not isinstance(getattr(self, name), choice):
                raise RulesError(name, getattr(self, name), ", ".join(c.name for c in choice))

    def settings(self) -> dict[str, int | bool | str]:
        """Every setting by name, in the order of R41, as the text record writes them."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {n: v.name if isinstance(v, Enum) else v for n, v in values}

    @classmethod
    def from_settings(cls, settings: Mapping[str, object]) -> "Rules":
        """Rules from names and plain values, the inverse of :meth:`settings`.

        Settings that are not named keep their default. Raises :class:`RulesError` for an unknown
        name, an unknown choice, or a missing ``players``.
        """
        known = {field.name for field in fields(cls)}
        values = dict(settings)
        for name, value in values.items():
            if name not in known:
                raise RulesError(name, value, ", ".join(sorted(known)))
        if "players" not in values:
            raise RulesError("players", None, "2 to 8")
        for name, choice in CHOICES.items():
            if name in values:
                values[name] = _choice(name, choice, values[name])
        return cls(**values)  # type: ignore[arg-type]  # __post_init__ checks every kind

    def digest(self) -> bytes:
        """SHA-256 over one ``name=value`` line a setting, in R41 order; see docs/fair-deals.md."""
        lines = (
            f"{name}={str(value).lower() if isinstance(value, bool) else value}\n"
            for name, value in self.settings().items()
        )
        return hashlib.sha256("".join(lines).encode()).digest()


def _choice(name: str, choice: type[Enum], value: object) -> Enum:
    if isinstance(value, str) and value in choice.__members__:
        return choice[value]
    if isinstance(value, choice):
        return value
    raise RulesError(name, value, ", ".join(choice.__members__))


def original_en(players: int) -> Rules:
    """The preset of the English manual: every default (R41)."""
    return Rules(players=players)


def original_fr(players: int) -> Rules:
    """The preset of the French leaflet: the highest sum starts every round (R41)."""
    return Rules(players=players, later_round_starter=LaterStarter.HIGHEST_SUM)
