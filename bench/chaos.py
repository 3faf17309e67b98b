"""Kill the server again and again while games run, and show that it lost nothing.

Every act that the server acknowledged is noted. At the end each game's record is fetched, played
again, and compared: with the acknowledged acts, and with the result that the players were told.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bench.decisions import Asked, answered
from bench.victim import Victim, insist
from skyjo.v1 import error_pb2, lobby_pb2, play_pb2, table_pb2
from skyjo_client.connection import Connection
from skyjo_client.errors import RefusedError
from skyjo_client.lobby import Lobby
from skyjo_client.session import SeatSession
from skyjo_client.versions import joiner
from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Legal, Take
from skyjo_engine.record import Record
from skyjo_engine.replay import replay
from skyjo_engine.rules import Rules
from skyjo_wire import from_engine, records, to_engine

SEATS = 2
DRAW_SHARE = 0.8
DISCARD_SHARE = 0.3
"""How often the players draw, and throw the drawn card away."""


@dataclass
class Noted:
    """What the players of all games were told, by game."""

    acts: dict[str, dict[Asked, Action]] = field(default_factory=dict)
    totals: dict[str, tuple[int, ...]] = field(default_factory=dict)


async def play_table(address: str, connection: Connection, noted: Noted, rng: random.Random) -> str:
    """Make a table, play its one game to the end with every seat; return the game's identifier."""
    seatings = await _sit_down(address)
    sessions = [await connection.attach(seating, auto_ready=True) for seating in seatings]
    async with asyncio.TaskGroup() as group:
        for session in sessions:
            group.create_task(_play_seat(session, noted, rng))
    return seatings[0].game_id


async def _sit_down(address: str) -> list[lobby_pb2.Seating]:
    """Take every seat of a new table; of another one if the server died with an answer to it."""
    rules = from_engine.rules(Rules(players=SEATS))
    request = lobby_pb2.CreateTableRequest(rules=rules, games=1, start_when_full=True)
    request.joiner.CopyFrom(_player(0))
    made = await insist(address, partial(Lobby.create_table, request=request))
    seatings = [made.seating]
    for seat in range(1, SEATS):
        join = partial(Lobby.join_table, code=made.code, joiner=_player(seat))
        try:
            seatings.append(await insist(address, join))
        except RefusedError as error:
            if error.refusal.reason != error_pb2.ERROR_REASON_TABLE_FULL:
                raise
            return await _sit_down(address)  # the seat is taken, and nobody knows its token
    return seatings


def _player(seat: int) -> table_pb2.Joiner:
    return joiner(f"seat {seat}", table_pb2.PLAYER_KIND_BOT)


async def _play_seat(session: SeatSession, noted: Noted, rng: random.Random) -> None:
    acts: dict[int, Action] = {}
    async for item in session:
        if not isinstance(item, play_pb2.ServerFrame):
            continue
        match item.WhichOneof("frame"):
            case "decision":
                action = choose(to_engine.legal(item.decision.legal), rng)
                acts[item.decision.decision_id] = action
                session.act(item.decision.decision_id, action)
            case "receipt":
                _note_receipt(session, item.receipt, acts, noted)
            case "events":
                for event in item.events.events:
                    if event.HasField("game_ended"):
                        totals = tuple(one.total for one in event.game_ended.results)
                        noted.totals[session.game_id] = totals


def _note_receipt(
    session: SeatSession, receipt: play_pb2.Receipt, acts: dict[int, Action], noted: Noted
) -> None:
    if receipt.verdict in (play_pb2.VERDICT_ACCEPTED, play_pb2.VERDICT_DUPLICATE):
        acknowledged = noted.acts.setdefault(session.game_id, {})
        acknowledged[session.seat, receipt.decision_id] = acts[receipt.decision_id]


def choose(legal: Legal, rng: random.Random) -> Action:
    """A legal action; most cards are thrown away, so that games take their time."""
    if legal.flip_count:
        return Flip(tuple(rng.sample(legal.flip, legal.flip_count)))
    if legal.draw:
        return Draw() if rng.random() < DRAW_SHARE else Take(rng.choice(legal.take))
    if legal.discard and rng.random() < DISCARD_SHARE:
        return Discard(rng.choice(legal.discard))
    return Keep(rng.choice(legal.keep))


def lost(record: Record, acknowledged: dict[Asked, Action]) -> int:
    """How many acknowledged acts the record does not have."""
    kept = answered(record)
    return sum(kept.get(which) != action for which, action in acknowledged.items())


async def storm(kills: int, games: int, seed: int) -> bool:
    """Kill the server so often under so many games; print what came of it."""
    rng = random.Random(seed)
    noted, finished = Noted(), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        victim = Victim(Path(folder))
        await victim.start()
        done = asyncio.Event()

        async def keep_playing(connection: Connection) -> None:
            while not done.is_set():
                finished[await play_table(victim.address, connection, noted, rng)] += 1

        async with (
            Connection(victim.address, receipts=None) as connection,
            asyncio.TaskGroup() as group,
        ):
            for _ in range(games):
                group.create_task(keep_playing(connection))
            for count in range(1, kills + 1):
                await asyncio.sleep(rng.uniform(0.05, 1.0))
                await victim.kill()
                await victim.start()
                print(f"\rkills {count} of {kills}, games finished {len(finished)}", end="")
            done.set()
        print()
        good = await _compare(victim.address, kills, list(finished), noted)
        await victim.kill()
    return good


async def _compare(address: str, kills: int, games: list[str], noted: Noted) -> bool:
    acknowledged = missing = different = 0
    async with Lobby(address) as lobby:
        for game_id in games:
            record = records.from_message(await lobby.get_game(game_id))
            acts = noted.acts.get(game_id, {})
            acknowledged += len(acts)
            missing += lost(record, acts)
            different += replay(record).game.totals != noted.totals.get(game_id)
    print(f"kills         {kills}")
    print(f"acknowledged  {acknowledged} acts")
    print(f"lost          {missing}")
    print(f"games         {len(games)} compared with their records, {different} different")
    return not missing and not different


def main() -> None:
    """Run the storm that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=64, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.exit(not asyncio.run(storm(options.kills, options.games, options.seed)))


if __name__ == "__main__":
    main()
