"""A bot over plain grpcio that keeps to the contract, unless it is told to have a defect.

Run as a program: its only argument, if any, is the name of the defect.
"""

import hashlib
import os
import queue
import random
import secrets
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from skyjo.v1 import play_pb2 as play
from skyjo.v1 import table_pb2 as table
from skyjo.v1.enlist_pb2 import Assigned, Enlist
from skyjo.v1.error_pb2 import Refusal
from skyjo.v1.event_pb2 import Events
from skyjo.v1.play_pb2_grpc import PlayServiceStub
from skyjo.v1.rules_pb2 import ClockPreset

sys.path.insert(0, str(Path(__file__).parents[2]))  # it is run as a program
from tests.client.breakable_environment import VERSION, check, hexadecimal, joined, number, server
from tests.client.breakable_parts import Heard, channel, chosen, dies_if, has, read

PAUSE = 0.1
STEADY = 0.3
LONGEST_PAUSE = 10.0


class LostError(Exception):
    """Come back, after so many seconds at least."""

    def __init__(self, after: float = 0) -> None:
        super().__init__(after)
        self.after = after


@dataclass
class Seat:
    token: bytes
    game: str = ""
    latest: int = 0
    commitment: bytes = b""
    entropy: bytes = b""
    decision: play.Decision = field(default_factory=play.Decision)
    answers: int = 0
    hashes: list[bytes] = field(default_factory=list)
    refused: int = 0
    promised: bool = False
    missed: bool = False


@dataclass
class Bot:
    address: str
    key: bytes
    seats: dict[str, Seat]
    lines: dict[int, Seat | None] = field(default_factory=dict)
    used: int = 0
    silence: float = 30.0
    heard: bool = False
    pause: float = PAUSE

    def run(self) -> None:
        """Serve one stream after another, until nothing is left to play."""
        failures = 0
        while True:
            try:
                return self.stream()
            except LostError as lost:
                failures = 0 if self.heard else failures + 1
                if failures > 1:
                    dies_if("gives-up")
                time.sleep(max(lost.after, self.next_pause()))

    def next_pause(self) -> float:
        """A pause that is about twice as long each time."""
        if has("never-pauses") or has("steady"):
            return STEADY if has("steady") else 0
        pause = PAUSE if self.heard else self.pause
        self.pause = min(2 * pause, LONGEST_PAUSE)
        return pause * random.uniform(0.5, 1.5)

    def stream(self) -> None:
        self.lines, self.used, self.silence = {}, 0, 30.0
        self.out: queue.Queue[play.ClientFrame | None] = queue.Queue()
        self.heard = False
        with channel(self.address) as way:
            call = PlayServiceStub(way).Play(self.requests())
            heard: Heard = queue.Queue()
            threading.Thread(target=read, args=(call, heard), daemon=True).start()
            self.begin()
            try:
                while self.lines:
                    self.hear(self.next_frame(heard))
            finally:
                self.out.put(None)
                call.cancel()

    def next_frame(self, heard: Heard) -> play.ServerFrame:
        try:
            frame = heard.get(timeout=None if has("waits-forever") else self.silence)
        except queue.Empty:
            raise LostError from None
        if frame is None:
            raise LostError
        self.heard = True
        return frame

    def requests(self) -> Iterator[play.PlayRequest]:
        while (frame := self.out.get()) is not None:
            yield play.PlayRequest(frames=[frame])

    def begin(self) -> None:
        for seat in () if self.key else self.seats.values():
            self.attach(seat)
        if not self.key:
            return
        name = "somebody" if has("own-name") else os.environ["SKYJO_NAME"]
        seats = 1 if has("one-seat") else number("SKYJO_SEATS", 1, 1)
        enlist = Enlist(version=VERSION, key=self.key, name=name, seats=seats)
        self.say(self.number(None), enlist=enlist)

    def number(self, seat: Seat | None) -> int:
        self.used += not (has("reuses-numbers") and self.used == 1)
        self.lines[self.used] = seat
        return self.used

    def say(self, number: int, **frame: object) -> None:
        self.out.put(play.ClientFrame(number=number, **frame))  # type: ignore[arg-type]

    def attach(self, seat: Seat) -> None:
        resume = table.Resume(game_id=seat.game, after=seat.latest)
        resume.after += 5 * has("counts-wrong")
        known = seat.game and not has("no-resume")
        attach = play.Attach(
            version=VERSION, seat_token=seat.token, resume=resume if known else None
        )
        self.say(self.number(seat), attach=attach)

    def hear(self, frame: play.ServerFrame) -> None:
        seat = self.lines.get(frame.number)
        kind = frame.WhichOneof("frame")
        if seat and seat.promised and kind in {"events", "decision"}:
            self.say(frame.number, resign=play.Resign())
        elif kind is None:
            dies_if("dies-on-unknown-frame")
        elif kind in {"assigned", "refused", "goodbye"}:
            getattr(self, kind)(frame.number, getattr(frame, kind))
        elif kind == "heartbeat":
            self.heartbeat(frame.number, seat, frame.heartbeat)
        elif kind in {"welcome", "opening", "events", "decision", "receipt"} and seat:
            getattr(self, kind)(frame.number, seat, getattr(frame, kind))

    def assigned(self, _: int, assigned: Assigned) -> None:
        if has("prints-token"):
            sys.stderr.write(str(assigned))
        place = f"{assigned.table_id}/{assigned.seat}"
        seat = self.seats.setdefault(place, Seat(b""))
        seat.token = assigned.seat_token
        self.attach(seat)

    def heartbeat(self, number: int, seat: Seat | None, beat: table.Heartbeat) -> None:
        if has("no-pong"):
            return
        latest = seat.latest if seat and not has("pongs-zero") else 0
        self.say(number, pong=play.Pong(nonce=beat.nonce, latest_number=latest))
        ahead = seat is not None and beat.latest_number > seat.latest
        if seat is None or has("ignores-ahead") or has("forgets-unknown"):
            return
        if ahead and seat.missed:
            seat.missed = False
            raise LostError
        seat.missed = ahead

    def welcome(self, number: int, seat: Seat, welcome: table.Welcome) -> None:
        if welcome.rules.players == 5:
            dies_if("four-seats-at-most")
        self.silence = 3 * welcome.heartbeat_ms / 1000
        if has("dies-on-unknown-enum"):
            ClockPreset.Name(welcome.clock.preset)
        seat.game, seat.latest = welcome.game_id, welcome.next_number - 1
        if seat.commitment != welcome.commitment:
            seat.commitment, seat.entropy = welcome.commitment, self.entropy(seat, welcome)
            seat.hashes = []
        if welcome.presence.stage == table.TABLE_STAGE_GATHERING:
            hashed = hashlib.sha256(seat.entropy).digest() if seat.entropy else None
            seat.promised = hashed is not None and not has("plays-unopened")
            self.say(number, ready=play.Ready(entropy_hash=hashed, commitment=seat.commitment))
        elif welcome.presence.stage == table.TABLE_STAGE_BETWEEN_ROUNDS:
            self.say(number, ready=play.Ready())

    def entropy(self, seat: Seat, welcome: table.Welcome) -> bytes:
        if welcome.deal_source != table.DEAL_SOURCE_PLAYERS and not has("entropy-for-seeds"):
            return b""
        if has("old-entropy") and seat.entropy:
            return seat.entropy
        return secrets.token_bytes(32)

    def opening(self, number: int, seat: Seat, opening: play.Opening) -> None:
        own = hashlib.sha256(seat.entropy).digest()
        hashes = [one.entropy_hash for one in opening.seats]
        right = opening.commitment == seat.commitment or has("takes-any-commitment")
        right = right and (own in hashes or has("takes-any-hashes"))
        right = right and (seat.hashes in ([], hashes) or has("forgets-hashes"))
        seat.hashes, seat.promised = hashes, False
        if seat.entropy and (right or has("shows-always")):
            shown = bytes(32) if has("wrong-entropy") else seat.entropy
            self.say(number, ready=play.Ready(entropy=shown, commitment=seat.commitment))
        elif seat.entropy and not has("stays-seated"):
            self.say(number, resign=play.Resign())

    def events(self, number: int, seat: Seat, events: Events) -> None:
        if events.first_number > seat.latest + 1 and not has("skips-gaps"):
            raise LostError
        over = 0
        for which, event in enumerate(events.events, events.first_number):
            kind = event.WhichOneof("kind")
            dies_if(f"dies-on-{kind}")
            if kind == "round_ended" and which > seat.latest:
                over = event.round_ended.round
            elif kind in {"dealt", "game_ended"}:
                over = 0
            if kind is None and has("forgets-unknown"):
                continue
            seat.latest = which if has("goes-back") else max(seat.latest, which)
        seat.missed = False
        if over and not (has("never-ready-again") or (over > 1 and has("ready-once"))):
            self.say(number, ready=play.Ready(round=over + has("wrong-round")))

    def decision(self, number: int, seat: Seat, decision: play.Decision) -> None:
        _ = has("ends-later") and signal.signal(signal.SIGTERM, signal.SIG_IGN)
        seat.decision, seat.answers = decision, seat.answers + 1
        self.say(number, act=chosen(decision, seat.answers))

    def receipt(self, number: int, seat: Seat, receipt: play.Receipt) -> None:
        if receipt.verdict == play.VERDICT_ILLEGAL and not has("hangs-after-refusal"):
            again = seat.refused == receipt.decision_id and not has("insists")
            frame = {"resign": play.Resign()} if again else {"act": chosen(seat.decision, 0)}
            seat.refused = receipt.decision_id
            self.say(number, **frame)

    def refused(self, number: int, refusal: Refusal) -> None:
        if refusal.frame in {"attach", "enlist"}:
            del self.lines[number]
            if has("insists-on-token") and not self.key:
                raise LostError
            status = 0 if has("shrugs-at-refusals") else 2 if has("own-status") else 1
            _ = self.lines or sys.exit(status)

    def goodbye(self, number: int, goodbye: table.Goodbye) -> None:
        if goodbye.reason == table.GOODBYE_REASON_DRAINING:
            dies_if("dies-on-drain")
        wrong = {
            99: has("always-back"),
            table.GOODBYE_REASON_SUPERSEDED: has("fights"),
            table.GOODBYE_REASON_DRAINING: has("hopes"),
        }
        if goodbye.HasField("retry_after_ms"):
            if goodbye.address and not has("stays-here"):
                self.address = goodbye.address
            raise LostError(0 if has("hurries") else goodbye.retry_after_ms / 1000)
        if wrong.get(goodbye.reason):
            raise LostError
        seat = self.lines.pop(number)
        self.seats = {place: one for place, one in self.seats.items() if one is not seat}
        if seat is not None and len(self.lines) > 1:
            dies_if("one-goodbye-ends-all")


def main() -> None:
    ends = lambda *_: sys.exit(5 if has("ends-badly") else 0)  # noqa: E731
    signal.signal(signal.SIGTERM, signal.SIG_IGN if has("ignores-sigterm") else ends)
    signal.signal(signal.SIGINT, signal.SIG_IGN if has("ignores-sigint") else ends)
    check()
    token, key = hexadecimal("SKYJO_TOKEN"), hexadecimal("SKYJO_KEY")
    code = os.environ.get("SKYJO_CODE")
    tokens = joined(server(), code) if code else [token] * bool(token)
    Bot(server(), key, {one.hex(): Seat(one) for one in tokens}).run()
    if has("never-ends"):
        threading.Event().wait()
    sys.exit(4 * has("fails-at-the-end"))


if __name__ == "__main__":
    main()
