"""The server's other services: tables, spectators and records, typed and with a deadline."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from types import TracebackType
from typing import Final, Self, TypeVar

import grpc
from grpc import aio

from skyjo.v1 import lobby_pb2, record_pb2, table_pb2, watch_pb2
from skyjo.v1.lobby_pb2_grpc import LobbyServiceStub
from skyjo.v1.operator_pb2 import DrainRequest, DrainResponse
from skyjo.v1.operator_pb2_grpc import OperatorServiceStub
from skyjo.v1.record_pb2_grpc import RecordServiceStub
from skyjo.v1.watch_pb2_grpc import WatchServiceStub
from skyjo_client.channel import MISSED_HEARTBEATS, not_connected, open_channel
from skyjo_client.errors import ClientError, RefusedError, UnreachableError
from skyjo_client.versions import client_name
from skyjo_wire.rpc_errors import refusal_of
from skyjo_wire.version import protocol_version

DEADLINE_SECONDS: Final = 5.0
"""How long a call may take."""

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")


class Lobby:
    """Calls raise :class:`RefusedError`, or :class:`UnreachableError` when no answer comes.

    ``token`` is the one of the seat that is host, or the host token.
    """

    def __init__(
        self, address: str, channel: aio.Channel | None = None, *, operator_key: bytes = b""
    ) -> None:
        """Use ``channel``, or an own one that is closed on leaving the context.

        The ``operator_key`` shows unlisted tables and games that are withheld.
        """
        self._address = address
        self._operator_key = operator_key
        self._owned = channel is None
        self._channel = channel = channel or open_channel(address)
        self._lobby = LobbyServiceStub(channel)
        self._records = RecordServiceStub(channel)
        self._watching = WatchServiceStub(channel)
        self._operator = OperatorServiceStub(channel)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._owned:
            await self._channel.close()

    async def create_table(
        self, request: lobby_pb2.CreateTableRequest
    ) -> lobby_pb2.CreateTableResponse:
        """Make a table; the answer holds the maker's seat or the host token."""
        return await self._call(self._lobby.CreateTable, request)

    async def list_tables(self, *, joinable_only: bool = False) -> list[lobby_pb2.TableSummary]:
        """The open tables, oldest first."""
        request = lobby_pb2.ListTablesRequest(
            joinable_only=joinable_only, operator_key=self._operator_key
        )
        tables: list[lobby_pb2.TableSummary] = []
        while True:
            page = await self._call(self._lobby.ListTables, request)
            tables += page.tables
            request.page_token = page.next_page_token
            if not page.next_page_token:
                return tables

    def watch_tables(self) -> AsyncIterator[lobby_pb2.WatchTablesResponse]:
        """The open tables and then every change, until the stream breaks."""
        request = lobby_pb2.WatchTablesRequest(operator_key=self._operator_key)
        return self._stream(self._lobby.WatchTables(request))

    async def join_table(
        self, code: str, joiner: table_pb2.Joiner, seat: int | None = None
    ) -> lobby_pb2.Seating:
        """Take a seat, the lowest free one unless ``seat`` says which."""
        request = lobby_pb2.JoinTableRequest(code=code, joiner=joiner, seat=seat)
        return (await self._call(self._lobby.JoinTable, request)).seating

    async def leave_table(self, token: bytes) -> None:
        """Give the seat of this token up for good."""
        request = lobby_pb2.LeaveTableRequest(seat_token=token)
        await self._call(self._lobby.LeaveTable, request)

    async def get_server(self) -> lobby_pb2.GetServerResponse:
        """What the server is, whatever version it speaks."""
        return await self._call(self._lobby.GetServer, lobby_pb2.GetServerRequest())

    async def list_bots(self) -> lobby_pb2.ListBotsResponse:
        """The bots that can be added."""
        request = lobby_pb2.ListBotsRequest()
        bots = lobby_pb2.ListBotsResponse()
        while True:
            page = await self._call(self._lobby.ListBots, request)
            bots.house_levels[:] = page.house_levels
            bots.enlisted.extend(page.enlisted)
            request.page_token = page.next_page_token
            if not page.next_page_token:
                return bots

    async def add_bot(
        self, token: bytes, bot: lobby_pb2.BotChoice, seat: int | None = None
    ) -> lobby_pb2.AddBotResponse:
        """Fill a seat with a bot."""
        request = lobby_pb2.AddBotRequest(token=token, bot=bot, seat=seat)
        return await self._call(self._lobby.AddBot, request)

    async def start_game(self, token: bytes) -> None:
        """Close the seats and begin."""
        await self._call(self._lobby.StartGame, lobby_pb2.StartGameRequest(token=token))

    async def kick_seat(self, token: bytes, seat: int) -> None:
        """Remove the player of a seat."""
        await self._call(self._lobby.KickSeat, lobby_pb2.KickSeatRequest(token=token, seat=seat))

    async def hand_over(self, token: bytes, seat: int) -> None:
        """Make another seat the host."""
        await self._call(self._lobby.HandOver, lobby_pb2.HandOverRequest(token=token, seat=seat))

    async def close_table(self, token: bytes) -> None:
        """Give up what is played and close the table."""
        await self._call(self._lobby.CloseTable, lobby_pb2.CloseTableRequest(token=token))

    async def list_games(
        self, request: record_pb2.ListGamesRequest
    ) -> record_pb2.ListGamesResponse:
        """Finished games, latest first."""
        return await self._call(self._records.ListGames, request)

    async def get_game(self, game_id: str) -> record_pb2.GameRecord:
        """The record of a finished game."""
        request = record_pb2.GetGameRequest(game_id=game_id, operator_key=self._operator_key)
        return (await self._call(self._records.GetGame, request)).record

    async def drain(
        self, wait: float, back_after: float | None, address: str = ""
    ) -> DrainResponse:
        """End the server within ``wait`` seconds; the answer says how many games run.

        Clients are told to come back ``back_after`` seconds later (None: not at all) to
        ``address``, or where they were.
        """
        request = DrainRequest(
            operator_key=self._operator_key,
            wait_ms=round(wait * 1000),
            retry_after_ms=None if back_after is None else round(back_after * 1000),
            address=address,
        )
        return await self._call(self._operator.Drain, request)

    async def watch(
        self, code: str, resume: table_pb2.Resume | None = None
    ) -> AsyncIterator[watch_pb2.WatchFrame]:
        """Follow a table until its goodbye; frames of an unknown kind are passed over.

        When the stream breaks before, or three heartbeats have not come,
        :class:`UnreachableError`: call again with ``resume``.
        """
        request = watch_pb2.WatchRequest(
            version=protocol_version(), code=code, resume=resume, client_name=client_name()
        )
        responses = self._stream(self._watching.Watch(request))
        limit: float | None = None
        while response := await _next_within(limit, responses):
            for frame in response.frames:
                if frame.HasField("welcome"):
                    limit = frame.welcome.heartbeat_ms * MISSED_HEARTBEATS / 1000 or None
                if frame.WhichOneof("frame") is not None:
                    yield frame
                if frame.HasField("goodbye"):
                    return
        raise UnreachableError(self._address)

    async def _call(
        self, method: Callable[..., Awaitable[_Response]], request: object
    ) -> _Response:
        try:
            return await method(request, timeout=DEADLINE_SECONDS)
        except aio.AioRpcError as error:
            raise await self._translated(error) from None

    async def _stream(
        self, call: aio.UnaryStreamCall[_Request, _Response]
    ) -> AsyncIterator[_Response]:
        try:
            async for response in call:
                yield response
        except aio.AioRpcError as error:
            raise await self._translated(error) from None
        finally:
            call.cancel()

    async def _translated(self, error: aio.AioRpcError) -> ClientError:
        refusal = refusal_of(error)
        if refusal is not None:
            return RefusedError(refusal)
        if error.code() is grpc.StatusCode.UNAVAILABLE:
            return await not_connected(self._address)
        return UnreachableError(self._address)


async def _next_within(
    seconds: float | None, responses: AsyncIterator[_Response]
) -> _Response | None:
    """The next response; None when there is none, or none within that time."""
    try:
        async with asyncio.timeout(seconds):
            return await anext(responses, None)
    except TimeoutError:
        return None
