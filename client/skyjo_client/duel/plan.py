"""What a duel is to be, and why one stops."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from skyjo.v1.lobby_pb2 import BotChoice, CreateTableRequest
from skyjo.v1.rules_pb2 import ClockPreset
from skyjo_client.duel.entrants import Entrant
from skyjo_client.errors import ClientError
from skyjo_client.table_choice import TableChoice
from skyjo_wire import clocks

_MS: Final = 1000


class StoppedError(ClientError):
    """The duel cannot go on; the message is in English, of one or several lines.

    ``blamed`` has the fault of each bot, by index, that is the cause.
    """

    def __init__(self, text: str, blamed: Mapping[int, str] | None = None) -> None:
        """Keep both."""
        super().__init__(text)
        self.blamed = blamed or {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be played, and how many games ``at_once``.

    ``patience`` is how many seconds a bot may do nothing. ``tried``, an index, is the bot that is
    compared with the others.
    """

    entrants: tuple[Entrant, ...]
    games: int
    target: int
    rounds: int
    seed: int
    clock: str
    at_once: int
    patience: int
    tried: int = 0

    def request(self, seed: int, bots: list[BotChoice]) -> CreateTableRequest:
        """The table of a game of ``bots`` with the cards of ``seed``."""
        choice = TableChoice(
            seats=len(bots),
            levels=(),
            target=self.target,
            rounds=self.rounds,
            seed=seed,
            private=False,
            start_when_full=False,
            clock=self.clock,
        )
        request = choice.request()
        request.bots.extend(bots)
        return request

    def longest_wait(self) -> float:
        """Seconds after which nothing will happen any more at a table where nothing has."""
        asked = clocks.named(self.clock)
        rules = clocks.clock_rules(asked, ClockPreset.CLOCK_PRESET_DEV)
        return self.patience + (rules.bank_ms + rules.increment_ms) / _MS
