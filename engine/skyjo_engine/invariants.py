"""What must hold in every state of every game; ``check`` names all that does not."""

from collections import Counter
from enum import Flag, auto

from skyjo_engine.cards import COLUMN_SLOTS, DECK_COUNTS, DECK_SIZE, ROW_SLOTS, SLOTS, VALUES
from skyjo_engine.game import Game
from skyjo_engine.phase import Phase
from skyjo_engine.round import Round


class Broken(Flag):
    """Invariants that a state breaks; an empty flag when all is well."""

    CARDS = auto()
    """The 150 cards of R1 are not all there exactly once (conservation)."""
    UNSEEN = auto()
    """The running count of unseen cards is not what a recount gives."""
    DISCARD_EMPTY = auto()
    """No card lies on the discard pile though a round was dealt (R28)."""
    PILES_LOW = auto()
    """Draw pile, discard pile and hand hold fewer than 150 - 12n cards (R28)."""
    HAND = auto()
    """A card is in hand outside HOLDING, or none in it."""
    TURN = auto()
    """A seat has the turn that may not play, or none has it though one should."""
    EARLY_FINISH = auto()
    """A seat has no hidden card before its (12 - initial flips)th turn (R26)."""
    MASKS = auto()
    """A slot is hidden and cleared at once."""
    LINES = auto()
    """After the initial flips a line of equal open cards lies uncleared (R17, R18)."""
    NOT_REVEALED = auto()
    """A round is over, and a seat in play still has a hidden card (R25)."""


def check(game: Game) -> Broken:
    """Return every invariant that ``game`` breaks now; an empty flag in a sound game."""
    if game.round is None:
        return Broken(0)
    round_ = game.round
    found = Broken(0)
    for flag, broken in (
        (Broken.CARDS, _all_cards(game, round_) != Counter(DECK_COUNTS)),
        (Broken.UNSEEN, _unseen(game, round_) != round_.unseen),
        (Broken.DISCARD_EMPTY, not round_.discard),
        (Broken.PILES_LOW, _outside_grids(round_) < DECK_SIZE - SLOTS * len(round_.dealt)),
        (Broken.HAND, (round_.drawn is not None) != (round_.phase is Phase.HOLDING)),
        (Broken.TURN, not game.over and _turn_is_wrong(game, round_)),
        (Broken.EARLY_FINISH, _early_finish(game, round_)),
        (Broken.MASKS, any(seat.grid.hidden & seat.grid.cleared for seat in game.seats)),
        (Broken.LINES, round_.phase is not Phase.FLIP and _line_left(game)),
        (Broken.NOT_REVEALED, round_.over and any(s.in_play and s.grid.hidden for s in game.seats)),
    ):
        if broken:
            found |= flag
    return found


def _all_cards(game: Game, round_: Round) -> Counter[int]:
    cards = Counter(round_.pile.cards()) + Counter(round_.discard)
    cards.update([] if round_.drawn is None else [round_.drawn])
    for seat in game.seats:
        if seat.dealt_in:
            cards.update(seat.grid.present_cards())
    return cards


def _unseen(game: Game, round_: Round) -> list[int]:
    hidden = Counter(round_.pile.cards())
    hidden.update([] if round_.drawn is None else [round_.drawn])
    for seat in game.seats:
        if seat.dealt_in:
            hidden.update(seat.grid.cards[slot] for slot in seat.grid.hidden_slots())
    return [hidden[value] for value in VALUES]


def _outside_grids(round_: Round) -> int:
    return len(round_.pile) + len(round_.discard) + (round_.drawn is not None)


def _turn_is_wrong(game: Game, round_: Round) -> bool:
    if round_.phase in (Phase.TURN, Phase.HOLDING):
        return round_.turn is None or not game.seats[round_.turn].plays
    return round_.turn is not None


def _early_finish(game: Game, round_: Round) -> bool:
    earliest = SLOTS - game.rules.initial_flips
    return not round_.over and any(
        seat.dealt_in and not seat.grid.hidden and seat.turns < earliest for seat in game.seats
    )


def _line_left(game: Game) -> bool:
    rules = game.rules
    lines = (COLUMN_SLOTS if rules.columns else ()) + (ROW_SLOTS if rules.rows else ())
    grids = [seat.grid.open_values() for seat in game.seats if seat.in_play]
    return any(_equal({grid[slot] for slot in line}) for grid in grids for line in lines)


def _equal(values: set[int | None]) -> bool:
    return len(values) == 1 and None not in values
