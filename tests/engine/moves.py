"""Every action there is, and those that a game accepts, as lists to choose from."""

from itertools import combinations
from random import Random

from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Legal, Take
from skyjo_engine.cards import COLUMN_SLOTS, COLUMNS, SLOTS
from skyjo_engine.game import Game
from skyjo_engine.inputs import Act

PLACING = [kind(slot) for kind in (Take, Keep, Discard) for slot in range(SLOTS)]
"""Every action that names one slot."""


def listed(legal: Legal) -> list[Action]:
    """The actions that ``legal`` allows."""
    return [
        *(Flip(slots) for slots in combinations(legal.flip, legal.flip_count) if slots),
        *map(Take, legal.take),
        *([Draw()] if legal.draw else []),
        *map(Keep, legal.keep),
        *map(Discard, legal.discard),
    ]


def legal_acts(game: Game) -> list[Act]:
    """What any seat may do now."""
    return [
        Act(seat, action)
        for seat in range(game.rules.players)
        if (legal := game.legal(seat))
        for action in listed(legal)
    ]


def random_act(game: Game, random: Random) -> Act:
    """One of the legal actions: any seat, then any kind of action, then any of that kind."""
    acts = legal_acts(game)
    seat = random.choice(sorted({act.seat for act in acts}))
    kind = random.choice(sorted({type(a.action).__name__ for a in acts if a.seat == seat}))
    return random.choice([a for a in acts if a.seat == seat and type(a.action).__name__ == kind])


def collecting_act(game: Game, random: Random) -> Act:
    """An action of a seat that collects equal cards in columns, and else draws and reveals."""
    act = random_act(game, random)
    round_, legal = game.round, game.legal(act.seat)
    if round_ is None or legal is None or legal.flip_count:
        return act
    card = round_.discard[-1] if round_.drawn is None else round_.drawn
    slots = [slot for slot in legal.take or legal.keep if _joins(game, act.seat, slot, card)]
    if legal.draw:
        return Act(act.seat, Take(random.choice(slots)) if slots else Draw())
    if slots or not legal.discard:
        return Act(act.seat, Keep(random.choice(slots or legal.keep)))
    return Act(act.seat, Discard(random.choice(legal.discard)))


def _joins(game: Game, seat: int, slot: int, card: int) -> bool:
    """Whether an equal card lies open in the column of ``slot``, and not on the slot itself."""
    values = game.seats[seat].grid.open_values()
    return values[slot] != card and card in [values[s] for s in COLUMN_SLOTS[slot % COLUMNS]]


def every_act(game: Game) -> list[Act]:
    """Every action of every seat; of the flips those of the first slots, and wrong counts."""
    flips = [Flip(tuple(range(first, first + count))) for count in range(12) for first in (0, 1)]
    actions: list[Action] = [*flips, *PLACING, Draw()]
    return [Act(seat, action) for seat in range(game.rules.players) for action in actions]
