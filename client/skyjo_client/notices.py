"""What a seat's session reports beside the server's frames."""

from dataclasses import dataclass

from skyjo.v1.play_pb2 import ServerFrame


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The connection was lost (frames follow once it is back), or is back (a welcome follows).

    ``back_after``: the server ends on purpose, and said to come back after so many seconds.
    """

    connected: bool
    back_after: float | None = None


@dataclass(frozen=True, slots=True)
class ReceiptNotKept:
    """The receipt of a game could not be written to ``folder``; the game goes on without."""

    game_id: str
    folder: str
    reason: str


@dataclass(frozen=True, slots=True)
class End:
    """Nothing more comes; ``error`` says why, None when it was meant to end."""

    error: Exception | None


Item = ServerFrame | LinkChanged | ReceiptNotKept
"""What a session yields."""
