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

    def line(self) -> str:
        """What it means, in a few words for whoever runs a program."""
        if self.connected:
            return "connected again"
        if self.back_after is None:
            return "connection lost, trying again"
        return f"the server stops and is back in about {self.back_after:g} s, trying again then"


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
