"""Two worlds: states that differ only in what a viewer may not know.

``step_in_other_world`` takes a step of a game in a second state. There the cards are shuffled that
the viewer does not know before the step and does not learn by it. Nothing that the viewer is
shown may tell the two apart.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random

from skyjo_engine.actions import Draw
from skyjo_engine.chance import Chance
from skyjo_engine.events import Event
from skyjo_engine.game import Game
from skyjo_engine.inputs import Act, Input
from skyjo_engine.piles import SinglePile, StripedPile
from skyjo_engine.round import Round
from skyjo_engine.seat import SeatStatus
from skyjo_engine.view import SeenEvent, View, observe, redact


@dataclass(frozen=True)
class Seen:
    """All that a viewer is shown around one step."""

    before: View
    events: tuple[SeenEvent, ...]
    after: View


def seen(viewer: int | None, before: Game, events: Sequence[Event], after: Game) -> Seen:
    """What ``viewer`` is shown of a step."""
    shown = tuple(redact(event, viewer) for event in events)
    return Seen(observe(before, viewer), shown, observe(after, viewer))


class OtherChance:
    """Another chance that shows the same: the same first discard, all else in another order."""

    def __init__(self, chance: Chance, seats: int, random: Random, *, draws: bool) -> None:
        """Shuffle what ``chance`` says; keep a reshuffled pile when the viewer draws from it."""
        self._chance, self._top, self._random, self._draws = chance, seats * 12, random, draws

    def deal(self, round_number: int) -> Sequence[int]:
        """A deal that differs in all but the card that starts the discard pile."""
        deck = list(self._chance.deal(round_number))
        top = deck.pop(self._top)
        self._random.shuffle(deck)
        return [*deck[: self._top], top, *deck[self._top :]]

    def reshuffle(self, round_number: int, number: int, cards: Sequence[int]) -> Sequence[int]:
        """Another order, unless the viewer sees the top card of it at once."""
        pile = list(self._chance.reshuffle(round_number, number, cards))
        if not self._draws:
            self._random.shuffle(pile)
        return pile


def step_in_other_world(
    viewer: int | None, before: Game, given: Input, after: Game, chance: Chance, random: Random
) -> Seen:
    """What ``viewer`` is shown when the step happens in a state that it cannot tell apart."""
    other = deepcopy(before)
    viewer_draws = isinstance(given, Act) and given.seat == viewer and given.action == Draw()
    if before.round:
        _shuffle_secrets(other, viewer, after, random, with_pile=not viewer_draws)
    active = sum(seat.status is not SeatStatus.LEFT for seat in before.seats)
    other_chance = OtherChance(chance, active, random, draws=viewer_draws)
    start = deepcopy(other)
    events = other.apply(given, other_chance)
    return seen(viewer, start, events, other)


def _shuffle_secrets(
    game: Game, viewer: int | None, after: Game, random: Random, *, with_pile: bool
) -> None:
    round_ = game.round
    assert round_ is not None
    assert after.round is not None
    dealt_anew = after.round.number != round_.number
    slots = [
        (seat.grid.cards, slot)
        for index, seat in enumerate(game.seats)
        if seat.dealt_in
        for slot in seat.grid.hidden_slots()
        if dealt_anew or after.seats[index].grid.is_hidden(slot)
    ]
    piles = [(cards, place) for cards in _piles(round_) for place in range(len(cards))]
    places = slots + (piles if with_pile else [])
    values = [cards[place] for cards, place in places]
    if round_.drawn is not None and round_.turn != viewer and after.round.drawn is not None:
        values.append(round_.drawn)
        random.shuffle(values)
        round_.drawn = values.pop()
    else:
        random.shuffle(values)
    for (cards, place), value in zip(places, values, strict=True):
        cards[place] = value


def _piles(round_: Round) -> list[list[int]]:
    pile = round_.pile
    if isinstance(pile, StripedPile):
        return pile._streams
    assert isinstance(pile, SinglePile)
    return [pile._cards]
