"""A seat that was left is found again, however its server is named."""

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_TOKEN_UNKNOWN
from skyjo.v1.lobby_pb2 import Seating
from skyjo_client import lobby_visit
from skyjo_client.display_options import Mode
from skyjo_client.errors import RefusedError
from skyjo_client.joining import come_back
from skyjo_client.lobby_visit import LobbyVisit
from skyjo_client.screen.lobby_answers import Wish
from skyjo_client.seats_kept import KeptSeat, SeatsKept
from skyjo_client.trust import introduce
from tests.client import programs
from tests.encrypted import encrypted

LEFT = "a1 b2\nquit\n"


def played(folder: Path, *arguments: str) -> list[str]:
    """What somebody is told who plays a little and leaves."""
    done = programs.run(folder, *arguments, "--plain", given=LEFT)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def code_of(lines: list[str]) -> str:
    return lines[-1].partition("skyjo join ")[2].split()[0]


def test_a_seat_is_kept_for_the_server_and_not_for_its_address(tmp_path: Path) -> None:
    with encrypted(tmp_path / "data") as first:
        table = ("play", "--server", first.link(), "--seats", "2", "--level", "beginner")
        left = played(tmp_path, *table)
        code = code_of(left)
        elsewhere = first.link(code).replace("127.0.0.1", "localhost")
        for way in ((elsewhere,), (code,), (first.elsewhere, "--trust", first.words)):
            back = played(tmp_path, "join", *way)
            assert back[0].startswith(f"You are {left[0].split()[2]}"), way
            assert "Round 1 is being played." in " ".join(back)


async def test_a_seat_of_another_server_at_the_same_address_is_neither_offered_nor_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[KeptSeat] = []

    async def look(_address: str, kept: list[KeptSeat], _notice: str, **_more: str) -> Wish:
        offered.extend(kept)
        return Wish("quit")

    monkeypatch.setattr(lobby_visit, "show_lobby", look)
    monkeypatch.setattr(lobby_visit, "hidden", nullcontext)  # there is no terminal
    with encrypted(tmp_path / "data") as server:
        await introduce(server.link())
        gone = KeptSeat("before", server.address, Seating(code="OLD-11", seat_token=b"secret"))
        SeatsKept().keep(gone)
        SeatsKept().keep(replace(gone, address="192.0.2.9:17595", server="elsewhere"))
        assert await LobbyVisit(tmp_path).run() == 0
        assert [seat.server for seat in offered] == ["elsewhere"]
        with pytest.raises(RefusedError) as refused:
            await come_back(gone, Mode.LINES)
    assert refused.value.reason == ERROR_REASON_TOKEN_UNKNOWN


def test_a_seat_that_is_gone_is_no_obstacle_to_joining(tmp_path: Path) -> None:
    with encrypted(tmp_path / "data") as server:
        table = ("play", "--server", server.link(), "--seats", "2")
        given = "a1 b2\nresign\nresign\n"
        level = ("--level", "beginner", "--plain")
        assert programs.run(tmp_path, *table, *level, given=given).returncode == 0
        done = programs.run(tmp_path, "join", server.address, "--plain", given="")
        assert f"No open table at {server.address}." in done.stderr
