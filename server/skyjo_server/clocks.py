"""The seats' banks of time in one game: what answers cost, and when time is up.

A bank grows by the increment with each decision and shrinks by what the answer took, less a share
for the network. Deadlines are absolute seconds of the table's clock. Nothing here waits or acts:
whoever keeps time asks when the earliest deadline is and who has passed it.
"""

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Final

from skyjo.v1 import play_pb2
from skyjo.v1.rules_pb2 import ClockRules
from skyjo_wire.framing import varint, varint_tag

STAND_IN_MS: Final = 60_000
"""Time a stand-in has for one decision: ample, so that only a program that hangs passes it."""
MOST_BANK_MS: Final = 7 * 24 * 60 * 60 * 1000
"""What a bank can hold, however long somebody saves."""
_BANK: Final = varint_tag(play_pb2.Clock.BANK_MS_FIELD_NUMBER)
_INCREMENT: Final = varint_tag(play_pb2.Clock.INCREMENT_MS_FIELD_NUMBER)
_DEADLINE: Final = varint_tag(play_pb2.Clock.DEADLINE_MS_FIELD_NUMBER)


@dataclass(frozen=True, slots=True)
class Charge:
    """What an answer costs, in milliseconds; ``bank_ms`` is what it leaves, None without a bank."""

    charged_ms: int = 0
    network_ms: int = 0
    bank_ms: int | None = None


NOTHING: Final = Charge()


@dataclass(slots=True)
class _SeatClock:
    """One seat's clock. ``limit_ms`` is None where the open decision has all the time there is."""

    bank_ms: int
    decision: int = 0
    banked: bool = False
    limit_ms: int | None = None
    held: bool = False
    started: float | None = None

    def elapsed_ms(self, now: float) -> int:
        return 0 if self.started is None else int((now - self.started) * 1000)


class Clocks:
    """The clocks of one game's seats, by seat."""

    def __init__(self, rules: ClockRules, seats: int, now: Callable[[], float]) -> None:
        """Fill every bank; without ``bank_ms`` only stand-ins have a limit.

        ``now`` gives the seconds of the table's clock.
        """
        self.has_banks = rules.HasField("bank_ms")
        self._now = now
        self._rules = rules
        self._increment = _INCREMENT + varint(rules.increment_ms)
        self._clocks = [_SeatClock(rules.bank_ms) for _ in range(seats)]
        self._open: set[int] = set()
        self._running: dict[int, float] = {}

    def bank_ms(self, seat: int) -> int:
        """What the seat's bank held when it was last counted."""
        return self._clocks[seat].bank_ms

    def set_bank(self, seat: int, bank_ms: int) -> None:
        """Let the bank hold that much: after a restart, or for a player who is back."""
        self._clocks[seat].bank_ms = bank_ms

    def full_bank(self) -> int | None:
        """What a bank holds at the start of a game; None without banks."""
        return self._rules.bank_ms if self.has_banks else None

    # --- a decision ---

    def ask(self, seat: int, decision: int, *, stand_in: bool) -> None:
        """A decision is open. Its time is not counted before :meth:`start`."""
        clock = self._clocks[seat]
        self._running.pop(seat, None)
        self._open.add(seat)
        clock.decision, clock.started = decision, None
        clock.banked = self.has_banks and not stand_in
        if clock.banked:
            clock.bank_ms = min(clock.bank_ms + self._rules.increment_ms, MOST_BANK_MS)
            clock.limit_ms = clock.bank_ms + self._rules.network_cap_ms
        else:
            clock.limit_ms = STAND_IN_MS if stand_in else None

    def start(self, seat: int, decision: int) -> float | None:
        """The decision has left the server. Returns its deadline, if it has one.

        Nothing changes when it is not open any more or was sent before, and while the clock is
        held.
        """
        clock = self._clocks[seat]
        if clock.decision != decision or clock.limit_ms is None or clock.held:
            return None
        if clock.started is None:
            clock.started = self._now()
            self._running[seat] = clock.started + clock.limit_ms / 1000
        return self._running[seat]

    def hold(self, seat: int) -> None:
        """Let the seat's clock stand still until :meth:`go_on`."""
        clock = self._clocks[seat]
        clock.held = True
        if self._running.pop(seat, None) is not None and clock.limit_ms is not None:
            elapsed = clock.elapsed_ms(self._now())
            clock.bank_ms = max(0, clock.bank_ms - elapsed) if clock.banked else clock.bank_ms
            clock.limit_ms = max(0, clock.limit_ms - elapsed)
        clock.started = None

    def go_on(self, seat: int) -> None:
        """The clock may run again, from when its decision is sent again."""
        self._clocks[seat].held = False

    def charge(self, seat: int, network_ms: int) -> Charge:
        """What an answer read now costs; ``network_ms`` is a round trip to its player."""
        clock = self._clocks[seat]
        if not clock.banked:
            return NOTHING
        elapsed = clock.elapsed_ms(self._now())
        network = min(elapsed, network_ms, self._rules.network_cap_ms)
        charged = min(clock.bank_ms, elapsed - network)
        return Charge(charged, network, clock.bank_ms - charged)

    def close_all_but(self, decisions: Container[int]) -> None:
        """No seat but those in ``decisions`` has an open decision any more."""
        for seat in [seat for seat in self._open if seat not in decisions]:
            clock = self._clocks[seat]
            clock.decision, clock.limit_ms, clock.started = 0, None, None
            self._running.pop(seat, None)
            self._open.discard(seat)

    def use_up(self, seat: int) -> None:
        """The bank is empty, and that costs nothing: the open decision has no limit any more."""
        clock = self._clocks[seat]
        clock.bank_ms, clock.limit_ms, clock.started = 0, None, None
        self._running.pop(seat, None)

    def shown(self, seat: int) -> bytes:
        """The serialised Clock of the open decision; empty when its time is not banked."""
        clock = self._clocks[seat]
        if not clock.banked or clock.limit_ms is None:
            return b""
        left = max(0, clock.limit_ms - clock.elapsed_ms(self._now()))
        bank = _BANK + varint(clock.bank_ms)
        return b"".join((bank, self._increment, _DEADLINE, varint(left)))

    # --- time passes ---

    def earliest(self) -> float | None:
        """When the next bank or limit is used up; None when no clock runs."""
        return min(self._running.values(), default=None)

    def is_late(self, seat: int) -> bool:
        """Whether the seat's time is up."""
        deadline = self._running.get(seat)
        return deadline is not None and deadline <= self._now()

    def late(self, now: float) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat, deadline in self._running.items() if deadline <= now]
