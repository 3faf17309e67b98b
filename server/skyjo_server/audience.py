"""Everybody a table speaks to, and the gate through which all of it goes: release on commit."""

from collections.abc import Callable
from typing import Final

from skyjo_server.clocks import Clocks
from skyjo_server.frames import Frame, Link
from skyjo_server.journal import Entry, Journal
from skyjo_server.running_game import RunningGame, Step
from skyjo_server.seating import Occupant
from skyjo_server.seats import Seats

SPECTATOR: Final = None
Asked = tuple[Clocks, int, int]
"""A decision that was put to a seat: the game's clocks, the seat, the decision's identifier."""


class Audience:
    """Collects what a table decided and what it has to say, and lets both out together.

    Nothing that is said leaves before all that was decided until then is kept by the journal, so
    nobody ever sees what a crash could take back.
    """

    def __init__(self, table_id: str, seats: Seats, journal: Journal) -> None:
        """Speak to whoever sits on ``seats``, and to nobody else yet."""
        self.table_id = table_id
        self._seats = seats
        self.watchers: list[Link] = []
        self._parting: list[Link] = []
        self._journal = journal
        self._entries: list[Entry] = []
        self._said: list[tuple[Link, Frame]] = []
        self._asked: list[Asked] = []
        self._afterwards: Callable[[], None] | None = None
        self.asked: Callable[[list[Asked]], None] = lambda _: None
        """Called with decisions once they have left for their seats."""

    def keep(self, entry: Entry) -> None:
        """Have ``entry`` kept with the next commit."""
        self._entries.append(entry)

    def tell(self, link: Link, frame: Frame) -> None:
        """Say ``frame`` to one viewer."""
        self._said.append((link, frame))

    def tell_all(self, frame: Frame) -> None:
        """Say ``frame`` to every seat and spectator."""
        self._said += [(link, frame) for link in self._links()]

    def tell_seat(self, occupant: Occupant, frame: Frame) -> None:
        """Say ``frame`` to whoever is attached to a seat."""
        self._said += [(link, frame) for link in occupant.links()]

    def show(self, running: RunningGame, step: Step) -> None:
        """Show everybody the events of a step, as each may see them, and ask who must act."""
        public = running.log.frame(step.after, SPECTATOR)
        owners = running.log.owners(step.after)
        for occupant in self._seats.taken():
            seat = occupant.index
            own = running.log.frame(step.after, seat) if seat in owners else public
            self.tell_seat(occupant, own)
        self._said += [(link, public) for link in self.watchers]
        for seat in step.asked:
            self.ask(running, seat)

    def ask(self, running: RunningGame, seat: int) -> None:
        """Put the open decision of ``seat`` to whoever plays it, if attached."""
        self._asked.append((running.clocks, seat, running.decisions[seat]))
        acting = self._seats.at(seat).acting
        if acting and acting.link:
            self.tell(acting.link, running.decision(seat, omit_view=acting.omit_views))

    def say_goodbye(self, goodbye: Frame) -> None:
        """Tell everybody a last thing; nobody is listening any more, the seats stay taken."""
        self._parting += self._links()
        self.tell_all(goodbye)
        self._detach_all()
        self.commit()

    def cut_off(self, goodbye: Frame) -> None:
        """Tell everybody a last thing at once: what waits to be kept will never be.

        So are those told whose goodbye still waits for that.
        """
        self._said = []
        for link in self._parting + self._links():
            link.deliver(goodbye)
        self._detach_all()

    def _links(self) -> list[Link]:
        seated = [link for occupant in self._seats.taken() for link in occupant.links()]
        return seated + self.watchers

    def _detach_all(self) -> None:
        for holder in self._seats.holders():
            holder.link = None
        self.watchers = []

    def afterwards(self, call: Callable[[], None]) -> None:
        """Have ``call`` called when what the next commit lets out has left."""
        self._afterwards = call

    def commit(self) -> None:
        """Hand all that was decided to the journal; what was said leaves when it is kept."""
        entries, self._entries = tuple(self._entries), []
        said, self._said = self._said, []
        asked, self._asked = self._asked, []
        afterwards, self._afterwards = self._afterwards, None

        def release() -> None:
            for link, frame in said:
                link.deliver(frame)
            if asked:
                self.asked(asked)
            if afterwards:
                afterwards()

        self._journal.append(entries, release)
