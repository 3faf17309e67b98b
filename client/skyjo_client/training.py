"""Games in this very process, without server or network: to train bots and to try them out.

A bot sees exactly what it would see at a table: the same decisions, numbered alike, without a
clock. The same seed gives the same cards and the same random sources as there, too.
"""

import asyncio
import contextlib
import inspect
from collections.abc import Awaitable, Callable, Sequence

from skyjo_bots.levels import house
from skyjo_client.bot import Bot, Decision, GameInfo
from skyjo_client.house_bots import HouseBot
from skyjo_client.sources import source
from skyjo_client.training_game import PLACE, NotAllowedError, TrainingGame
from skyjo_engine.actions import Action
from skyjo_engine.rules import Rules
from skyjo_wire.bot_seeds import bot_seed

__all__ = ["BotMaker", "NotAllowedError", "TrainingGame", "play_game"]

BotMaker = Callable[[], Bot]
"""A class of bots, or whatever else makes one."""


def play_game(
    bots: Sequence[BotMaker | str], *, rules: Rules | None = None, seed: int | None = None
) -> TrainingGame:
    """Play a whole game of ``bots``, one a seat, and return it.

    Each is a class of bots or another function that makes one, or the name of a house level.
    ``rules`` are the usual ones for so many seats by default. Raises :class:`NotAllowedError`,
    :class:`RulesError` for a number of bots that cannot play, ValueError for one that does not fit
    ``rules``, TypeError for a name instead of a list, :class:`UnknownLevelError`, and whatever a
    bot raises. A bot whose ``choose`` is a coroutine cannot be played within a running event loop.
    """
    if isinstance(bots, str):
        raise TypeError(f"bots are a list, one for each seat, such as [{bots!r}, {bots!r}]")
    game = TrainingGame(rules or Rules(players=len(bots)), seed)
    if len(bots) != game.rules.players:
        raise ValueError(f"{len(bots)} bots for {game.rules.players} seats")
    seated = [_made(bot) for bot in bots]
    _begin(game, seated)
    with contextlib.closing(asyncio.Runner()) as runner:
        while decision := game.decision:
            game.act(_chosen(seated[decision.seat], decision, runner))
    assert game.result is not None  # noqa: S101  # nobody has to decide any more
    for bot in seated:
        bot.game_ended(game.result)
    return game


def _made(bot: BotMaker | str) -> Bot:
    return HouseBot(house(bot)) if isinstance(bot, str) else bot()


def _begin(game: TrainingGame, seated: Sequence[Bot]) -> None:
    """Give each bot its random source, and tell it of the game."""
    names = tuple(type(bot).__name__ for bot in seated)
    for seat, bot in enumerate(seated):
        bot.random = source(bot_seed(game.seed, seat), 0, seat)
        info = GameInfo(
            game_id=game.game_id,
            table_id=PLACE,
            index=0,
            seat=seat,
            rules=game.rules,
            names=names,
        )
        bot.game_started(info)


def _chosen(bot: Bot, decision: Decision, runner: asyncio.Runner) -> Action:
    chosen = bot.choose(decision)
    return runner.run(_awaited(chosen)) if inspect.isawaitable(chosen) else chosen


async def _awaited(chosen: Awaitable[Action]) -> Action:
    return await chosen
