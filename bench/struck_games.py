"""Games of the same cards and the same players, each struck at one moment.

Whatever befalls a game, it must end like the one that nothing befell: with the same record, but
for the identifier and the commitment, which no two games share.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final

from bench.bot_program import BotProgram
from bench.decisions import choose
from bench.victim import insist
from skyjo.v1 import lobby_pb2, play_pb2, table_pb2
from skyjo_client.connection import Connection
from skyjo_client.lobby import Lobby
from skyjo_client.session import SeatSession
from skyjo_client.versions import joiner
from skyjo_client.watching import frames
from skyjo_engine import record_text
from skyjo_engine.record import Record
from skyjo_engine.rules import Rules
from skyjo_wire import from_engine, records, to_engine
from tests.flips import in_seat_order

RULES: Final = Rules(players=2, rounds=2, initial_flips=4, target=1000)
SEED: Final = 11
Strike = Callable[[], Awaitable[None]]


class TakenBackError(Exception):
    """A game has not got as far as a player was told: its latest event was of this number."""


class Moment:
    """Strikes once: when the event, or the decision, of that number is first heard of."""

    def __init__(self, number: int | None, strike: Strike) -> None:
        """Wait for ``number``; None never comes."""
        self._number = number
        self._strike = strike

    @classmethod
    def never(cls) -> "Moment":
        """Nothing befalls the game."""
        return cls(None, _nothing)

    async def heard(self, number: int) -> bool:
        """Strike if it is time; whether it was."""
        if self._number is None or number < self._number:
            return False
        self._number = None
        await self._strike()
        return True


async def _nothing() -> None:
    pass


def comparable(record: Record) -> bytes:
    """The text of a record without what no two games share, and first flips by seat."""
    deal, entries = replace(record.deal, commitment=b""), tuple(in_seat_order(record.entries))
    return record_text.dumps(replace(record, game_id="", deal=deal, entries=entries))


# --- played by seats of this program ---


async def play_seats(lobby: str, stream: str, moment: Moment) -> Record:
    """Play a game with every seat on one stream; ``moment`` hears of events.

    ``lobby`` and ``stream`` are addresses: one way to the server may be cut, the other is not.
    """
    request = _table()
    request.joiner.CopyFrom(_player(0))
    made = await insist(lobby, partial(Lobby.create_table, request=request))
    seatings = [made.seating]
    for seat in range(1, RULES.players):
        join = partial(Lobby.join_table, code=made.code, joiner=_player(seat))
        seatings.append(await insist(lobby, join))
    async with Connection(stream, receipts=None) as connection:
        sessions = [await connection.attach(seating, auto_ready=True) for seating in seatings]
        async with asyncio.TaskGroup() as group:
            for session in sessions:
                group.create_task(_play_seat(session, moment))
    return await _record(lobby, made.seating.game_id)


async def _record(address: str, game_id: str) -> Record:
    found = await insist(address, partial(Lobby.get_game, game_id=game_id))
    return records.from_message(found)


def _table() -> lobby_pb2.CreateTableRequest:
    return lobby_pb2.CreateTableRequest(
        rules=from_engine.rules(RULES), games=1, start_when_full=True, seed=SEED
    )


def _player(seat: int) -> table_pb2.Joiner:
    return joiner(f"seat {seat}", table_pb2.PLAYER_KIND_BOT)


async def _play_seat(session: SeatSession, moment: Moment) -> None:
    told = 0
    async for item in session:
        if not isinstance(item, play_pb2.ServerFrame):
            continue
        if item.HasField("welcome") and item.welcome.next_number <= told:
            raise TakenBackError(told)
        if item.HasField("events"):
            told = session.latest_number
            await moment.heard(told)
        elif item.HasField("decision"):
            number = item.decision.decision_id
            session.act(number, choose(number, to_engine.legal(item.decision.legal)))


# --- played by a bot's program ---


async def play_bot(address: str, program: BotProgram, moment: Moment) -> Record:
    """Play a game with every seat given to a program; ``moment`` hears of its decisions."""
    request = _table()
    for _ in range(RULES.players):
        request.bots.add(enlisted_name=program.name)
    async with Lobby(address) as lobby:
        await _waits_for_work(lobby, program.name)
        made = await lobby.create_table(request)
        answering = asyncio.create_task(_let_answer(program, moment))
        try:
            game_id = ""
            async for frame in frames(lobby, made.code):
                game_id = frame.welcome.game_id or game_id
        finally:
            answering.cancel()
        return await _record(address, game_id)


async def _waits_for_work(lobby: Lobby, name: str) -> None:
    bots = await lobby.list_bots()
    while not any(bot.name == name for bot in bots.enlisted):
        await asyncio.sleep(0.05)
        bots = await lobby.list_bots()


async def _let_answer(program: BotProgram, moment: Moment) -> None:
    while True:
        if not await moment.heard(await program.asked()):
            program.go_on()
