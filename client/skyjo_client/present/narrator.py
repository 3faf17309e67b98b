"""A table told line by line, with the log of what was told."""

from collections import deque
from collections.abc import Callable
from typing import Final

from skyjo.v1 import event_pb2, play_pb2, table_pb2, watch_pb2
from skyjo_client.present.board import kind_of
from skyjo_client.present.brief import brief
from skyjo_client.present.changes import (
    Asked,
    Change,
    Happened,
    Joined,
    Judged,
    Refused,
    StageChanged,
    Welcomed,
)
from skyjo_client.present.clock_lines import bank_line, prompted_lines
from skyjo_client.present.place import Place
from skyjo_client.present.prompts import how_to, wanted
from skyjo_client.present.score_lines import standings
from skyjo_client.present.sentences import tell
from skyjo_client.present.store import TableStore
from skyjo_client.present.summary import summary

LOG_LIMIT: Final = 1000
"""Lines that are kept for ``log``."""


class Narrator:
    """Turns frames into lines and keeps the lines about the game; ``store`` has the facts.

    ``log`` has whole sentences about game and people, ``story`` the same in few words.
    ``touched`` has the slot that each seat changed last in this round.
    """

    def __init__(self, place: Place | None = None, now: Callable[[], float] = lambda: 0.0) -> None:
        """Begin with a table of which nothing is known but where it stands.

        ``now`` gives the seconds by which time is told.
        """
        place = place or Place()
        self.store = TableStore(place=place, now=now, starting=place.begins_full)
        self.log: deque[str] = deque(maxlen=LOG_LIMIT)
        self.story: deque[str] = deque(maxlen=LOG_LIMIT)
        self.touched: dict[int, int] = {}
        self._explained: set[int] = set()
        self._told_own = False
        self._told_clock = False

    def take(self, frame: play_pb2.ServerFrame | watch_pb2.WatchFrame) -> list[str]:
        """Take a frame in and return its lines."""
        return self.tell(self.store.take(frame))

    def link(self, *, linked: bool, back_after: float | None = None) -> list[str]:
        """Note that the server was lost or is back, and return the line for it."""
        return self.tell(self.store.link(linked=linked, back_after=back_after))

    def tell(self, changes: tuple[Change, ...]) -> list[str]:
        """Return the lines for changes of the store; what happened goes into the log."""
        lines: list[str] = []
        for change in changes:
            line = tell(self.store, change)
            self._keep(change, line)
            lines += [line] if line else []
            added = self._added(change)
            lines = [line for line in lines if line not in added] + added
            self._told_own = isinstance(change, Happened) and self._is_own(change)
        return lines

    def _keep(self, change: Change, line: str) -> None:
        """Keep what was told of a change."""
        short = line
        if isinstance(change, Happened):
            self._touch(change.event)
            short = brief(self.store, change.event)
        if line and not isinstance(change, Judged | Refused | Welcomed):
            self.log.append(line)
        if short and not isinstance(change, Refused):
            self.story.append(short)

    def _touch(self, event: event_pb2.Event) -> None:
        kind = kind_of(event)
        if kind == "dealt":
            self.touched = {}
        elif kind in ("took", "kept", "discarded"):
            move = getattr(event, kind)
            self.touched[move.seat] = move.slot

    def _is_own(self, change: Happened) -> bool:
        """Whether the event itself says that the viewer is to act."""
        kind = kind_of(change.event)
        own = kind in ("turn", "drew") and getattr(change.event, kind).seat == self.store.seat
        return own and self.store.seat is not None

    def _added(self, change: Change) -> list[str]:
        """Return what a viewer needs beside the change: standings, or what is wanted now."""
        store = self.store
        match change:
            case Happened(_number, event) if kind_of(event) == "game_ended":
                return standings(store)
            case Happened(_number, event) if store.stood_in and kind_of(event) == "seat_changed":
                return [wanted(store)] if store.is_you(event.seat_changed.seat) else []
            case Asked(decision):
                return [*self._asked(decision.kind), *prompted_lines(store)]
            case Welcomed(again) if store.begun and not again:
                return [
                    *self._clock(),
                    *summary(store),
                    *([wanted(store)] if store.awaits_ready or store.may_go_on else []),
                ]
            case StageChanged() if store.awaits_ready or store.may_go_on:
                return [wanted(store)]
            case Welcomed() | StageChanged() | Joined() if self._gathers():
                return [*self._clock(), wanted(store)]
            case Welcomed():
                return self._clock()
        return []

    def _clock(self) -> list[str]:
        """Tell once how much time everybody has."""
        told, self._told_clock = self._told_clock, True
        clock = self.store.clock
        return [bank_line(clock)] if clock.HasField("bank_ms") and not told else []

    def _gathers(self) -> bool:
        """Whether a player is to be told how many seats are free."""
        gathering = self.store.stage == table_pb2.TABLE_STAGE_GATHERING
        return gathering and self.store.seat is not None

    def _asked(self, kind: play_pb2.DecisionKind) -> list[str]:
        """Explain a decision fully where no event announced it, and how to answer once."""
        first = kind not in self._explained
        self._explained.add(kind)
        if not self._told_own:
            return [wanted(self.store)]
        return [how_to(self.store)] if first else []
