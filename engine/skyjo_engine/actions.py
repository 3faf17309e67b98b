"""What a player can do (R5, R10, R11), and the list of what a seat may do now."""

from dataclasses import dataclass

from skyjo_engine.cards import SLOTS
from skyjo_engine.errors import MalformedActionError, MalformedReason


def _check_slot(slot: object) -> None:
    if type(slot) is not int:
        raise MalformedActionError(MalformedReason.NOT_AN_INTEGER, slot)
    if not 0 <= slot < SLOTS:
        raise MalformedActionError(MalformedReason.SLOT_OUT_OF_RANGE, slot)


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn up the initial cards, all in one request (R5)."""

    slots: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse slots that are no slots, or one slot twice."""
        for slot in self.slots:
            _check_slot(slot)
        if len(set(self.slots)) != len(self.slots):
            raise MalformedActionError(MalformedReason.REPEATED_SLOT, self.slots)


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top discard and put it on ``slot`` (R10)."""

    slot: int

    def __post_init__(self) -> None:
        """Refuse a slot that is no slot."""
        _check_slot(self.slot)


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top hidden card and look at it (R11)."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Put the drawn card on ``slot`` (R11a)."""

    slot: int

    def __post_init__(self) -> None:
        """Refuse a slot that is no slot."""
        _check_slot(self.slot)


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw the drawn card away and turn up the hidden card of ``slot`` (R11b)."""

    slot: int

    def __post_init__(self) -> None:
        """Refuse a slot that is no slot."""
        _check_slot(self.slot)


Action = Flip | Take | Draw | Keep | Discard


@dataclass(frozen=True, slots=True)
class Legal:
    """Every action a seat may take now, as slots by kind of action, ascending.

    ``flip_count`` is how many distinct slots of ``flip`` one Flip must name; 0 outside the
    initial flips.
    """

    flip_count: int = 0
    flip: tuple[int, ...] = ()
    take: tuple[int, ...] = ()
    draw: bool = False
    keep: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()

    def allows(self, action: Action) -> bool:
        """Whether ``action`` is one of these."""
        match action:
            case Flip(slots):
                return 0 < self.flip_count == len(slots) and set(slots) <= set(self.flip)
            case Take(slot):
                return slot in self.take
            case Draw():
                return self.draw
            case Keep(slot):
                return slot in self.keep
            case Discard(slot):
                return slot in self.discard
