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


@pytest.mark.slow
def test_bots_of_one_name_have_a_result_each(tmp_path: Path) -> None:
    second = bot(tmp_path, "random-2")
    wanted = ("--bot", "random", "--bot", "random", "--bot", second, "--games", "1", "--json")
    (game,) = result(duel(tmp_path, *wanted))["games"]
    assert game["totals"].keys() == {"random", "random-2", "random-3"}
