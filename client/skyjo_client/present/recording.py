"""A finished game as a stream of frames, the way each viewer was sent it, or with all cards open.

What is replayed goes through the same store and the same frames as a live table.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from skyjo.v1 import event_pb2, table_pb2, watch_pb2
from skyjo_client.present.escape import escape_name
from skyjo_engine.cards import SLOTS
from skyjo_engine.events import Dealt, Event, TurnStarted
from skyjo_engine.record import Player, Record
from skyjo_engine.replay import replay
from skyjo_engine.view import owner_of_secret, redact
from skyjo_wire import enums, from_engine, from_events

_SHOWN_ID: Final = 8
"""So much of a game's identifier names it to people."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Whose eyes see a replay: those of a ``seat``, of onlookers (None), or, ``open``, all cards.

    The game is over, so nobody has anything to hide any more.
    """

    seat: int | None = None
    open: bool = False


EVERYTHING: Final = Viewpoint(open=True)


class Recording:
    """A game of a record; ``events`` are numbered from 1, as they were at the table.

    A place in the game is the number of events that have happened there, 0 before the first deal.
    ``turns`` and ``rounds`` are the places where a turn, or a round, has just begun.
    """

    def __init__(self, record: Record) -> None:
        """Play ``record`` again. Raises :class:`ReplayError` where it breaks the rules."""
        self.record = record
        steps = replay(record).steps
        self.events: tuple[Event, ...] = tuple(one for step in steps for one in step.events)
        numbered = list(enumerate(self.events, 1))
        self.turns = tuple(n for n, one in numbered if isinstance(one, TurnStarted))
        self.rounds = tuple(n for n, one in numbered if isinstance(one, Dealt))
        self.shown = lru_cache(maxsize=None)(self._shown)

    @property
    def end(self) -> int:
        """The place behind the last event."""
        return len(self.events)

    @property
    def viewpoints(self) -> tuple[Viewpoint, ...]:
        """All cards, and each seat."""
        return (EVERYTHING, *(Viewpoint(seat) for seat in range(len(self.record.players))))

    @property
    def name(self) -> str:
        """How people call the game: the beginning of its identifier."""
        return escape_name(self.record.game_id[:_SHOWN_ID])

    def welcome(self, viewpoint: Viewpoint) -> watch_pb2.WatchFrame:
        """The frame before the first event."""
        record = self.record
        shown = table_pb2.Welcome(
            code=self.name,
            seat=viewpoint.seat,
            game_id=record.game_id,
            next_number=1,
            rules=from_engine.rules(record.rules),
            rules_digest=record.rules.digest(),
            deal_source=enums.DEAL_SOURCE[record.deal.source],
            commitment=record.deal.commitment,
            presence=table_pb2.Presence(
                players=[_player(one) for one in record.players],
                stage=table_pb2.TABLE_STAGE_PLAYING,
            ),
        )
        return watch_pb2.WatchFrame(welcome=shown)

    def _shown(self, number: int, viewpoint: Viewpoint) -> event_pb2.Event:
        """The event of this number as it is seen."""
        event = self.events[number - 1]
        viewer = owner_of_secret(event) if viewpoint.open else viewpoint.seat
        return from_events.event(redact(event, viewer), key=self.record.key)

    def frame(self, number: int, viewpoint: Viewpoint) -> watch_pb2.WatchFrame:
        """The frame with the event of this number."""
        shown = event_pb2.Events(first_number=number, events=[self.shown(number, viewpoint)])
        return watch_pb2.WatchFrame(events=shown)

    def dealt(self, place: int) -> dict[int, tuple[int, ...]]:
        """The twelve cards that each seat was dealt in the round of this place; none before it.

        A card that is still hidden lies where it was dealt.
        """
        rounds = bisect_right(self.rounds, place)
        deal = self.events[self.rounds[rounds - 1] - 1] if rounds else None
        if not isinstance(deal, Dealt):
            return {}
        return {
            seat: deal.deck[index * SLOTS : (index + 1) * SLOTS]
            for index, seat in enumerate(deal.seats)
        }


def _player(one: Player) -> table_pb2.Player:
    kind = enums.PLAYER_KIND[one.kind]
    return table_pb2.Player(
        seat=one.seat,
        name=one.name,
        kind=table_pb2.PLAYER_KIND_HOUSE_BOT if one.level else kind,
        house_level=one.level,
        connected=True,
    )
