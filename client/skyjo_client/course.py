"""Where a seat is in the events of its game: each one once, none left out."""

from skyjo.v1.event_pb2 import Events
from skyjo.v1.table_pb2 import Resume, Welcome


class GapError(Exception):
    """Events are missing between those had and those that came."""


class Course:
    """The game and the number of the latest event had."""

    def __init__(self, resume: Resume | None = None) -> None:
        """Begin at ``resume``, or anywhere."""
        self.game_id = resume.game_id if resume is not None else ""
        self.latest = resume.after if resume is not None else 0

    def resume(self) -> Resume | None:
        """What to tell the server; None before any game."""
        return Resume(game_id=self.game_id, after=self.latest) if self.game_id else None

    def begin(self, welcome: Welcome) -> None:
        """Go on where the welcome says."""
        had = self.latest if welcome.game_id == self.game_id else 0
        self.game_id = welcome.game_id
        self.latest = max(had, welcome.next_number - 1)

    def fresh(self, events: Events) -> Events | None:
        """The events not had before, None when there are none. Raises :class:`GapError`."""
        repeated = self.latest + 1 - events.first_number
        if repeated < 0:
            raise GapError
        if repeated >= len(events.events):
            return None
        self.latest = events.first_number + len(events.events) - 1
        if not repeated:
            return events
        first = events.first_number + repeated
        return Events(first_number=first, events=events.events[repeated:])
