"""docs/duels.md says what `skyjo duel` does."""

import re
from pathlib import Path

import pytest

from skyjo_client import environment
from skyjo_client.duel.entrants import Entrant
from skyjo_client.duel.folder import REPORT
from skyjo_client.duel.program import told
from tests.client import programs

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "duels.md").read_text(encoding="utf-8")
TIMES = re.compile(r"(\d+\.\d +\d+\.\d) +\d+\.\d +\d+\.\d")


def untimed(text: str) -> list[str]:
    return [TIMES.sub(r"\1", line) for line in text.splitlines()]


@pytest.mark.slow
def test_the_page_shows_what_its_command_prints(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```text\n\$ skyjo (.*?)\n(.*?)```", PAGE, re.DOTALL)
    command, printed = shown
    bots = (DOCS / "bots-in-python.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", bots, re.DOTALL)[0]
    (tmp_path / "thrifty.py").write_text(code, encoding="utf-8")
    words = [str(tmp_path / word) if word.endswith(".py") else word for word in command.split()]
    done = programs.run(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert untimed(done.stdout) == untimed(printed)


def test_the_page_names_all_that_a_bot_is_told() -> None:
    named = set(re.findall(r"^\| `(SKYJO_\w+)` \|", PAGE, re.MULTILINE)) | {environment.INSECURE}
    named.remove(environment.CASES)  # which depends on the logs
    mine = Entrant("mine", command=("mine",))
    given = told(mine, "127.0.0.1:1", bytes(32), 4, 7, Path("state"))
    assert named == {name for name in given if name.startswith("SKYJO_")}
    assert f"`{REPORT}`" in PAGE
