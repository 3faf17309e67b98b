"""A seat that was left is found again, however its server is named."""

from pathlib import Path

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


def test_a_seat_that_is_gone_is_no_obstacle_to_joining(tmp_path: Path) -> None:
    with encrypted(tmp_path / "data") as server:
        table = ("play", "--server", server.link(), "--seats", "2")
        given = "a1 b2\nresign\nresign\n"
        level = ("--level", "beginner", "--plain")
        assert programs.run(tmp_path, *table, *level, given=given).returncode == 0
        done = programs.run(tmp_path, "join", server.address, "--plain", given="")
        assert f"No open table at {server.address}." in done.stderr
