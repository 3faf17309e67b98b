"""``skyjo duel``: bots as real programs on a real server, and what is told of them."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from skyjo_client import exit_codes
from skyjo_client.duel.schedule import deal_seed
from skyjo_client.training import play_game
from skyjo_engine.record import DealEntry, Record
from skyjo_engine.record_text import loads
from skyjo_engine.rules import Rules
from skyjo_engine.verify import Check, verify
from tests.client import programs
from tests.client.duelling import bot, duel, result, untimed

pytestmark = pytest.mark.slow


def record(folder: Path, game: int) -> Record:
    return loads((folder / f"game-{game:04}.jsonl").read_bytes())


def decks(record: Record) -> list[tuple[int, ...]]:
    return [entry.deck for entry in record.entries if isinstance(entry, DealEntry)]


def test_equal_seeds_give_equal_reports(tmp_path: Path) -> None:
    mine = bot(tmp_path, "mine")
    wanted = ("--games", "6", "--against", "casual", "--json", "--", mine)
    first, again, other = (duel(tmp_path, "--seed", seed, *wanted) for seed in "778")
    assert first.returncode == exit_codes.FINISHED, first.stderr
    assert untimed(result(first)) == untimed(result(again))
    assert result(first)["games"] != result(other)["games"]
    assert "6 of 6 games" in first.stderr


def test_every_bot_has_every_seat_with_equal_cards(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    wanted = ("--bot", "casual", "--bot", "random", "--bot", bot(tmp_path, "mine"))
    done = duel(tmp_path, *wanted, "--games", "6", "--logs", str(logs), "--json")
    games = result(done)["games"]
    assert [game["seats"] for game in games[:3]] == [
        ["casual", "random", "mine"],
        ["random", "mine", "casual"],
        ["mine", "casual", "random"],
    ]
    dealt = [decks(record(logs, game)) for game in range(1, 7)]
    assert dealt[0] == dealt[1] == dealt[2] != dealt[3] == dealt[4] == dealt[5]
    names = [player.name for player in record(logs, 2).players]
    assert names == ["bot:random", "mine", "bot:casual"]


def test_its_games_are_those_of_training_with_the_seed_that_it_tells(tmp_path: Path) -> None:
    done = duel(tmp_path, "--bot", "casual", "--bot", "beginner", "--games", "2", "--json")
    for game in result(done)["games"]:
        here = play_game(game["seats"], rules=Rules(players=2, rounds=1), seed=game["deal_seed"])
        (scores,) = game["rounds"]
        assert here.rounds[0].scores == tuple(scores[name] for name in game["seats"])


def test_no_number_that_a_bot_gets_deals_its_cards(tmp_path: Path) -> None:
    file = tmp_path / "env"
    trick = f"open({str(file)!r}, 'w').write(repr(dict(os.environ)))"
    mine = bot(tmp_path, "mine", f"COUNT[0] == 1 and {trick}")
    wanted = ("--against", "random", "--games", "1", "--seed", "4503599627370501", "--json")
    done = duel(tmp_path, *wanted, "--", mine)
    dealt = {game["deal_seed"] for game in result(done)["games"]}
    given = [int(word) for word in re.findall(r"\d+", file.read_text(encoding="utf-8"))]
    assert max(given) > 2**40  # SKYJO_SEED is among them
    guesses = {deal_seed(number + near, 0) for number in given for near in range(-8, 9)}
    assert not dealt & (guesses | set(given))


def test_the_table_says_who_is_better_and_by_how_much(tmp_path: Path) -> None:
    mine = bot(tmp_path, "mine")
    done = duel(tmp_path, "--against", "random", "--games", "4", "--seed", "5", "--", mine)
    assert done.returncode == exit_codes.FINISHED, done.stderr
    heading, _, titles, *ranked, _, difference, footer = done.stdout.splitlines()
    first, second = sorted(ranked)
    totals = [float(line.split()[4]) for line in ranked]
    assert totals == sorted(totals)
    assert heading == "4 of 4 games played, clock off"
    assert " ".join(titles.split()) == "bot games wins shared total round ms worst ms faults"
    assert re.fullmatch(r"mine +4 +\d +\d( +-?\d+\.\d){4}  -", first)
    assert re.fullmatch(r"random +4 +\d +\d( +-?\d+\.\d){2} +- +-  -", second)
    assert re.fullmatch(
        r"mine less random: [+-]\d+\.\d points a game, 95 % interval [+-]\d+\.\d to [+-]\d+\.\d, "
        r"over 2 deals: too few games to tell",
        difference,
    )
    assert footer == "Fewer points are better. Equal cards again: --seed 5"


def test_logs_hold_what_an_author_wants_to_see(tmp_path: Path) -> None:
    logs = tmp_path / "new" / "logs"
    mine = bot(tmp_path, "mine", "print('I think', COUNT[0]); sys.stderr.write('hm\\n')")
    done = duel(tmp_path, "--against", "random", "--games", "2", "--logs", str(logs), "--", mine)
    assert done.returncode == exit_codes.FINISHED, done.stderr
    log = (logs / "mine.log").read_text(encoding="utf-8")
    assert "=== game 1 begins: deal 1, seat 0, table " in log
    assert "=== game 2 ends" in log
    assert "I think 1\n" in log
    assert log.count("hm\n") > 10
    text = (logs / "game-0002.mine.jsonl").read_text(encoding="utf-8")
    told = [json.loads(line) for line in text.splitlines()]
    assert told[0] == {"game": 2, "deal": 1, "seat": 1, "bot": "mine"}
    kinds = [kind for line in told[1:] for kind in line if kind != "ms"]
    assert kinds[:3] == ["decision", "act", "receipt"]
    assert kinds[-1] == "goodbye"
    act = told[2]
    assert act["act"]["decision_id"] == told[1]["decision"]["decision_id"]
    assert act["ms"] > 0
    assert told[1]["decision"]["view"]["viewer"] == 1
    assert Check.DEALS in verify(record(logs, 1)).checked
    assert json.loads((logs / "duel.json").read_text(encoding="utf-8"))["finished"] == 2
    shown = programs.run(tmp_path, "replay", "--plain", str(logs / "game-0001.jsonl"))
    assert "mine" in shown.stdout


def test_logs_of_a_duel_before_make_room_and_other_files_stay(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    house = ("--bot", "random", "--bot", "random", "--logs", str(logs))
    duel(tmp_path, *house, "--games", "3")
    others = [logs / "notes.log", logs / "game-notes.jsonl", logs / "cases" / "case-1.json"]
    others[-1].parent.mkdir()
    for other in others:
        other.touch()
    done = duel(tmp_path, *house, "--games", "1")
    assert done.returncode == exit_codes.FINISHED, done.stderr
    assert done.stdout.endswith(f"Logs: {logs}.\n")
    assert all(other.exists() for other in others)
    games = sorted(path.name for path in logs.glob("game-0*"))
    assert games == ["game-0001.jsonl"]
    assert json.loads((logs / "duel.json").read_text("utf-8"))["log_files"] == games


@pytest.mark.parametrize("report", [None, '{"games": []}', "rubbish", "[" * 99_999])
def test_only_its_own_report_makes_a_folder_that_of_a_duel(
    tmp_path: Path, report: str | None
) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "server.log").touch()
    if report is not None:
        (logs / "duel.json").write_text(report, encoding="utf-8")
    done = duel(tmp_path, "--bot", "random", "--bot", "random", "--logs", str(logs))
    assert done.returncode == exit_codes.USAGE
    assert "is not empty. Name a new folder." in done.stderr
    assert (logs / "server.log").exists()


@pytest.mark.parametrize("kind", [Path.mkdir, Path.touch], ids=["folder", "file"])
def test_what_stands_where_a_log_belongs_is_a_sentence(
    tmp_path: Path, kind: Callable[[Path], None]
) -> None:
    logs = tmp_path / "logs"
    wanted = ("--games", "1", "--against", "random", "--logs", str(logs))
    duel(tmp_path, *wanted, "--bot", "random")
    kind(logs / "mine.log")
    done = duel(tmp_path, *wanted, "--", bot(tmp_path, "mine"))
    assert done.returncode == exit_codes.USAGE
    assert "mine.log' is no file of the duel before. Name a new folder." in done.stderr
    assert (logs / "game-0001.jsonl").exists()


def test_a_folder_that_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    under = str(tmp_path / "file" / "logs")
    done = duel(tmp_path, "--bot", "random", "--bot", "random", "--logs", under)
    assert done.returncode == exit_codes.UNFINISHED
    assert "Not a directory" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bot_may_have_a_name_and_fewer_seats_of_its_own(tmp_path: Path) -> None:
    mine = bot(tmp_path, "mine")
    command = f"{programs.SKYJO[0]} -m skyjo_client bot {mine} --name Own --seats 1"
    logs = tmp_path / "logs"
    wanted = ("--bot", "random", "--bot", command, "--games", "4", "--logs", str(logs))
    done = duel(tmp_path, *wanted)
    assert done.returncode == exit_codes.FINISHED, done.stderr
    assert [player.name for player in record(logs, 1).players] == ["bot:random", "Own"]
    (log,) = logs.glob("*.log")  # named after the command
    begun = re.findall(r"=== game (\d) (begins|ends)", log.read_text(encoding="utf-8"))
    assert begun == [(str(game), what) for game in range(1, 5) for what in ("begins", "ends")]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--bot", "random"], "Name 2 to 8 bots, each with --against, as in --against skilled"),
        (["--bot", "random"] * 9, "Name 2 to 8 bots, "),
        (["casual", "skilled"], "house bots need it, too."),
        (["--bot", "random", "--bot", "./mine 'open"], "is a quote missing?"),
        (["--bot", "random", "--bot", ""], "is no command line"),
        (["--bot", "random", "--bot", "expert"], "'expert' is no level. There are random, "),
        (["--bot", "random", "--", "nowhere.py"], "'nowhere.py' is no file."),
        (["--bot", "random", "--bot", "casual", "--clock", "soon"], "'soon' is no clock."),
        (["--bot", "random", "--bot", "casual", "--logs", ""], "An empty name is no folder."),
    ],
    ids=["one", "nine", "bare", "quote", "empty", "level", "file", "clock", "logs"],
)
def test_wrong_usage_is_a_sentence(tmp_path: Path, arguments: list[str], part: str) -> None:
    done = duel(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (exit_codes.USAGE, "")
    assert part in " ".join(done.stderr.split())
