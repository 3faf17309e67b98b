"""Games in this process, without a server, and that they are the very games that servers play."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo_client.bot import Decision, GameInfo
from skyjo_client.engagement import Engagement
from skyjo_client.lobby import Lobby
from skyjo_client.running import play
from skyjo_client.training import NotAllowedError, TrainingGame, play_game
from skyjo_engine.actions import Action, Draw, Keep
from skyjo_engine.errors import RulesError
from skyjo_engine.events import GameEnded
from skyjo_engine.record_text import dumps
from skyjo_engine.rules import Dealing, Rules
from skyjo_engine.verify import Check, verify
from skyjo_wire import from_engine
from tests.client import programs
from tests.client.tabling import Announced, Plain, finished
from tests.flips import in_seat_order
from tests.server.raw import PATIENCE


class Noting(Plain):
    """Keeps what it was asked, under its seat."""

    def __init__(self, asked: dict[int, list[Decision]]) -> None:
        self._asked = asked

    def choose(self, decision: Decision) -> Action:
        same_everywhere = replace(decision, game_id="", clock=None)
        self._asked.setdefault(decision.seat, []).append(same_everywhere)
        return super().choose(decision)


RULES = {
    "three": Rules(players=3, rounds=2),
    "six flips and rows": Rules(players=2, rounds=3, initial_flips=6, rows=True),
    "no flips, streams": Rules(players=8, rounds=1, initial_flips=0, dealing=Dealing.STREAMS),
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
async def test_a_game_here_is_the_game_that_a_server_plays(address: str, rules: Rules) -> None:
    there: dict[int, list[Decision]] = {}
    report, over = Announced(), asyncio.Event()

    class Ending(Noting):
        def game_ended(self, result: GameEnded) -> None:  # noqa: ARG002
            over.set()

    seats = rules.players - 1
    one = Engagement(server=address, name="noting", key=bytes(16), seats=seats, report=report)
    playing = asyncio.create_task(play(lambda: Ending(there), one))
    async with Lobby(address) as lobby, asyncio.timeout(PATIENCE):
        await report.enlisted.wait()
        bots = [BotChoice(enlisted_name="noting")] * seats + [BotChoice(house_level="casual")]
        table = await make_seeded(lobby, rules, bots)
        await over.wait()
        (record,) = await finished(lobby, table)
    playing.cancel()
    here: dict[int, list[Decision]] = {}
    game = play_game([*[lambda: Noting(here)] * seats, "casual"], rules=rules, seed=11)
    assert here == there
    assert in_seat_order(game.record().entries) == in_seat_order(record.entries)


async def make_seeded(lobby: Lobby, rules: Rules, bots: list[BotChoice]) -> str:
    request = CreateTableRequest(
        rules=from_engine.rules(rules), games=1, start_when_full=True, bots=bots, seed=11
    )
    return (await lobby.create_table(request)).table_id


def test_a_seed_repeats_a_game_and_none_makes_another_each_time() -> None:
    first = play_game([Plain, "random"], seed=3)
    assert play_game([Plain, "random"], seed=3).record() == first.record()
    assert play_game([Plain, "random"], seed=4).result != first.result
    drawn = play_game([Plain, "random"])
    assert play_game([Plain, "random"], seed=drawn.seed).record() == drawn.record()
    assert play_game([Plain, "random"]).seed != drawn.seed


def test_what_a_bot_is_told_names_no_seed_that_deals_its_cards() -> None:
    seed, told = 4_503_599_627_370_501, []

    class Told(Plain):
        def game_started(self, game: GameInfo) -> None:
            told.append(repr(game))

        def choose(self, decision: Decision) -> Action:
            told.append(repr(decision))
            return super().choose(decision)

    game = play_game([Told, "random"], seed=seed)
    assert game.game_id != play_game(["random", "random"], seed=seed + 1).game_id
    assert len(told) > 10
    assert not [text for text in told if str(seed) in text or f"{seed:x}" in text]


def test_bots_are_told_of_the_game_and_of_its_end() -> None:
    told: list[object] = []

    class Told(Plain):
        def game_started(self, game: GameInfo) -> None:
            told.append((game.seat, game.rules.players, game.names))

        def game_ended(self, result: GameEnded) -> None:
            told.append(result)

    game = play_game([Told, "beginner"], seed=1)
    assert told == [(0, 2, ("Told", "HouseBot")), game.result]
    assert game.result is not None
    assert game.result.totals == game.rounds[-1].totals


def test_a_bot_may_think_in_a_coroutine() -> None:
    class Thinking(Plain):
        async def choose(self, decision: Decision) -> Action:  # type: ignore[override]
            await asyncio.sleep(0)
            return Plain.choose(self, decision)

    here = play_game([Thinking, "random"], seed=2)
    assert here.record() == play_game([Plain, "random"], seed=2).record()


def test_a_record_of_training_is_a_record_like_any_other(tmp_path: Path) -> None:
    game = play_game(["casual", "beginner", "random"], seed=5)
    assert Check.DEALS in verify(game.record()).checked
    kept = tmp_path / "game.jsonl"
    kept.write_bytes(dumps(game.record(["Anke", "Berta", "Chris"])))
    shown = programs.run(tmp_path, "replay", str(kept), "--plain")
    assert shown.returncode == 0, shown.stderr
    assert "Berta" in shown.stdout


def test_what_is_not_allowed_says_so_and_changes_nothing() -> None:
    game = TrainingGame(Rules(players=2), seed=1)
    asked = game.decision
    assert asked is not None
    for wrong in (Draw(), Keep(0), None):
        with pytest.raises(NotAllowedError, match="seat 0 may not do"):
            game.act(wrong)  # type: ignore[arg-type]
    assert game.decision is asked


def test_nobody_acts_after_the_end() -> None:
    game = play_game([Plain, Plain], rules=Rules(players=2, rounds=1))
    assert game.decision is None
    with pytest.raises(ValueError, match="the game is over"):
        game.act(Draw())


def test_bots_and_seats_have_to_fit() -> None:
    with pytest.raises(TypeError, match=r"such as \['casual', 'casual'\]"):
        play_game("casual")
    with pytest.raises(ValueError, match="3 bots for 2 seats"):
        play_game([Plain] * 3, rules=Rules(players=2))
    with pytest.raises(RulesError):
        play_game([Plain])


@pytest.mark.parametrize("seed", [-1, 2**200, "a", 1.5])
def test_what_is_no_seed_deals_nothing(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number from 0"):
        TrainingGame(Rules(players=2), seed)


@pytest.mark.parametrize("viewer", [-1, 2, "x"])
def test_nobody_sees_from_a_seat_that_there_is_not(viewer: int) -> None:
    with pytest.raises(ValueError, match="there are seats 0 to 1"):
        TrainingGame(Rules(players=2), 3).view(viewer)
