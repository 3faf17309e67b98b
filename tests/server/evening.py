"""A hall with its journal on disk, streams into it, a clock that a test moves, and restarts."""

import asyncio
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message

from skyjo.v1 import error_pb2
from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.lobby_pb2 import CreateTableRequest
from skyjo.v1.play_pb2 import ClientFrame, PlayRequest
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_TABLE_CLOSED,
    TABLE_STAGE_PLAYING,
    PlayerKind,
)
from skyjo_engine.invariants import Broken, check
from skyjo_server.data import Data
from skyjo_server.hall import Hall
from skyjo_server.limits import Limits
from skyjo_server.services.lobby import LobbyService
from skyjo_server.services.records import OperatorService, RecordService
from skyjo_server.settings import Settings
from skyjo_server.terms import Terms
from skyjo_server.workforce import HOUSE_LEVELS
from skyjo_wire.errors import RefusalError
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import NAMES, joiner
from tests.server.fuzzing import STREAMS
from tests.server.generated import Known, fill, learn
from tests.server.inside import FakeScheduler, PredictableSecrets, Wire
from tests.server.seated import Seated
from tests.server.shown import shown
from tests.server.simple_player import VERSION

GUEST = "ipv4:192.0.2.1:1"
MANY = 1 << 30
TERMS = Terms(operator_key=OPERATOR_KEY, limits=Limits(guesses=MANY, calls=MANY, tables=MANY))


def _failed(reason: str) -> None:
    raise AssertionError(reason)


class Evening:
    """What clients say is done at once, in the calling thread; the journal has its own."""

    def __init__(self) -> None:
        self.known = Known()
        self.clock = FakeScheduler()
        self._secrets = PredictableSecrets()
        self._runner = asyncio.Runner()
        self._folder = TemporaryDirectory()
        self._data = self._runner.run(self._open(Path(self._folder.name)))
        self.hall = self._new_hall()
        self._open_streams()

    async def _open(self, folder: Path) -> Data:
        return Data(Settings(data=folder), _failed)

    def _new_hall(self) -> Hall:
        return Hall(self._data.journal, self._secrets, self.clock, TERMS)

    def close(self) -> None:
        """Close every table and let it be forgotten; nothing is left."""
        for table in list(self.hall.tables.values()):
            table.close(GOODBYE_REASON_TABLE_CLOSED)
        for place in range(STREAMS):
            self.drop(place)
        self.clock.advance(3600)
        self.settle()
        assert not self.hall.tables
        self._data.close()
        self._runner.close()
        self._folder.cleanup()

    def settle(self) -> None:
        """Let the journal keep and release all that was decided; no defect has shown."""
        self._runner.run(self.hall.kept())
        assert not self.hall.meters.refusals[error_pb2.ERROR_REASON_INTERNAL]
        for table in self.hall.tables.values():
            if table.play:
                assert check(table.play._running.game) is Broken(0)

    def restart(self) -> None:
        """End as by a kill; a new hall stands where the old one stood."""
        self.settle()
        old = {table.plan.table_id: table for table in self.hall.tables.values()}
        self.clock.timers.clear()
        self.hall = self._new_hall()
        for state, inputs in self._data.running():
            self.hall.resume(state, inputs)
        for table_id, table in old.items():
            if table.stage == TABLE_STAGE_PLAYING:
                assert shown(self.hall.tables[table_id]) == shown(table)
        self._open_streams()

    def _open_streams(self) -> None:
        self._wires = [Wire(self.hall) for _ in range(STREAMS)]
        self._players: list[dict[int, Seated]] = [{} for _ in range(STREAMS)]

    # --- what clients do ---

    def sit(self, place: int, request: CreateTableRequest, kind: PlayerKind) -> None:
        """Make a table and take all its seats, which are played on a stream."""
        try:
            table, _, host_token = self.hall.create(request)
        except RefusalError:
            return
        self.known.hosts.append(host_token)
        for free in table.free_seats():
            token = self.hall.join(table, joiner(NAMES[free], kind), None).token
            self._play(place, token, table.plan.table_id)

    def _play(self, place: int, token: bytes, table_id: str) -> None:
        number = next(n for n in range(1, 1000) if n not in self._players[place])
        seated = Seated(token, number, table_id, self.known)
        self._players[place][number] = seated
        self.known.tokens.append(token)
        self.receive(place, seated.attach())

    def enlist(self, place: int, level: str) -> None:
        """Be the program of a house level."""
        key = self.hall.house_key
        enlist = Enlist(version=VERSION, key=key, name=level, seats=4)
        number = 1000 + HOUSE_LEVELS.index(level)
        self.receive(place, ClientFrame(number=number, enlist=enlist))

    def receive(self, place: int, *frames: ClientFrame) -> None:
        request = PlayRequest(frames=frames)
        fill(request, self.known)
        self._wires[place].connection.receive(request)

    def answer(self) -> None:
        """Let the players on all streams answer what has come, bots take up what seats they got."""
        for place, wire in enumerate(self._wires):
            for frame in wire.read():
                learn(frame, self.known)
                if frame.HasField("assigned"):
                    self._play(place, frame.assigned.seat_token, frame.assigned.table_id)
                elif player := self._players[place].get(frame.number):
                    self.receive(place, *player.answer(frame))

    def drop(self, place: int) -> None:
        """Break a stream off, and open another."""
        self._wires[place].connection.close()
        self._wires[place] = Wire(self.hall)
        self._players[place] = {}

    def call(self, method: MethodDescriptor, request: Message) -> None:
        """Call a method of a service, which answers or refuses."""
        fill(request, self.known)
        service = self._service(method.containing_service.name)
        if called := getattr(getattr(service, method.name, None), "__wrapped__", None):
            guest = self.hall.doorkeeper.guest(GUEST)
            with suppress(RefusalError):
                learn(called(service, request, guest), self.known)

    def _service(self, name: str) -> object:
        services = {
            "LobbyService": LobbyService(self.hall),
            "RecordService": RecordService(self.hall, self._data.store),
            "OperatorService": OperatorService(self.hall, self._data.store, lambda _: True),
        }
        return services.get(name)
