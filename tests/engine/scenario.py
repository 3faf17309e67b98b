"""Games whose cards are arranged: the tests of the rules read like a table with cards on it.

A grid is written as its three rows, ``0 2 1 -1 / 0 -2 1 3 / 5 3 0 -2``; a dot stands for any
card that makes no column of equal cards. What a grid looks like from outside is written the same
way, with ``[]`` for a hidden card and ``__`` for a cleared slot.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Take
from skyjo_engine.cards import COLUMNS, SLOTS, SORTED_DECK
from skyjo_engine.chance import ScriptedChance
from skyjo_engine.events import Event, RoundEnded
from skyjo_engine.game import Game
from skyjo_engine.grid import Grid
from skyjo_engine.inputs import Act, Input, StartRound
from skyjo_engine.invariants import Broken, check
from skyjo_engine.piles import SinglePile, StripedPile
from skyjo_engine.round import Round
from skyjo_engine.rules import Rules
from skyjo_engine.seat import Seat
from skyjo_engine.view import GridView, observe

E = TypeVar("E", bound=Event)

ANY = "."
PLAIN = ". . . . / . . . . / . . . ."


def deck(*grids: str, top: int = 0, draws: Sequence[int] = ()) -> tuple[int, ...]:
    """The deck, in dealing order, that deals these grids, this discard and these draws."""
    wanted = [None if word == ANY else int(word) for grid in grids for word in _words(grid)]
    left = Counter(SORTED_DECK)
    left.subtract(Counter(card for card in (*wanted, top, *draws) if card is not None))
    assert min(left.values()) >= 0, "more cards of a value than the deck holds"
    dealt: list[int] = []
    for place, card in enumerate(wanted):
        dealt.append(_any_card(left, wanted, dealt, place) if card is None else card)
    return (*dealt, top, *draws, *left.elements())


def _any_card(
    left: Counter[int], wanted: Sequence[int | None], dealt: Sequence[int], place: int
) -> int:
    """A card for a dot: one of the most frequent that its column does not hold."""
    first = place - place % SLOTS
    column = range(first + place % COLUMNS, first + SLOTS, COLUMNS)
    taken = {dealt[p] if p < place else wanted[p] for p in column}
    card = max((c for c in left if c not in taken), key=lambda c: left[c])
    left[card] -= 1
    return card


def _words(grid: str) -> list[str]:
    words = grid.replace("/", " ").split()
    assert len(words) == SLOTS, grid
    return words


def shown(grid: GridView) -> str:
    """What everybody sees of a grid, as text."""
    marks = [
        "[]" if slot in grid.hidden else "__" if slot in grid.cleared else str(value)
        for slot, value in enumerate(grid.values)
    ]
    return " / ".join(" ".join(marks[row : row + COLUMNS]) for row in range(0, SLOTS, COLUMNS))


def arranged(
    *grids: str,
    top: int = 0,
    draws: Sequence[int] = (),
    piles: Sequence[Sequence[int]] = (),
    **settings: object,
) -> "Table":
    """A table for one round, with a seat for each grid."""
    rules = Rules.from_settings({"players": len(grids), **settings})
    return Table(rules, deck(*grids, top=top, draws=draws), piles=piles)


def dump(value: object) -> str:
    """The whole state of a game, hidden parts and bookkeeping too, as text to compare."""
    match value:
        case Game() | Round() | Seat() | Grid() | SinglePile() | StripedPile():
            names = sorted({*getattr(value, "__slots__", ()), *getattr(value, "__dict__", ())})
            fields = (f"{n}={dump(getattr(value, n))}" for n in names if n != "_events")
            return f"{type(value).__name__}({', '.join(fields)})"
        case list() | tuple():
            return f"[{', '.join(map(dump, value))}]"
        case _:
            return repr(value)


class Table:
    """A game with arranged cards; the invariants are checked after every step."""

    def __init__(
        self, rules: Rules, *decks: Sequence[int], piles: Sequence[Sequence[int]] = ()
    ) -> None:
        """Deal the first of ``decks``; the others and ``piles`` follow when they are needed."""
        self.game = Game(rules)
        self.chance = ScriptedChance(decks, piles)
        self.events: list[Event] = []
        self.apply(StartRound())

    def apply(self, given: Input) -> tuple[Event, ...]:
        """Apply any input and keep its events."""
        events = self.game.apply(given, self.chance)
        assert check(self.game) == Broken(0)
        self.events.extend(events)
        return events

    def act(self, action: Action) -> tuple[Event, ...]:
        """Let the seat on turn act."""
        assert self.turn is not None
        return self.apply(Act(self.turn, action))

    def flip(self, *slots_of_seats: Sequence[int]) -> None:
        """Let the seats turn up these slots, in seat order."""
        for seat, slots in enumerate(slots_of_seats):
            self.apply(Act(seat, Flip(tuple(slots))))

    def flip_all_but(self, *hidden: Sequence[int]) -> None:
        """Let the seats turn up all slots but these, in seat order."""
        self.flip(*[[s for s in range(SLOTS) if s not in slots] for slots in hidden])

    def take(self, slot: int) -> tuple[Event, ...]:
        """Take the top discard onto ``slot``."""
        return self.act(Take(slot))

    def keep(self, slot: int) -> tuple[Event, ...]:
        """Draw, and put the card on ``slot``; return the events of the second step."""
        self.act(Draw())
        return self.act(Keep(slot))

    def discard(self, slot: int) -> tuple[Event, ...]:
        """Draw, discard and turn up ``slot``; return the events of the second step."""
        self.act(Draw())
        return self.act(Discard(slot))

    def discard_lowest(self) -> tuple[Event, ...]:
        """Draw, discard and turn up the first hidden slot: grids stay as they were dealt."""
        assert self.turn is not None
        return self.discard(self.game.seats[self.turn].grid.hidden_slots()[0])

    def play_round(self) -> RoundEnded:
        """Let everybody turn up slot after slot until the round is scored."""
        while self.turn is not None:
            self.discard_lowest()
        return self.last(RoundEnded)

    def last(self, kind: type[E]) -> E:
        """The latest event of this kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def every(self, kind: type[E]) -> list[E]:
        """All events of this kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def turn(self) -> int | None:
        """The seat on turn."""
        return observe(self.game, None).turn

    @property
    def pile(self) -> tuple[int, ...]:
        """The discard pile, its top last."""
        assert self.game.round is not None
        return tuple(self.game.round.discard)

    def grid(self, seat: int) -> str:
        """What everybody sees of the seat's grid."""
        return shown(observe(self.game, None).seats[seat].grid)
