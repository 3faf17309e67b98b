"""What a client knows of one table. How frames change it is in ``store``."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from skyjo.v1 import event_pb2, game_pb2, play_pb2, rules_pb2, table_pb2, talk_pb2
from skyjo_client.present.board import Board
from skyjo_client.present.escape import SafeText
from skyjo_client.present.messages import _
from skyjo_client.present.place import Place
from skyjo_client.present.players import PlayerInfo

_NOTHING: Final = SafeText("")


@dataclass(slots=True)
class KnownTable:
    """One table as its viewer knows it.

    ``seat`` is None for a spectator. ``rounds`` has the scored rounds this client saw, by number.
    ``decision`` is what the viewer is asked for now. ``linked`` says whether the server is heard.
    ``phrases`` says whether anything may be said, and ``chat`` whether free text may; what those
    in ``muted`` say is not told. ``ballots`` has the votes that run, by kind and seat.
    ``starting``: the viewer has asked for the game to begin, or the table begins it by itself.
    ``now`` gives seconds by which time is told (for whoever does not care it stands still);
    ``asked_at`` and ``told_at`` are when the decision and the players came.
    ``thinks_since`` is when whoever is to play was asked, None where that is not known.
    ``stood_in``: a stand-in plays for the viewer, who has not asked for the seat since.
    ``stops_at``: the second at which the server stops at the latest, once it has said so.
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
    thinks_since: float | None = None
    stops_at: float | None = None
    _known_as: dict[int, SafeText] = field(default_factory=dict)
    _away: set[int] = field(default_factory=set)
    _told: int = 0
    _answered: play_pb2.Decision | None = None

    def name(self, seat: int) -> SafeText:
        """Return the name in a seat, safe to show; who has left in a game keeps it until the next.

        A seat in which nobody was has its number.
        """
        player = self.players.get(seat)
        if player is not None:
            return player.name
        if self.begun and seat in self._known_as:
            return self._known_as[seat]
        return SafeText(_("seat {seat}").format(seat=seat + 1))

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
    def another_game(self) -> talk_pb2.Ballot | None:
        """The vote on another game, while one runs after a game."""
        return self.ballots.get((talk_pb2.BALLOT_KIND_PLAY_AGAIN, 0)) if self.may_go_on else None

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
