"""Decoders of what others sent or kept: each one with bytes to start from.

A target takes any bytes. What it decodes either is a value, which says the same when it is written
and read again, or is refused by the error that the decoder names. All else raises.
"""

import hashlib
import json
import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click
from google.protobuf.message import DecodeError

from skyjo.v1 import lobby_pb2, play_pb2, record_pb2, rules_pb2
from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo.v1.play_pb2 import ClientFrame, PlayRequest
from skyjo_engine import record_text
from skyjo_engine.errors import EngineError
from skyjo_engine.inputs import Act
from skyjo_engine.receipt import Receipt
from skyjo_engine.replay import replay
from skyjo_engine.rules import Rules
from skyjo_engine.verify import verify
from skyjo_server import input_text
from skyjo_server.__main__ import main as server
from skyjo_server.configuration import read_file
from skyjo_server.journal import InputApplied, TableKept
from skyjo_server.plan import plan_of
from skyjo_server.settings import SettingsError
from skyjo_wire import from_engine, records, to_engine, to_events
from skyjo_wire.errors import RefusalError
from tests.recorded import any_rules, receipt_of, record_game
from tests.server.desk import short
from tests.server.inside import Inside, Wire, play
from tests.server.simple_player import SimplePlayer

GAMES: Final = [record_game(any_rules(random.Random(seed)), seed, faults=0.02) for seed in range(4)]
SETTINGS_FILE: Final = Path(__file__).parents[2] / "deploy" / "server.toml"


def text_of_a_record(data: bytes) -> None:
    """Lines of a record; the last one, with the checksum that they should have, is made here."""
    end = {"type": "end", "lines": data.count(b"\n"), "sha256": hashlib.sha256(data).hexdigest()}
    text = b"%b%b\n" % (data, json.dumps(end, separators=(",", ":")).encode())
    try:
        record = record_text.loads(text)
    except EngineError:
        return
    again = record_text.dumps(record)
    assert record_text.dumps(record_text.loads(again)) == again
    with suppress(EngineError):
        verify(record)


def message_of_a_record(data: bytes) -> None:
    """A GameRecord."""
    try:
        record = records.from_message(record_pb2.GameRecord.FromString(data))
    except (DecodeError, records.RecordMessageError):
        return
    assert records.from_message(records.to_message(record)) == record
    with suppress(EngineError):
        verify(record)


def receipt(data: bytes) -> None:
    """What a player keeps of a deal."""
    with suppress(EngineError):
        kept = Receipt.loads(data)
        assert Receipt.loads(kept.dumps()) == kept


def frames_of_a_client(data: bytes) -> None:
    """A PlayRequest: its acts."""
    with suppress(DecodeError):
        for frame in play_pb2.PlayRequest.FromString(data).frames:
            with suppress(RefusalError):
                action = to_engine.action(frame.act)
                assert to_engine.action(from_engine.act(1, action)) == action


def frames_of_a_server(data: bytes) -> None:
    """A PlayResponse, as the SDK reads it from a server that it may not know."""
    with suppress(DecodeError):
        for frame in play_pb2.PlayResponse.FromString(data).frames:
            for event in frame.events.events:
                to_events.event(event)
            to_engine.view(frame.decision.view, Rules(players=2))
            to_engine.legal(frame.decision.legal)


def wishes_for_a_table(data: bytes) -> None:
    """A CreateTableRequest: rules, clock, deals and texts."""
    with suppress(DecodeError, RefusalError):
        request = lobby_pb2.CreateTableRequest.FromString(data)
        plan_of(request, "table", "KIWI-01", rules_pb2.CLOCK_PRESET_LAN)


def settings_of_a_server(data: bytes) -> None:
    """A TOML file."""
    with TemporaryDirectory() as folder, suppress(SettingsError):
        path = Path(folder, "server.toml")
        path.write_bytes(data)
        read_file(click.Context(server), server.params[0], path)


def table_that_was_kept(data: bytes) -> None:
    """The state of a table and its game's inputs, a line each; what is none is left out."""
    state, *inputs = data.decode(errors="replace").split("\n")
    with suppress(Exception):
        Inside().hall.resume(state, inputs)


@dataclass(frozen=True)
class Target:
    """A decoder, and how to make bytes that it accepts."""

    check: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]


def _texts_of_records() -> Iterable[bytes]:
    for record in GAMES:
        lines = record_text.dumps(record).splitlines(keepends=True)
        yield b"".join(lines[:-1])


def _messages_of_records() -> Iterable[bytes]:
    return [records.to_message(record).SerializeToString() for record in GAMES]


def _receipts() -> Iterable[bytes]:
    return [receipt_of(record, 0).dumps() for record in GAMES]


def _acts() -> Iterable[bytes]:
    acts = [step.given for step in replay(GAMES[0]).steps if isinstance(step.given, Act)]
    frames = [ClientFrame(number=1, act=from_engine.act(1, act.action)) for act in acts]
    return [PlayRequest(frames=frames[at : at + 4]).SerializeToString() for at in (0, 4, 8)]


def _answers() -> Iterable[bytes]:
    """What a server sends to two players in a whole game."""
    inside = Inside()
    _, seats = inside.create(short(2))
    wire = Wire(inside.hall)
    players = [SimplePlayer(seat.token, number) for number, seat in enumerate(seats, 1)]
    wire.receive(*(player.attach() for player in players))
    play(wire, *players)
    return wire.sent[:40]


def _wishes() -> Iterable[bytes]:
    rules = from_engine.rules(GAMES[0].rules)
    custom = rules_pb2.ClockRules(preset=rules_pb2.CLOCK_PRESET_CUSTOM, bank_ms=5, grace_ms=9)
    deals = OrganiserDeals(event_id="cup", keys=[bytes(32)])
    for wish in (
        lobby_pb2.CreateTableRequest(rules=rules, title="A title", games=3),
        lobby_pb2.CreateTableRequest(rules=rules, clock=custom, seed=7, bot_seed=3),
        lobby_pb2.CreateTableRequest(rules=rules, organiser_deals=deals),
    ):
        yield wish.SerializeToString()


def _kept_tables() -> Iterable[bytes]:
    """A table as it was kept while a game ran, at some of its inputs."""
    inside = Inside(held=True)
    _, seats = inside.create(Rules(players=2, initial_flips=4))
    wire = Wire(inside.hall)
    players = [SimplePlayer(seat.token, number) for number, seat in enumerate(seats, 1)]
    wire.receive(*(player.attach() for player in players))
    state, inputs = "", list[str]()
    while inside.journal.pending and len(inputs) < 60:
        for entry in inside.journal.pending[0][0]:
            if isinstance(entry, TableKept):
                state = entry.state
            elif isinstance(entry, InputApplied):
                inputs.append(input_text.dumps(entry.kept))
        inside.journal.commit(1)
        play(wire, *players)
        yield "\n".join([state, *inputs]).encode()


TARGETS: Final = {
    "text-of-a-record": Target(text_of_a_record, _texts_of_records),
    "message-of-a-record": Target(message_of_a_record, _messages_of_records),
    "receipt": Target(receipt, _receipts),
    "frames-of-a-client": Target(frames_of_a_client, _acts),
    "frames-of-a-server": Target(frames_of_a_server, _answers),
    "wishes-for-a-table": Target(wishes_for_a_table, _wishes),
    "settings-of-a-server": Target(settings_of_a_server, lambda: [SETTINGS_FILE.read_bytes()]),
    "table-that-was-kept": Target(table_that_was_kept, _kept_tables),
}
"""By the names under which they are asked for."""
