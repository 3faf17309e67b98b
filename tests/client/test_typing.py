from dataclasses import replace

import pytest

from skyjo.v1 import error_pb2, event_pb2, game_pb2, play_pb2, table_pb2
from skyjo_client.present.escape import SafeText
from skyjo_client.present.grammar import ENTER, SLOTS, Mistake, parse
from skyjo_client.present.looks import look
from skyjo_client.present.moves import move
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.prompts import wanted
from skyjo_client.present.seats import named_seat
from skyjo_engine.actions import Discard, Draw, Flip, Keep, Take
from tests.client.tables import dealt, decision, events, presence, seated

ALL = range(12)


def at_flip() -> Narrator:
    narrator = seated()
    narrator.take(events(1, dealt()))
    legal = game_pb2.LegalActions(flip_count=2, flip=ALL)
    narrator.take(decision(play_pb2.DECISION_KIND_FLIP, legal))
    return narrator


def at_turn() -> Narrator:
    narrator = at_flip()
    flipped = event_pb2.Flipped(seat=0, slots=[0, 5], values=[3, 4])
    turn = event_pb2.TurnStarted(seat=0)
    narrator.take(events(2, event_pb2.Event(flipped=flipped), event_pb2.Event(turn=turn)))
    legal = game_pb2.LegalActions(take=ALL, draw=True)
    narrator.take(decision(play_pb2.DECISION_KIND_TURN, legal, 2))
    return narrator


def holding() -> Narrator:
    narrator = at_turn()
    drew = event_pb2.Drew(seat=0, card=-1, draw_pile=112)
    narrator.take(events(4, event_pb2.Event(drew=drew)))
    hidden = [slot for slot in ALL if slot not in (0, 5)]
    legal = game_pb2.LegalActions(keep=ALL, discard=hidden)
    narrator.take(decision(play_pb2.DECISION_KIND_PLACE, legal, 3))
    return narrator


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", ENTER),
        ("  \t ", ENTER),
        ("d", "draw"),
        ("DRAW", "draw"),
        ("dr", "draw"),
        ("t b3", "take"),
        ("x a1", "throw"),
        ("thr a1", "throw"),
        ("b", "board"),
        ("boa", "board"),
        ("lo 5", "log"),
        ("l", "last"),
        ("sc", "scores"),
        ("b3", SLOTS),
        ("A1, b2", SLOTS),
        ("?", "help"),
        ("sta", "start"),
        ("say hello you", "say"),
        ("tb3", "take"),
        ("XB3", "throw"),
        ("keep b3", SLOTS),
        ("put b3", SLOTS),
        ("exit", "quit"),
    ],
)
def test_words_their_beginnings_and_slots_are_understood(line: str, command: str) -> None:
    assert parse(line).command == command


def test_the_text_after_a_word_is_kept_as_typed() -> None:
    assert parse("say  Hello,  you ").text == "Hello,  you"


def test_an_unclear_beginning_names_what_it_could_be() -> None:
    with pytest.raises(Mistake, match=r"r could mean replay, resign, rules\. Type more of it\."):
        parse("r")


@pytest.mark.parametrize(
    ("line", "odd"),
    [("t b9", "b9"), ("x d1", "d1"), ("b9", "b9"), ("a1 a5", "a5"), ("keep e1", "e1")],
)
def test_a_slot_that_is_none_is_named(line: str, odd: str) -> None:
    with pytest.raises(Mistake, match=f"^{odd} is no slot"):
        parse(line)


@pytest.mark.parametrize("line", ["dance", "\x1b[2J", "x" * 500])
def test_an_unknown_word_is_answered_harmlessly(line: str) -> None:
    with pytest.raises(Mistake, match="Type help") as caught:
        parse(line)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("line", ["kick", "other x", "other 1 2", "other 0", "kick ²", "kick -1"])
def test_a_missing_or_odd_seat_is_a_mistake(line: str) -> None:
    with pytest.raises(Mistake, match="seat"):
        named_seat(seated().store, parse(line))


@pytest.mark.parametrize("line", ["log 0", "log ²", "log x", "log 1 2", "log -1"])
def test_a_missing_or_odd_number_is_a_mistake(line: str) -> None:
    with pytest.raises(Mistake, match="Say log and a number from 1"):
        look(seated(), parse(line))


def test_a_seat_may_be_named_by_its_player() -> None:
    store = seated().store
    assert named_seat(store, parse("kick chris")) == 2
    assert named_seat(store, parse("kick 3")) == 2


def test_a_house_bot_is_named_without_its_prefix() -> None:
    store = seated().store
    store.players[1] = replace(store.players[1], name=SafeText("bot:casual"))
    assert named_seat(store, parse("other casual")) == 1
    assert named_seat(store, parse("other bot:casual")) == 1
    store.players[2] = replace(store.players[2], name=SafeText("Casual"))
    assert named_seat(store, parse("other casual")) == 2


def test_two_slots_turn_up_the_first_cards() -> None:
    assert move(at_flip().store, parse("a1 b2")) == Flip((0, 5))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("a1", r"You named 1 slot\."),
        ("a1 a1", r"Name different slots\."),
        ("a1 b2 c3", r"You named 3 slots\."),
        ("d", ""),
        ("t a1", ""),
    ],
)
def test_anything_else_asks_for_two_slots(line: str, why: str) -> None:
    with pytest.raises(Mistake, match=f"Turn up 2 cards.*{why}"):
        move(at_flip().store, parse(line))


def test_moves_of_a_turn() -> None:
    assert move(at_turn().store, parse("d")) == Draw()
    assert move(at_turn().store, parse("t c4")) == Take(11)
    assert move(holding().store, parse("c4")) == Keep(11)
    assert move(holding().store, parse("x c4")) == Discard(11)


def test_a_slot_alone_before_drawing_says_how() -> None:
    with pytest.raises(Mistake, match=r"Say t b3 to take 7 there, or d to draw a card first\."):
        move(at_turn().store, parse("b3"))


def test_an_open_card_cannot_be_turned_up_and_the_hidden_ones_are_named() -> None:
    with pytest.raises(Mistake, match=r"a1 lies open\. Possible: a2, a3, a4, b1, b3, "):
        move(holding().store, parse("x a1"))


@pytest.mark.parametrize("line", ["d", "t a1"])
def test_with_a_card_in_hand_its_places_are_explained(line: str) -> None:
    with pytest.raises(Mistake, match=r"You hold minus 1\. Type a slot to put it there"):
        move(holding().store, parse(line))


@pytest.mark.parametrize("line", ["t", "t b3 b4", "t here"])
def test_take_wants_exactly_one_slot(line: str) -> None:
    with pytest.raises(Mistake, match="Say t and one slot"):
        move(at_turn().store, parse(line))


def test_out_of_turn_the_one_to_play_is_named() -> None:
    narrator = seated()
    turn = event_pb2.Event(turn=event_pb2.TurnStarted(seat=1))
    narrator.take(events(1, dealt(), turn))
    with pytest.raises(Mistake, match=r"Berta to play\."):
        move(narrator.store, parse("d"))


def test_a_refused_move_leaves_the_decision_open() -> None:
    narrator = at_turn()
    receipt = play_pb2.Receipt(
        decision_id=2,
        verdict=play_pb2.VERDICT_ILLEGAL,
        reason=error_pb2.ERROR_REASON_SLOT_CLEARED,
        strikes=1,
    )
    lines = narrator.take(play_pb2.ServerFrame(number=1, receipt=receipt))
    assert lines == ["That slot is cleared. Faults so far: 1."]
    assert narrator.store.decision is not None
    accepted = play_pb2.Receipt(decision_id=2, verdict=play_pb2.VERDICT_ACCEPTED)
    assert narrator.take(play_pb2.ServerFrame(number=1, receipt=accepted)) == []
    assert narrator.store.decision is None


def test_between_rounds_enter_is_asked_for_once() -> None:
    narrator = seated()
    lines = narrator.take(presence(3, stage=table_pb2.TABLE_STAGE_BETWEEN_ROUNDS))
    assert lines == ["Press Enter for the next round."]
    assert narrator.take(presence(3, stage=table_pb2.TABLE_STAGE_BETWEEN_ROUNDS)) == []
    assert wanted(narrator.store) == lines[0]


def test_how_to_answer_is_explained_the_first_time_only() -> None:
    narrator = at_turn()
    turn = event_pb2.Event(turn=event_pb2.TurnStarted(seat=0))
    told = narrator.take(events(4, turn))
    legal = game_pb2.LegalActions(take=ALL, draw=True)
    assert narrator.take(decision(play_pb2.DECISION_KIND_TURN, legal, 5)) == []
    assert told == ["Your turn. Round 1. Discard shows 7. 113 cards to draw."]


def test_a_decision_after_coming_back_is_told_in_full() -> None:
    narrator = seated()
    legal = game_pb2.LegalActions(take=ALL, draw=True)
    (line,) = narrator.take(decision(play_pb2.DECISION_KIND_TURN, legal))
    assert line.startswith("Your turn.")
    assert line.endswith("Type d to draw, or t and a slot to take 0.")


@pytest.mark.parametrize(
    ("taken", "host", "line"),
    [
        (
            2,
            0,
            "1 seat is free. Friends join with: skyjo join otter42. House bots with: bot casual.",
        ),
        (2, 1, "1 seat is free."),
        (3, 0, "All seats are taken. Type start to begin."),
        (3, 1, "All seats are taken. The host is about to begin."),
    ],
)
def test_while_a_table_gathers_everybody_knows_what_it_waits_for(
    taken: int, host: int, line: str
) -> None:
    narrator = seated()
    stage = table_pb2.TABLE_STAGE_GATHERING
    narrator.take(presence(1, stage=stage, host=host))
    assert narrator.take(presence(taken, stage=stage, host=host))[-1] == line
