"""The unary calls of a server, with the deadline that every call needs."""

from collections.abc import Iterable
from typing import Any

import grpc

from skyjo.v1 import lobby_pb2 as lobby
from skyjo.v1.lobby_pb2_grpc import LobbyServiceStub
from skyjo.v1.operator_pb2 import CloseEventRequest, CloseEventResponse
from skyjo.v1.operator_pb2_grpc import OperatorServiceStub
from skyjo.v1.record_pb2 import GetGameRequest, ListGamesRequest, ListGamesResponse
from skyjo.v1.record_pb2_grpc import RecordServiceStub
from skyjo.v1.rules_pb2 import CLOCK_PRESET_CUSTOM, ClockRules
from skyjo.v1.table_pb2 import PLAYER_KIND_BOT, Joiner, PlayerKind
from skyjo_engine.record import Record
from skyjo_engine.rules import Rules
from skyjo_wire import from_engine, records
from tests.server.raw import PATIENCE
from tests.server.simple_player import VERSION

NO_CLOCK = ClockRules(preset=CLOCK_PRESET_CUSTOM)
"""Nobody is late and nobody loses a seat by being away."""
NAMES = ("Ada", "Ben", "Cem", "Dörte", "Eli", "Fee", "小林", "Hal")


def joiner(name: str, kind: PlayerKind = PLAYER_KIND_BOT) -> Joiner:
    return Joiner(name=name, kind=kind, version=VERSION)


def short(players: int, **settings: Any) -> Rules:
    """Rules under which a game takes a few turns."""
    settings = {"rounds": 1, "target": 1000, "initial_flips": 10} | settings
    return Rules(players=players, **settings)


class Desk:
    """Whoever calls the server's services."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel
        self.lobby = LobbyServiceStub(channel)
        self.games = RecordServiceStub(channel)
        self.operator = OperatorServiceStub(channel)

    async def create(self, rules: Rules, **settings: Any) -> lobby.CreateTableResponse:
        request = lobby.CreateTableRequest(rules=from_engine.rules(rules), **settings)
        return await self.lobby.CreateTable(request, timeout=PATIENCE)

    async def join(
        self, code: str, name: str, *, kind: PlayerKind = PLAYER_KIND_BOT, seat: int | None = None
    ) -> lobby.Seating:
        request = lobby.JoinTableRequest(code=code, joiner=joiner(name, kind), seat=seat)
        return (await self.lobby.JoinTable(request, timeout=PATIENCE)).seating

    async def seats(
        self, rules: Rules, *, kind: PlayerKind = PLAYER_KIND_BOT, **settings: Any
    ) -> list[lobby.Seating]:
        """Make a table, of one game unless something else is asked for, and take every seat."""
        settings = {"games": 1, "start_when_full": True} | settings
        made = await self.create(rules, joiner=joiner(NAMES[0], kind), **settings)
        return [made.seating, *await self.fill(made.code, NAMES[1 : rules.players], kind)]

    async def fill(
        self, code: str, names: Iterable[str], kind: PlayerKind = PLAYER_KIND_BOT
    ) -> list[lobby.Seating]:
        return [await self.join(code, name, kind=kind) for name in names]

    async def start(self, token: bytes) -> None:
        request = lobby.StartGameRequest(token=token)
        await self.lobby.StartGame(request, timeout=PATIENCE)

    async def kick(self, token: bytes, seat: int) -> None:
        request = lobby.KickSeatRequest(token=token, seat=seat)
        await self.lobby.KickSeat(request, timeout=PATIENCE)

    async def hand_over(self, token: bytes, seat: int) -> None:
        request = lobby.HandOverRequest(token=token, seat=seat)
        await self.lobby.HandOver(request, timeout=PATIENCE)

    async def leave(self, token: bytes) -> None:
        request = lobby.LeaveTableRequest(seat_token=token)
        await self.lobby.LeaveTable(request, timeout=PATIENCE)

    async def close(self, token: bytes, table_id: str = "") -> None:
        request = lobby.CloseTableRequest(token=token, table_id=table_id)
        await self.lobby.CloseTable(request, timeout=PATIENCE)

    async def record(self, game_id: str, operator_key: bytes = b"") -> Record:
        request = GetGameRequest(game_id=game_id, operator_key=operator_key)
        found = await self.games.GetGame(request, timeout=PATIENCE)
        return records.from_message(found.record)

    async def page(self, **wanted: Any) -> ListGamesResponse:
        return await self.games.ListGames(ListGamesRequest(**wanted), timeout=PATIENCE)

    async def close_event(self, key: bytes, event_id: str) -> CloseEventResponse:
        request = CloseEventRequest(operator_key=key, event_id=event_id)
        return await self.operator.CloseEvent(request, timeout=PATIENCE)
