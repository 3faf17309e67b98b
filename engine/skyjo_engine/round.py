"""One round: the deal, the initial flips, the turns and the last lap (R4 to R27).

``phase`` draws how one phase follows another; ``legality`` says what a seat may do in each.
"""

from collections.abc import Sequence

from skyjo_engine.actions import Discard, Draw, Flip, Keep, Legal, Take
from skyjo_engine.cards import DECK_COUNTS, LOWEST, SLOTS, SORTED_DECK, UNASKED_FLIPS
from skyjo_engine.chance import Chance
from skyjo_engine.errors import ChanceError, IllegalActionError
from skyjo_engine.events import (
    Cleared,
    Dealt,
    Discarded,
    Drew,
    Event,
    Finished,
    Flipped,
    HandDropped,
    Kept,
    Reshuffled,
    Revealed,
    Took,
    TurnCapReached,
    TurnReason,
    TurnStarted,
)
from skyjo_engine.inputs import Act
from skyjo_engine.legality import legal_actions, refusal
from skyjo_engine.phase import Phase
from skyjo_engine.piles import draw_pile
from skyjo_engine.rules import LaterStarter, Rules
from skyjo_engine.scoring import opening_starter
from skyjo_engine.seat import Seat, SeatStatus


class Round:
    """A dealt round over the game's ``seats``; what happens is appended to ``events``.

    The attributes are for reading: ``turn`` is the seat to move in TURN and HOLDING, ``drawn``
    the card in its hand, ``discard`` the discard pile with its top last, ``dealt`` the seats that
    got cards, ``unseen`` how many cards of each value nobody can see. In phase BETWEEN the round
    is over and every card of the seats in play lies open.
    """

    def __init__(
        self,
        rules: Rules,
        number: int,
        seats: Sequence[Seat],
        deck: Sequence[int],
        last_finisher: int | None,
        events: list[Event],
    ) -> None:
        """Deal ``deck`` to every seat that has not left (R4).

        Raises :class:`ChanceError` when ``deck`` is not the 150 cards of R1.
        """
        _check_permutation(deck, SORTED_DECK)
        self.number = number
        self.phase = Phase.FLIP
        self.turn: int | None = None
        self.drawn: int | None = None
        self.finisher: int | None = None
        self._rules = rules
        self._seats = seats
        self._events = events
        self._last_finisher = last_finisher
        self._reshuffles = 0
        self._deal(tuple(deck))

    def _deal(self, deck: tuple[int, ...]) -> None:
        for seat in self._seats:
            seat.out_of_round()
        active = (i for i, seat in enumerate(self._seats) if seat.status is not SeatStatus.LEFT)
        self.dealt = tuple(active)
        for place, index in enumerate(self.dealt):
            self._seats[index].deal(deck[place * SLOTS : (place + 1) * SLOTS])
        top = len(self.dealt) * SLOTS
        self.discard = [deck[top]]
        self.pile = draw_pile(self._rules.dealing, deck[top + 1 :], len(self.dealt))
        self.unseen = list(DECK_COUNTS.values())
        self._see(deck[top])
        dealt = Dealt(self.number, self.dealt, deck, deck[top], len(self.pile))
        self._events.append(dealt)
        if self._rules.initial_flips == 0:
            for index in self.dealt:
                self._seats[index].opened = ()
            self._begin_turns()

    @property
    def over(self) -> bool:
        """Whether the round is over and may be scored."""
        return self.phase is Phase.BETWEEN

    def legal(self, seat: int) -> Legal | None:
        """Every action ``seat`` may take now, or None when the game does not wait for it."""
        return legal_actions(self.phase, self._seats[seat], self._rules, has_turn=self.turn == seat)

    def _flip(self, index: int, slots: tuple[int, ...], *, by_server: bool) -> None:
        seat = self._seats[index]
        seat.opened = tuple(seat.grid.turn_up(slot) for slot in slots)
        for value in seat.opened:
            self._see(value)
        self._events.append(Flipped(index, slots, seat.opened, by_server))
        if all(self._seats[i].opened is not None for i in self.dealt):
            self._begin_turns()

    def _begin_turns(self) -> None:
        """Clear what the flips completed (R6) and let the first seat begin (R7 to R9)."""
        for index in self.dealt:
            if self._seats[index].in_play:
                self._clear(index)
        opened = {i: seat.opened or () for i, seat in enumerate(self._seats) if seat.plays}
        if not opened:
            self._end()
            return
        last = self._last_finisher
        if last is None or self._rules.later_round_starter is LaterStarter.HIGHEST_SUM:
            starter, reason = opening_starter(opened)
        elif last in opened:
            starter, reason = last, TurnReason.FINISHER
        else:
            starter = min(opened, key=lambda index: (index - last) % len(self._seats))
            reason = TurnReason.NEXT_SEAT
        self._begin_turn(starter, reason)

    # --- turns (R10 to R16) ---

    def act(self, given: Act, chance: Chance) -> None:
        """Apply a seat's action. Raises :class:`IllegalActionError`; then nothing has changed."""
        self._check(given)
        match given.action:
            case Flip(slots):
                self._flip(given.seat, slots, by_server=given.by_server)
            case Take(slot):
                card = self.discard.pop()
                replaced = self._lay(given.seat, slot, card)
                self._events.append(Took(given.seat, slot, card, replaced))
                self._end_turn(given.seat)
            case Draw():
                self._draw(given.seat, chance)
            case Keep(slot):
                card = self._put_down()
                replaced = self._lay(given.seat, slot, card)
                self._events.append(Kept(given.seat, slot, card, replaced))
                self._end_turn(given.seat)
            case Discard(slot):
                card = self._put_down()
                self.discard.append(card)
                revealed = self._seats[given.seat].grid.turn_up(slot)
                self._see(revealed)
                self._events.append(Discarded(given.seat, slot, card, revealed))
                self._end_turn(given.seat)

    def _check(self, given: Act) -> None:
        seat, has_turn = self._seats[given.seat], self.turn == given.seat
        reason = refusal(self.phase, seat, self._rules, given.action, has_turn=has_turn)
        if reason:
            raise IllegalActionError(reason, given)

    def _draw(self, index: int, chance: Chance) -> None:
        if not len(self.pile):
            self._reshuffle(chance)
        self.drawn = self.pile.draw(self.dealt.index(index))
        self.phase = Phase.HOLDING
        self._events.append(Drew(index, self.drawn, len(self.pile)))

    def _reshuffle(self, chance: Chance) -> None:
        """Make the discard pile less its top the draw pile, when a draw needs it (R27)."""
        cards = tuple(self.discard[:-1])
        pile = tuple(chance.reshuffle(self.number, self._reshuffles + 1, cards))
        _check_permutation(pile, sorted(cards))
        self._reshuffles += 1
        self.discard = self.discard[-1:]
        self.pile = draw_pile(self._rules.dealing, pile, len(self.dealt))
        for card in cards:
            self.unseen[card - LOWEST] += 1
        self._events.append(Reshuffled(pile))

    def _put_down(self) -> int:
        """Take the drawn card out of the hand, where everybody sees it."""
        card = self.drawn
        assert card is not None  # noqa: S101  # HOLDING has a card in hand
        self.drawn = None
        self._see(card)
        return card

    def _lay(self, index: int, slot: int, card: int) -> int:
        """Lay ``card`` open on ``slot`` and discard what lay there (R12)."""
        grid = self._seats[index].grid
        hidden = grid.is_hidden(slot)
        replaced = grid.replace(slot, card)
        if hidden:
            self._see(replaced)
        self.discard.append(replaced)
        return replaced

    def _end_turn(self, index: int) -> None:
        """Check columns, then the finish, then pass on (R16)."""
        seat = self._seats[index]
        seat.turns += 1
        self._clear(index)
        if self.finisher is None and not seat.grid.hidden:
            self.finisher = index
            self._events.append(Finished(index))
        self._pass_on(index)

    def _pass_on(self, index: int) -> None:
        """Give the turn to the next seat that plays, or end the round (R16, R24)."""
        players = len(self._seats)
        for step in range(1, players + 1):
            following = (index + step) % players
            if following == self.finisher:
                break
            if self._seats[following].plays:
                self._begin_turn(following, TurnReason.IN_ORDER)
                return
        self._end()

    def _begin_turn(self, index: int, reason: TurnReason) -> None:
        if self.finisher is None and self._seats[index].turns >= self._rules.turn_cap:
            self._events.append(TurnCapReached())
            self._end()
            return
        self.phase = Phase.TURN
        self.turn = index
        self._events.append(TurnStarted(index, reason))

    def _clear(self, index: int) -> None:
        """Clear lines of equal open cards onto the discard pile (R17 to R20)."""
        rules, grid = self._rules, self._seats[index].grid
        for slots, value in grid.clear_equal(columns=rules.columns, rows=rules.rows):
            self.discard.extend([value] * len(slots))
            self._events.append(Cleared(index, slots, value))

    def _see(self, card: int) -> None:
        self.unseen[card - LOWEST] -= 1

    # --- the round ends (R25) ---

    def _end(self) -> None:
        """Turn up all that is hidden, clear what became equal, and stop (R25)."""
        self.turn = None
        in_play = [index for index in self.dealt if self._seats[index].in_play]
        for index in in_play:
            self._reveal(index)
        for index in in_play:
            self._clear(index)
        self.phase = Phase.BETWEEN

    def _reveal(self, index: int) -> None:
        grid = self._seats[index].grid
        if slots := grid.hidden_slots():
            values = tuple(grid.turn_up(slot) for slot in slots)
            for value in values:
                self._see(value)
            self._events.append(Revealed(index, slots, values))

    # --- a seat drops out of the round (R5, R38 to R40) ---

    def withdraw(self, index: int) -> None:
        """Let the round go on without a seat that takes no more turns (R5, R38, R39)."""
        if self.phase is Phase.FLIP and self._seats[index].opened is None:
            self._flip(index, UNASKED_FLIPS[: self._rules.initial_flips], by_server=True)
        elif self.turn == index:
            self.drop_hand(index)
            self._pass_on(index)

    def drop_hand(self, index: int) -> None:
        """Discard the card that the seat has drawn, if it holds one (R39)."""
        if self.turn == index and self.drawn is not None:
            card = self._put_down()
            self.discard.append(card)
            self.phase = Phase.TURN
            self._events.append(HandDropped(index, card))


def _check_permutation(given: Sequence[int], expected: Sequence[int]) -> None:
    if sorted(given) != list(expected):
        raise ChanceError(f"{len(given)} cards that are no order of the {len(expected)} expected")
