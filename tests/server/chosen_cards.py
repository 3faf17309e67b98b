"""Decks that a test chooses, with cards that remember where chance put them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from skyjo_engine.cards import SLOTS, SORTED_DECK
from skyjo_engine.events import (
    Dealt,
    Discarded,
    Drew,
    Event,
    Flipped,
    HandDropped,
    Kept,
    Revealed,
    Took,
)


class Spot(NamedTuple):
    """A place in a shuffle: 0 is the deal of the round, 1 its first reshuffle, and so on."""

    game_id: str
    round: int
    shuffle: int
    place: int


class Card(int):
    """A card that can be told from its equals."""

    spot: Spot

    @classmethod
    def at(cls, spot: Spot, value: int) -> "Card":
        card = cls(value)
        card.spot = spot
        return card


class ChosenChance:
    """The cards of one game; ``other`` has those that lie elsewhere in another world."""

    def __init__(self, game_id: str, other: Mapping[Spot, int]) -> None:
        self._game_id = game_id
        self._other = other

    def deal(self, round_number: int) -> Sequence[int]:
        return self._shuffled(round_number, 0, SORTED_DECK)

    def reshuffle(self, round_number: int, number: int, cards: Sequence[int]) -> Sequence[int]:
        return self._shuffled(round_number, number, cards)

    def _shuffled(self, round_number: int, shuffle: int, cards: Sequence[int]) -> list[int]:
        order = sorted(map(int, cards))
        Random(f"{self._game_id}/{round_number}/{shuffle}").shuffle(order)
        spots = (Spot(self._game_id, round_number, shuffle, n) for n in range(len(order)))
        return [
            Card.at(spot, self._other.get(spot, value))
            for spot, value in zip(spots, order, strict=True)
        ]


def learnt(event: Event, viewer: int | None) -> Iterator[Card]:
    """The cards that a viewer sees in an event, by the rules of the game (R4, R5, R10 to R15)."""
    match event:
        case Dealt(discard_top=card):
            seen: Iterable[int] = (card,)
        case Flipped(values=values) | Revealed(values=values):
            seen = values
        case Took(card=card, replaced=replaced) | Kept(card=card, replaced=replaced):
            seen = (card, replaced)
        case Discarded(card=card, revealed=revealed):
            seen = (card, revealed)
        case HandDropped(card=card):
            seen = (card,)
        case Drew(seat=seat, card=card) if seat == viewer:
            seen = (card,)
        case _:
            seen = ()
    for one in seen:
        assert isinstance(one, Card)
        yield one


def moved(cards: Mapping[Spot, int], known: set[Spot]) -> dict[Spot, int]:
    """The unknown cards of each shuffle, every one exchanged for another value if that can be."""
    groups = defaultdict[tuple[str, int, int], list[Spot]](list)
    for spot in cards:
        if spot not in known:
            groups[spot[:3]].append(spot)
    other = dict[Spot, int]()
    for spots in groups.values():
        ascending = sorted(spots, key=lambda spot: (cards[spot], spot))
        half = len(ascending) // 2
        turned = ascending[half:] + ascending[:half]
        other |= {spot: cards[there] for spot, there in zip(ascending, turned, strict=True)}
    return other


def future(game_id: str, round_number: int, seats: int) -> dict[Spot, int]:
    """A round that is not dealt yet, without the card that everybody will see at once."""
    deck = ChosenChance(game_id, {}).deal(round_number)
    return {
        Spot(game_id, round_number, 0, place): int(card)
        for place, card in enumerate(deck)
        if place != seats * SLOTS
    }
