"""What a client knows of one table, folded from the frames of a seat or of a spectator.

``TableStore.take`` takes one frame, changes the store and returns what is new in it, in order;
front ends tell or draw that. The store never talks to anybody.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from skyjo.v1 import (
    event_pb2,
    game_pb2,
    play_pb2,
    table_pb2,
    talk_pb2,
    watch_pb2,
)
from skyjo_client.present.board import board_of_view, empty_board, kind_of
from skyjo_client.present.changes import (
    Asked,
    Away,
    Back,
    BallotMoved,
    Change,
    Ended,
    Happened,
    Joined,
    Judged,
    Left,
    LinkMoved,
    NewHost,
    Opened,
    Refused,
    Said,
    StageChanged,
    Stops,
    Welcomed,
)
from skyjo_client.present.escape import escape_name
from skyjo_client.present.fold import fold
from skyjo_client.present.known_table import KnownTable
from skyjo_client.present.players import player_info
from skyjo_client.present.thinking import count

STOP_MOVED_SECONDS: Final = 30.0
"""A stop of the server that moves by less is not told again."""


class TableStore(KnownTable):
    """Takes in the frames of one table."""

    __slots__ = ()

    def link(self, *, linked: bool, back_after: float | None = None) -> tuple[Change, ...]:
        """Note whether the server is heard at the moment."""
        if linked == self.linked:
            return ()
        self.linked = linked
        return (LinkMoved(linked, back_after),)

    def take(self, frame: play_pb2.ServerFrame | watch_pb2.WatchFrame) -> tuple[Change, ...]:
        """Take in one frame of a stream; kinds that are not known change nothing."""
        kind = frame.WhichOneof("frame") or ""
        handlers: dict[str, Callable[[Any], tuple[Change, ...]]] = {
            "events": self._events,
            "decision": self._decision,
            "receipt": self._receipt,
            "welcome": self._welcome,
            "snapshot": self._snapshot,
            "opening": lambda _: (Opened(),),
            "refused": lambda refusal: (Refused(refusal),),
            "presence": self._presence,
            "chat": lambda chat: () if self.name(chat.seat) in self.muted else (Said(chat),),
            "ballot": self._ballot,
            "goodbye": self._goodbye,
        }
        return handlers[kind](getattr(frame, kind)) if kind in handlers else ()

    def _welcome(self, welcome: table_pb2.Welcome) -> tuple[Change, ...]:
        again = self.game_id == welcome.game_id
        if not again:
            self.rounds = {}
            self.result = None
            self._known_as = {}
        self.code = escape_name(welcome.code)
        self.title = escape_name(welcome.title)
        self.seat = welcome.seat if welcome.HasField("seat") else None
        self.game_id = welcome.game_id
        self.game_index = welcome.game_index
        self.rules = welcome.rules
        self.clock = welcome.clock
        self.decision = self._answered = self.thinks_since = None
        self.stood_in = False  # attaching takes the seat back
        self.board = empty_board(self.seat, welcome.rules.players)
        if welcome.HasField("view"):
            self._see(welcome.view)
        self._told = max(welcome.next_number, 1) - 1
        self._people(welcome.presence)
        self.phrases = welcome.phrases_allowed
        self.chat = welcome.text_allowed
        self.ballots = {}
        self._away = {s for s, one in self.players.items() if self.begun and not one.connected}
        return (Welcomed(again), *self._stops(welcome.presence))

    def _ballot(self, ballot: talk_pb2.Ballot) -> tuple[Change, ...]:
        self.ballots[ballot.kind, ballot.seat] = ballot
        if ballot.outcome != talk_pb2.BALLOT_OUTCOME_OPEN:
            del self.ballots[ballot.kind, ballot.seat]
        return (BallotMoved(ballot),)

    def _snapshot(self, snapshot: watch_pb2.Snapshot) -> tuple[Change, ...]:
        self._see(snapshot.view)
        self._told = self.board.latest_number
        return ()

    def _see(self, view: game_pb2.View) -> None:
        self.board = board_of_view(view)
        if self.thinks_since is None and self.board.turn is not None:
            self.thinks_since = self.now()

    def _events(self, events: event_pb2.Events) -> tuple[Change, ...]:
        """Tell what was not told, and fold what the board does not contain yet."""
        changes: list[Change] = []
        for number, event in enumerate(events.events, events.first_number):
            if number <= self._told:
                continue
            self._told = number
            if number > self.board.latest_number:
                count(self, event)
                fold(self.board, event, number, self.rules.initial_flips)
                self._change_hands(event)
            self._remember(event)
            changes.append(Happened(number, event))
        return tuple(changes)

    def _change_hands(self, event: event_pb2.Event) -> None:
        """Note what others, or the server, do in the viewer's place."""
        changed, flipped = event.seat_changed, event.flipped
        if event.HasField("seat_changed") and self.is_you(changed.seat):
            self.stood_in = changed.change == event_pb2.SEAT_CHANGE_BOT_TOOK_OVER
        elif not (flipped.by_server and self.is_you(flipped.seat)):
            return
        self.decision = self._answered = None

    def _remember(self, event: event_pb2.Event) -> None:
        """Keep what the board does not: scores, the result, and that a decision is over."""
        kind = kind_of(event)
        if kind == "round_ended":
            self.rounds[event.round_ended.round] = event.round_ended
        elif kind == "game_ended":
            self.result = event.game_ended
            self.stood_in = False
        if kind in ("turn", "round_ended", "game_ended"):
            self.decision = self._answered = None

    def _decision(self, decision: play_pb2.Decision) -> tuple[Change, ...]:
        self.decision, self.asked_at = decision, self.now()
        self._answered = None
        if decision.HasField("view"):
            self._see(decision.view)
        return (Asked(decision),)

    def _receipt(self, receipt: play_pb2.Receipt) -> tuple[Change, ...]:
        answered = self._answered or self.decision
        if answered and answered.decision_id == receipt.decision_id:
            open_again = receipt.verdict in (play_pb2.VERDICT_ILLEGAL, play_pb2.VERDICT_MALFORMED)
            self.decision = answered if open_again else None
            self._answered = None
        if receipt.HasField("bank_ms") and self.seat in self.players:
            own = self.players[self.seat]
            self.players[self.seat] = replace(own, bank_ms=receipt.bank_ms)
        if receipt.verdict in (play_pb2.VERDICT_ACCEPTED, play_pb2.VERDICT_DUPLICATE):
            return ()
        return (Judged(receipt),)

    def _presence(self, presence: table_pb2.Presence) -> tuple[Change, ...]:
        return (*self._people(presence), *self._stops(presence))

    def _people(self, presence: table_pb2.Presence) -> list[Change]:
        before, host, stage = self.players, self.host, self.stage
        self.players = {player.seat: player_info(player) for player in presence.players}
        self._known_as |= {seat: player.name for seat, player in self.players.items()}
        self.told_at = self.now()
        self.host = presence.host if presence.HasField("host") else None
        self.stage = presence.stage
        self.spectators = presence.spectators
        self.starting |= presence.starting
        changes: list[Change] = []
        for seat in sorted(before.keys() | self.players.keys()):
            old, new = before.get(seat), self.players.get(seat)
            if old and (new is None or new.name != old.name):
                changes.append(Left(seat, old.name))
            if new and (old is None or new.name != old.name):
                self._away.discard(seat)
                changes.append(Joined(seat, new.name))
            elif new and old and new.connected != old.connected:
                changes += self._moved(seat, connected=new.connected)
        if self.host != host and self.host is not None:
            changes.append(NewHost(self.host))
        if self.stage == table_pb2.TABLE_STAGE_PLAYING:
            self.starting = False
        if self.stage != stage:
            changes.append(StageChanged(self.stage))
        return changes

    def _stops(self, presence: table_pb2.Presence) -> list[Change]:
        """Note when the server stops, and tell it unless that is known already."""
        if not presence.HasField("stopping"):
            self.stops_at = None
            return []
        notice = presence.stopping
        before, self.stops_at = self.stops_at, self.now() + notice.within_ms / 1000
        known = before is not None and abs(before - self.stops_at) < STOP_MOVED_SECONDS
        return [] if known else [Stops(notice)]

    def _moved(self, seat: int, *, connected: bool) -> list[Change]:
        """Note who goes away and comes back; the first connection is no return.

        Whoever has left for good was told of by an event. The clock of who is away stands still.
        """
        if seat == self.board.turn:
            self.thinks_since = self.now() if connected else None
        if self.board.seat(seat).status != game_pb2.SEAT_STATUS_PLAYER:
            self._away.discard(seat)
            return []
        if not connected:
            self._away.add(seat)
            return [Away(seat)]
        known = seat in self._away
        self._away.discard(seat)
        return [Back(seat)] if known else []

    def _goodbye(self, goodbye: table_pb2.Goodbye) -> tuple[Change, ...]:
        self.goodbye = goodbye
        self.decision = self._answered = None
        return (Ended(goodbye),)
