"""What one seat was asked and answered in one game, as it passed by."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from skyjo.v1.play_pb2 import (
    VERDICT_ILLEGAL,
    VERDICT_MALFORMED,
    ClientFrame,
    ServerFrame,
)
from skyjo_client.json_lines import compact, fields_of

_FAULTS: Final = {VERDICT_ILLEGAL: "illegal", VERDICT_MALFORMED: "malformed"}
_MS: Final = 1000


@dataclass(slots=True)
class SeatPlay:
    """Decisions and answers of a seat.

    ``seconds`` has how long each answer took, from the asking; ``faults`` counts what the server
    did not accept, by kind. ``open`` are decisions that wait for an answer, by identifier, with the
    time of the asking. ``resigned``: the player gave the seat up. The ``log`` is None where nobody
    wants it.
    """

    seconds: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    open: dict[int, float] = field(default_factory=dict)
    resigned: bool = False
    log: list[tuple[ServerFrame | ClientFrame, float | None]] | None = None
    _answered: int = 0

    def told(self, frame: ServerFrame) -> None:
        """The server said something to the seat."""
        match frame.WhichOneof("frame"):
            case "decision":
                if frame.decision.decision_id > self._answered:  # else it is asked again
                    self.open.setdefault(frame.decision.decision_id, time.perf_counter())
            case "receipt":
                if fault := _FAULTS.get(frame.receipt.verdict):
                    self.faults[fault] += 1
            case "refused":
                self.faults["refused"] += 1
            case "goodbye":
                self.open.clear()
            case _:
                return
        self._note(frame, None)

    def said(self, frame: ClientFrame) -> None:
        """The seat answered."""
        self.resigned |= frame.HasField("resign")
        if not frame.HasField("act"):
            return
        asked = self.open.pop(frame.act.decision_id, None)
        took = None if asked is None else time.perf_counter() - asked
        if took is not None:
            self.seconds.append(took)
            self._answered = frame.act.decision_id
            self.open.clear()  # whatever was asked before is over
        self._note(frame, took)

    def _note(self, frame: ServerFrame | ClientFrame, took: float | None) -> None:
        if self.log is not None:
            self.log.append((frame, took))

    def lines(self, first: Mapping[str, object]) -> str:
        """The log as JSON lines: the kind of each frame and, for an answer, milliseconds."""
        told = [first]
        for frame, took in self.log or ():
            shown = fields_of(frame)
            del shown["number"]
            told.append(shown if took is None else shown | {"ms": round(took * _MS, 3)})
        return "".join(f"{compact(line)}\n" for line in told)
