"""Faults of bots leave case files: small, few, and without secrets."""

import json
import os
import stat
from pathlib import Path

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_WRONG_PHASE
from skyjo.v1.lobby_pb2 import Seating
from skyjo.v1.play_pb2 import VERDICT_ILLEGAL, ServerFrame
from skyjo.v1.table_pb2 import Welcome
from skyjo_client.case_file import LARGEST_BYTES, Author, BadCaseError, Case, load_case
from skyjo_client.case_watch import CaseWatch, WatchedPassage
from skyjo_client.cases import MOST_OF_A_FOLDER, MOST_OF_A_RUN, Cases
from skyjo_client.connection import Connection
from skyjo_client.lobby import Lobby
from skyjo_client.position import position
from skyjo_client.relay.passage import Passage
from skyjo_client.relay.relay import Relay
from skyjo_client.versions import joiner
from skyjo_engine.actions import Keep
from skyjo_wire import from_engine
from tests.client.stdio_programs import FIRST, OTHER, SHORT, ended, script, skyjo
from tests.client.tabling import make_table

SLIP = """
import os, sys
from skyjo_client.bot import Bot
from skyjo_engine.actions import Draw, Flip

class Slip(Bot):
    def choose(self, decision):
        legal = decision.legal
        if legal.flip_count:
            return Flip(legal.flip[: legal.flip_count])
        if legal.draw:
            return Draw()
        raise ValueError("I know " + os.environ["SKYJO_KEY"])
"""
SECRET = "5e" * 16


def one_case(folder: Path) -> tuple[Path, Case]:
    (path,) = folder.glob("case-*.json")
    return path, load_case(path.read_bytes())


def made(game_id: str = "g7", **fields: object) -> Case:
    decision = position("1 2 ? ? / ? ? ? ? / ? ? ? ?", discard=7, drawn=5)
    welcome = Welcome(game_id=game_id, seat=0, rules=from_engine.rules(decision.rules))
    given: dict[str, object] = {"fault": "raised", "says": "a slip", "seat": 0}
    known = {**given, "welcome": welcome, "decision": decision.frame, **fields}
    return Case(**known)  # type: ignore[arg-type]


@pytest.mark.slow
async def test_a_python_bot_that_raises_leaves_a_case_without_its_key(
    address: str, tmp_path: Path
) -> None:
    name = script(tmp_path, SLIP, "slip.py")
    async with Lobby(address) as lobby:
        table = await make_table(lobby, SHORT, bots=OTHER)
        told = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code, "SKYJO_SEED": "7"}
        arguments = (name, "--cases", "mine")
        async with skyjo(tmp_path, *arguments, env={**told, "SKYJO_KEY": SECRET}) as bot:
            status, said = await ended(bot)
    path, case = one_case(tmp_path / "mine")
    assert status == 1
    assert f"The seat resigns. Case: {path.relative_to(tmp_path)}" in said
    assert (case.fault, case.bot) == ("raised", Author(name="Slip", seed=7))
    assert 'raise ValueError("I know "' in case.traceback
    assert "ValueError: I know (secret)" in case.traceback
    assert SECRET not in path.read_text("utf-8")
    assert case.decision is not None
    assert case.decision.legal.keep
    assert case.decision.view.HasField("drawn")
    assert case.welcome.rules.rounds == 1
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.slow
async def test_a_wrong_line_of_a_command_leaves_a_case_with_its_last_words(
    address: str, tmp_path: Path
) -> None:
    last = "        print('I am lost', file=sys.stderr, flush=True); say('moin')\n"
    name = script(tmp_path, FIRST + last)
    async with Lobby(address) as lobby:
        table = await make_table(lobby, SHORT, bots=OTHER)
        told = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code}
        async with skyjo(tmp_path, "--stdio", "--", "python3", name, env=told) as bot:
            status, said = await ended(bot)
    path, case = one_case(tmp_path / "state" / "cases")
    assert status == 1
    assert said.rstrip().endswith(f"Case: {path}")
    assert (case.fault, case.answer, case.stderr) == ("bad_answer", "moin", "I am lost\n")
    assert case.says.startswith("line 1 of the command is not JSON")


async def test_no_cases_are_kept_where_that_is_wished(address: str, tmp_path: Path) -> None:
    name = script(tmp_path, SLIP, "slip.py")
    async with Lobby(address) as lobby:
        table = await make_table(lobby, SHORT, bots=OTHER)
        told = {"SKYJO_SERVER": address, "SKYJO_CODE": table.code, "SKYJO_CASES": "0"}
        async with skyjo(tmp_path, name, env={**told, "SKYJO_KEY": SECRET}) as bot:
            status, said = await ended(bot)
    assert (status, "Case:" in said) == (1, False)
    assert not (tmp_path / "state" / "cases").exists()


async def one_seat(address: str, name: str) -> Seating:
    """A seat beside a house bot."""
    async with Lobby(address) as lobby:
        table = await make_table(lobby, SHORT, bots=OTHER)
        return await lobby.join_table(table.code, joiner(name))


@pytest.mark.parametrize("omit_views", [False, True], ids=["views", "no views"])
async def test_a_relay_leaves_cases_of_any_bot(
    address: str, tmp_path: Path, *, omit_views: bool
) -> None:
    told: list[str] = []
    cases = Cases(tmp_path / "cases")

    def watched() -> Passage:
        known = {"name": "stray", "last_words": lambda: "so long", "told": told.append}
        return WatchedPassage(CaseWatch(cases, seed=3, **known))  # type: ignore[arg-type]

    async with Relay(address, watched) as relay, Connection(relay.address) as connection:
        seating = await one_seat(address, "stray")
        session = await connection.attach(seating, auto_ready=True, omit_views=omit_views)
        async for item in session:
            if isinstance(item, ServerFrame) and item.HasField("decision"):
                assert item.decision.HasField("view") is not omit_views
                session.act(item.decision.decision_id, Keep(0))
            elif isinstance(item, ServerFrame) and item.HasField("receipt"):
                session.resign()
    path, case = one_case(cases.folder)
    assert told == [f"the server refused the answer: WRONG_PHASE. Case: {path}"]
    assert (case.fault, case.bot) == ("refused", Author(name="stray", seed=3))
    assert case.receipt is not None
    assert (case.receipt.verdict, case.receipt.reason) == (
        VERDICT_ILLEGAL,
        ERROR_REASON_WRONG_PHASE,
    )
    assert case.decision is not None
    assert len(case.decision.view.seats) == 2
    assert case.answer == {"decision_id": case.decision.decision_id, "keep": {"slot": 0}}
    assert case.stderr == "so long"
    assert seating.seat_token.hex() not in path.read_text("utf-8")


async def test_a_stream_that_ends_while_an_answer_is_due_leaves_a_case(
    address: str, tmp_path: Path
) -> None:
    cases = Cases(tmp_path / "cases")
    async with (
        Relay(address, lambda: WatchedPassage(CaseWatch(cases))) as relay,
        Connection(relay.address) as connection,
    ):
        seating = await one_seat(address, "gone")
        session = await connection.attach(seating, auto_ready=True)
        async for item in session:
            if isinstance(item, ServerFrame) and item.HasField("decision"):
                break
    _, case = one_case(cases.folder)
    assert case.fault == "ended"
    assert case.decision is not None


def test_a_case_is_read_as_it_was_written() -> None:
    case = made(
        bot=Author(name="Ida", build="00ff", seed=2**63, bot_seed=0), answer="x" * 9000, stderr="é"
    )
    again = load_case(case.dumps())
    assert again.answer == "x" * 8000
    assert json.loads(case.dumps())["bot"]["seed"] == str(2**63)  # which not all read as a number
    assert (again.bot, again.stderr, again.decision) == (case.bot, "é", case.decision)


def test_a_seed_that_was_written_as_a_number_is_read() -> None:
    fields = json.loads(made().dumps()) | {"bot": {"seed": 2**63 + 1, "bot_seed": 7}}
    again = load_case(json.dumps(fields).encode())
    assert again.bot == Author(seed=2**63 + 1, bot_seed=7)


def test_a_run_and_a_folder_keep_so_many_cases_and_no_others(tmp_path: Path) -> None:
    other = tmp_path / "mine.json"
    other.write_text("{}", "utf-8")
    runs = [Cases(tmp_path) for _ in range(MOST_OF_A_FOLDER // MOST_OF_A_RUN + 1)]
    paths = [[cases.keep(made()) for _ in range(MOST_OF_A_RUN + 1)] for cases in runs]
    assert {of_a_run[-1] for of_a_run in paths} == {None}
    latest = paths[-1][-2]
    assert latest is not None
    assert latest.exists()
    assert len(list(tmp_path.glob("case-*.json"))) == MOST_OF_A_FOLDER
    assert other.exists()


def test_a_case_lies_in_its_folder_whatever_a_game_is_called(tmp_path: Path) -> None:
    path = Cases(tmp_path).keep(made("../../../etc/passwd\n"))
    assert path is not None
    assert path.parent == tmp_path
    assert path.name.isprintable()


def test_what_cannot_be_kept_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("", "utf-8")
    assert Cases(folder).told(made()).startswith(f" No case can be kept in {folder}: ")
    huge = made(answer={"note": "x" * LARGEST_BYTES})
    assert "No case can be kept" in Cases(tmp_path).told(huge)


def _seen(**change: object) -> dict[str, object]:
    """A case's decision with another view."""
    decision = json.loads(made().dumps())["decision"]
    return {"decision": decision | {"view": decision["view"] | change}}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"case": 2}, 'it has no "case": 1'),
        ({"bot": []}, "which bot and seat"),
        ({"seat": -1}, "which bot and seat"),
        ({"seat": 5}, "seat 5 of 2"),
        ({"bot": {"seed": 2**64}}, "a seed of its bot is no whole number of 64 bits"),
        ({"bot": {"seed": "many"}}, "a seed of its bot is no whole number of 64 bits"),
        ({"bot": {"bot_seed": -1}}, "a seed of its bot is no whole number of 64 bits"),
        ({"decision": {"kind": "\ud800"}}, 'its "decision" cannot be read'),
        ({"says": 7}, 'its "says" is no text'),
        ({"welcome": None}, 'it has no "welcome"'),
        ({"welcome": {"rules": {"players": 99}}}, "its rules cannot be: rules.players"),
        ({"decision": {"decision_id": 1, "legal": {"take": [12]}}}, "slots that do not exist"),
        (
            {"decision": {"decision_id": 1, "event_number": 2**32 - 1}},
            "its event_number is more than there can be",
        ),
        (_seen(seats=[]), "2 grids of 12 slots"),
        ({"decision": 7}, 'its "decision" cannot be read'),
        ({"case": True}, 'it has no "case": 1'),
        ({"decision": {"legal": {"draw": True}}}, "its decision_id is not 1 or more"),
        ({"decision": {"decision_id": 1}}, "it has no legal actions"),
        (
            {"decision": {"decision_id": 1, "legal": {"flip": [1], "flip_count": 2**32 - 1}}},
            "its flip_count is more than the slots to flip",
        ),
        (_seen(viewer=1), "its view is not that of seat 0"),
        (_seen(viewer=77), "its view is not that of seat 0"),
        (_seen(drawn=2**31 - 1), "its view has cards that are not from -2 to 12"),
        ({"stderr": "x" * LARGEST_BYTES}, f"it has more than {LARGEST_BYTES} bytes"),
    ],
    ids=[
        "form",
        "bot",
        "negative",
        "beyond",
        "seed",
        "word",
        "bot_seed",
        "surrogate",
        "text",
        "none",
        "rules",
        "slot",
        "event",
        "view",
        "kind",
        "true",
        "question",
        "nothing",
        "flips",
        "other",
        "nobody",
        "cards",
        "huge",
    ],
)
def test_a_file_that_is_no_case_says_why(change: dict[str, object], says: str) -> None:
    fields = json.loads(made().dumps()) | change
    with pytest.raises(BadCaseError, match="this is no case file") as bad:
        load_case(json.dumps(fields).encode())
    assert says in bad.value.what


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"[]", b"[" * 60000, b"7"],
    ids=["empty", "binary", "list", "deep", "number"],
)
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    with pytest.raises(BadCaseError):
        load_case(content)


def test_the_page_names_what_a_file_holds_and_how_many_there_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "cases.md").read_text("utf-8")
    assert [name for name in json.loads(made().dumps()) if f"`{name}`" not in page] == []
    limits = f"at most {MOST_OF_A_RUN} of a run, a folder the {MOST_OF_A_FOLDER} newest"
    assert limits in " ".join(page.split())
    assert f"{LARGEST_BYTES >> 10} KiB" in page
