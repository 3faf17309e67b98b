"""A player that thinks: it answers a decision when the test says so."""

from collections.abc import Iterator

from skyjo.v1.event_pb2 import Events, Flipped, SeatChanged
from skyjo.v1.play_pb2 import Act, ClientFrame, Decision
from skyjo.v1.rules_pb2 import CLOCK_PRESET_CUSTOM, FAULT_COST_REJECTED, ClockRules, FaultCost
from skyjo.v1.table_pb2 import Goodbye
from skyjo_engine.record import Record
from skyjo_engine.rules import Rules
from skyjo_server.table import Table
from skyjo_wire import records
from tests.server.inside import Inside, Wire, play
from tests.server.simple_player import SimplePlayer, first_choice


def custom(cost: FaultCost = FAULT_COST_REJECTED, **rules: int) -> ClockRules:
    """A bank of 10 s and 1 s for each decision, unless ``rules`` say otherwise."""
    settings = {"bank_ms": 10_000, "increment_ms": 1_000} | rules
    return ClockRules(
        preset=CLOCK_PRESET_CUSTOM,
        illegal_cost=FAULT_COST_REJECTED,
        empty_bank_cost=cost,
        **settings,
    )


class Thinker(SimplePlayer):
    """``open`` is the decision it thinks about, ``asked`` are all it was ever asked.

    It thinks about turns only, and with ``flips`` about first cards too.
    """

    def __init__(self, token: bytes, number: int = 1, *, flips: bool = False) -> None:
        super().__init__(token, number)
        self.flips = flips
        self.open: Decision | None = None
        self.asked: list[Decision] = []

    def _asked(self, decision: Decision) -> Iterator[ClientFrame]:
        self.asked.append(decision)
        if decision.legal.flip_count and not self.flips:
            return super()._asked(decision)
        self.open = decision
        return iter(())

    def _told(self, events: Events) -> Iterator[ClientFrame]:
        """Another has decided: the server turned up its first cards, or it forfeits."""
        for event in events.events:
            if self.welcome.seat in (_seat_of(event.flipped), _seat_of(event.seat_changed)):
                self.open = None
        return super()._told(events)

    def _ended(self, goodbye: Goodbye) -> Iterator[ClientFrame]:
        self.open = None
        return super()._ended(goodbye)

    def act(self) -> ClientFrame:
        """Answer the open decision."""
        assert self.open
        decided, self.open = first_choice(self.open), None
        return self.frame(act=decided)

    def wrong(self) -> ClientFrame:
        """Answer the open decision with what no rule allows."""
        assert self.open
        act = Act(decision_id=self.open.decision_id)
        act.flip.slots.extend([0])
        return self.frame(act=act)


def _seat_of(change: Flipped | SeatChanged) -> int | None:
    return change.seat if change.HasField("seat") else None


class Sitting:
    """A table of thinkers on one stream, at their first turn unless ``flips``."""

    def __init__(
        self, rules: Rules, *, flips: bool = False, held: bool = False, **settings: object
    ) -> None:
        self.inside = Inside(held=held)
        self.clock = self.inside.clock
        self.table: Table
        self.table, seats = self.inside.create(rules, **settings)  # type: ignore[arg-type]
        self.wires = [Wire(self.inside.hall) for _ in seats]
        self.players = [Thinker(seat.token, flips=flips) for seat in seats]
        for wire, player in zip(self.wires, self.players, strict=True):
            wire.receive(player.attach())
        self.listen()

    def listen(self) -> None:
        """Let everybody hear and answer what does not need thought."""
        while any(wire.connection.outbox.size for wire in self.wires):
            for wire, player in zip(self.wires, self.players, strict=True):
                play(wire, player)

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        (seat,) = (seat for seat, player in enumerate(self.players) if player.open)
        return seat

    def act(self) -> None:
        """Let the player whose turn it is answer."""
        seat = self.turn
        self.wires[seat].receive(self.players[seat].act())
        self.listen()

    def wrong(self) -> None:
        """Let the player whose turn it is answer against the rules; the decision may stay open."""
        seat = self.turn
        self.wires[seat].receive(self.players[seat].wrong())
        self.listen()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.advance(seconds)
        self.listen()

    def cut(self, seat: int) -> None:
        """Cut a player off."""
        self.wires[seat].connection.close()
        self.players[seat].open = None
        self.listen()

    def back(self, seat: int) -> None:
        """Let a player who was cut off come back where it left off."""
        self.wires[seat] = Wire(self.inside.hall)
        self.wires[seat].receive(self.players[seat].attach(resume=True))
        self.listen()

    def record(self) -> Record:
        """The record of the first player's game, which is over."""
        found = self.inside.store.get(self.players[0].welcome.game_id)
        assert found
        return records.from_message(found[0])

    def play_on(self) -> None:
        """Let everybody answer at once until nobody is asked."""
        while any(player.open for player in self.players):
            self.act()
