"""Shows a seat or a watched table in the mode that was chosen."""

import sys
from collections.abc import AsyncIterator, Callable
from functools import partial

from skyjo.v1 import lobby_pb2, watch_pb2
from skyjo_client import printed
from skyjo_client.connection import Connection
from skyjo_client.display_options import Mode
from skyjo_client.host_desk import HostDesk, recording_of
from skyjo_client.json_mode import JsonMode
from skyjo_client.line_mode import LineMode
from skyjo_client.lobby import Lobby
from skyjo_client.present.place import Place
from skyjo_client.session import SeatSession
from skyjo_client.typed_lines import typed_here
from skyjo_client.voice import Aloud, Voice
from skyjo_client.watch_mode import WatchMode
from skyjo_client.watching import watch_json


def say(line: str) -> None:
    """Write one line for whoever reads the output; a terminal gets it broken between words."""
    printed.show(line)


def write(line: str) -> None:
    """Write one line for a program, exactly as it is."""
    sys.stdout.write(f"{line}\n")


def diagnose(line: str) -> None:
    """Write one line beside the output."""
    printed.show(f"skyjo: {line}", err=True)


async def attach(connection: Connection, seating: lobby_pb2.Seating, mode: Mode) -> SeatSession:
    """Take up a seat; programs are ready between rounds without saying so."""
    return await connection.attach(seating, auto_ready=mode is Mode.JSON)


async def play_seat(
    connection: Connection,
    session: SeatSession,
    seating: lobby_pb2.Seating,
    mode: Mode,
    place: Place,
    farewell: str,
) -> int:
    """Play a seat to its end; returns an exit code."""
    if mode is Mode.JSON:
        return await JsonMode(session, write, diagnose).play(typed_here())
    desk = HostDesk(connection.lobby, seating.seat_token)
    at_terminal = _is_typed_here()

    def with_voice(voice: Voice) -> LineMode:
        return LineMode(
            session, desk, voice, place=place, farewell=farewell, at_terminal=at_terminal
        )

    return await _play(with_voice, mode)


async def show(lobby: Lobby, frames: AsyncIterator[watch_pb2.WatchFrame], mode: Mode) -> int:
    """Show a watched table of a server to its end; returns an exit code."""
    if mode is Mode.JSON:
        return await watch_json(frames, write)
    at_terminal = _is_typed_here()
    recorded = partial(recording_of, lobby)

    def with_voice(voice: Voice) -> WatchMode:
        return WatchMode(frames, recorded, voice, at_terminal=at_terminal)

    return await _play(with_voice, mode)


async def _play(with_voice: Callable[[Voice], LineMode | WatchMode], mode: Mode) -> int:
    if mode is Mode.SCREEN:
        from skyjo_client.screen.table_app import show_table

        return await show_table(with_voice, say)
    return await with_voice(Aloud(say)).play(typed_here())


def _is_typed_here() -> bool:
    return bool(sys.stdin and sys.stdin.isatty())
