"""A player who leaves at the worst moment."""

from collections.abc import Iterator

from skyjo.v1.play_pb2 import DECISION_KIND_PLACE, ClientFrame, Decision, Resign
from tests.server.simple_player import SimplePlayer


class Quitter(SimplePlayer):
    """Resigns when it holds its second drawn card."""

    held = 0

    def _asked(self, decision: Decision) -> Iterator[ClientFrame]:
        self.held += decision.kind == DECISION_KIND_PLACE
        if self.held == 2:
            yield self.frame(resign=Resign())
        else:
            yield from super()._asked(decision)


def quitter(seat: int, token: bytes) -> SimplePlayer:
    """Seat 1 quits."""
    return Quitter(token) if seat == 1 else SimplePlayer(token)
