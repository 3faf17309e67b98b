"""One game at a table of the duel's own server."""

from collections.abc import Callable
from dataclasses import dataclass

from skyjo.v1.error_pb2 import ERROR_REASON_SEATS_EMPTY
from skyjo.v1.event_pb2 import SEAT_CHANGE_BOT_TOOK_OVER, Event
from skyjo.v1.lobby_pb2 import CreateTableRequest, CreateTableResponse
from skyjo.v1.record_pb2 import ListGamesRequest
from skyjo.v1.table_pb2 import TABLE_STAGE_GATHERING
from skyjo.v1.watch_pb2 import WatchFrame
from skyjo_client.errors import RefusedError
from skyjo_client.lobby import Lobby
from skyjo_client.record_choice import read
from skyjo_client.watching import frames, presence_of
from skyjo_engine.record import Record


@dataclass(slots=True)
class Table:
    """A game that is played: ``unready`` are the seats that it still waits for before it begins."""

    table_id: str
    code: str
    unready: frozenset[int] = frozenset()


class SeatLostError(Exception):
    """A seat's player was not ready in time, and the game did not begin; ``seat`` is whose."""

    def __init__(self, seat: int) -> None:
        """Keep the seat."""
        super().__init__(f"seat {seat} was given up")
        self.seat = seat


async def play(
    lobby: Lobby, request: CreateTableRequest, moved: Callable[[Table], None]
) -> Record | None:
    """Play a game to its end, and return its record; None: it did not begin.

    It is broken off when a player gives its seat up: what a stand-in makes of the game says nothing
    about the bot. ``moved`` is called when the table is made, and whenever something happens there.
    Raises :class:`SeatLostError` and what the lobby raises.
    """
    made = await lobby.create_table(request)
    table = Table(made.table_id, made.code)
    moved(table)
    begun = False
    async for frame in frames(lobby, made.code):
        if frame.HasField("heartbeat"):
            continue
        _look(table, frame, request.rules.players)
        moved(table)
        if not begun:
            begun = True
            await _start(lobby, made.host_token)
        if any(map(_given_up, frame.events.events)):
            await lobby.close_table(made.host_token)
    return await _record(lobby, made)


async def _start(lobby: Lobby, token: bytes) -> None:
    """Begin; where somebody is gone already, the next frame says who."""
    try:
        await lobby.start_game(token)
    except RefusedError as error:
        if error.reason != ERROR_REASON_SEATS_EMPTY:
            raise


def _look(table: Table, frame: WatchFrame, seats: int) -> None:
    """Note who is not ready yet. Raises :class:`SeatLostError` where somebody is gone."""
    presence = presence_of(frame)
    if frame.HasField("events"):
        table.unready = frozenset()
    if presence is None or presence.stage != TABLE_STAGE_GATHERING:
        return
    there = {player.seat for player in presence.players}
    for seat in set(range(seats)) - there:
        raise SeatLostError(seat)
    table.unready = frozenset(player.seat for player in presence.players if not player.ready)


def _given_up(event: Event) -> bool:
    """Whether a seat was given up, without a fault that the server saw."""
    changed = event.seat_changed
    return changed.change == SEAT_CHANGE_BOT_TOOK_OVER and not changed.HasField("fault")


async def _record(lobby: Lobby, made: CreateTableResponse) -> Record | None:
    found = await lobby.list_games(ListGamesRequest(table_id=made.table_id))
    return read(await lobby.get_game(found.games[0].game_id)) if found.games else None
