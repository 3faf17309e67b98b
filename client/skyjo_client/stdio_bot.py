"""A bot in any language: a command that reads and writes JSON lines (docs/bots-over-stdio.md)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

from skyjo_client.bot import Bot, Decision, GameInfo
from skyjo_client.bot_options import BotWishes
from skyjo_client.child_program import child_program
from skyjo_client.dialogue import Dialogue
from skyjo_client.engagement import Bots
from skyjo_client.running import engagement, run_bots
from skyjo_engine.actions import Action
from skyjo_engine.events import GameEnded
from skyjo_wire import from_events

_SEED_BITS: Final = 32
"""What every language can read exactly out of JSON."""


class StdioBot(Bot):
    """One game of one seat, played by a program that plays them all."""

    def __init__(self, dialogue: Dialogue) -> None:
        """Play what the program says."""
        self._dialogue = dialogue
        self._place = ("", 0)

    def game_started(self, game: GameInfo) -> None:
        """Tell the program, with a seed for this game and seat."""
        self._place = (game.game_id, game.seat)
        seed = self.random.getrandbits(_SEED_BITS)
        self._dialogue.tell(*self._place, welcome=game.welcome, seed=seed)

    async def choose(self, decision: Decision) -> Action:
        """Ask the program."""
        return await self._dialogue.ask(decision)

    def game_ended(self, result: GameEnded) -> None:
        """Tell the program."""
        ended = from_events.game_ended(result.totals, result.ranks, result.reason)
        self._dialogue.tell(*self._place, game_ended=ended)


def play_command(command: Sequence[str], wishes: BotWishes) -> None:
    """Play with a command. Raises :class:`ClientError`; exits when it failed."""
    run_bots(_speaking(command), engagement(wishes, _name(command)))


def _name(command: Sequence[str]) -> str:
    """The name of the program's file, where the command names one that lies here."""
    files = (word for word in command if not Path(word).is_absolute() and Path(word).is_file())
    return Path(next(files, command[0])).stem


@contextlib.asynccontextmanager
async def _speaking(command: Sequence[str]) -> AsyncIterator[Bots]:
    async with child_program(command) as child:
        dialogue = Dialogue(child)
        listening = asyncio.create_task(dialogue.listen())
        try:
            yield Bots(lambda: StdioBot(dialogue), dialogue.over, child.last_words)
        finally:
            listening.cancel()
