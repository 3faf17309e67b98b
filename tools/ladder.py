"""Play the house bots against each other and print how far each rung is above the one below.

Every deal is played once with the better bot in each seat, the other bot in all other seats, so
that luck of cards and seats cancels. The difference is the round score of the better bot less the
mean of the others: below 0 it is better. Intervals are 95 %, with whole deals as the samples.
"""

import argparse
import random
import statistics
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from skyjo_bots.levels import LEVELS, house
from skyjo_bots.strategy import Strategy
from skyjo_engine.events import Event, GameEnded, RoundEnded
from skyjo_engine.fair import KeyedChance, seed_key
from skyjo_engine.game import Game
from skyjo_engine.inputs import Act, StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.rules import RANGES, Rules
from skyjo_engine.view import observe

SEATS = range(RANGES["players"][0], RANGES["players"][1] + 1)


class Mean(NamedTuple):
    """A mean with the half width of its 95 % interval."""

    value: float
    half_width: float

    def __str__(self) -> str:
        """Write both, with a sign."""
        return f"{self.value:+7.2f} ± {self.half_width:.2f}"


def mean_of_deals(samples: Sequence[float]) -> Mean:
    """Mean and interval of one number a deal. Needs at least two deals."""
    deviation = statistics.stdev(samples)
    return Mean(statistics.fmean(samples), 1.96 * deviation / len(samples) ** 0.5)


def play(rules: Rules, bots: Sequence[Strategy], deal: bytes, seed: str) -> list[Event]:
    """Play one game of ``bots``, one a seat, and return all its events.

    ``deal`` is the key that all shuffles follow from; each seat's random source is made of
    ``seed`` and its number.
    """
    game = Game(rules)
    chance = KeyedChance(deal)
    sources = [random.Random(f"{seed}/{seat}") for seat in range(rules.players)]  # noqa: S311
    events: list[Event] = []
    while not game.over:
        if game.phase is Phase.BETWEEN:
            events += game.apply(StartRound(), chance)
        for seat, bot in enumerate(bots):
            while legal := game.legal(seat):
                action = bot(observe(game, seat), legal, sources[seat])
                events += game.apply(Act(seat, action), chance)
    return events


def line_ups(bot: Strategy, others: Strategy, seats: int) -> list[list[Strategy]]:
    """One line-up for each seat that ``bot`` can have among ``others``."""
    return [[bot if seat == own else others for seat in range(seats)] for own in range(seats)]


def round_difference(events: Sequence[Event], own: int) -> float:
    """Score of seat ``own`` in the only round, less the mean score of the others."""
    ended = next(event for event in events if isinstance(event, RoundEnded))
    scores = [float(score or 0) for score in ended.scores]
    mine = scores.pop(own)
    return mine - statistics.fmean(scores)


def game_share(events: Sequence[Event], own: int) -> float:
    """1 when seat ``own`` won alone, a part of it when it shared the first place, else 0."""
    ended = next(event for event in events if isinstance(event, GameEnded))
    return 1 / ended.ranks.count(1) if ended.ranks[own] == 1 else 0.0


def compare(
    pair: tuple[Strategy, Strategy],
    rules: Rules,
    deals: range,
    measure: Callable[[Sequence[Event], int], float],
) -> Mean:
    """Mean of ``measure`` for the first of ``pair`` against the second over rotated ``deals``."""
    samples = []
    for deal in deals:
        key = seed_key(deal, 0)
        turned = enumerate(line_ups(*pair, rules.players))
        samples.append(
            statistics.fmean(
                measure(play(rules, bots, key, str(deal)), own) for own, bots in turned
            )
        )
    return mean_of_deals(samples)


def _samples(text: str) -> int:
    """A number of deals that has an interval."""
    number = int(text)
    if number < 2:  # noqa: PLR2004  # one sample has no deviation
        raise argparse.ArgumentTypeError("an interval needs at least 2")
    return number


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seats", type=int, choices=SEATS, default=2, help="seats at the table")
    parser.add_argument("--deals", type=_samples, default=200, help="deals, each in every rotation")
    parser.add_argument("--seed", type=int, default=0, help="number of the first deal")
    parser.add_argument("--games", type=_samples, default=0, help="whole games too, each rotated")
    parser.add_argument("--pair", nargs=2, choices=LEVELS, help="only this bot against that one")
    return parser.parse_args()


def main() -> None:
    """Print one line a pair of rungs."""
    options = _parse()
    pairs = [options.pair] if options.pair else [(high, low) for low, high in pairwise(LEVELS)]
    one_round = Rules(players=options.seats, rounds=1)
    print(f"{options.seats} seats, {options.deals} deals in {options.seats} rotations")
    for high, low in pairs:
        bots = (house(high), house(low))
        deals = range(options.seed, options.seed + options.deals)
        difference = compare(bots, one_round, deals, round_difference)
        line = f"{high:>9} v {low:<9} {difference} points a round"
        if options.games:
            games = range(options.seed, options.seed + options.games)
            share = compare(bots, Rules(players=options.seats), games, game_share)
            line += f"   wins {share.value:.1%} ± {share.half_width:.1%}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
