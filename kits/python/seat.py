"""One seat: what it answers, and what it has to remember for that."""

import logging
import os
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from skyjo.v1.error_pb2 import ErrorReason
from skyjo.v1.event_pb2 import Events
from skyjo.v1.play_pb2 import (
    VERDICT_ILLEGAL,
    VERDICT_MALFORMED,
    ClientFrame,
    Decision,
    Opening,
    Pong,
    Ready,
    Receipt,
    Resign,
    ServerFrame,
    Verdict,
)
from skyjo.v1.table_pb2 import (
    DEAL_SOURCE_PLAYERS,
    TABLE_STAGE_BETWEEN_ROUNDS,
    TABLE_STAGE_GATHERING,
    Heartbeat,
    Welcome,
)
from strategy import anything, choose

log = logging.getLogger("skyjobot")


class LostError(Exception):
    """The stream is of no use any more: come back on another."""


@dataclass
class Seat:
    """One place at a table, with what a reconnect needs."""

    token: bytes = b""
    seed: int = 0
    game: str = ""  # of the latest welcome
    latest: int = 0  # number of the last event processed
    announced: int = 0  # number of the last event that there was at the latest heartbeat
    commitment: bytes = b""  # the server's part in the cards, and this seat's
    entropy: bytes = b""
    hashes: list[bytes] = field(default_factory=list)  # all that the opening showed
    promised: bool = False  # entropy for which no opening has asked yet
    asked: Decision | None = None  # the latest decision, until its answer is refused
    left: str = ""  # why the seat was given up, though its goodbye may be lost with a stream

    def hear(self, frame: ServerFrame) -> ClientFrame | None:
        """Answer one frame, or None. Raises LostError. Kinds that it does not know are skipped."""
        if frame.HasField("heartbeat"):
            return self.live(frame.heartbeat)
        if self.left:
            return self.leave(self.left) if frame.HasField("welcome") else None
        answer = self.answer(frame)
        if self.promised and shows_cards(frame):
            return self.leave("cards are dealt although nobody asked for the entropy")
        return answer

    def answer(self, frame: ServerFrame) -> ClientFrame | None:
        """Answer a frame of a game that the seat plays. Raises LostError."""
        match frame.WhichOneof("frame"):
            case "welcome":
                return self.enter(frame.welcome)
            case "opening" if self.entropy:
                return self.open(frame.opening)
            case "events":
                return self.follow(frame.events)
            case "decision" if not self.promised:
                self.asked = frame.decision
                return ClientFrame(act=choose(frame.decision, self.dice(frame.decision)))
            case "receipt":
                return self.judged(frame.receipt)
        return None

    def enter(self, welcome: Welcome) -> ClientFrame | None:
        """Begin or resume a game, ready with a part in the shuffling: nobody can choose the cards.

        New entropy is for a new commitment or game only: what was promised has to be opened.
        """
        if (welcome.game_id, welcome.commitment) != (self.game, self.commitment):
            dealt_by_players = welcome.deal_source == DEAL_SOURCE_PLAYERS
            self.entropy = os.urandom(32) if dealt_by_players else b""
            self.hashes, self.promised = [], False
        self.game, self.commitment = welcome.game_id, welcome.commitment
        self.latest, self.announced = welcome.next_number - 1, 0
        if welcome.presence.stage == TABLE_STAGE_GATHERING:
            self.promised = bool(self.entropy) and not self.hashes
            hashed = sha256(self.entropy).digest() if self.entropy else None
            return ClientFrame(ready=Ready(entropy_hash=hashed, commitment=self.commitment))
        if welcome.presence.stage == TABLE_STAGE_BETWEEN_ROUNDS:
            return ClientFrame(ready=Ready())
        return None

    def open(self, opening: Opening) -> ClientFrame:
        """Show the entropy that was promised, or leave a table where the cards are chosen."""
        before, self.hashes = self.hashes, [seat.entropy_hash for seat in opening.seats]
        self.promised = False
        shown = sha256(self.entropy).digest() in self.hashes and before in ([], self.hashes)
        asked = (opening.game_id, opening.commitment) == (self.game, self.commitment)
        if not (shown and asked):
            return self.leave("this opening is not what was promised")
        return ClientFrame(ready=Ready(entropy=self.entropy, commitment=self.commitment))

    def leave(self, why: str) -> ClientFrame:
        """Give the seat up, for good: it answers nothing more, and every welcome like this."""
        log.info("leaving: %s", why)
        self.left = why
        return ClientFrame(resign=Resign())

    def follow(self, events: Events) -> ClientFrame | None:
        """Count events, and be ready where new ones end a round after which the game goes on."""
        first = events.first_number
        if first > self.latest + 1:
            raise LostError(f"events from {self.latest + 1} to {first - 1} are missing")
        ended = None
        for number, event in enumerate(events.events, first):
            match event.WhichOneof("kind"):
                case "round_ended" if number > self.latest:
                    ended = ClientFrame(ready=Ready(round=event.round_ended.round))
                case "dealt" | "game_ended":
                    ended = None
        self.latest = max(self.latest, first + len(events.events) - 1)
        return ended

    def judged(self, receipt: Receipt) -> ClientFrame | None:
        """Act again where an act was not legal; give the seat up where that was not either."""
        verdict, reason = named(Verdict, receipt.verdict), named(ErrorReason, receipt.reason)
        if receipt.reason:
            log.info("decision %d: %s, %s", receipt.decision_id, verdict, reason)
        if receipt.verdict not in {VERDICT_ILLEGAL, VERDICT_MALFORMED}:
            return None
        again, self.asked = self.asked, None
        if again and again.decision_id == receipt.decision_id:
            return ClientFrame(act=anything(again))
        return self.leave("no answer to this decision is accepted")

    def live(self, heartbeat: Heartbeat) -> ClientFrame:
        """Answer a heartbeat. Raises LostError when what the one before announced has not come."""
        if self.announced > self.latest and not self.left:
            raise LostError(f"events from {self.latest + 1} to {self.announced} are missing")
        self.announced = heartbeat.latest_number
        return ClientFrame(pong=Pong(nonce=heartbeat.nonce, latest_number=self.latest))

    def dice(self, decision: Decision) -> Random:
        """What an answer's chances come from: the same decision again is to get the same answer."""
        return Random(f"{self.seed} {decision.view.viewer} {decision.decision_id}")


def shows_cards(frame: ServerFrame) -> bool:
    """Whether a frame shows that cards are dealt."""
    dealt = any(event.HasField("dealt") for event in frame.events.events)
    return dealt or frame.welcome.HasField("view") or frame.HasField("decision")


def named(kind: EnumTypeWrapper, value: int) -> str:
    """The name of an enum's value; its number where this contract is older than the server's."""
    return kind.Name(value) if value in kind.values() else str(value)
