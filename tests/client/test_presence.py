"""What is told of those who come late, are away or come back, and of what goes on after a game."""

import pytest

from skyjo.v1 import event_pb2, game_pb2, play_pb2, table_pb2
from skyjo_client.present.grammar import parse
from skyjo_client.present.looks import look
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.place import Place
from skyjo_client.present.prompts import wanted
from tests.client.tables import NAMES, dealt, decision, events, presence, seated, told, welcome

GATHERING = table_pb2.TABLE_STAGE_GATHERING
OVER = table_pb2.TABLE_STAGE_GAME_OVER
ANOTHER_GAME = (
    "The host may start another game. Wait for it, ask for it with vote again yes, "
    "or type quit to stop."
)


def there(
    *connected: bool, stage: table_pb2.TableStage = table_pb2.TABLE_STAGE_PLAYING
) -> play_pb2.ServerFrame:
    """Who is there of the people at the table."""
    frame = presence(len(connected), stage=stage)
    for player, is_there in zip(frame.presence.players, connected, strict=True):
        player.connected = is_there
        player.kind = table_pb2.PLAYER_KIND_HUMAN
    return frame


def view(viewer: int | None, *, turn: int | None = 1) -> game_pb2.View:
    slots = [game_pb2.Slot(value=5), *[game_pb2.Slot()] * 11]
    seats = [game_pb2.SeatState(grid=game_pb2.Grid(slots=slots), total=7) for _ in range(3)]
    return game_pb2.View(
        viewer=viewer,
        round=2,
        phase=game_pb2.PHASE_TURN,
        turn=turn,
        discard_top=4,
        discard_pile=3,
        draw_pile=90,
        seats=seats,
        latest_number=40,
    )


@pytest.mark.parametrize("seat", [0, None], ids=["player", "spectator"])
def test_whoever_comes_in_mid_game_is_told_how_it_stands(seat: int | None) -> None:
    lines = Narrator().take(welcome(seat, view=view(seat), next_number=41))
    assert lines[1:] == [
        "Round 2 is being played. Discard shows 4, 3 cards in that pile. 90 cards to draw.",
        *(
            f"{name}, seat {number}, 7 points. Row a: 5, hidden, hidden, hidden. "
            "Row b: hidden, hidden, hidden, hidden. Row c: hidden, hidden, hidden, hidden. "
            "Open sum 5."
            for number, name in enumerate(NAMES[:3], 1)
        ),
        "Berta to play.",
    ]


def test_who_is_away_already_is_told_on_coming_in() -> None:
    frame = welcome(0, view=view(0), next_number=41)
    frame.welcome.presence.players[1].connected = False
    assert "Berta is away. Wait, or type kick 2." in Narrator().take(frame)


def test_the_welcome_after_a_lost_connection_tells_nothing_again() -> None:
    narrator = Narrator()
    narrator.take(welcome(0, view=view(0), next_number=41))
    assert narrator.take(welcome(0, view=view(0), next_number=41)) == []


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        (0, "Chris is away. Wait, or type kick 3."),
        (1, "Chris is away; the host may type kick 3."),
        (None, "Chris is away."),
    ],
)
def test_everybody_is_told_who_goes_away_and_who_is_back(seat: int | None, line: str) -> None:
    narrator = seated(seat)
    narrator.take(events(1, dealt()))
    assert narrator.take(there(True, True, False)) == [line]
    turn = event_pb2.Event(turn=event_pb2.TurnStarted(seat=2))
    assert told(narrator, turn) == f"Chris to play. {line}"
    assert narrator.take(there(True, True, True)) == ["Chris is back."]
    assert wanted(narrator.store) == "Chris to play."


def test_where_nobody_is_host_nobody_is_said_to_remove_who_is_away() -> None:
    narrator = seated(1)
    narrator.take(events(1, dealt()))
    frame = there(True, True, False)
    frame.presence.ClearField("host")
    assert narrator.take(frame) == ["Chris is away; you may vote with: vote remove 3 yes."]


def test_whoever_has_left_for_good_is_not_away_and_a_stand_in_no_return() -> None:
    narrator = seated()
    narrator.take(events(1, dealt()))
    left = event_pb2.SeatChanged(seat=2, change=event_pb2.SEAT_CHANGE_KICKED)
    assert told(narrator, event_pb2.Event(seat_changed=left)) == (
        "Chris was removed from the table."
    )
    assert narrator.take(there(True, True, False)) == []
    assert narrator.take(there(True, True, True)) == []


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        (0, "You were removed from the table. A stand-in plays on."),
        (2, "Chris was removed from the table. A stand-in plays on."),
    ],
)
def test_a_stand_in_of_whoever_was_removed_is_no_stand_in_until_they_are_back(
    seat: int, line: str
) -> None:
    narrator = seated()
    narrator.take(events(1, dealt()))
    change = event_pb2.SEAT_CHANGE_BOT_TOOK_OVER
    gone = event_pb2.SeatChanged(seat=seat, change=change, removed=True)
    assert narrator.take(events(2, event_pb2.Event(seat_changed=gone)))[0] == line


def handed_over(change: event_pb2.SeatChange) -> event_pb2.Event:
    """The viewer's seat changes hands."""
    return event_pb2.Event(seat_changed=event_pb2.SeatChanged(seat=0, change=change))


TOOK_OVER = handed_over(event_pb2.SEAT_CHANGE_BOT_TOOK_OVER)
RETURNED = handed_over(event_pb2.SEAT_CHANGE_RETURNED)


def test_how_to_take_the_seat_back_is_told_while_a_stand_in_has_it() -> None:
    narrator = seated()
    narrator.take(events(1, dealt(), event_pb2.Event(turn=event_pb2.TurnStarted(seat=0))))
    narrator.take(decision(play_pb2.DECISION_KIND_TURN, game_pb2.LegalActions(draw=True)))
    how = "A stand-in plays for you. Type back to take your seat again."
    assert narrator.take(events(3, TOOK_OVER)) == [
        "A stand-in plays for you until you are back.",
        how,
    ]
    assert wanted(narrator.store) == how
    assert narrator.take(events(4, RETURNED)) == ["You are back in your seat."]
    assert wanted(narrator.store) != how


def test_first_cards_that_the_server_turned_up_are_not_asked_for_any_more() -> None:
    narrator = seated()
    narrator.take(events(1, dealt()))
    narrator.take(decision(play_pb2.DECISION_KIND_FLIP, game_pb2.LegalActions(flip_count=2)))
    flipped = event_pb2.Flipped(seat=0, slots=[0, 5], values=[1, 2], by_server=True)
    narrator.take(events(2, event_pb2.Event(flipped=flipped)))
    assert wanted(narrator.store) == "The others turn up their first cards."


def test_a_stand_in_of_the_game_before_is_forgotten() -> None:
    narrator = seated()
    narrator.take(events(1, dealt(), TOOK_OVER))
    narrator.take(welcome(game_id="game-2", stage=GATHERING))
    assert wanted(narrator.store) == "All seats are taken. Type start to begin."


def test_nobody_is_told_to_take_back_what_coming_back_gave() -> None:
    narrator = Narrator()
    narrator.take(welcome(0, view=view(0), next_number=40))
    lines = narrator.take(events(40, TOOK_OVER)) + narrator.take(events(41, RETURNED))
    assert lines == ["A stand-in plays for you until you are back.", "You are back in your seat."]


def test_the_first_connection_is_no_return() -> None:
    narrator = Narrator()
    frame = welcome(0, stage=GATHERING)
    frame.welcome.presence.players[1].connected = False
    narrator.take(frame)
    assert narrator.take(presence(3, stage=GATHERING)) == []


def test_a_start_that_waits_says_for_whom() -> None:
    narrator = seated()
    narrator.take(there(True, True, False, stage=GATHERING))
    narrator.store.starting = True
    assert wanted(narrator.store).startswith("Waiting for Chris (not connected).")
    narrator.take(there(True, True, True, stage=GATHERING))
    assert wanted(narrator.store) == "The game is about to begin."


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        (0, "Type start for another game, or quit to stop."),
        (1, ANOTHER_GAME),
        (None, "The game is over. The host may start another one."),
    ],
)
def test_after_a_game_everybody_is_told_how_to_go_on(seat: int | None, line: str) -> None:
    narrator = seated(seat)
    assert narrator.take(presence(3, stage=OVER)) == [line]
    assert wanted(narrator.store) == line


def test_whoever_comes_back_is_not_told_that_nothing_has_happened_at_all() -> None:
    narrator = Narrator()
    narrator.take(welcome(0, view=view(0), next_number=40))
    for line in ("last", "log 30"):
        (told,) = look(narrator, parse(line)) or []
        assert told.startswith("Nothing has happened since you came.")
    narrator.take(events(40, TOOK_OVER))
    assert look(narrator, parse("last")) == ["A stand-in plays for you until you are back."]


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_is_told_to_start_a_game_that_begins_by_itself(seat: int) -> None:
    frame = welcome(seat, stage=GATHERING)
    frame.welcome.presence.starting = True
    assert Narrator().take(frame)[-1] == "The game is about to begin."


def test_a_private_game_begins_by_itself_and_has_nobody_to_remove() -> None:
    narrator = Narrator(Place(private=True, begins_full=True))
    lines = narrator.take(welcome(stage=GATHERING))
    assert lines[-1] == "The game is about to begin."
    shown = look(narrator, parse("help")) or []
    assert not [line for line in shown if line.startswith(("start", "bot", "kick", "host"))]
    assert "quit: stop playing; an unfinished game ends with it." in shown
    narrator.take(presence(3, stage=OVER))
    assert "start: play another game." in (look(narrator, parse("help")) or [])


def test_help_names_chat_where_the_table_allows_it() -> None:
    chat = "say TEXT: say something to the table; say alone lists phrases."
    assert chat not in (look(seated(), parse("help")) or [])
    narrator = Narrator()
    frame = welcome()
    frame.welcome.phrases_allowed = True
    narrator.take(frame)
    assert chat in (look(narrator, parse("help")) or [])


def test_other_alone_tells_all_others_and_grid_draws_all() -> None:
    narrator = seated()
    narrator.take(events(1, dealt()))
    flipped = event_pb2.Flipped(seat=0, slots=[1, 11], values=[12, -2])
    narrator.take(events(2, event_pb2.Event(flipped=flipped)))
    cleared = event_pb2.Cleared(seat=1, slots=[0, 4, 8], value=9)
    narrator.take(events(3, event_pb2.Event(cleared=cleared)))
    others = look(narrator, parse("other")) or []
    assert [line.split(",")[0] for line in others] == ["Berta", "Chris"]
    assert look(narrator, parse("grid")) == [
        "1 you                   2 Berta                 3 Chris",
        "    1   2   3   4           1   2   3   4           1   2   3   4",
        "a   ?  12   ?   ?       a   .   ?   ?   ?       a   ?   ?   ?   ?",
        "b   ?   ?   ?   ?       b   .   ?   ?   ?       b   ?   ?   ?   ?",
        "c   ?   ?   ?  -2       c   .   ?   ?   ?       c   ?   ?   ?   ?",
    ]
    assert (look(narrator, parse("grid chris")) or [])[0] == "3 Chris"
