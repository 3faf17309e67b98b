"""What can be wrong with an input. Each error carries its reason as a code, never only as prose."""

from enum import Enum


class EngineError(ValueError):
    """Base of every error that the engine raises for its input."""


class MalformedReason(Enum):
    """Why something is not an action at all, whatever the game's state."""

    SLOT_OUT_OF_RANGE = "slot_out_of_range"
    REPEATED_SLOT = "repeated_slot"
    NOT_AN_INTEGER = "not_an_integer"
    SEAT_OUT_OF_RANGE = "seat_out_of_range"


class MalformedActionError(EngineError):
    """An action that no state of any game allows: a slot 12, the same slot twice."""

    def __init__(self, reason: MalformedReason, value: object) -> None:
        """Keep the reason and the offending value."""
        super().__init__(f"malformed: {reason.value}: {value!r}")
        self.reason = reason
        self.value = value


class IllegalReason(Enum):
    """Why a well-formed input is not allowed in the present state."""

    GAME_OVER = "game_over"
    ROUND_NOT_STARTED = "round_not_started"
    ROUND_RUNNING = "round_running"
    NOT_YOUR_TURN = "not_your_turn"
    ALREADY_FLIPPED = "already_flipped"
    WRONG_PHASE = "wrong_phase"
    WRONG_FLIP_COUNT = "wrong_flip_count"
    SLOT_CLEARED = "slot_cleared"
    SLOT_NOT_HIDDEN = "slot_not_hidden"
    SEAT_HAS_LEFT = "seat_has_left"
    SEAT_NOT_STAND_IN = "seat_not_stand_in"
    ALREADY_STAND_IN = "already_stand_in"
    ALREADY_FORFEITED = "already_forfeited"


class IllegalActionError(EngineError):
    """A well-formed input that the present state does not allow; the game is unchanged."""

    def __init__(self, reason: IllegalReason, what: object) -> None:
        """Keep the reason and the refused input."""
        super().__init__(f"illegal: {reason.value}: {what!r}")
        self.reason = reason
        self.what = what


class RulesError(EngineError):
    """A setting that is unknown or out of its range (R41)."""

    def __init__(self, setting: str, value: object, allowed: str) -> None:
        """Keep the setting's name, the refused value and what would be allowed."""
        super().__init__(f"setting {setting}: {value!r} is not allowed, only {allowed}")
        self.setting = setting
        self.value = value
        self.allowed = allowed


class ChanceError(EngineError):
    """A source of chance gave cards that are not a permutation of those asked for."""
