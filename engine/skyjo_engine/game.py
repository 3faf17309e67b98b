"""The game: rounds one after another, seats that come and go, scores and the result.

``Game.apply`` is the only way to change a game: it checks an input against the rules, applies it
and says what happened. The game owns no clock, no I/O and no randomness: a deal and a reshuffle
come from the :class:`Chance` given with the input. What happens within a round is in ``round``.
"""

from collections.abc import Callable
from typing import Final

from skyjo_engine.actions import Legal
from skyjo_engine.chance import Chance
from skyjo_engine.errors import (
    IllegalActionError,
    IllegalReason,
    MalformedActionError,
    MalformedReason,
)
from skyjo_engine.events import (
    EndReason,
    Event,
    GameEnded,
    RoundEnded,
    SeatChange,
    SeatChanged,
)
from skyjo_engine.inputs import Abandon, Act, Forfeit, Input, Leave, Return, StandIn, StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.round import Round
from skyjo_engine.rules import ROUND_CAP, OnLeave, Rules
from skyjo_engine.scoring import ranks, round_scores
from skyjo_engine.seat import Seat, SeatStatus

MIN_ACTIVE: Final = 2
"""A game with fewer seats that have not left is abandoned (R38)."""


class Game:
    """One game under ``rules``, from its first deal to its result.

    The attributes are for reading: ``seats`` by index, ``round`` the running or last round (None
    before the first deal), ``over`` whether the game has its result.
    """

    def __init__(self, rules: Rules) -> None:
        """Set up a game that waits for its first round."""
        self.rules = rules
        self.seats = tuple(Seat() for _ in range(rules.players))
        self.round: Round | None = None
        self.over = False
        self._events: list[Event] = []

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        if self.over:
            return Phase.OVER
        return self.round.phase if self.round else Phase.BETWEEN

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each seat over the rounds scored so far (R33)."""
        return tuple([seat.total for seat in self.seats])

    def apply(self, given: Input, chance: Chance) -> tuple[Event, ...]:
        """Check ``given`` against the rules, change the game and say what happened.

        Raises :class:`MalformedActionError` or :class:`IllegalActionError` for an input that is
        none or not allowed now, and :class:`ChanceError` for a wrong deal; the game is then
        unchanged.
        """
        if self.over:
            raise IllegalActionError(IllegalReason.GAME_OVER, given)
        self._events.clear()
        self._APPLY[type(given)](self, given, chance)
        return tuple(self._events)

    def legal(self, seat: int) -> Legal | None:
        """Every action ``seat`` may take now, or None when the game does not wait for it.

        ``apply`` accepts an :class:`Act` of the seat exactly when its action is among these.
        """
        return self.round.legal(seat) if self.round and not self.over else None

    def _start_round(self, given: StartRound, chance: Chance) -> None:
        last = self.round
        if last and not last.over:
            raise IllegalActionError(IllegalReason.ROUND_RUNNING, given)
        number = last.number + 1 if last else 1
        finisher = last.finisher if last else None
        deck = chance.deal(number)
        self.round = Round(self.rules, number, self.seats, deck, finisher, self._events)

    def _act(self, given: Act, chance: Chance) -> None:
        self._check_seat(given)
        round_ = self._running_round(given)
        round_.act(given, chance)
        self._score_if_over(round_)

    def _running_round(self, given: Input) -> Round:
        if self.round is None or self.round.over:
            raise IllegalActionError(IllegalReason.ROUND_NOT_STARTED, given)
        return self.round

    # --- scores and the result (R30 to R36) ---

    def _score_if_over(self, ended: Round) -> None:
        if not ended.over:
            return
        raw = tuple(sum(seat.grid.present_cards()) if seat.in_play else None for seat in self.seats)
        forfeited = {i for i, seat in enumerate(self.seats) if seat.in_play and seat.forfeited}
        scores = round_scores(raw, ended.finisher, forfeited, self.rules)
        for seat, score in zip(self.seats, scores, strict=True):
            seat.total += score or 0
        self._events.append(RoundEnded(ended.number, ended.finisher, raw, scores, self.totals))
        if reason := self._end_reason(ended.number):
            self._end(reason)

    def _end_reason(self, rounds: int) -> EndReason | None:
        if any(total >= self.rules.target for total in self.totals):
            return EndReason.TARGET_REACHED
        if rounds == self.rules.rounds:
            return EndReason.ROUNDS_PLAYED
        return EndReason.ROUND_CAP if rounds == ROUND_CAP else None

    def _end(self, reason: EndReason) -> None:
        self.over = True
        left = {i for i, seat in enumerate(self.seats) if seat.status is SeatStatus.LEFT}
        rated = ranks(self.totals, left)
        nobody = (None,) * len(self.seats)
        abandoned = reason is EndReason.ABANDONED
        self._events.append(GameEnded(self.totals, nobody if abandoned else rated, reason))

    # --- what the table decides about a seat (R37 to R40) ---

    def _leave(self, given: Leave, chance: Chance) -> None:
        if self.rules.on_leave is OnLeave.BOT:
            self._stand_in(given, chance)
            return
        seat = self._check_seat(given)
        seat.status = SeatStatus.LEFT
        self._events.append(SeatChanged(given.seat, SeatChange.LEFT, removed=given.removed))
        active = sum(other.status is not SeatStatus.LEFT for other in self.seats)
        if self.rules.on_leave is OnLeave.ABORT or active < MIN_ACTIVE:
            if self.round:
                self.round.drop_hand(given.seat)
            self._end(EndReason.ABANDONED)
        elif self.round:
            self._withdraw(self.round, given.seat)

    def _stand_in(self, given: StandIn | Leave, chance: Chance) -> None:  # noqa: ARG002
        seat = self._check_seat(given)
        fault = given.fault if isinstance(given, StandIn) else None
        removed = isinstance(given, Leave) and given.removed
        if seat.status is SeatStatus.STAND_IN and not removed:
            raise IllegalActionError(IllegalReason.ALREADY_STAND_IN, given)
        seat.status = SeatStatus.STAND_IN
        change = SeatChanged(given.seat, SeatChange.BOT_TOOK_OVER, fault, removed=removed)
        self._events.append(change)

    def _return(self, given: Return, chance: Chance) -> None:  # noqa: ARG002
        seat = self._check_seat(given)
        if seat.status is not SeatStatus.STAND_IN:
            raise IllegalActionError(IllegalReason.SEAT_NOT_STAND_IN, given)
        seat.status = SeatStatus.PLAYER
        self._events.append(SeatChanged(given.seat, SeatChange.RETURNED))

    def _forfeit(self, given: Forfeit, chance: Chance) -> None:  # noqa: ARG002
        seat = self._check_seat(given)
        round_ = self._running_round(given)
        if seat.forfeited:
            raise IllegalActionError(IllegalReason.ALREADY_FORFEITED, given)
        seat.forfeited = True
        change = SeatChanged(given.seat, SeatChange.FORFEITED, given.fault, given.whole_game)
        self._events.append(change)
        self._withdraw(round_, given.seat)

    def _abandon(self, given: Abandon, chance: Chance) -> None:  # noqa: ARG002
        if self.round and self.round.turn is not None:
            self.round.drop_hand(self.round.turn)
        self._end(EndReason.ABANDONED)

    def _withdraw(self, round_: Round, index: int) -> None:
        if not round_.over:
            round_.withdraw(index)
            self._score_if_over(round_)

    def _check_seat(self, given: Act | Leave | StandIn | Return | Forfeit) -> Seat:
        """The seat that ``given`` is about, which must exist and not have left."""
        index = given.seat
        if type(index) is not int:
            raise MalformedActionError(MalformedReason.NOT_AN_INTEGER, given)
        if not 0 <= index < len(self.seats):
            raise MalformedActionError(MalformedReason.SEAT_OUT_OF_RANGE, given)
        seat = self.seats[index]
        if seat.status is SeatStatus.LEFT:
            raise IllegalActionError(IllegalReason.SEAT_HAS_LEFT, given)
        return seat

    _APPLY: Final[dict[type[Input], Callable[..., None]]] = {
        StartRound: _start_round,
        Act: _act,
        Leave: _leave,
        StandIn: _stand_in,
        Return: _return,
        Forfeit: _forfeit,
        Abandon: _abandon,
    }
