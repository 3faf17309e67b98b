"""What tables need done around them."""

from typing import TYPE_CHECKING, Protocol

from skyjo.v1.rules_pb2 import ClockRules
from skyjo_server.meters import Meters
from skyjo_server.seating import BotRef, Holder, Occupant

if TYPE_CHECKING:
    from skyjo_server.tenancy import Tenancy


class Surroundings(Protocol):
    """What a table needs done around it, and where it counts."""

    meters: Meters

    @property
    def heartbeat_ms(self) -> int:
        """Time between two heartbeats of a stream."""

    def check_open(self) -> None:
        """Raise RefusalError (DRAINING) when the server is about to stop."""

    def stand_in_wanted(self, table: "Tenancy", occupant: Occupant) -> None:
        """Find a bot for a seat whose player has left or is away."""

    def played(self, bot: BotRef, clock: ClockRules, *, forfeited: bool) -> None:
        """A bot's game is over, or forfeited."""

    def played_out(self, holder: Holder) -> None:
        """A seat is played no more, though its token still shows the end."""

    def forgotten(self, holder: Holder) -> None:
        """A token is no longer good for anything."""

    def changed(self, table: "Tenancy") -> None:
        """Stage or seats of the table are different now, or it is closed."""

    def wake(self, table: "Tenancy", when: float) -> None:
        """Have the table tick at ``when``, a second of its clock, or before."""
