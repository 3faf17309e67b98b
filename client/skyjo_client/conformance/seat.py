"""One seat of the bot, as far as the bot has been told."""

from collections import Counter
from dataclasses import dataclass, field

from skyjo.v1.event_pb2 import Events
from skyjo.v1.game_pb2 import LegalActions
from skyjo.v1.play_pb2 import (
    VERDICT_ILLEGAL,
    VERDICT_MALFORMED,
    Act,
    Decision,
    DecisionKind,
    Opening,
    Receipt,
    ServerFrame,
)
from skyjo.v1.table_pb2 import Goodbye, Welcome


@dataclass(slots=True)
class Asked:
    """A decision as it was told, and what the bot answered to it on the present stream.

    ``refused``: an answer was, after which the bot may resign.
    """

    decision: Decision
    real: LegalActions
    answers: list[Act] = field(default_factory=list)
    refused: bool = False


@dataclass(eq=False, slots=True)
class Seat:
    """``seat`` and ``token`` are the present ones, ``bot_seed`` that of ``assigned``.

    ``attached`` is how often the bot has taken the seat up, ``present`` whether it has now.
    ``before`` is the game that it left for the present one; ``latest`` is the number of the last
    event told, ``processed`` the highest of which the bot has shown that it knows it. ``promises``
    are hashes by commitment, empty for none; ``commitments`` are those told, ``opened`` those of
    which there was an opening; ``readies`` counts those since the latest welcome,
    ``round_readies`` those after a round's end in this game.
    """

    table_id: str
    seat: int
    token: bytes
    bot_seed: int | None = None
    attached: int = 0
    present: bool = False
    welcome: Welcome = field(default_factory=Welcome)
    before: str = ""
    latest: int = 0
    processed: int = 0
    promises: dict[bytes, bytes] = field(default_factory=dict)
    commitments: set[bytes] = field(default_factory=set)
    opened: set[bytes] = field(default_factory=set)
    opening: Opening | None = None
    shown: set[bytes] = field(default_factory=set)
    asked: Asked | None = None
    rounds_over: list[int] = field(default_factory=list)
    readies: int = 0
    round_readies: int = 0
    ids: set[int] = field(default_factory=set)
    games_over: int = 0
    goodbye: Goodbye | None = None
    beats: set[int] = field(default_factory=set)
    acts: Counter[DecisionKind] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    @property
    def name(self) -> str:
        """What a person calls it."""
        return f"seat {self.seat}"

    @property
    def open_decision(self) -> Decision | None:
        """The decision that the bot has been told and has not answered."""
        asked = self.asked
        return asked.decision if asked is not None and not asked.answers else None

    @property
    def known_ready(self) -> bool:
        """Whether the latest welcome says that the server counts the seat as ready."""
        players = self.welcome.presence.players
        return any(player.ready for player in players if player.seat == self.seat)

    @property
    def over(self) -> bool:
        """It has been told goodbye for good, or so it seems."""
        return self.goodbye is not None

    def attach(self) -> None:
        """The bot takes the seat up, perhaps again."""
        self.attached += 1
        self.present = True
        self.goodbye = None
        self.asked = None
        self.beats.clear()

    def tell(self, frame: ServerFrame, real: LegalActions) -> None:
        """A frame on its way to the bot; ``real`` is what the server accepts of a decision."""
        match frame.WhichOneof("frame"):
            case "welcome":
                self._welcome(frame.welcome)
            case "events":
                self._happened(frame.events)
            case "decision":
                self._ask(frame.decision, real)
            case "receipt":
                self._answered(frame.receipt)
            case "heartbeat":
                self.beats.add(frame.heartbeat.nonce)
            case "goodbye":
                self.goodbye, self.present = frame.goodbye, False
            case "opening":
                self.opening = frame.opening
                self.opened.add(self.welcome.commitment)

    def _welcome(self, welcome: Welcome) -> None:
        if welcome.game_id != self.welcome.game_id:
            self.before = self.welcome.game_id
            self.rounds_over.clear()
            self.ids.clear()
            self.round_readies = self.processed = 0
        self.welcome = welcome
        self.commitments.add(welcome.commitment)
        self.seat = welcome.seat
        self.latest = welcome.next_number - 1
        self.asked = self.opening = None
        self.readies = 0

    def _happened(self, events: Events) -> None:
        first = self.latest + 1 - events.first_number
        for event in events.events[max(0, first) :]:
            kind = event.WhichOneof("kind") or "unknown"
            self.events[kind] += 1
            if kind == "round_ended":
                self.rounds_over.append(event.round_ended.round)
            elif kind == "game_ended":
                self.games_over += 1
        self.latest = max(self.latest, events.first_number + len(events.events) - 1)

    def _ask(self, decision: Decision, real: LegalActions) -> None:
        self.ids.add(decision.decision_id)
        again = self.asked is not None and (self.asked.decision.decision_id == decision.decision_id)
        if not again:
            self.asked = Asked(decision, real)

    def _answered(self, receipt: Receipt) -> None:
        wrong = receipt.verdict in (VERDICT_ILLEGAL, VERDICT_MALFORMED)
        if wrong and self.asked is not None:
            self.asked.answers.clear()
            self.asked.refused = True
