"""Shows a seat or a watched table in the mode that was chosen."""

import sys
from collections.abc import AsyncIterator

from skyjo.v1 import lobby_pb2, watch_pb2
from skyjo_client.connection import Connection
from skyjo_client.host_desk import HostDesk
from skyjo_client.json_mode import JsonMode
from skyjo_client.line_mode import LineMode
from skyjo_client.options import Mode
from skyjo_client.session import SeatSession
from skyjo_client.typed_lines import TypedLines
from skyjo_client.watching import watch_json, watch_lines


def say(line: str) -> None:
    """Write one line for whoever reads the output."""
    sys.stdout.write(f"{line}\n")


def diagnose(line: str) -> None:
    """Write one line beside the output."""
    sys.stderr.write(f"skyjo: {line}\n")


async def attach(connection: Connection, seating: lobby_pb2.Seating, mode: Mode) -> SeatSession:
    """Take up a seat; programs are ready between rounds without saying so."""
    return await connection.attach(seating, auto_ready=mode is Mode.JSON)


async def play_seat(
    connection: Connection,
    session: SeatSession,
    seating: lobby_pb2.Seating,
    mode: Mode,
    farewell: str,
) -> int:
    """Play a seat to its end; returns an exit code."""
    if mode is Mode.JSON:
        return await JsonMode(session, say, diagnose).play(TypedLines())
    desk = HostDesk(connection.lobby, seating.seat_token)
    return await LineMode(session, desk, say, farewell).play(TypedLines())


async def show(frames: AsyncIterator[watch_pb2.WatchFrame], mode: Mode) -> int:
    """Show a watched table to its end; returns an exit code."""
    if mode is Mode.JSON:
        return await watch_json(frames, say)
    return await watch_lines(frames, say)
