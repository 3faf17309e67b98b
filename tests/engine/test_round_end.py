"""R23 to R29: who finishes, the last lap, the final reveal, the reshuffle and the caps."""

from collections.abc import Callable, Sequence

import pytest

from skyjo_engine.actions import Draw, Flip, Keep, Take
from skyjo_engine.chance import ScriptedChance
from skyjo_engine.errors import ChanceError
from skyjo_engine.events import (
    Cleared,
    Drew,
    EndReason,
    Finished,
    GameEnded,
    Reshuffled,
    Revealed,
    RoundEnded,
    TurnCapReached,
    TurnStarted,
)
from skyjo_engine.game import Game
from skyjo_engine.inputs import Act, StartRound
from skyjo_engine.rules import Rules
from skyjo_engine.view import ReshuffledSeen, observe, redact
from tests.engine.scenario import PLAIN, Table, arranged, deck, dump

RICH = "12 11 10 9 / 8 7 6 5 / 4 12 11 10"
POOR = "0 1 2 3 / 1 0 3 2 / 2 3 0 1"
QUADS = "5 6 7 8 / 5 6 7 8 / 5 6 7 8"


@pytest.mark.parametrize(
    "last_turn", [Table.take, Table.keep, Table.discard], ids=["take", "keep", "reveal"]
)
def test_r23_no_hidden_card_after_the_own_turn_makes_the_finisher(
    last_turn: Callable[[Table, int], object],
) -> None:
    table = arranged(RICH, POOR, top=3, draws=(3,), initial_flips=11)
    table.flip_all_but((0,), (0,))
    last_turn(table, 0)
    assert table.every(Finished) == [Finished(0)]


@pytest.mark.parametrize(
    ("top", "last_turn"), [(12, Table.take), (1, Table.discard)], ids=["take", "reveal"]
)
def test_r23_hidden_cards_are_counted_after_the_column_went(
    top: int, last_turn: Callable[[Table, int], object]
) -> None:
    grid = "12 11 10 9 / 12 7 6 5 / 12 1 2 3"
    table = arranged(grid, POOR, top=top, draws=(1,), initial_flips=11)
    table.flip_all_but((8,), (0,))
    last_turn(table, 8)
    assert [type(e) for e in table.events[-3:]] == [Cleared, Finished, TurnStarted]


def test_r23_an_empty_grid_finishes() -> None:
    table = arranged(QUADS, POOR, initial_flips=11)
    table.flip_all_but((11,), (0,))
    table.discard(11)
    assert table.grid(0) == " / ".join(["__ __ __ __"] * 3)
    assert table.every(Finished) == [Finished(0)]


def test_r24_every_other_seat_gets_exactly_one_more_turn() -> None:
    table = arranged(POOR, POOR, RICH, POOR, initial_flips=11)
    table.flip_all_but((0,), (0,), (0,), (0,))
    turns = []
    while table.turn is not None:
        turns.append(table.turn)
        table.take(0) if table.turn == 2 else table.keep(11)
    assert turns == [2, 3, 0, 1]
    assert observe(table.game, None).finisher == 2


def test_r24_a_second_full_grid_in_the_last_lap_triggers_nothing() -> None:
    table = arranged(POOR, POOR, RICH, initial_flips=11)
    table.flip_all_but((0,), (0,), (0,))
    turns = []
    while table.turn is not None:
        turns.append(table.turn)
        table.keep(0)
    assert turns == [2, 0, 1]
    assert table.every(Finished) == [Finished(2)]


def test_r25_reveal_then_clear_then_sum() -> None:
    table = arranged(
        RICH, "5 1 2 3 / 5 4 6 2 / 5 0 0 -1", initial_flips=10, draws=(0, -1, 0, -1), top=1
    )
    table.flip_all_but((0, 1), (8, 9))
    for _ in range(2):
        table.discard_lowest()
        table.keep(11)
    end = table.events[-4:]
    assert end[:2] == [Revealed(1, (8, 9), (5, 0)), Cleared(1, (0, 4, 8), 5)]
    assert isinstance(end[2], RoundEnded)
    assert end[2].raw == (105, 17)


def test_r25_an_empty_grid_scores_0() -> None:
    table = arranged(QUADS, POOR, initial_flips=11)
    table.flip_all_but((11,), (0,))
    table.discard(11)
    table.take(0)
    assert table.last(RoundEnded).raw[0] == 0


@pytest.mark.parametrize("flips", [0, 2, 11])
def test_r26_nobody_finishes_before_all_cards_were_turned_one_a_turn(flips: int) -> None:
    table = arranged(PLAIN, PLAIN, initial_flips=flips)
    if flips:
        table.flip(range(flips), range(flips))
    turns = 0
    while not table.every(Finished):
        turns += 1
        table.discard_lowest()
        if table.turn is not None and not table.every(Finished):
            table.discard_lowest()
    assert turns == 12 - flips


def eight_seats_with_an_empty_draw_pile() -> Table:
    """Everybody has drawn and discarded until no card was left to draw."""
    table = arranged(*[PLAIN] * 8)
    table.flip(*[(0, 5)] * 8)
    for _ in range(53):
        table.discard_lowest()
    return table


def test_r27_the_discard_pile_less_its_top_becomes_the_draw_pile() -> None:
    table = eight_seats_with_an_empty_draw_pile()
    *rest, top = table.pile
    table.chance = ScriptedChance([], [rest[::-1]])
    reshuffled, drew = table.act(Draw())
    assert reshuffled == Reshuffled(tuple(rest[::-1]))
    assert redact(reshuffled, 0) == redact(reshuffled, None) == ReshuffledSeen(53)
    assert drew == Drew(7, rest[-1], draw_pile=52)
    assert table.pile == (top,)


def test_r27_only_a_draw_from_an_empty_pile_reshuffles() -> None:
    table = eight_seats_with_an_empty_draw_pile()
    assert observe(table.game, None).draw_pile == 0
    table.take(0)
    assert table.every(Reshuffled) == []
    table.chance = ScriptedChance([], [table.pile[:-1]])
    table.act(Draw())
    assert len(table.every(Reshuffled)) == 1


def test_r27_a_held_card_is_not_shuffled_in() -> None:
    table = arranged(*[PLAIN] * 8)
    table.flip(*[(0, 5)] * 8)
    for _ in range(52):
        table.discard_lowest()
    table.act(Draw())
    assert observe(table.game, None).draw_pile == 0
    assert table.every(Reshuffled) == []


class NotedChance:
    """Gives cards as they come, and notes what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, int]] = []

    def deal(self, round_number: int) -> tuple[int, ...]:
        self.asked.append(("deal", round_number, 0))
        return deck(*[PLAIN] * 8)

    def reshuffle(self, round_number: int, number: int, cards: Sequence[int]) -> Sequence[int]:
        self.asked.append(("reshuffle", round_number, number))
        return cards


def test_r27_chance_is_asked_by_round_and_number() -> None:
    chance, rules = NotedChance(), Rules(players=8, target=1000)
    game = Game(rules)
    for _ in range(2):
        game.apply(StartRound(), chance)
        for seat in range(8):
            game.apply(Act(seat, Flip((0, 5))), chance)
        for _ in range(53 + 53 + 1):  # a kept card goes back to the pile at once
            seat = observe(game, None).turn or 0
            game.apply(Act(seat, Draw()), chance)
            game.apply(Act(seat, Keep(0)), chance)
        while (seat_on_turn := observe(game, None).turn) is not None:
            hidden = game.seats[seat_on_turn].grid.hidden_slots()
            game.apply(Act(seat_on_turn, Take(hidden[0] if hidden else 0)), chance)
    assert chance.asked == [
        (kind, round_number, number)
        for round_number in (1, 2)
        for kind, number in (("deal", 0), ("reshuffle", 1), ("reshuffle", 2))
    ]


@pytest.mark.parametrize("fault", ["top too", "card lost", "card twice"])
def test_r27_only_the_very_cards_are_reshuffled(fault: str) -> None:
    table = eight_seats_with_an_empty_draw_pile()
    *rest, top = table.pile
    piles = {"top too": [*rest, top], "card lost": rest[1:], "card twice": [*rest, rest[0]]}
    table.chance = ScriptedChance([], [piles[fault]])
    before = dump(table.game)
    with pytest.raises(ChanceError):
        table.act(Draw())
    assert dump(table.game) == before


def test_r28_an_empty_draw_pile_means_53_discards_or_more() -> None:
    table = eight_seats_with_an_empty_draw_pile()
    assert len(table.pile) == 150 - 12 * 8


def stalled() -> Table:
    """Two seats that only swap open cards: nobody ever finishes."""
    table = arranged(
        "12 11 . . / . . . . / . . . .",
        "0 0 1 6 / 5 3 4 6 / 2 7 8 6",
        turn_cap=20,
        target=1000,
    )
    table.flip((0, 1), (0, 1))
    return table


def test_r29_the_turn_cap_ends_a_round_that_nobody_finishes() -> None:
    table = stalled()
    for _ in range(40):
        assert table.every(TurnCapReached) == []
        table.take(0)
    assert table.every(TurnCapReached) == [TurnCapReached()]
    assert [event.seat for event in table.every(Revealed)] == [0, 1]
    assert table.last(Cleared) == Cleared(1, (3, 7, 11), 6)
    ended = table.last(RoundEnded)
    assert ended.finisher is None
    assert ended.scores == ended.raw


def test_r29_a_last_lap_completes_beyond_the_cap() -> None:
    table = stalled()
    for turn in range(20):
        table.take(0)
        table.take(0) if turn < 10 else table.discard_lowest()
    assert table.every(Finished) == [Finished(1)]
    assert table.turn == 0
    assert table.game.seats[0].turns == 20
    table.take(0)
    assert table.last(RoundEnded).finisher == 1
    assert table.every(TurnCapReached) == []


def test_r29_a_game_ends_after_50_rounds() -> None:
    cards = deck(QUADS, "1 2 3 4 / 1 2 3 4 / 1 2 3 4")
    table = Table(Rules(players=2, initial_flips=11), *[cards] * 50)
    for number in range(1, 51):
        table.flip_all_but((11,), (11,))
        table.discard(11)
        table.discard(11)
        assert table.last(RoundEnded).round == number
        if number < 50:
            table.apply(StartRound())
    assert table.last(GameEnded) == GameEnded((0, 0), (1, 1), EndReason.ROUND_CAP)
