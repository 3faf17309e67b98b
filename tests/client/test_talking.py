"""Remarks and votes as lines: what is typed, and what is told."""

from dataclasses import replace

import pytest

from skyjo.v1 import play_pb2, talk_pb2
from skyjo.v1.table_pb2 import PLAYER_KIND_HOUSE_BOT
from skyjo.v1.talk_pb2 import (
    BALLOT_KIND_PLAY_AGAIN,
    BALLOT_KIND_REMOVE_SEAT,
    BALLOT_OUTCOME_CARRIED,
    BALLOT_OUTCOME_FAILED,
    BALLOT_OUTCOME_INTERRUPTED,
    BALLOT_OUTCOME_OPEN,
    Ballot,
    Chat,
    Say,
    Vote,
)
from skyjo_client.present.grammar import Mistake, parse
from skyjo_client.present.looks import look
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.place import Place
from skyjo_client.present.remarks import remark
from skyjo_client.present.votes import vote
from tests.client.tables import presence, seated, welcome
from tests.hostile import HOSTILE


def at_table(seat: int | None = 0, *, phrases: bool = True, text: bool = True) -> Narrator:
    """A table of Anke, Berta and Chris at which people talk."""
    narrator = Narrator()
    frame = welcome(seat)
    frame.welcome.phrases_allowed, frame.welcome.text_allowed = phrases, text
    narrator.take(frame)
    return narrator


def hear(narrator: Narrator, seat: int, **content: object) -> list[str]:
    chat = Chat(seat=seat, **content)  # type: ignore[arg-type]
    return narrator.take(play_pb2.ServerFrame(number=1, chat=chat))


def ballot(narrator: Narrator, **facts: object) -> list[str]:
    facts = {"kind": BALLOT_KIND_PLAY_AGAIN, "needed": 2, "outcome": BALLOT_OUTCOME_OPEN} | facts
    told = Ballot(**facts)  # type: ignore[arg-type]
    return narrator.take(play_pb2.ServerFrame(number=1, ballot=told))


# --- remarks ---


@pytest.mark.parametrize(
    ("line", "say"),
    [
        ("say Nice weather", Say(text="Nice weather")),
        ("say hello", Say(phrase=talk_pb2.CHAT_PHRASE_HELLO)),
        ("say Good luck!", Say(phrase=talk_pb2.CHAT_PHRASE_GOOD_LUCK)),
        ("say one moment", Say(phrase=talk_pb2.CHAT_PHRASE_ONE_MOMENT)),
        ("say One moment, please.", Say(phrase=talk_pb2.CHAT_PHRASE_ONE_MOMENT)),
        ("say thanks", Say(phrase=talk_pb2.CHAT_PHRASE_THANKS)),
        ("say hello there", Say(text="hello there")),
        ("say ...", Say(text="...")),
    ],
)
def test_a_phrase_that_is_typed_is_said_in_everybodys_language(line: str, say: Say) -> None:
    assert remark(at_table().store, parse(line)) == say


@pytest.mark.parametrize("phrase", [p for p in talk_pb2.ChatPhrase.values() if p])
def test_every_phrase_is_heard_and_can_be_typed(phrase: talk_pb2.ChatPhrase) -> None:
    narrator = at_table()
    (line,) = hear(narrator, 1, phrase=phrase)
    assert line.startswith("Berta says: ")
    typed = line.removeprefix("Berta says: ")
    assert remark(narrator.store, parse(f"say {typed}")) == Say(phrase=phrase)
    with pytest.raises(Mistake, match=f"Say what\\? .*{typed.rstrip('?')}"):
        remark(narrator.store, parse("say"))


def test_a_table_that_allows_phrases_only_says_which() -> None:
    store = at_table(text=False).store
    assert remark(store, parse("say wow")) == Say(phrase=talk_pb2.CHAT_PHRASE_WOW)
    with pytest.raises(Mistake, match=r"^At this table only this can be said: Hello\. Good luck!"):
        remark(store, parse("say hello there"))


def test_at_a_silent_table_nothing_is_said() -> None:
    with pytest.raises(Mistake, match="nothing can be said"):
        remark(at_table(phrases=False, text=False).store, parse("say hello"))


def test_remarks_are_told_with_their_speaker() -> None:
    narrator = at_table()
    assert hear(narrator, 2, text="Oh dear") == ["Chris says: Oh dear"]
    assert hear(narrator, 0, phrase=talk_pb2.CHAT_PHRASE_SORRY) == ["You say: Sorry."]
    assert hear(narrator, 1, phrase=99) == []
    assert list(narrator.log)[-2:] == ["Chris says: Oh dear", "You say: Sorry."], "kept to be read"


@pytest.mark.parametrize("seat", [0, None], ids=["player", "spectator"])
def test_whoever_is_muted_is_not_heard_until_that_is_undone(seat: int | None) -> None:
    narrator = at_table(seat)
    assert look(narrator, parse("mute berta")) == [
        "You hear no more of what Berta says. mute 2 undoes it."
    ]
    assert hear(narrator, 1, text="Oh dear") == []
    assert hear(narrator, 2, text="Hm") == ["Chris says: Hm"]
    moved = presence(2, names=("Chris", "Berta"))
    moved.presence.players[1].seat = 2
    narrator.take(moved)  # seats change from game to game, names do not
    assert hear(narrator, 2, text="Oh dear") == []
    assert look(narrator, parse("mute 3")) == ["You hear again what Berta says."]
    assert hear(narrator, 2, text="Oh dear") == ["Berta says: Oh dear"]


@pytest.mark.parametrize("line", ["mute 1", "mute 9", "mute", "mute Doris"])
def test_nobody_else_is_muted(line: str) -> None:
    with pytest.raises(Mistake, match="seat"):
        look(at_table(), parse(line))


# --- votes ---

AGAIN = "Vote on another game: "


def test_an_open_vote_is_told_with_how_to_vote_until_one_has() -> None:
    narrator = at_table()
    how = " Type vote again yes or vote again no."
    assert ballot(narrator, yes=[1]) == [f"{AGAIN}1 of 2 votes needed.{how}"]
    assert ballot(narrator, yes=[1], no=[2]) == [f"{AGAIN}1 of 2 votes needed, 1 against.{how}"]
    assert ballot(narrator, yes=[1], no=[0, 2]) == [f"{AGAIN}1 of 2 votes needed, 2 against."]
    assert ballot(at_table(None), yes=[1]) == [f"{AGAIN}1 of 2 votes needed."]


def test_a_vote_on_removing_somebody_names_the_seat_to_vote_on() -> None:
    facts = {"kind": BALLOT_KIND_REMOVE_SEAT, "seat": 2, "yes": [1]}
    assert ballot(at_table(), **facts) == [
        "Vote on removing Chris: 1 of 2 votes needed. Type vote remove 3 yes or vote remove 3 no."
    ]
    assert ballot(at_table(2), **facts) == ["Vote on removing you: 1 of 2 votes needed."]


def test_the_end_of_a_vote_is_told() -> None:
    narrator = at_table()
    assert ballot(narrator, outcome=BALLOT_OUTCOME_CARRIED) == [f"{AGAIN}carried."]
    assert ballot(narrator, outcome=BALLOT_OUTCOME_FAILED) == [f"{AGAIN}not carried."]
    lost = "the server was started again, and the votes are lost. Vote anew."
    assert ballot(narrator, outcome=BALLOT_OUTCOME_INTERRUPTED) == [f"{AGAIN}{lost}"]
    assert ballot(narrator, kind=99) == []


def test_vote_alone_tells_what_is_voted_on() -> None:
    narrator = at_table()
    assert look(narrator, parse("vote")) == ["Nothing is voted on."]
    ballot(narrator, yes=[0])
    ballot(narrator, kind=BALLOT_KIND_REMOVE_SEAT, seat=2, yes=[0])
    both = [f"{AGAIN}1 of 2 votes needed.", "Vote on removing Chris: 1 of 2 votes needed."]
    assert look(narrator, parse("vote")) == both
    ballot(narrator, outcome=BALLOT_OUTCOME_FAILED)
    assert look(narrator, parse("vote")) == both[1:]
    narrator.take(welcome())  # those that run still are told again after it
    assert look(narrator, parse("vote")) == ["Nothing is voted on."]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("vote again yes", Vote(kind=BALLOT_KIND_PLAY_AGAIN, yes=True)),
        ("VOTE Again No", Vote(kind=BALLOT_KIND_PLAY_AGAIN, yes=False)),
        ("vo again y", Vote(kind=BALLOT_KIND_PLAY_AGAIN, yes=True)),
        ("vote remove 2 yes", Vote(kind=BALLOT_KIND_REMOVE_SEAT, seat=1, yes=True)),
        ("vote remove chris no", Vote(kind=BALLOT_KIND_REMOVE_SEAT, seat=2, yes=False)),
    ],
)
def test_votes_are_typed(line: str, wanted: Vote) -> None:
    narrator = at_table()
    assert look(narrator, parse(line)) is None
    assert vote(narrator.store, parse(line)) == wanted


@pytest.mark.parametrize(
    "line", ["vote again", "vote yes", "vote remove 2", "vote remove yes", "vote again 2 yes"]
)
def test_half_a_vote_is_answered_with_a_whole_one(line: str) -> None:
    with pytest.raises(Mistake, match=r"such as vote remove 2 yes\.$"):
        vote(at_table().store, parse(line))


def test_a_seat_that_is_not_there_is_not_voted_on() -> None:
    with pytest.raises(Mistake, match="only the seats 1 to 3"):
        vote(at_table().store, parse("vote remove 9 yes"))
    with pytest.raises(Mistake, match="You cannot remove yourself"):
        vote(at_table().store, parse("vote remove 1 yes"))


def test_a_removal_that_too_few_could_vote_on_is_told_with_its_reason() -> None:
    store = seated(1, 3).store
    store.players[2] = replace(store.players[2], kind=PLAYER_KIND_HOUSE_BOT)
    with pytest.raises(Mistake, match="takes two people besides whoever is to go"):
        vote(store, parse("vote remove 1 yes"))
    assert vote(store, parse("vote remove 3 yes")).seat == 2


def test_nobody_votes_in_a_private_game() -> None:
    narrator = Narrator(Place(private=True))
    narrator.take(welcome())
    with pytest.raises(Mistake, match="private game"):
        vote(narrator.store, parse("vote again yes"))
    assert not [line for line in look(narrator, parse("help")) or [] if line.startswith("vote")]


def test_help_lists_votes_for_players_only() -> None:
    def listed(narrator: Narrator) -> bool:
        return any(line.startswith("vote again") for line in look(narrator, parse("help")) or [])

    assert listed(at_table())
    assert not listed(at_table(None))


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_names_in_votes_and_remarks_stay_harmless(text: str) -> None:
    wire = text.encode("utf-8", "replace").decode()
    narrator = Narrator()
    frame = welcome(names=("Anke", wire, "Chris"))
    frame.welcome.phrases_allowed = True
    narrator.take(frame)
    lines = ballot(narrator, kind=BALLOT_KIND_REMOVE_SEAT, seat=1, yes=[2])
    lines += look(narrator, parse("mute 2")) or []
    lines += look(narrator, parse("vote")) or []
    assert len(lines) == 3
    assert all(line.isprintable() for line in lines)


# --- away ---


def test_an_absent_host_may_be_voted_out_where_somebody_could_vote_along() -> None:
    def away(people: int) -> list[str]:
        narrator = seated(1, people)
        frame = presence(people)
        frame.presence.players[0].connected = False
        return narrator.take(frame)

    assert away(3) == ["Anke is away; you may vote with: vote remove 1 yes."]
    assert away(2) == ["Anke is away."]
