"""What a bot keeps of each of its seats, and the seat's part in a fair deal."""

import os
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from skyjo.v1.event_pb2 import Events
from skyjo.v1.play_pb2 import Decision, Opening, Ready, ServerFrame
from skyjo.v1.table_pb2 import DEAL_SOURCE_PLAYERS, Welcome


@dataclass
class Seat:
    """One place at a table, with what a reconnect needs."""

    token: bytes = b""
    seed: int = 0
    game: str = ""  # of the latest welcome
    latest: int = 0  # number of the last event processed
    commitment: bytes = b""  # the server's part in the cards, and this seat's
    entropy: bytes = b""
    hashes: list[bytes] = field(default_factory=list)  # all that the opening showed
    promised: bool = False  # entropy for which no opening has asked yet
    asked: Decision | None = None  # the latest decision, until its answer is refused

    def enter(self, welcome: Welcome) -> None:
        """Begin or resume a game.

        New entropy is for a new commitment only: what was promised has to be opened.
        """
        self.game, self.latest = welcome.game_id, welcome.next_number - 1
        if welcome.commitment != self.commitment:
            dealt_by_players = welcome.deal_source == DEAL_SOURCE_PLAYERS
            self.commitment = welcome.commitment
            self.entropy = os.urandom(32) if dealt_by_players else b""
            self.hashes, self.promised = [], False

    def promise(self) -> Ready:
        """Ready for the game, with a part in the shuffling so that nobody can choose the cards."""
        hashed = sha256(self.entropy).digest() if self.entropy else None
        self.promised = bool(self.entropy) and not self.hashes
        return Ready(entropy_hash=hashed, commitment=self.commitment)

    def agrees(self, opening: Opening) -> bool:
        """Whether this is what was promised; else somebody can have chosen the cards."""
        before, self.hashes = self.hashes, [seat.entropy_hash for seat in opening.seats]
        self.promised = False
        own = sha256(self.entropy).digest()
        same = before in ([], self.hashes)
        return same and opening.commitment == self.commitment and own in self.hashes

    def round_to_leave(self, events: Events) -> int:
        """The round that has ended and after which the game goes on, if new events have one."""
        ended = 0
        for number, event in enumerate(events.events, events.first_number):
            match event.WhichOneof("kind"):
                case "round_ended" if number > self.latest:
                    ended = event.round_ended.round
                case "dealt" | "game_ended":
                    ended = 0
        return ended

    def is_bypassed(self, frame: ServerFrame) -> bool:
        """Whether cards are dealt although no opening has asked for what was promised."""
        dealt = any(event.HasField("dealt") for event in frame.events.events)
        dealt = dealt or frame.welcome.HasField("view") or frame.HasField("decision")
        return self.promised and dealt

    def dice(self, decision: Decision) -> Random:
        """What an answer's chances come from: the same decision again is to get the same answer."""
        return Random(f"{self.seed} {decision.view.viewer} {decision.decision_id}")
