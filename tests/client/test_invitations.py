"""What players are told of inviting others, of how a game begins, and of a server that stops."""

import pytest

from skyjo.v1 import play_pb2, table_pb2
from skyjo_client.present.escape import SafeText
from skyjo_client.present.grammar import parse
from skyjo_client.present.looks import look
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.place import Place
from tests.client.tables import presence, seated, welcome


def test_the_invitation_names_a_server_that_is_not_found_by_itself() -> None:
    narrator = Narrator(Place(server=SafeText("table.example:17595")))
    frame = welcome(stage=table_pb2.TABLE_STAGE_GATHERING)
    del frame.welcome.presence.players[1:]
    invitation = "Friends join with: skyjo join otter42 --server table.example:17595."
    assert invitation in narrator.take(frame)[-1]


def test_the_invitation_is_the_link_where_there_is_one() -> None:
    link = SafeText("skyjo://table.example:17595/otter42#x9")
    narrator = Narrator(Place(server=SafeText("table.example:17595"), link=link))
    frame = welcome(stage=table_pb2.TABLE_STAGE_GATHERING)
    del frame.welcome.presence.players[1:]
    assert f"Friends join with: skyjo join {link}." in narrator.take(frame)[-1]


def test_a_guest_who_came_by_a_link_is_told_the_code_too() -> None:
    link = SafeText("skyjo://table.example:17595/otter42#x9")
    narrator = Narrator(Place(server=SafeText("table.example:17595"), link=link))
    narrator.take(welcome(1, stage=table_pb2.TABLE_STAGE_GATHERING))
    by_link, by_code = look(narrator, parse("invite")) or []
    assert by_link.endswith(f"skyjo join {link}")
    assert by_code.endswith(": skyjo join otter42")


def test_an_invitation_that_was_given_is_told_again_when_it_is_asked_for() -> None:
    lines = ["Table otter42 is open.", "Its words are: output-mean-zebra"]
    narrator = Narrator(Place(invitation=lambda: lines))
    frame = welcome(stage=table_pb2.TABLE_STAGE_GATHERING)
    del frame.welcome.presence.players[1:]
    (told,) = [line for line in narrator.take(frame) if "seats are free" in line]
    assert "Type invite to hear how friends join" in told
    assert look(narrator, parse("invite")) == lines
    assert look(seated(1), parse("i")) == ["Friends join with: skyjo join otter42"]
    private = Narrator(Place(private=True))
    assert "nobody else can join" in (look(private, parse("invite")) or [""])[0]


def test_the_greeting_tells_after_how_many_rounds_a_game_ends() -> None:
    frame = welcome(stage=table_pb2.TABLE_STAGE_GATHERING)
    frame.welcome.rules.rounds = 2
    assert Narrator().take(frame)[0].endswith("3 seats, played to 100 points, 2 rounds at most.")


def draining(retry_after_ms: int | None = None) -> table_pb2.Goodbye:
    reason = table_pb2.GOODBYE_REASON_DRAINING
    return table_pb2.Goodbye(reason=reason, retry_after_ms=retry_after_ms)


def stopping(seconds: int, goodbye: table_pb2.Goodbye) -> play_pb2.ServerFrame:
    """A presence that says that the server stops."""
    frame = presence(3)
    frame.presence.stopping.within_ms = seconds * 1000
    frame.presence.stopping.goodbye.CopyFrom(goodbye)
    return frame


@pytest.mark.parametrize(
    ("goodbye", "line"),
    [
        (draining(5000), "The table goes on about 5 s later."),
        (draining(), "nobody has said when it is back."),
    ],
    ids=["kept", "for good"],
)
def test_a_server_that_is_going_to_stop_is_told_of_once(
    goodbye: table_pb2.Goodbye, line: str
) -> None:
    clock = [0.0]
    narrator = Narrator(now=lambda: clock[0])
    narrator.take(welcome(0))
    (told,) = narrator.take(stopping(90, goodbye))
    assert told.startswith("The server stops in 1 min 30 s at the latest")
    assert told.endswith(line)
    clock[0] = 60.0
    assert narrator.take(stopping(30, goodbye)) == []
    assert narrator.take(stopping(300, goodbye)) != []
    late = welcome(0)
    late.welcome.presence.CopyFrom(stopping(240, goodbye).presence)
    newcomer = Narrator()
    assert any("The server stops in 4 min" in one for one in newcomer.take(late))


@pytest.mark.parametrize(
    ("goodbye", "line"),
    [
        (draining(5000), "The server stops. It is back in about 5 s."),
        (draining(), "The server stops, and nobody has said when it is back."),
    ],
    ids=["kept", "for good"],
)
def test_the_goodbye_of_a_server_says_whether_it_comes_back(
    goodbye: table_pb2.Goodbye, line: str
) -> None:
    frame = play_pb2.ServerFrame(number=1, goodbye=goodbye)
    assert seated().take(frame) == [line]
