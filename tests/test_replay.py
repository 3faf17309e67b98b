"""Replay: a record is refused at the first line that the rules do not allow there."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from skyjo_engine.actions import Draw, Flip, Keep
from skyjo_engine.errors import ChanceError, IllegalActionError, IllegalReason
from skyjo_engine.events import Dealt, EndReason, RoundEnded, SeatChange, TurnReason
from skyjo_engine.game import Game
from skyjo_engine.inputs import Forfeit, Leave, Return, StandIn
from skyjo_engine.invariants import check
from skyjo_engine.record import (
    ActionEntry,
    DealEntry,
    Entry,
    NoteEntry,
    Record,
    ReshuffleEntry,
    ResultEntry,
    RoundEntry,
    SeatEntry,
    TurnEntry,
    entries_of,
)
from skyjo_engine.replay import ReplayError, replay, walk
from skyjo_engine.rules import OnLeave, Rules
from tests.recorded import record_game

GAME = record_game(Rules(players=8, rounds=2, target=1000), 5)
PLAYED = replace(GAME, entries=tuple(e for e in GAME.entries if not isinstance(e, NoteEntry)))


def where(kind: type[Entry], record: Record = PLAYED) -> int:
    """The index of the first entry of a kind."""
    return next(i for i, entry in enumerate(record.entries) if isinstance(entry, kind))


def changed(at: int, *entries: Entry, drop: int = 1, record: Record = PLAYED) -> Record:
    """The record with ``drop`` entries from ``at`` exchanged for others."""
    old = record.entries
    return replace(record, entries=(*old[:at], *entries, *old[at + drop :]))


def refused(record: Record) -> ReplayError:
    with pytest.raises(ReplayError) as caught:
        replay(record)
    return caught.value


def test_a_replay_gives_every_entry_its_events_and_the_final_game() -> None:
    played = replay(GAME)
    entries = [entry for step in played.steps for entry in step.entries]
    assert entries == list(PLAYED.entries)
    assert all(list(step.entries) == entries_of(step.events) for step in played.steps)
    assert isinstance(played.steps[0].events[0], Dealt)
    result = GAME.entries[-1]
    assert isinstance(result, ResultEntry)
    assert played.game.over
    assert played.game.totals == result.totals


def test_a_walk_shows_the_game_at_each_step() -> None:
    game, rounds = Game(GAME.rules), 0
    for step in walk(GAME, game):
        assert not check(game)
        assert GAME.entries[step.line - 2] == step.entries[0]
        rounds += sum(isinstance(event, RoundEnded) for event in step.events)
        assert game.round is not None
        assert game.round.number - (not game.round.over) == rounds
    assert rounds == 2


def test_no_line_can_be_left_out() -> None:
    for at in range(len(PLAYED.entries)):
        needed = at and isinstance(PLAYED.entries[at - 1], ReshuffleEntry)
        assert refused(changed(at)).line >= (at + 1 if needed else at + 2)


def test_no_line_can_be_repeated() -> None:
    for at, twice in enumerate(PLAYED.entries):
        assert refused(changed(at, twice, twice)).line in {at + 2, at + 3}


def _other_card(entry: ActionEntry) -> Entry:
    return replace(entry, card=-2 if entry.card != -2 else 5)


def test_a_drawn_card_must_be_the_one_on_the_pile() -> None:
    at = next(i for i, e in enumerate(PLAYED.entries) if getattr(e, "card", None) is not None)
    draw = PLAYED.entries[at]
    assert isinstance(draw, ActionEntry)
    error = refused(changed(at, _other_card(draw)))
    assert (error.line, error.expected, error.found) == (at + 2, draw, _other_card(draw))


def _swapped(cards: tuple[int, ...]) -> tuple[int, ...]:
    return (cards[-1], *cards[1:-1], cards[0] + 1)


WRONG: list[tuple[type[Entry], Callable[..., Entry]]] = [
    (TurnEntry, lambda e: replace(e, seat=(e.seat + 1) % 8)),
    (TurnEntry, lambda e: replace(e, reason=TurnReason.FINISHER)),
    (RoundEntry, lambda e: replace(e, finisher=None)),
    (RoundEntry, lambda e: replace(e, raw=e.raw[::-1])),
    (RoundEntry, lambda e: replace(e, scores=(e.scores[0] + 1, *e.scores[1:]))),
    (RoundEntry, lambda e: replace(e, totals=(e.totals[0] + 1, *e.totals[1:]))),
    (RoundEntry, lambda e: replace(e, round=2)),
    (ResultEntry, lambda e: replace(e, ranks=e.ranks[::-1])),
    (ResultEntry, lambda e: replace(e, reason=EndReason.ROUND_CAP)),
    (DealEntry, lambda e: replace(e, round=2)),
]


def test_what_the_rules_decide_must_stand_as_they_decide_it() -> None:
    for kind, spoil in WRONG:
        at = where(kind)
        error = refused(changed(at, spoil(PLAYED.entries[at])))
        assert (error.line, error.expected) == (at + 2, PLAYED.entries[at])


@pytest.mark.parametrize("kind", [DealEntry, ReshuffleEntry])
def test_cards_that_are_not_those_of_the_deck_are_refused(
    kind: type[DealEntry | ReshuffleEntry],
) -> None:
    at = where(kind)
    entry = PLAYED.entries[at]
    match entry:
        case DealEntry(number, deck):
            wrong: Entry = DealEntry(number, _swapped(deck))
        case ReshuffleEntry(pile):
            wrong = ReshuffleEntry(_swapped(pile))
        case _:
            raise AssertionError(entry)
    error = refused(changed(at, wrong))
    assert isinstance(error.expected, ChanceError)
    assert error.line == at + 2


def test_an_action_that_is_not_allowed_is_refused_with_the_reason() -> None:
    at = where(TurnEntry) + 1
    action = PLAYED.entries[at]
    assert isinstance(action, ActionEntry)
    for wrong, reason in (
        (ActionEntry((action.seat + 1) % 8, action.action), IllegalReason.NOT_YOUR_TURN),
        (ActionEntry(action.seat, Keep(0)), IllegalReason.WRONG_PHASE),
    ):
        error = refused(changed(at, wrong))
        assert isinstance(error.expected, IllegalActionError)
        assert (error.expected.reason, error.line) == (reason, at + 2)


@pytest.mark.parametrize(
    "entry",
    [
        ActionEntry(8, Draw()),
        ActionEntry(-1, Draw()),
        SeatEntry(8, SeatChange.FORFEITED),
        NoteEntry(8, "who?"),
        NoteEntry(-1, "who?"),
    ],
    ids=str,
)
def test_a_seat_that_does_not_exist_is_refused(entry: Entry) -> None:
    assert refused(changed(4, entry, drop=0)).line == 6


def test_the_server_may_only_turn_the_slots_of_r5() -> None:
    allowed = ActionEntry(3, Flip((0, 5)), by_server=True)
    entries = PLAYED.entries
    at = next(i for i, e in enumerate(entries) if isinstance(e, ActionEntry) and not e.by_server)
    first = entries[at]
    assert isinstance(first, ActionEntry)
    wrong = replace(first, action=Flip((1, 2)), by_server=True)
    error = refused(changed(at, wrong))
    assert (error.line, error.expected) == (at + 2, replace(allowed, seat=first.seat))


def test_only_initial_flips_can_be_the_servers() -> None:
    at = where(TurnEntry) + 1
    action = PLAYED.entries[at]
    assert isinstance(action, ActionEntry)
    assert refused(changed(at, replace(action, by_server=True))).line == at + 2


def test_a_record_must_reach_its_result() -> None:
    error = refused(replace(PLAYED, entries=PLAYED.entries[: where(RoundEntry) + 1]))
    assert (error.line, error.expected, error.found) == (where(RoundEntry) + 3, ResultEntry, None)
    assert refused(replace(PLAYED, entries=())).expected is ResultEntry


def test_a_missing_last_line_is_named() -> None:
    error = refused(replace(PLAYED, entries=PLAYED.entries[:-1]))
    assert (error.expected, error.found) == (PLAYED.entries[-1], None)
    assert error.line == len(PLAYED.entries) + 1


def test_notes_count_as_lines_but_not_as_moves() -> None:
    at = where(RoundEntry)
    scores = PLAYED.entries[at]
    assert isinstance(scores, RoundEntry)
    spoiled = replace(scores, finisher=None)
    noted = changed(at, NoteEntry(0, "a"), NoteEntry(1, "b"), spoiled)
    assert refused(noted).line == at + 4


def test_changes_of_seats_are_inputs() -> None:
    rules = Rules(players=4, rounds=2, on_leave=OnLeave.SKIP)
    seen: dict[SeatChange, type] = {}
    for seed in range(20):
        for step in replay(record_game(rules, seed, faults=0.05)).steps:
            match step.entries[0]:
                case SeatEntry(change=change):
                    seen[change] = type(step.given)
    assert seen == {
        SeatChange.LEFT: Leave,
        SeatChange.BOT_TOOK_OVER: StandIn,
        SeatChange.RETURNED: Return,
        SeatChange.FORFEITED: Forfeit,
    }


def test_nobody_leaves_for_good_under_bot() -> None:
    error = refused(changed(4, SeatEntry(0, SeatChange.LEFT), drop=0))
    assert error.expected == SeatEntry(0, SeatChange.BOT_TOOK_OVER)
