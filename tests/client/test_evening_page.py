"""docs/evening-of-bots.md: every command on it, in its order, on a real encrypted server."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.client import programs
from tests.encrypted import EVERYWHERE, Encrypted, encrypted

CHECKOUT = Path(__file__).parents[2]
DOCS = CHECKOUT / "docs"
PAGE = (DOCS / "evening-of-bots.md").read_text(encoding="utf-8")
SHORT = ("--rounds", "1")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def shape(text: str) -> list[str]:
    """What is the same each time: no numbers, names of games and tables, and no ranks."""
    lines = []
    for line in text.splitlines():
        found = re.sub(r"^[0-9a-f]{16}: .*", "GAME", line)
        found = re.sub(r"[A-Z]+-\d+", "CODE", found)
        found = re.sub(r" (?:HOST|[\d.]+:\d+)$", " HOST", found)
        lines.append(re.sub(r" *-?\d+(?:\.\d+)?", " N", found))
    rows = [row for row in lines if row.startswith(" N ") and row.endswith("-")]
    return [line for line in lines if line not in rows] + sorted(
        re.sub(r" +", " ", row) for row in rows
    )


class Evening:
    """The folder of an organiser, who is everybody else as well."""

    def __init__(self, folder: Path, server: Encrypted) -> None:
        self.folder = folder
        self.server = server

    def words(self, command: str) -> list[str]:
        """The words of a line of the page, without ``skyjo``, for this server."""
        known = command.replace("HOST", self.server.elsewhere).replace("WORDS", self.server.words)
        first, *rest = shlex.split(known)
        assert first == "skyjo"
        return rest

    def skyjo(self, command: str, *more: str) -> str:
        done = subprocess.run(
            [*programs.SKYJO, *self.words(command), *more],
            env=programs.environment(self.folder),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, (command, done.stderr)
        return done.stdout

    @contextmanager
    def waiting(self, command: list[str], says: str, **more: str) -> Iterator[None]:
        with subprocess.Popen(
            command,
            env=programs.environment(self.folder, **more),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as bot:
            assert bot.stderr
            assert says in bot.stderr.readline()
            try:
                yield
            finally:
                bot.terminate()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with encrypted(tmp_path / "evening") as server:
        yield Evening(tmp_path, server)


@pytest.mark.slow
def test_the_commands_of_the_page_make_an_evening(evening: Evening) -> None:
    keys, kit, sdk, after = blocks("sh")
    _, listed, match = blocks("text")
    for page, file in (("bots-in-python", "thrifty.py"), ("bots-over-stdio", "mine.py")):
        code = re.findall(
            r"```python\n(.*?)```", (DOCS / f"{page}.md").read_text("utf-8"), re.DOTALL
        )
        (evening.folder / file).write_text(code[0], encoding="utf-8")
    _, believing = keys.splitlines()
    evening.skyjo(believing)
    variables = dict(re.findall(r"(SKYJO_\w+)=(\S+)", kit.replace("$(cat mybot.key)", "KEY")))
    variables |= {"SKYJO_SERVER": evening.server.elsewhere, "SKYJO_KEY": os.urandom(32).hex()}
    python = [sys.executable, str(CHECKOUT / "kits" / "python" / "main.py")]
    with ExitStack() as bots:
        bots.enter_context(evening.waiting(python, "waiting for work as python", **variables))
        for line in sdk.replace("python3", sys.executable).splitlines():
            bot = [*programs.SKYJO, *evening.words(line)]
            bots.enter_context(evening.waiting(bot, "waits for work at"))
        command, shown = listed.split("\n", 1)
        assert evening.skyjo(command.removeprefix("$ ")) == shown
        command, shown = match.split("\n", 1)
        told = evening.skyjo(command.removeprefix("$ "), *SHORT)
        assert shape(told) == shape(re.sub(r"(\S{16}: .*\n)\.\.\.\n", r"\1\1\1", shown))
    games = evening.skyjo(after.splitlines()[0])
    assert len(games.splitlines()) == 3
    evening.skyjo(after.splitlines()[1].replace("4f31", games[:6]))
    for line in after.splitlines()[2:]:
        assert evening.skyjo(line)


def test_the_server_says_what_the_page_shows(tmp_path: Path) -> None:
    shown = blocks("text")[0].splitlines()
    words = shlex.split(shown[0].removeprefix("$ skyjo "))
    assert words[words.index("--host") + 1] == EVERYWHERE
    with programs.start(tmp_path, *words[:-1], str(tmp_path / "evening"), "--port", "0") as server:
        assert server.stdout
        lines: list[str] = []
        while not lines or not lines[-1].startswith("finished games"):
            lines.append(server.stdout.readline())
        server.terminate()
    told = [re.sub(r"port \d+|skyjo://\S+|are: \S+|in \S+$", "", line.strip()) for line in lines]
    page = [re.sub(r"port \d+|skyjo://\S+|are: \S+|in \S+$", "", line) for line in shown[1:]]
    assert list(dict.fromkeys(told)) == page
