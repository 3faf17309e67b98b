"""Who plays in a duel, and what each is called."""

from pathlib import Path

import pytest

from skyjo_client.duel.entrants import entrants
from tests.client.duelling import bot, duel, result


@pytest.mark.parametrize(
    ("named", "called"),
    [
        (["skilled", "skilled", "skilled-2.py"], ["skilled", "skilled-3", "skilled-2"]),
        (["skilled-2.py", "skilled", "skilled"], ["skilled-2", "skilled", "skilled-3"]),
        (["a/bot.py", "b/bot.py", "bot-2.py"], ["bot", "bot-3", "bot-2"]),
        (["a/Bot.py", "b/bot.py", "BOT-2.py"], ["Bot", "bot-3", "BOT-2"]),
        (["casual", "casual", "casual"], ["casual", "casual-2", "casual-3"]),
    ],
)
def test_each_bot_has_a_name_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: list[str], called: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in (Path(name) for name in named if name.endswith(".py")):
        file.parent.mkdir(exist_ok=True)
        file.touch()
    assert [entrant.name for entrant in entrants((), named)] == called


@pytest.mark.parametrize(
    ("named", "called"),
    [
        (["node a/main.js", "node b/main.js"], ["a", "b"]),
        (["node {here}/a/dist/main.js", "java -jar {here}/b/target/app.jar"], ["a", "b"]),
        (["new=node a/main.js", "old=casual"], ["new", "old"]),
        (["new=node a/main.js", "new=node b/main.js"], ["new", "new-2"]),
        (["casual=node a/main.js", "node nowhere.js"], ["casual-bot", "node"]),
    ],
    ids=["folders", "built", "given", "given twice", "level"],
)
def test_a_bot_behind_an_interpreter_is_called_after_its_file_or_as_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: list[str], called: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a/main.js", "b/main.js", "a/dist/main.js", "b/target/app.jar"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = entrants((), [name.format(here=tmp_path) for name in named])
    assert [entrant.name for entrant in found] == called
    bare = [name.format(here=tmp_path).rpartition("=")[2] for name in named]
    assert [entrant.meaning for entrant in found] == bare


@pytest.mark.slow
def test_bots_of_one_name_have_a_result_each(tmp_path: Path) -> None:
    second = bot(tmp_path, "random-2")
    wanted = ("--bot", "random", "--bot", "random", "--bot", second, "--games", "1", "--json")
    (game,) = result(duel(tmp_path, *wanted))["games"]
    assert game["totals"].keys() == {"random", "random-2", "random-3"}
