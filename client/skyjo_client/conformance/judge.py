"""Whether what the bot says is right, frame by frame."""

import hashlib
from collections.abc import Callable
from typing import Final

from skyjo.v1.enlist_pb2 import Assigned
from skyjo.v1.play_pb2 import Act, Attach, Pong, Ready
from skyjo.v1.table_pb2 import DEAL_SOURCE_PLAYERS
from skyjo_client.act_words import act_words
from skyjo_client.cases import with_case
from skyjo_client.conformance.ledger import Failed, Ledger, Outcome
from skyjo_client.conformance.legal import ROW_OF, allows, asked_for, first, listed
from skyjo_client.conformance.seat import Asked, Seat
from skyjo_wire.bot_seeds import told_seed

_HASH_BYTES: Final = 32

Keep = Callable[[Seat, str, str, Act | None], str]
"""Keeps a case of the open decision of a seat: kind of fault, sentence, answer if any."""


class GaveUpError(Failed):
    """The bot resigned ``seat`` instead of answering; why, it may still be about to write."""

    def __init__(self, row: str, reason: str, seat: Seat) -> None:
        """Keep all."""
        super().__init__(row, reason)
        self.seat = seat


class Judge:
    """Knows all seats of the bot, and writes into the ledger what is wrong.

    ``halted`` is what makes it impossible that the game goes on.
    """

    def __init__(self, ledger: Ledger, keep: Keep) -> None:
        """Know no seat yet. ``keep`` keeps a case and says where, for what is told of it."""
        self.seats: list[Seat] = []
        self._promised: dict[bytes, bytes] = {}
        self.halted: Failed | None = None
        self._ledger = ledger
        self._keep = keep

    def assigned(self, assigned: Assigned) -> None:
        """The bot is told of a seat, which it may have had before."""
        place = (assigned.table_id, assigned.seat)
        for seat in self.seats:
            if assigned.returned and (seat.table_id, seat.seat) == place:
                seat.token = assigned.seat_token
                return
        given = (assigned.seat_token, told_seed(assigned))
        self.seats.append(Seat(assigned.table_id, assigned.seat, *given))

    def attach(self, attach: Attach) -> Seat | None:
        """The seat that the bot takes up; None if it was never given the token.

        A resume that is wrong is put right, so that the bot can be tried further.
        """
        for seat in reversed(self.seats):
            if seat.token == attach.seat_token:
                if not self._left_off(seat, attach):
                    attach.resume.game_id = seat.welcome.game_id
                    attach.resume.after = seat.processed
                seat.attach()
                return seat
        self.halt("enlist", "it attached with a token that it was not given")
        return None

    def _left_off(self, seat: Seat, attach: Attach) -> bool:
        """Whether the resume of an attach can stay as it is."""
        game, resume = seat.welcome.game_id, attach.resume
        told = f"the events of its game up to {seat.latest} had been sent"
        text = f"was attached with a resume after event {resume.after}"
        if not attach.HasField("resume"):
            if game:
                self._wrong("resume", seat, f"was attached again without resume, and {told}")
            return True
        if resume.game_id == seat.before and not seat.readies:
            return True  # the welcome may have been lost with the connection
        if resume.game_id != game:
            other = "names another game than its welcome" if game else "had no welcome to name"
            self._wrong("resume", seat, f"was attached with a resume that {other}")
        elif resume.after > seat.latest:
            self._wrong("resume", seat, f"{text}, and only {told}")
        elif resume.after < seat.processed:
            self._wrong("resume", seat, f"{text}, and had answered to event {seat.processed}")
        else:
            return True
        return not game

    def ready(self, seat: Seat, ready: Ready) -> None:
        """Ready for whatever the table waits for."""
        if ready.HasField("entropy"):
            self._shows(seat, ready)
        elif seat.rounds_over and not ready.HasField("entropy_hash"):
            self._seen_round(seat, ready)
        else:
            self._promises(seat, ready)

    def _shows(self, seat: Seat, ready: Ready) -> None:
        commitment = _meant(seat, ready)
        promised = seat.promises.get(commitment)
        if commitment not in seat.opened:
            self._halt("entropy", seat, "showed its entropy before the opening")
        elif not promised:
            self._halt("entropy", seat, "showed entropy for which it had promised no hash")
        elif hashlib.sha256(ready.entropy).digest() != promised:
            text = "showed entropy of which SHA-256 is not the hash that it had promised"
            self._halt("entropy", seat, text)
        self._same_commitment(seat, ready)
        seat.shown.add(commitment)

    def _promises(self, seat: Seat, ready: Ready) -> None:
        commitment, promise = _meant(seat, ready), ready.entropy_hash
        earlier = seat.promises.get(commitment)
        seat.readies += commitment == seat.welcome.commitment
        if promise and seat.welcome.deal_source != DEAL_SOURCE_PLAYERS:
            text = "sent an entropy_hash, though deal_source of its welcome is not PLAYERS"
            self._wrong("no-entropy", seat, text)
        elif ready.HasField("entropy_hash") and len(promise) != _HASH_BYTES:
            self._halt("entropy", seat, f"promised {len(promise)} bytes instead of a hash of 32")
        elif earlier is not None and earlier != promise:
            text = "promised another hash than before, though the commitment was the same"
            self._wrong("entropy", seat, text)
        elif promise and self._promised.setdefault(promise, commitment) != commitment:
            self._wrong("entropy", seat, "promised its old hash for a new commitment")
        self._same_commitment(seat, ready)
        seat.promises[commitment] = promise

    def _same_commitment(self, seat: Seat, ready: Ready) -> None:
        if ready.HasField("commitment") and ready.commitment not in seat.commitments:
            self._wrong("entropy", seat, "sent ready for another commitment than its welcome's")

    def _seen_round(self, seat: Seat, ready: Ready) -> None:
        seat.round_readies += 1
        last = seat.rounds_over[-1]
        if ready.HasField("round") and ready.round != last:
            text = f"sent ready for round {ready.round} when round {last} had ended"
            self._wrong("round-end", seat, text)

    def act(self, seat: Seat, act: Act) -> Act | None:
        """What the server is told of an answer: itself, a legal one instead, or nothing."""
        asked = seat.asked
        if asked is None or asked.decision.decision_id != act.decision_id:
            self._out_of_place(seat, act)
            return None
        seat.processed = max(seat.processed, asked.decision.event_number)
        answers, answer = asked.answers, Act()
        answer.CopyFrom(act)
        answer.ClearField("note")
        answers.append(answer)
        if answers[0] != answer:
            text = f"answered decision {act.decision_id} with {act_words(answers[0])}, then with"
            self._wrong("repeated-decision", seat, f"{text} {act_words(act)}")
            return None
        seat.acts[asked.decision.kind] += 1
        return act if self._is_listed(seat, asked, act) else first(act.decision_id, asked.real)

    def _out_of_place(self, seat: Seat, act: Act) -> None:
        """An answer to a decision that is not open any more may still be on its way."""
        if act.decision_id not in seat.ids:
            text = f"acted on decision {act.decision_id}, which it was never asked"
            self._wrong(ROW_OF.get(seat.asked.decision.kind, "turn") if seat.asked else "turn",
                        seat, text)  # fmt: skip

    def _is_listed(self, seat: Seat, asked: Asked, act: Act) -> bool:
        legal = asked.decision.legal
        if allows(legal, act):
            return True
        row = "listed" if allows(asked.real, act) else ROW_OF.get(asked.decision.kind, "turn")
        text = f"answered decision {act.decision_id} with {act_words(act)}; listed were"
        text = f"{text}: {listed(legal)}"
        if self._ledger[row][0] is not Outcome.FAILED:  # the first fault of a row counts
            text = with_case(text, self._keep(seat, "not_allowed", f"{seat.name} {text}", act))
        self._wrong(row, seat, text)
        return False

    def resigned(self, seat: Seat) -> None:
        """The bot gives a seat up.

        Instead of an answer it may do so once one was refused, and where nobody has asked for the
        entropy that it promised.
        """
        commitment = seat.welcome.commitment
        unopened = seat.promises.get(commitment) and commitment not in seat.shown
        if seat.open_decision is None or (seat.asked and seat.asked.refused) or unopened:
            return
        text = f"{seat.name} resigned instead of answering {asked_for(seat.open_decision)}"
        row = ROW_OF.get(seat.open_decision.kind, "turn")
        self.halted = self.halted or GaveUpError(row, text, seat)

    def pong(self, seat: Seat, pong: Pong, row: str) -> None:
        """The answer to a heartbeat of a seat; a wrong number is told in ``row``.

        A bot that thinks elsewhere may be behind, but not behind what it has answered to.
        """
        text = f"sent a pong that names event {pong.latest_number}"
        if pong.nonce not in seat.beats:
            text = f"answered a heartbeat with nonce {pong.nonce}, which none had"
            self._wrong("heartbeat", seat, text)
        elif pong.latest_number > seat.latest:
            self._wrong(row, seat, f"{text}; the latest sent was {seat.latest}")
        elif pong.latest_number < seat.processed:
            self._wrong(row, seat, f"{text}, and had answered to event {seat.processed}")
        else:
            seat.processed = pong.latest_number

    def halt(self, row: str, reason: str) -> None:
        """The bot did something after which the game cannot go on."""
        self.halted = self.halted or Failed(row, reason)

    def _halt(self, row: str, seat: Seat, what: str) -> None:
        self.halt(row, f"{seat.name} {what}")

    def _wrong(self, row: str, seat: Seat, what: str) -> None:
        self._ledger.fail(row, f"{seat.name} {what}")


def _meant(seat: Seat, ready: Ready) -> bytes:
    """The commitment that a ready is for: what crosses a new welcome is for the one before."""
    if ready.commitment in seat.commitments:
        return ready.commitment
    promise = hashlib.sha256(ready.entropy).digest()
    crossed = (one for one in seat.opened if seat.promises.get(one) == promise)
    return next(crossed, seat.welcome.commitment)
