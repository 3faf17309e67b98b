"""RecordService: finished games. OperatorService: closing an event, which publishes its games."""

from collections.abc import Callable
from typing import Final

from skyjo.v1 import error_pb2, operator_pb2, operator_pb2_grpc, record_pb2, record_pb2_grpc
from skyjo_server.hall import Hall
from skyjo_server.record_store import RecordStore
from skyjo_server.services import paging
from skyjo_server.services.calls import unary
from skyjo_wire.errors import RefusalError

PAGE: Final = 50


class RecordService(record_pb2_grpc.RecordServiceServicer):
    """Finished games, out of ``store``."""

    def __init__(self, hall: Hall, store: RecordStore) -> None:
        """Serve what ``store`` has; ``hall`` knows the operator."""
        self.hall = hall
        self._store = store

    @unary
    def ListGames(self, request: record_pb2.ListGamesRequest) -> record_pb2.ListGamesResponse:
        """One page of finished games, latest first."""
        size = paging.size(request.page_size, PAGE)
        games, following = self._store.page(paging.place(request.page_token), size, request)
        return record_pb2.ListGamesResponse(
            games=games, next_page_token="" if following is None else str(following)
        )

    @unary
    def GetGame(self, request: record_pb2.GetGameRequest) -> record_pb2.GetGameResponse:
        """The record of one finished game."""
        found = self._store.get(request.game_id)
        if found is None:
            raise RefusalError(self._why_not(request.game_id), field="game_id")
        record, withheld = found
        if withheld and not self.hall.access.is_operator(request.operator_key):
            raise RefusalError(error_pb2.ERROR_REASON_WITHHELD)
        return record_pb2.GetGameResponse(record=record)

    def _why_not(self, game_id: str) -> error_pb2.ErrorReason:
        running = (table.attempt.game_id for table in self.hall.tables.values())
        if game_id in running:
            return error_pb2.ERROR_REASON_GAME_UNFINISHED
        return error_pb2.ERROR_REASON_GAME_UNKNOWN


class OperatorService(operator_pb2_grpc.OperatorServiceServicer):
    """What only the operator may do."""

    def __init__(
        self,
        hall: Hall,
        store: RecordStore,
        drain: Callable[[operator_pb2.DrainRequest], bool],
    ) -> None:
        """Serve whoever has the key that ``hall`` knows; ``drain`` stops the server.

        It returns whether unfinished games are kept.
        """
        self.hall = hall
        self._store = store
        self._drain = drain

    @unary
    def CloseEvent(
        self, request: operator_pb2.CloseEventRequest
    ) -> operator_pb2.CloseEventResponse:
        """Make the games of an event public."""
        self.hall.access.check_operator(request.operator_key)
        games = self._store.close_event(request.event_id)
        if games is None:
            raise RefusalError(error_pb2.ERROR_REASON_EVENT_UNKNOWN, field="event_id")
        return operator_pb2.CloseEventResponse(games=games)

    @unary
    def Drain(self, request: operator_pb2.DrainRequest) -> operator_pb2.DrainResponse:
        """Stop the server gracefully."""
        self.hall.access.check_operator(request.operator_key)
        running = self.hall.running()
        return operator_pb2.DrainResponse(games=running, kept=self._drain(request))
