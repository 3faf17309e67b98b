"""Decisions made by hand, to test a bot's ``choose`` without a server.

>>> from skyjo_client.position import position
>>> decision = position(
...     '''
...     -1  3  ?  .
...      ? 12  ?  .
...      ?  ?  5  .
...     ''',
...     discard=7,
...     drawn=2,
... )
>>> decision.legal.discard
(2, 4, 6, 8, 9)
>>> decision.view.seats[0].grid.open_sum, decision.view.draw_pile
(19, 127)
>>> position("? ? ? ? / ? ? ? ? / ? ? ? ?", discard=7).legal.flip_count
2
>>> position([0, 0, *"??????????"], discard=[3, 3, 7], others=["1 " * 12]).view.last_lap
Traceback (most recent call last):
...
ValueError: others[0]: column 1 has three open 1s, which leave the grid
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import Any, Final

from skyjo.v1 import play_pb2
from skyjo_client.bot import Clock, Decision
from skyjo_client.grid_text import CLEARED, HIDDEN, GridLike, slots_of
from skyjo_engine.cards import DECK_COUNTS, HIGHEST, LOWEST, SLOTS, SORTED_DECK
from skyjo_engine.game import Game
from skyjo_engine.grid import Grid
from skyjo_engine.phase import Phase
from skyjo_engine.piles import draw_pile
from skyjo_engine.round import Round
from skyjo_engine.rules import Rules
from skyjo_engine.view import observe
from skyjo_wire import from_engine

_ALL_HIDDEN: Final = (HIDDEN,) * SLOTS
_KINDS: Final = {
    Phase.FLIP: play_pb2.DECISION_KIND_FLIP,
    Phase.TURN: play_pb2.DECISION_KIND_TURN,
    Phase.HOLDING: play_pb2.DECISION_KIND_PLACE,
}


def position(  # noqa: PLR0913  # a position has that many parts, and most have a default
    grid: GridLike,
    *,
    discard: int | Sequence[int],
    drawn: int | None = None,
    others: Sequence[GridLike] = (_ALL_HIDDEN,),
    seat: int = 0,
    finisher: int | None = None,
    totals: Sequence[int] | None = None,
    round_number: int = 1,
    rules: Rules | None = None,
    clock: Clock | None = None,
    decision_id: int = 1,
) -> Decision:
    """What a bot in ``seat`` is asked where the cards lie like this.

    ``grid`` is its own, ``others`` are those of the other seats in order. A grid is a text of
    twelve words or a sequence: cards, ``?`` (or None) for hidden slots, ``.`` for cleared ones; in
    a text ``/`` and new lines may stand between rows. With ``drawn`` the card has to be placed;
    without, a turn begins, or the round where the own grid is hidden altogether. ``discard`` is the
    open discard, or the pile as seen, its top last; what has been played beside it was shuffled
    anew. Another seat without hidden cards has finished, which begins the last lap; with several of
    them, say which in ``finisher``. ``totals`` are points of rounds before.

    What may be done and seen follows from the engine. Raises ValueError for what cannot be.
    """
    _check_whole(discard=discard, seat=seat, round_number=round_number, decision_id=decision_id)
    given = {"drawn": drawn, "finisher": finisher, "totals": totals}
    _check_whole(**{name: value for name, value in given.items() if value is not None})
    _check_others(others)
    game = Game(rules or Rules(players=len(others) + 1))
    grids = _grids(game.rules, grid, others, seat)
    pile = _row(discard)
    _check_cards(grids, pile, drawn)
    round_ = _round(game, round_number, totals)
    round_.phase = _phase(game.rules, grids[seat], pile, drawn)
    round_.turn = None if round_.phase is Phase.FLIP else seat
    round_.finisher = _finisher(grids, finisher)
    _lay(game, round_, grids, pile, drawn)
    return _decision(game, seat, clock, decision_id)


def _check_whole(**given: object) -> None:
    """Raises ValueError unless all are whole numbers, or rows of them."""
    for name, value in given.items():
        for number in _row(value):
            if isinstance(number, bool) or not isinstance(number, Integral):
                text = f"{name}: {number!r} is no whole number"
                raise ValueError(text)  # noqa: TRY004  # as for all that cannot be


def _row(given: object) -> tuple[Any, ...]:
    return tuple(given) if isinstance(given, Iterable) else (given,)


def _check_others(others: object) -> None:
    if isinstance(others, str) or not isinstance(others, Sequence):
        text = f"others: a row of grids is needed, not {others!r}"
        raise ValueError(text)  # noqa: TRY004  # as for all that cannot be


def _grids(
    rules: Rules, own: GridLike, others: Sequence[GridLike], seat: int
) -> list[tuple[int | str, ...]]:
    """The grids of all seats, checked each by itself."""
    if len(others) != rules.players - 1:
        raise ValueError(f"others: {rules.players - 1} grids are needed, not {len(others)}")
    if not 0 <= seat < rules.players:
        raise ValueError(f"seat: there are seats 0 to {rules.players - 1}, not {seat}")
    grids = [slots_of(f"others[{index}]", given, rules) for index, given in enumerate(others)]
    grids.insert(seat, slots_of("grid", own, rules))
    return grids


def _check_cards(
    grids: Sequence[Sequence[int | str]], pile: Sequence[int], drawn: int | None
) -> None:
    """Raises ValueError unless the deck has all these cards."""
    if not pile:
        raise ValueError("discard: a card always lies on the discard pile")
    seen = [*pile, *([] if drawn is None else [drawn])]
    seen += [card for grid in grids for card in grid if isinstance(card, int)]
    for card, count in Counter(seen).items():
        if card not in DECK_COUNTS:
            raise ValueError(f"{card!r} is no card; cards are {LOWEST} to {HIGHEST}")
        if count > DECK_COUNTS[card]:
            raise ValueError(f"{count} cards of {card}, and the deck has {DECK_COUNTS[card]}")
    hidden, left = sum(grid.count(HIDDEN) for grid in grids), len(SORTED_DECK) - len(seen)
    if hidden > left:
        raise ValueError(f"{hidden} slots are hidden, and only {left} cards are left for them")


def _phase(rules: Rules, own: Sequence[int | str], pile: Sequence[int], drawn: int | None) -> Phase:
    hidden = own.count(HIDDEN)
    if not hidden:
        raise ValueError("grid: a seat without hidden cards is not asked any more")
    if hidden < SLOTS or not rules.initial_flips:
        return Phase.TURN if drawn is None else Phase.HOLDING
    if drawn is not None:
        raise ValueError("drawn: nothing is drawn before the first cards are turned up")
    if len(pile) > 1:
        raise ValueError("discard: as a round begins one card lies there")
    return Phase.FLIP


def _finisher(grids: Sequence[Sequence[int | str]], given: int | None) -> int | None:
    done = [index for index, grid in enumerate(grids) if HIDDEN not in grid]
    if given is None and len(done) > 1:
        raise ValueError(f"finisher: say which of seats {done} finished first")
    if given is not None and given not in done:
        raise ValueError(f"finisher: seat {given} has hidden cards or does not exist")
    return done[0] if given is None and done else given


def _round(game: Game, number: int, totals: Sequence[int] | None) -> Round:
    """A round that has just been dealt, and points of rounds before."""
    points = (0,) * len(game.seats) if totals is None else _row(totals)
    if len(points) != len(game.seats):
        raise ValueError(f"totals: {len(game.seats)} are needed, not {len(points)}")
    if number < 1:
        raise ValueError(f"round_number: rounds count from 1, not {number}")
    game.round = Round(game.rules, number, game.seats, SORTED_DECK, None, [])
    for seat, total in zip(game.seats, points, strict=True):
        seat.total = total
    return game.round


def _lay(
    game: Game,
    round_: Round,
    grids: Sequence[Sequence[int | str]],
    pile: Sequence[int],
    drawn: int | None,
) -> None:
    """Put the cards where they are said to be; which the others are nobody can see."""
    left = Counter(DECK_COUNTS)
    left.subtract([*pile, *([] if drawn is None else [drawn])])
    left.subtract(card for grid in grids for card in grid if isinstance(card, int))
    round_.discard, round_.drawn = list(pile), drawn
    round_.unseen = [left[card] + (card == drawn) for card in DECK_COUNTS]
    rest = list(left.elements())
    for seat, slots in zip(game.seats, grids, strict=True):
        seat.grid = Grid([card if isinstance(card, int) else LOWEST for card in slots])
        seat.grid.hidden = sum(1 << s for s, card in enumerate(slots) if card == HIDDEN)
        seat.grid.cleared = sum(1 << s for s, card in enumerate(slots) if card == CLEARED)
        for slot in seat.grid.hidden_slots():
            seat.grid.cards[slot] = rest.pop()
        turned = SLOTS - len(seat.grid.hidden_slots())
        seat.opened = () if turned or round_.phase is not Phase.FLIP else None
        seat.turns = max(0, turned - game.rules.initial_flips)
    round_.pile = draw_pile(game.rules.dealing, rest, len(game.seats))


def _decision(game: Game, seat: int, clock: Clock | None, decision_id: int) -> Decision:
    view, legal = observe(game, seat), game.legal(seat)
    assert legal is not None  # noqa: S101  # it is the seat's turn
    frame = play_pb2.Decision(
        decision_id=decision_id,
        kind=_KINDS[view.phase],
        legal=from_engine.legal(legal),
        event_number=decision_id,
        view=from_engine.view(view, decision_id),
    )
    if clock is not None:
        frame.clock.bank_ms = clock.bank_ms
        frame.clock.increment_ms = clock.increment_ms
        frame.clock.deadline_ms = clock.deadline_ms
    return Decision(
        view=view,
        legal=legal,
        seat=seat,
        game_id="position",
        rules=game.rules,
        clock=clock,
        decision_id=decision_id,
        frame=frame,
    )
