"""LobbyService: tables are made, found, filled and run."""

from collections.abc import AsyncIterator

from skyjo.v1 import error_pb2, lobby_pb2, lobby_pb2_grpc, table_pb2
from skyjo_server.access import Seated
from skyjo_server.doorkeeper import Guest
from skyjo_server.greeting import SERVER_VERSION
from skyjo_server.hall import Hall
from skyjo_server.services import listing
from skyjo_server.services.calls import Context, unary, unary_of_guest
from skyjo_wire import from_engine
from skyjo_wire.errors import RefusalError
from skyjo_wire.rpc_errors import abort
from skyjo_wire.version import protocol_version


class LobbyService(lobby_pb2_grpc.LobbyServiceServicer):
    """The lobby of a server."""

    def __init__(self, hall: Hall) -> None:
        """Serve the tables of ``hall``."""
        self.hall = hall

    @unary_of_guest
    def CreateTable(
        self, request: lobby_pb2.CreateTableRequest, guest: Guest
    ) -> lobby_pb2.CreateTableResponse:
        """Make a table."""
        counted = not self.hall.access.is_operator(request.operator_key)
        if counted:
            self.hall.doorkeeper.check_table(guest.address, self.hall.tables)
        table, seated, host_token = self.hall.create(request)
        if counted:
            self.hall.doorkeeper.made(table.plan.table_id, guest.address)
        return lobby_pb2.CreateTableResponse(
            table_id=table.plan.table_id,
            code=table.plan.code,
            seating=_seating(seated) if seated else None,
            host_token=host_token,
        )

    @unary
    def ListTables(self, request: lobby_pb2.ListTablesRequest) -> lobby_pb2.ListTablesResponse:
        """A page of the open tables."""
        unlisted = self._may_see_unlisted(request.operator_key)
        return listing.page(self.hall, request, unlisted=unlisted)

    async def WatchTables(
        self,
        request: lobby_pb2.WatchTablesRequest,
        context: Context,
    ) -> AsyncIterator[lobby_pb2.WatchTablesResponse]:
        """The open tables, and then every change."""
        guest = self.hall.doorkeeper.guest(context.peer())
        try:
            with guest.stream():
                with guest.guessing():
                    unlisted = self._may_see_unlisted(request.operator_key)
                async for news in listing.news(self.hall, unlisted=unlisted):
                    yield news
        except RefusalError as error:
            self.hall.meters.refusals[error.reason] += 1
            await abort(context, error.refusal)

    def _may_see_unlisted(self, key: bytes) -> bool:
        if key:
            self.hall.access.check_operator(key)
        return bool(key)

    @unary
    def JoinTable(self, request: lobby_pb2.JoinTableRequest) -> lobby_pb2.JoinTableResponse:
        """Take a seat."""
        table = self.hall.table(request.code, request.table_id)
        seat = request.seat if request.HasField("seat") else None
        seated = self.hall.join(table, request.joiner, seat)
        return lobby_pb2.JoinTableResponse(seating=_seating(seated))

    @unary
    def LeaveTable(self, request: lobby_pb2.LeaveTableRequest) -> lobby_pb2.LeaveTableResponse:
        """Give a seat up for good."""
        place = self.hall.access.place(request.seat_token)
        place.table.leave(place.occupant, table_pb2.GOODBYE_REASON_RESIGNED)
        return lobby_pb2.LeaveTableResponse()

    @unary
    def GetServer(self, _request: lobby_pb2.GetServerRequest) -> lobby_pb2.GetServerResponse:
        """What this server is."""
        return lobby_pb2.GetServerResponse(
            version=protocol_version(), server_version=SERVER_VERSION
        )

    @unary
    def ListBots(self, request: lobby_pb2.ListBotsRequest) -> lobby_pb2.ListBotsResponse:
        """The house levels, and a page of the bots that wait for work."""
        return listing.bots(self.hall.workforce, request)

    @unary
    def AddBot(self, request: lobby_pb2.AddBotRequest) -> lobby_pb2.AddBotResponse:
        """Fill a seat with a bot."""
        table = self.hall.access.hosted(request.token)
        seat = request.seat if request.HasField("seat") else None
        occupant = self.hall.add_bot(table, request.bot, seat)
        return lobby_pb2.AddBotResponse(seat=occupant.index, name=occupant.name)

    @unary
    def StartGame(self, request: lobby_pb2.StartGameRequest) -> lobby_pb2.StartGameResponse:
        """Close the seats and begin."""
        self.hall.access.hosted(request.token).start()
        return lobby_pb2.StartGameResponse()

    @unary
    def KickSeat(self, request: lobby_pb2.KickSeatRequest) -> lobby_pb2.KickSeatResponse:
        """Remove a player or bot."""
        table = self.hall.access.hosted(request.token)
        table.kick(_seat(request))
        return lobby_pb2.KickSeatResponse()

    @unary
    def HandOver(self, request: lobby_pb2.HandOverRequest) -> lobby_pb2.HandOverResponse:
        """Make another seat the host."""
        table = self.hall.access.hosted(request.token)
        table.hand_over(_seat(request))
        return lobby_pb2.HandOverResponse()

    @unary
    def CloseTable(self, request: lobby_pb2.CloseTableRequest) -> lobby_pb2.CloseTableResponse:
        """Give up what is played and close the table."""
        if request.table_id:
            self.hall.access.check_operator(request.token)
            table = self.hall.table(table_id=request.table_id)
        else:
            table = self.hall.access.hosted(request.token)
        table.close(table_pb2.GOODBYE_REASON_TABLE_CLOSED)
        return lobby_pb2.CloseTableResponse()


def _seating(seated: Seated) -> lobby_pb2.Seating:
    table = seated.place.table
    return lobby_pb2.Seating(
        table_id=table.plan.table_id,
        code=table.plan.code,
        seat=seated.place.occupant.index,
        seat_token=seated.token,
        game_id=table.attempt.game_id,
        commitment=table.attempt.commitment,
        rules=from_engine.rules(table.attempt.rules),
        clock=table.plan.clock,
    )


def _seat(request: lobby_pb2.KickSeatRequest | lobby_pb2.HandOverRequest) -> int:
    if not request.HasField("seat"):
        raise RefusalError(error_pb2.ERROR_REASON_FIELD_MISSING, field="seat")
    return request.seat
