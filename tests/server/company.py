"""People at one table without sockets: who vote, talk, come and go on a clock of the test."""

from skyjo.v1 import lobby_pb2
from skyjo.v1.play_pb2 import ClientFrame, Detach, ServerFrame
from skyjo.v1.table_pb2 import (
    PLAYER_KIND_BOT,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_GAME_OVER,
    PlayerKind,
)
from skyjo.v1.talk_pb2 import (
    BALLOT_KIND_PLAY_AGAIN,
    BALLOT_KIND_REMOVE_SEAT,
    Ballot,
    Chat,
    Say,
    Vote,
)
from skyjo_engine.rules import Rules
from skyjo_server.access import Seated
from skyjo_wire import from_engine
from tests.server.desk import NAMES, joiner, short
from tests.server.inside import Inside, Wire
from tests.server.simple_player import SimplePlayer


class Company:
    """People who sit at a table, each with a wire of its own; seat 0 is host."""

    def __init__(
        self,
        people: int,
        rules: Rules | None = None,
        *,
        bots: int = 0,
        operator_key: bytes = b"",
        **plan: object,
    ) -> None:
        """Seat people, and bots from outside behind them; the game has as many seats, or more."""
        self.inside = Inside(operator_key=operator_key)
        request = lobby_pb2.CreateTableRequest(
            rules=from_engine.rules(rules or short(people + bots)),
            joiner=joiner(NAMES[0], PLAYER_KIND_HUMAN),
            operator_key=operator_key,
            **plan,  # type: ignore[arg-type]
        )
        self.seats: list[Seated] = []
        self.wires: list[Wire] = []
        self.players: list[SimplePlayer] = []
        self.table, host, _ = self.inside.hall.create(request)
        assert host
        self._sits(host)
        for place, name in enumerate(NAMES[1 : people + bots], 1):
            self.joins(name, PLAYER_KIND_HUMAN if place < people else PLAYER_KIND_BOT)

    def joins(self, name: str, kind: PlayerKind = PLAYER_KIND_HUMAN) -> int:
        """Somebody else sits down; the seat. Raises RefusalError."""
        return self._sits(self.inside.hall.join(self.table, joiner(name, kind), None))

    def _sits(self, seated: Seated) -> int:
        self.seats.append(seated)
        self.wires.append(Wire(self.inside.hall))
        self.players.append(SimplePlayer(seated.token))
        self.send(-1, self.players[-1].attach())
        return seated.place.occupant.index

    def send(self, seat: int, *frames: ClientFrame) -> None:
        self.wires[seat].receive(*frames)

    def vote(self, seat: int, *, remove: int | None = None, yes: bool = True) -> None:
        kind = BALLOT_KIND_PLAY_AGAIN if remove is None else BALLOT_KIND_REMOVE_SEAT
        self.send(seat, self.players[seat].frame(vote=Vote(kind=kind, seat=remove, yes=yes)))

    def say(self, seat: int, **content: object) -> None:
        self.send(seat, self.players[seat].frame(say=Say(**content)))  # type: ignore[arg-type]

    def new(self, seat: int, kind: str) -> list[ServerFrame]:
        """Frames of a kind that a seat was sent since it was last asked for anything."""
        return [frame for frame in self.wires[seat].read() if frame.HasField(kind)]

    def ballots(self, seat: int) -> list[Ballot]:
        return [frame.ballot for frame in self.new(seat, "ballot")]

    def outcomes(self, seat: int) -> list[int]:
        """How they stood when that seat heard of them."""
        return [ballot.outcome for ballot in self.ballots(seat)]

    def remarks(self, seat: int) -> list[Chat]:
        return [frame.chat for frame in self.new(seat, "chat")]

    def refusals(self, seat: int) -> list[int]:
        return [frame.refused.reason for frame in self.new(seat, "refused")]

    def play(self, *, until_latest: int | None = None) -> None:
        """Let everybody who listens answer, until nothing more comes, or until an event."""
        more = True
        while more:
            more = False
            for seat, player in enumerate(self.players):
                for frame in self.wires[seat].read():
                    more = True
                    if until_latest is None or self.table.latest < until_latest:
                        self.send(seat, *player.answer(frame))

    def finish_a_game(self) -> None:
        self.table.start()
        self.play()
        assert self.table.stage == TABLE_STAGE_GAME_OVER

    def goes_away(self, seat: int) -> None:
        self.send(seat, self.players[seat].frame(detach=Detach()))
        self.play()

    def comes_back(self, seat: int) -> None:
        self.wires[seat] = Wire(self.inside.hall)
        self.players[seat] = SimplePlayer(self.seats[seat].token)
        self.send(seat, self.players[seat].attach())

    def names(self) -> list[str]:
        return [occupant.name for occupant in self.table.seats.taken()]
