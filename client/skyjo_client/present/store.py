"""What a client knows of one table, folded from the frames of a seat or of a spectator.

``TableStore.take`` takes one frame, changes the store and returns what is new in it, in order;
front ends tell or draw that. The store never talks to anybody.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from skyjo.v1 import (
    event_pb2,
    game_pb2,
    play_pb2,
    rules_pb2,
    table_pb2,
    talk_pb2,
    watch_pb2,
)
from skyjo_client.present.board import Board, board_of_view, empty_board, kind_of
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
    Welcomed,
)
from skyjo_client.present.escape import SafeText, escape_name
from skyjo_client.present.fold import fold
from skyjo_client.present.messages import _
from skyjo_client.present.place import Place
from skyjo_client.present.players import PlayerInfo, player_info

_NOTHING: Final = SafeText("")


@dataclass(slots=True)
class TableStore:
    """One table as its viewer knows it.

    ``seat`` is None for a spectator. ``rounds`` has the scored rounds this client saw, by number.
    ``decision`` is what the viewer is asked for now. ``linked`` says whether the server is heard.
    ``phrases`` says whether anything may be said, and ``chat`` whether free text may; what those
    in ``muted`` say is not told. ``ballots`` has the votes that run, by kind and seat.
    ``starting``: the viewer has asked for the game to begin, or the table begins it by itself.
    ``now`` gives seconds by which time is told (for whoever does not care it stands still);
    ``asked_at`` and ``told_at`` are when the decision and the players came.
    ``stood_in``: a stand-in plays for the viewer, who has not asked for the seat since.
    """

    place: Place = field(default_factory=Place)
    now: Callable[[], float] = lambda: 0.0
    code: SafeText = _NOTHING
    title: SafeText = _NOTHING
    seat: int | None = None
    game_id: str = ""
    game_index: int = 0
    rules: rules_pb2.Rules = field(default_factory=rules_pb2.Rules)
    clock: rules_pb2.ClockRules = field(default_factory=rules_pb2.ClockRules)
    players: dict[int, PlayerInfo] = field(default_factory=dict)
    host: int | None = None
    stage: table_pb2.TableStage = table_pb2.TABLE_STAGE_UNSPECIFIED
    spectators: int = 0
    board: Board = field(default_factory=Board)
    decision: play_pb2.Decision | None = None
    rounds: dict[int, event_pb2.RoundEnded] = field(default_factory=dict)
    result: event_pb2.GameEnded | None = None
    goodbye: table_pb2.Goodbye | None = None
    linked: bool = True
    phrases: bool = False
    chat: bool = False
    muted: set[SafeText] = field(default_factory=set)
    ballots: dict[tuple[int, int], talk_pb2.Ballot] = field(default_factory=dict)
    starting: bool = False
    stood_in: bool = False
    asked_at: float = 0.0
    told_at: float = 0.0
    _away: set[int] = field(default_factory=set)
    _told: int = 0
    _answered: play_pb2.Decision | None = None

    def name(self, seat: int) -> SafeText:
        """Return the name in a seat, safe to show; a seat without a player has its number."""
        player = self.players.get(seat)
        if player is None:
            return SafeText(_("seat {seat}").format(seat=seat + 1))
        return player.name

    def is_you(self, seat: int) -> bool:
        """Whether this is the viewer's own seat."""
        return seat == self.seat

    @property
    def is_host(self) -> bool:
        """Whether the viewer is the table's host."""
        return self.seat is not None and self.seat == self.host

    def is_away(self, seat: int) -> bool:
        """Whether a player who was here is not connected, and nobody plays in its place."""
        player = self.players.get(seat)
        return seat in self._away and player is not None and not player.stand_in

    @property
    def begun(self) -> bool:
        """Whether the game that is shown has had its first deal."""
        return self.board.round > 0

    @property
    def may_go_on(self) -> bool:
        """Whether a game is over and the table's host may start another one."""
        return self.stage == table_pb2.TABLE_STAGE_GAME_OVER

    @property
    def unfinished(self) -> bool:
        """Whether a game is played, or about to be, that has no result yet."""
        return self.result is None and self.goodbye is None and not self.may_go_on

    @property
    def awaits_ready(self) -> bool:
        """Whether the next round waits for the viewer to have seen the end of the last one."""
        player = self.players.get(-1 if self.seat is None else self.seat)
        between = self.stage == table_pb2.TABLE_STAGE_BETWEEN_ROUNDS
        return between and player is not None and not player.ready

    @property
    def is_settling(self) -> bool:
        """Whether the viewer has answered and it is not known yet what it is asked for next."""
        if self.decision is not None or self.seat is None or self.stood_in:
            return False
        moving = self.board.phase in (game_pb2.PHASE_TURN, game_pb2.PHASE_HOLDING)
        return self._answered is not None or (moving and self.board.turn == self.seat)

    def answered(self) -> None:
        """Note that the viewer has just answered the decision that waits."""
        self._answered, self.decision = self.decision, None

    def readied(self) -> None:
        """Note that the viewer has just said that it is ready."""
        if self.seat in self.players:
            self.players[self.seat] = replace(self.players[self.seat], ready=True)

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
        self.code = escape_name(welcome.code)
        self.title = escape_name(welcome.title)
        self.seat = welcome.seat if welcome.HasField("seat") else None
        self.game_id = welcome.game_id
        self.game_index = welcome.game_index
        self.rules = welcome.rules
        self.clock = welcome.clock
        self.decision = self._answered = None
        self.stood_in = False  # attaching takes the seat back
        self.board = empty_board(self.seat, welcome.rules.players)
        if welcome.HasField("view"):
            self._see(welcome.view)
        self._told = max(welcome.next_number, 1) - 1
        self._presence(welcome.presence)
        self.phrases = welcome.phrases_allowed
        self.chat = welcome.text_allowed
        self.ballots = {}
        self._away = {s for s, one in self.players.items() if self.begun and not one.connected}
        return (Welcomed(again),)

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

    def _events(self, events: event_pb2.Events) -> tuple[Change, ...]:
        """Tell what was not told, and fold what the board does not contain yet."""
        changes: list[Change] = []
        for number, event in enumerate(events.events, events.first_number):
            if number <= self._told:
                continue
            self._told = number
            if number > self.board.latest_number:
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
        before, host, stage = self.players, self.host, self.stage
        self.players = {player.seat: player_info(player) for player in presence.players}
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
        return tuple(changes)

    def _moved(self, seat: int, *, connected: bool) -> list[Change]:
        """Note who goes away and comes back; the first connection is no return.

        Whoever has left for good was told of by an event.
        """
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
