"""Worlds that differ only in what one viewer may not know, and all that this viewer is sent.

A game is played and recorded once. Then its inputs are given again, up to any of them, to two
worlds: the same one, and one in which every card that the viewer has not been shown until then is
another one.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from skyjo.v1.play_pb2 import ClientFrame
from skyjo.v1.table_pb2 import PLAYER_KIND_BOT, PlayerKind
from skyjo_engine.events import Dealt, Event, Reshuffled
from skyjo_engine.rules import Rules
from skyjo_engine.seat import SeatStatus
from skyjo_server.attempt import Attempt
from skyjo_server.frames import EventLog
from skyjo_server.services.watch import WatchLink
from skyjo_wire.errors import RefusalError
from tests.server.chosen_cards import ChosenChance, Spot, future, learnt, moved
from tests.server.conftest import OPERATOR_KEY
from tests.server.inside import Inside, Wire
from tests.server.simple_player import SimplePlayer

Input = tuple[int, ClientFrame]
"""The index of a wire, and what comes in on it."""
MOMENT = 0.125
"""Seconds that pass before each input, so that clocks have something to charge."""


@dataclass(frozen=True)
class Viewer:
    """Whoever looks on: a seat under a number of a wire, or a spectator (none of all)."""

    seat: int | None = None
    wire: int | None = None
    number: int = 0
    token: bytes = b""

    @property
    def place(self) -> tuple[int | None, int]:
        """Where its frames come in."""
        return self.wire, self.number


class Stage:
    """What stands in for chance while a world moves, and hears what really happens in it."""

    def __init__(self) -> None:
        self.other: dict[Spot, int] = {}
        self.happened: list[Event] = []

    def chance(self) -> Callable[[Attempt], ChosenChance]:
        def chosen(attempt: Attempt) -> ChosenChance:
            return ChosenChance(attempt.game_id, self.other)

        return chosen

    def hear(self, append: Callable[..., None]) -> Callable[..., None]:
        def heard(log: EventLog, events: Sequence[Event]) -> None:
            self.happened += events
            append(log, events)

        return heard


@dataclass
class Script:
    """What is played: ``player`` makes the player of a seat from its token.

    ``settings`` are those of the table besides its rules and games.
    """

    rules: Rules
    player: Callable[[int, bytes], SimplePlayer]
    games: int = 1
    stand_ins: bool = False
    kind: PlayerKind = PLAYER_KIND_BOT
    settings: Mapping[str, object] = field(default_factory=dict)


class World:
    """A table with all seats taken, a wire for each, one for stand-ins, and a spectator if any may.

    Its time stands still but for a moment before each input.
    """

    def __init__(
        self,
        stage: Stage,
        script: Script,
        other: dict[Spot, int] | None = None,
        inside: Inside | None = None,
    ) -> None:
        stage.other = other or {}
        self.inside = inside or Inside(operator_key=OPERATOR_KEY)
        self.table, self.seats = self.inside.create(
            script.rules, script.kind, games=script.games, **script.settings
        )
        self.wires = [Wire(self.inside.hall) for _ in range(script.rules.players + 1)]
        self.spectator = WatchLink()
        self.watched: list[bytes] = []
        with suppress(RefusalError):
            self.table.watch(self.spectator, None)

    def give(self, given: Input) -> None:
        index, frame = given
        self.inside.clock.advance(MOMENT)
        self.wires[index].receive(frame)

    def sent(self, viewer: Viewer) -> bytes:
        """Everything that has been sent to a viewer."""
        if viewer.wire is None:
            self.watched += self.spectator.outbox.take()
            return b"".join(self.watched)
        self.wires[viewer.wire].read()
        return b"".join(self.wires[viewer.wire].sent)

    def unseen_round(self) -> dict[Spot, int]:
        """The round that will be dealt next."""
        play = self.table.play
        if play is None or play.over:
            return future(self.table.attempt.game_id, 1, len(self.table.seats))
        seats = play._running.game.seats
        active = sum(seat.status is not SeatStatus.LEFT for seat in seats)
        return future(self.table.attempt.game_id, play.round + 1, active)


@dataclass
class Recording:
    """A game as it was played: the inputs, what each one did, and what lay ahead before it."""

    script: Script
    viewers: list[Viewer] = field(default_factory=lambda: [Viewer()])
    inputs: list[Input] = field(default_factory=list)
    happened: list[list[Event]] = field(default_factory=list)
    ahead: list[dict[Spot, int]] = field(default_factory=list)

    def known(self, viewer: Viewer, step: int) -> set[Spot]:
        """What a viewer has been shown before input number ``step``."""
        events = (event for happened in self.happened[:step] for event in happened)
        return {card.spot for event in events for card in learnt(event, viewer.seat)}

    def other(self, viewer: Viewer, step: int) -> dict[Spot, int]:
        """Another place for every card that a viewer cannot know before input number ``step``."""
        cards = dict(self.ahead[step])
        for event in (event for happened in self.happened[:step] for event in happened):
            match event:
                case Dealt(deck=shuffled) | Reshuffled(shuffled):
                    cards |= {card.spot: int(card) for card in shuffled}  # type: ignore[attr-defined]
        return moved(cards, self.known(viewer, step))

    def latest_act(self, viewer: Viewer, step: int) -> list[ClientFrame]:
        """What the viewer played last before input number ``step``, if anything."""
        said = [f for wire, f in self.inputs[:step] if (wire, f.number) == viewer.place]
        return [frame for frame in said if frame.HasField("act")][-1:]

    def world(self, stage: Stage, step: int, other: dict[Spot, int]) -> World:
        """A world just before input number ``step``."""
        world = World(stage, self.script, other)
        for given in self.inputs[:step]:
            world.give(given)
        return world


class Recorder:
    """Plays a script and records it."""

    def __init__(self, stage: Stage, script: Script) -> None:
        self._stage = stage
        self._world = World(stage, script)
        self.recording = Recording(script)
        tokens = [seated.token for seated in self._world.seats]
        self._players = {(seat, 1): script.player(seat, token) for seat, token in enumerate(tokens)}
        self.recording.viewers += [Viewer(s, s, 1, token) for s, token in enumerate(tokens)]

    def record(self) -> Recording:
        players = list(self._players.items())
        if self.recording.script.stand_ins:
            self._give(len(players), self._world.inside.enlistment())
        for (index, _), player in players:
            self._give(index, player.attach())
        while sum(self._listen(index, wire) for index, wire in enumerate(self._world.wires)):
            pass
        self.recording.ahead.append(self._world.unseen_round())
        return self.recording

    def _listen(self, index: int, wire: Wire) -> int:
        """Answer what has come on a wire; how much it was."""
        frames = wire.read()
        for frame in frames:
            if frame.HasField("assigned"):
                number = len(self._players) + 2
                player = SimplePlayer(frame.assigned.seat_token, number)
                self._players[index, number] = player
                viewer = Viewer(frame.assigned.seat, index, number, player.token)
                self.recording.viewers.append(viewer)
                self._give(index, player.attach())
            elif (index, frame.number) in self._players:
                for answer in self._players[index, frame.number].answer(frame):
                    self._give(index, answer)
        return len(frames)

    def _give(self, index: int, frame: ClientFrame) -> None:
        self.recording.ahead.append(self._world.unseen_round())
        self._stage.happened = []
        self._world.give((index, frame))
        self.recording.inputs.append((index, frame))
        self.recording.happened.append(self._stage.happened)
