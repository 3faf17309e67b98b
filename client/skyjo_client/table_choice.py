"""What a player chose about a new table, and the request for it."""

from dataclasses import dataclass, field
from typing import Final

from skyjo.v1 import lobby_pb2, rules_pb2
from skyjo_client.versions import joiner
from skyjo_wire import clocks

_WAITS_FOR_YOU_MS: Final = 24 * 60 * 60 * 1000
"""Between rounds a private table waits for its only person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChoice:
    """A table to make: ``levels`` are the house bots that fill its seats, weakest rules aside.

    ``name`` is the maker's; None for a table of bots. ``private`` tables wait for their maker.
    ``games`` is how many are played, 0: until nobody wants another. ``clock`` is what
    ``skyjo_wire.clocks.named`` understands, None for the server's; a private table has none. The
    ``operator_key`` is what it takes where only the operator makes tables.
    """

    seats: int
    levels: tuple[str, ...]
    name: str | None = None
    target: int = 100
    rounds: int = 0
    seed: int | None = None
    games: int = 1
    private: bool = True
    start_when_full: bool = True
    clock: str | None = None
    operator_key: bytes = field(default=b"", repr=False)

    def request(self) -> lobby_pb2.CreateTableRequest:
        """Return what is asked of the lobby."""
        request = lobby_pb2.CreateTableRequest(
            joiner=None if self.name is None else joiner(self.name),
            rules=rules_pb2.Rules(players=self.seats, target=self.target, rounds=self.rounds),
            games=self.games,
            start_when_full=self.start_when_full,
            bots=[lobby_pb2.BotChoice(house_level=level) for level in self.levels],
            seed=self.seed,
            operator_key=self.operator_key,
        )
        if self.private:
            request.unlisted = request.chat_closed = True
            request.between_rounds_ms = 0 if self.name is None else _WAITS_FOR_YOU_MS
        clock = clocks.OFF if self.private else self.clock
        if clock is not None:
            request.clock.CopyFrom(clocks.named(clock))
        return request
