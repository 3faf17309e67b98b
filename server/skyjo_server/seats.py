"""The seats of a table: which are free, who sits where, and who is host."""

from collections.abc import Iterator

from skyjo.v1 import error_pb2
from skyjo_server.seating import Holder, Occupant
from skyjo_wire.errors import RefusalError


class Seats:
    """A row of seats, each free or taken, in the order of play.

    ``barred`` has the names of those who were removed and must not join before the game is over.
    ``host_token_hash`` is that of the token of a maker without a seat. Where there is one nobody is
    host by sitting here: the maker may make somebody host, and remains it beside them.
    """

    def __init__(self, count: int) -> None:
        """Start with ``count`` free seats."""
        self._occupants: list[Occupant | None] = [None] * count
        self.host: Occupant | None = None
        self.host_token_hash: bytes | None = None
        self.barred: set[str] = set()

    def __len__(self) -> int:
        """Return how many seats there are, free or taken."""
        return len(self._occupants)

    def taken(self) -> Iterator[Occupant]:
        """Every occupied seat, ascending."""
        return (occupant for occupant in self._occupants if occupant)

    def all(self) -> Iterator[Occupant | None]:
        """Every seat, None where it is free."""
        return iter(self._occupants)

    def refill(self, occupants: list[Occupant | None]) -> None:
        """Put back who sat here when the table was saved."""
        self._occupants = occupants

    def holders(self) -> Iterator[Holder]:
        """Whoever has a token for any of the seats."""
        return (holder for occupant in self.taken() for holder in occupant.holders())

    def free(self) -> list[int]:
        """Every free seat, ascending."""
        return [index for index, occupant in enumerate(self._occupants) if occupant is None]

    def at(self, seat: int, field: str = "seat") -> Occupant:
        """Whoever sits on ``seat``. Raises RefusalError (SEAT_UNKNOWN) when nobody does."""
        occupant = self._occupants[seat] if 0 <= seat < len(self._occupants) else None
        if occupant is None:
            raise RefusalError(error_pb2.ERROR_REASON_SEAT_UNKNOWN, field=field, value=seat)
        return occupant

    def all_ready(self) -> bool:
        """Whether every seat is taken and ready for what the table waits for."""
        return all(occupant and occupant.ready for occupant in self._occupants)

    def people(self) -> list[Occupant]:
        """The seats at which people are."""
        return [occupant for occupant in self.taken() if occupant.is_person]

    def sit(self, occupant: Occupant) -> None:
        """Give ``occupant`` its seat, which is free; whoever is the first person may be host."""
        self._occupants[occupant.index] = occupant
        if self.host is None:
            self.find_host()

    def choose(self, wanted: int | None, name: str) -> int:
        """The seat for a newcomer: the lowest free one unless ``wanted`` says which.

        Raises RefusalError for a seat that is none or taken, a full table, or a name that
        somebody has.
        """
        free = self.free()
        if wanted is not None and not 0 <= wanted < len(self._occupants):
            raise RefusalError(
                error_pb2.ERROR_REASON_SEAT_UNKNOWN,
                field="seat",
                value=wanted,
                limits=(0, len(self._occupants) - 1),
            )
        if not free:
            raise RefusalError(error_pb2.ERROR_REASON_TABLE_FULL)
        if wanted is not None and wanted not in free:
            raise RefusalError(error_pb2.ERROR_REASON_SEAT_TAKEN, field="seat", value=wanted)
        if any(name == occupant.name for occupant in self.taken()):
            raise RefusalError(error_pb2.ERROR_REASON_NAME_TAKEN, field="joiner.name")
        return free[0] if wanted is None else wanted

    def bar(self, occupant: Occupant) -> None:
        """Keep the name of a player who is removed from joining before the game is over."""
        self.barred.add(occupant.name.casefold())

    def check_not_barred(self, name: str) -> None:
        """Raise RefusalError (REMOVED) for the name of somebody who was removed."""
        if name.casefold() in self.barred:
            raise RefusalError(error_pb2.ERROR_REASON_REMOVED)

    def vacate(self, occupant: Occupant) -> None:
        """Make the seat free again."""
        self._occupants[occupant.index] = None

    def close_ranks(self) -> None:
        """Drop the free seats; the others move up in order."""
        self._occupants = list(self.taken())
        for index, occupant in enumerate(self.taken()):
            occupant.index = index

    def widen(self, count: int) -> None:
        """Add free seats until there are ``count``."""
        self._occupants += [None] * (count - len(self._occupants))

    def hand_over(self, seat: int) -> None:
        """Make the person on ``seat`` the host. Raises RefusalError."""
        occupant = self.at(seat)
        if not occupant.is_person:
            raise RefusalError(error_pb2.ERROR_REASON_SEAT_UNKNOWN, field="seat", value=seat)
        self.host = occupant

    def find_host(self) -> None:
        """Make the first person the host, if there is one; better one who is not away.

        Nobody becomes host where the table's maker has a host token.
        """
        people = () if self.host_token_hash else self.people()
        self.host = min(people, key=lambda person: not person.is_here, default=None)
