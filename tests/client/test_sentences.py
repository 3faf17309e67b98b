import pytest

from skyjo.v1 import error_pb2, event_pb2, fault_pb2, play_pb2, table_pb2, talk_pb2
from skyjo_client.present.board_lines import other_board_line, own_board_line, piles_line
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.refusals import refusal_sentence
from skyjo_client.present.score_lines import standings
from tests.client.tables import dealt, events, presence, seated, told, welcome
from tests.hostile import HOSTILE

E = event_pb2.Event


def test_own_moves_are_told_to_you_and_others_by_name() -> None:
    narrator = seated()
    narrator.take(events(1, dealt()))
    took = event_pb2.Took(seat=0, slot=6, card=7, replaced=-2)
    assert told(narrator, E(took=took)) == (
        "You took 7 and put it on b3. Minus 2 goes to the discard pile."
    )
    kept = event_pb2.Kept(seat=1, slot=11, card=-1, replaced=12)
    assert told(narrator, E(kept=kept)) == ("Berta put minus 1 on c4. 12 goes to the discard pile.")


def test_your_turn_has_what_you_need_to_choose() -> None:
    narrator = seated()
    narrator.take(events(1, dealt(top=-1)))
    turn = event_pb2.TurnStarted(seat=0, reason=event_pb2.TURN_REASON_IN_ORDER)
    assert told(narrator, E(turn=turn)) == (
        "Your turn. Round 1. Discard shows minus 1. 113 cards to draw."
    )


def test_grids_are_told_row_by_row_with_cleared_columns_first() -> None:
    narrator = seated()
    narrator.take(events(1, dealt()))
    narrator.take(events(2, E(flipped=event_pb2.Flipped(seat=0, slots=[1, 11], values=[5, -2]))))
    assert own_board_line(narrator.store) == (
        "Row a: hidden, 5, hidden, hidden. Row b: hidden, hidden, hidden, hidden. "
        "Row c: hidden, hidden, hidden, minus 2. Open sum 3."
    )
    narrator.take(events(3, E(cleared=event_pb2.Cleared(seat=1, slots=[0, 4, 8], value=9))))
    assert other_board_line(narrator.store, 1) == (
        "Berta, seat 2, 0 points. Column 1 cleared. Row a: hidden, hidden, hidden. "
        "Row b: hidden, hidden, hidden. Row c: hidden, hidden, hidden. Open sum 0."
    )
    assert piles_line(narrator.store) == (
        "Discard shows 9, 4 cards in that pile. 113 cards to draw."
    )


def test_a_finisher_who_is_not_alone_at_the_lowest_is_told_so() -> None:
    narrator = seated()
    scores = [
        event_pb2.SeatScore(raw=10, score=20, total=20),
        event_pb2.SeatScore(raw=24, score=24, total=24),
        event_pb2.SeatScore(raw=10, score=10, total=10),
    ]
    ended = event_pb2.RoundEnded(round=1, finisher=0, scores=scores)
    assert told(narrator, E(round_ended=ended)) == (
        "Round 1 is scored. You: 10 becomes 20, doubled for ending the round "
        "while somebody else has as few points or fewer; total 20. "
        "Berta: 24, total 24. Chris: 10, total 10."
    )
    assert standings(narrator.store) == [
        "1. Chris, 10 points (round 1: 10).",
        "2. You, 20 points (round 1: 20).",
        "3. Berta, 24 points (round 1: 24).",
    ]


def test_a_shared_victory_names_all_winners() -> None:
    narrator = seated()
    results = [event_pb2.SeatResult(total=5, rank=1)] * 2 + [
        event_pb2.SeatResult(total=101, rank=3)
    ]
    reason = event_pb2.GAME_END_REASON_TARGET_REACHED
    ended = event_pb2.GameEnded(results=results, reason=reason)
    line = narrator.take(events(1, E(game_ended=ended)))[0]
    assert line == (
        "The game is over: a total reached the target. Shared victory with 5 points: You, Berta."
    )


def test_a_stand_in_wins_for_nobody() -> None:
    narrator = seated()
    took_over = event_pb2.SEAT_CHANGE_BOT_TOOK_OVER
    gone = event_pb2.SeatChanged(seat=1, change=took_over, removed=True)
    narrator.take(events(1, E(seat_changed=gone)))
    results = [event_pb2.SeatResult(total=total, rank=1 + (total > 9)) for total in (30, 9, 40)]
    reason = event_pb2.GAME_END_REASON_TARGET_REACHED
    ended = event_pb2.GameEnded(results=results, reason=reason)
    line, first, *_others = narrator.take(events(2, E(game_ended=ended)))
    assert line.endswith("A stand-in for Berta wins with 9 points.")
    assert first.startswith("1. Berta (stand-in), ")


KINDS = [field.name for field in E.DESCRIPTOR.oneofs_by_name["kind"].fields]


@pytest.mark.parametrize("seat", [0, None], ids=["player", "spectator"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_has_one_line(kind: str, seat: int | None) -> None:
    narrator = seated(seat)
    event = E()
    getattr(event, kind).SetInParent()
    if kind in ("flipped", "cleared", "revealed"):
        getattr(event, kind).slots.extend([0, 4, 8])
    lines = narrator.take(events(1, event))
    assert lines
    assert lines[0] == narrator.log[-1]
    assert "\n" not in lines[0]
    assert "{" not in lines[0]


FORFEITED_ROUND = event_pb2.SEAT_CHANGE_FORFEITED_ROUND


def forfeits(seat: int, kind: fault_pb2.FaultKind, owner: fault_pb2.FaultOwner) -> str:
    fault = fault_pb2.Fault(kind=kind, owner=owner)
    changed = event_pb2.SeatChanged(seat=seat, change=FORFEITED_ROUND, fault=fault)
    return told(seated(), E(seat_changed=changed))


@pytest.mark.parametrize("kind", fault_pb2.FaultKind.values()[1:])
def test_every_fault_has_a_cause(kind: fault_pb2.FaultKind) -> None:
    line = forfeits(1, kind, fault_pb2.FAULT_OWNER_PLAYER)
    assert line.startswith("Berta forfeits this round. Cause: ")


@pytest.mark.parametrize(
    ("kind", "owner", "rest"),
    [
        (fault_pb2.FAULT_KIND_TIMED_OUT, fault_pb2.FAULT_OWNER_PLAYER, ""),
        (
            fault_pb2.FAULT_KIND_TIMED_OUT,
            fault_pb2.FAULT_OWNER_INFRASTRUCTURE,
            " The server answers for that, not the player.",
        ),
        (
            fault_pb2.FAULT_KIND_TIMED_OUT,
            fault_pb2.FAULT_OWNER_OPERATOR,
            " The organiser answers for that, not the player.",
        ),
    ],
)
def test_a_fault_that_is_not_the_players_is_told_as_such(
    kind: fault_pb2.FaultKind, owner: fault_pb2.FaultOwner, rest: str
) -> None:
    line = "You forfeit this round. Cause: no time left on the clock."
    assert forfeits(0, kind, owner) == f"{line}{rest}"


def test_what_says_itself_whose_fault_it_was_is_said_once() -> None:
    kind, owner = fault_pb2.FAULT_KIND_INFRASTRUCTURE, fault_pb2.FAULT_OWNER_INFRASTRUCTURE
    line = "Berta forfeits this round. Cause: the server or its machine failed."
    assert forfeits(1, kind, owner) == line


@pytest.mark.parametrize(
    ("limit", "line"),
    [
        (0, "That slot is cleared. Faults so far: 2."),
        (3, "That slot is cleared. Faults so far: 2; with 3 the game is forfeited."),
    ],
)
def test_an_illegal_action_tells_how_many_there_were(limit: int, line: str) -> None:
    narrator = Narrator()
    frame = welcome()
    frame.welcome.clock.illegal_limit = limit
    narrator.take(frame)
    receipt = play_pb2.Receipt(
        verdict=play_pb2.VERDICT_ILLEGAL,
        reason=error_pb2.ERROR_REASON_SLOT_CLEARED,
        strikes=2,
    )
    assert narrator.take(play_pb2.ServerFrame(number=1, receipt=receipt)) == [line]
    receipt.verdict = play_pb2.VERDICT_LATE
    assert narrator.take(play_pb2.ServerFrame(number=1, receipt=receipt)) == [
        "That slot is cleared."
    ]


@pytest.mark.parametrize("reason", error_pb2.ErrorReason.values())
def test_every_reason_has_a_sentence(reason: error_pb2.ErrorReason) -> None:
    sentence = refusal_sentence(error_pb2.Refusal(reason=reason))
    assert sentence.endswith(".")
    if reason:
        assert "(reason" not in sentence


def test_an_unknown_reason_is_survived() -> None:
    refusal = error_pb2.Refusal()
    refusal.MergeFromString(b"\x08\xe7\x07")
    assert refusal_sentence(refusal) == "The server refused this (reason 999)."


def test_a_refusal_names_the_limits() -> None:
    refusal = error_pb2.Refusal(
        reason=error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE, field="rules.players", low=2, high=8
    )
    assert refusal_sentence(refusal) == (
        "A value lies outside its range. Allowed: 2 to 8. It is about the number of seats."
    )


def test_a_refusal_that_says_all_names_no_field() -> None:
    refusal = error_pb2.Refusal(reason=error_pb2.ERROR_REASON_TABLE_UNKNOWN, field="code")
    assert refusal_sentence(refusal) == (
        "There is no such table. See the open ones with: skyjo tables."
    )


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_names_titles_and_chat_stay_harmless_everywhere(text: str) -> None:
    wire = text.encode("utf-8", "replace").decode()
    narrator = Narrator()
    frame = welcome(names=("Anke", wire, "Chris"))
    frame.welcome.title = frame.welcome.code = wire
    lines = narrator.take(frame)
    lines += narrator.take(events(1, dealt()))
    for kind in KINDS:
        event = E()
        getattr(event, kind).SetInParent()
        if hasattr(getattr(event, kind), "seat"):
            getattr(event, kind).seat = 1
        lines += narrator.take(events(narrator.store.board.latest_number + 1, event))
    chat = talk_pb2.Chat(seat=1, text=wire)
    lines += narrator.take(play_pb2.ServerFrame(number=1, chat=chat))
    lines += narrator.take(presence(3))
    lines += [other_board_line(narrator.store, 1), *standings(narrator.store)]
    for line in lines:
        assert line.isprintable(), ascii(line)


@pytest.mark.parametrize("reason", table_pb2.GoodbyeReason.values())
def test_every_goodbye_is_told(reason: table_pb2.GoodbyeReason) -> None:
    goodbye = table_pb2.Goodbye(reason=reason)
    (line,) = seated().take(play_pb2.ServerFrame(number=1, goodbye=goodbye))
    assert line.endswith(".")
    assert (line == "The server says goodbye.") == (not reason)
