"""What a view holds, and how each kind of event is shown (R4, R15)."""

from collections import Counter

from skyjo_engine.actions import Draw
from skyjo_engine.cards import DECK_COUNTS, VALUES
from skyjo_engine.events import Dealt, Drew, Event, Reshuffled
from skyjo_engine.game import Game
from skyjo_engine.rules import Rules, original_en
from skyjo_engine.view import (
    DealtSeen,
    DrewSeen,
    ReshuffledSeen,
    View,
    observe,
    owner_of_secret,
    redact,
)
from tests.engine.checked import CheckedGame
from tests.engine.moves import collecting_act, legal_acts
from tests.engine.scenario import PLAIN, Table, arranged, deck

GRID = "12 1 2 3 / . 11 . . / . . . ."


def holding() -> Table:
    """Seat 0 holds the 7 that it drew."""
    table = arranged(GRID, PLAIN, top=8, draws=(7,))
    table.flip((0, 5), (0, 5))
    table.act(Draw())
    return table


def counted(view: View) -> list[int]:
    """Unseen cards, counted again from what else the view shows at a game's first turns."""
    seen = Counter(value for seat in view.seats for value in seat.grid.values if value is not None)
    seen.update([card for card in (view.discard_top, view.drawn) if card is not None])
    return [DECK_COUNTS[value] - seen[value] for value in VALUES]


def test_view_before_the_first_deal() -> None:
    view = observe(Game(original_en(3)), None)
    assert (view.round, view.draw_pile, view.discard_pile, view.discard_top) == (0, 0, 0, None)
    assert [seat.dealt_in for seat in view.seats] == [False] * 3


def test_only_the_holder_sees_its_card_and_counts_it_as_seen() -> None:
    table = holding()
    own, other, watching = (observe(table.game, viewer) for viewer in (0, 1, None))
    assert (own.drawn, other.drawn, watching.drawn) == (7, None, None)
    assert list(own.unseen) == counted(own)
    assert list(other.unseen) == counted(other)
    assert sum(other.unseen) - sum(own.unseen) == 1
    assert other.unseen == watching.unseen


def test_unseen_counts_pile_and_hidden_cards() -> None:
    view = observe(holding().game, 0)
    assert sum(view.unseen) == view.draw_pile + sum(len(s.grid.hidden) for s in view.seats)


def test_view_names_what_lies_open() -> None:
    view = observe(holding().game, 1)
    assert view.seats[0].grid.values == (12, *[None] * 4, 11, *[None] * 6)
    assert view.seats[0].grid.open_sum == 23
    assert (view.turn, view.discard_top, view.discard_pile, view.draw_pile) == (0, 8, 1, 124)


def test_last_lap_is_told_from_the_finish_to_the_round_end() -> None:
    low = "1 0 0 0 / 0 -1 1 1 / -1 0 2 3"
    rules = Rules(players=2, initial_flips=11, target=1000)
    table = Table(rules, deck(GRID, low))
    table.flip_all_but((4,), (0,))
    assert not observe(table.game, 1).last_lap
    table.keep(4)
    assert observe(table.game, 1).last_lap
    assert observe(table.game, 1).finisher == 0
    table.keep(0)
    assert not observe(table.game, 1).last_lap
    assert observe(table.game, 1).totals == table.game.totals


def test_each_kind_of_event_is_shown_in_its_form() -> None:
    for event in events_of_a_game():
        shown = [redact(event, viewer) for viewer in (0, 1, None)]
        match event:
            case Dealt():
                public = DealtSeen(event.round, event.seats, event.discard_top, event.draw_pile)
                assert shown == [public] * 3
            case Reshuffled(pile):
                assert shown == [ReshuffledSeen(len(pile))] * 3
            case Drew(seat, card, left):
                assert owner_of_secret(event) == seat
                secret, public_draw = DrewSeen(seat, card, left), DrewSeen(seat, None, left)
                assert [s == secret for s in shown] == [seat == viewer for viewer in (0, 1, None)]
                assert public_draw in shown
            case _:
                assert shown == [event] * 3
                assert owner_of_secret(event) is None


def events_of_a_game() -> list[Event]:
    checked = CheckedGame(Rules(players=8, rounds=1), seed=8)
    while not checked.game.over:
        assert legal_acts(checked.game)
        checked.apply(collecting_act(checked.game, checked.random))
    assert {Dealt, Drew, Reshuffled} <= {type(event) for event in checked.all_events()}
    return checked.all_events()
