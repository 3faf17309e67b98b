"""Players who sit on streams beside frames that nobody sends."""

from collections.abc import Iterator

from skyjo.v1.play_pb2 import Act, ClientFrame, Decision, ServerFrame
from tests.server.generated import Known
from tests.server.simple_player import SimplePlayer, first_choice


class Seated:
    """A player under a number, unless something else of the same stream has that number."""

    def __init__(self, token: bytes, number: int, table_id: str, known: Known) -> None:
        """Play the seat of ``token`` at that table, and tell ``known`` of its decisions."""
        self.player = SimplePlayer(token, number, entropy=bytes(32), choose=self._choose)
        self._table_id = table_id
        self._known = known

    def _choose(self, decision: Decision) -> Act:
        self._known.decisions.append(decision.decision_id)
        return first_choice(decision)

    def attach(self) -> ClientFrame:
        return self.player.attach()

    def answer(self, frame: ServerFrame) -> Iterator[ClientFrame]:
        """What the player says to a frame under its number."""
        begun = frame.HasField("welcome") or self.player.welcome.table_id
        if begun and frame.welcome.table_id in ("", self._table_id):
            yield from self.player.answer(frame)
