"""The level ``skilled``: every card that may be drawn, every place for it, and when to finish.

One decision looks one turn ahead: over every drawn card, its places and every card that may be
turned up, the last two weighed as if they were independent. Grids are compared by
:mod:`skyjo_bots.appraisal`, the end by :mod:`skyjo_bots.finishing`. All numbers that were tuned
are in :mod:`skyjo_bots.weights`.
"""

import math
import random
from collections.abc import Iterable

from skyjo_bots.appraisal import HIDDEN, Position, cells_of, plain_outlook
from skyjo_bots.finishing import Finish, last_lap_outlook, running_outlook
from skyjo_bots.opening import spread
from skyjo_bots.seating import own_grid, rivals
from skyjo_bots.unseen import chances
from skyjo_bots.weights import Weights, weights_for
from skyjo_engine.actions import Action, Discard, Draw, Keep, Legal, Take
from skyjo_engine.cards import COLUMNS
from skyjo_engine.view import View


def skilled(view: View, legal: Legal, source: random.Random) -> Action:
    """Choose the action with the lowest expected cost."""
    if legal.flip_count:
        return spread(legal, source)
    return Turn(view, weights_for(1 + len(rivals(view)))).choose(legal)


class Turn:
    """One decision of one turn: costs of laying a card on a slot, and what follows from them."""

    def __init__(self, view: View, weights: Weights) -> None:
        """Appraise the acting seat's grid for the moves that open a card and those that do not."""
        grid = own_grid(view)
        self._view = view
        self._cells = cells_of(grid)
        self._chances = chances(view.unseen)
        self._finish: Finish | None = None
        if view.last_lap:
            opened = kept = last_lap_outlook(view, weights)
        else:
            fewest = min((len(seat.grid.hidden) for seat in rivals(view)), default=len(grid.hidden))
            opened = running_outlook(view, weights, min(fewest, len(grid.hidden) - 1))
            kept = running_outlook(view, weights, min(fewest, len(grid.hidden)))
            if len(grid.hidden) == 1:
                self._finish = Finish(view, weights)
        self._opened = Position(grid, view.rules, opened)
        self._kept = Position(grid, view.rules, kept)
        self._points = Position(grid, view.rules, plain_outlook())

    def choose(self, legal: Legal) -> Action:
        """Choose the action with the lowest expected cost."""
        weighed = self.weighed(legal)
        return min(weighed, key=weighed.__getitem__)

    def weighed(self, legal: Legal) -> dict[Action, float]:
        """Return the expected cost in points of the best action of each kind, the preferred first.

        Of equal costs the first counts.
        """
        if legal.draw:
            slot, cost = self._cheapest(legal.take, self._view.discard_top)
            return {Take(slot): cost, Draw(): self._drawing(legal.take)}
        slot, cost = self._cheapest(legal.keep, self._view.drawn)
        weighed: dict[Action, float] = {Keep(slot): cost}
        turned = {hidden: self._turning(hidden) for hidden in self._distinct(legal.discard)}
        if turned:
            best = min(turned, key=turned.__getitem__)
            weighed[Discard(best)] = turned[best]
        return weighed

    def _cost(self, slot: int, card: int) -> float:
        """Expected cost of the round after ``card`` comes to lie open on ``slot``."""
        if self._cells[slot] != HIDDEN:
            return self._kept.after(slot, card)
        if self._finish:
            return self._finish.cost(self._points.after(slot, card))
        return self._opened.after(slot, card)

    def _cheapest(self, slots: tuple[int, ...], card: int | None) -> tuple[int, float]:
        if card is None:
            raise ValueError("there is no card to lay down")
        costs = {slot: self._cost(slot, card) for slot in self._distinct(slots)}
        best = min(costs, key=costs.__getitem__)
        return best, costs[best]

    def _turning(self, slot: int) -> float:
        """Expected cost after the hidden card of ``slot`` is turned up."""
        return sum(share * self._cost(slot, value) for value, share in self._chances)

    def _drawing(self, slots: tuple[int, ...]) -> float:
        """Expected cost of drawing, and of then doing what is best with the drawn card."""
        places = self._distinct(slots)
        hidden = [slot for slot in places if self._cells[slot] == HIDDEN]
        turned = min((self._turning(slot) for slot in hidden), default=math.inf)
        return sum(
            share * min(turned, *[self._cost(slot, card) for slot in places])
            for card, share in self._chances
        )

    def _distinct(self, slots: Iterable[int]) -> list[int]:
        """One of each group of slots that are the same in effect: equal cells of one column."""
        if self._view.rules.rows:
            return list(slots)
        return list({(slot % COLUMNS, self._cells[slot]): slot for slot in slots}.values())
