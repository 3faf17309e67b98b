"""When to call a player who looks elsewhere."""

from skyjo.v1 import play_pb2
from skyjo_client.present.store import TableStore


class Summons:
    """Follows a table; ``bell`` is what the player has set: "off", "once" a turn, or "always"."""

    def __init__(self, bell: str) -> None:
        """Begin before the first decision."""
        self._bell = bell
        self._called = 0
        self._waited = False

    def rings(self, store: TableStore) -> bool:
        """Look at the table as it is now; whether to ring."""
        decision = store.decision
        asked = decision.decision_id if decision is not None else self._called
        new, self._called = asked != self._called, asked
        between = store.awaits_ready and not self._waited
        self._waited = store.awaits_ready
        if self._bell == "always":
            return new or between
        begins = decision is not None and decision.kind != play_pb2.DECISION_KIND_PLACE
        return self._bell == "once" and new and begins


def is_awaited(store: TableStore) -> bool:
    """Whether everybody waits for the viewer."""
    return store.decision is not None or store.awaits_ready
