"""Who sits at a table."""

from dataclasses import dataclass

from skyjo.v1 import table_pb2
from skyjo_client.present.escape import SafeText, escape_name


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """Who sits in a seat; the name is safe to show.

    ``bank_ms`` is what the clock held when it was last told, ``grace_left_ms`` the time to come
    back as it was then; None where nothing counts.
    """

    name: SafeText
    kind: table_pb2.PlayerKind
    level: SafeText
    connected: bool
    ready: bool
    stand_in: bool
    bank_ms: int | None = None
    grace_left_ms: int | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person plays here."""
        return self.kind == table_pb2.PLAYER_KIND_HUMAN


def player_info(player: table_pb2.Player) -> PlayerInfo:
    """Read a player of the contract."""
    return PlayerInfo(
        name=escape_name(player.name),
        kind=player.kind,
        level=escape_name(player.house_level),
        connected=player.connected,
        ready=player.ready,
        stand_in=player.stand_in,
        bank_ms=player.bank_ms if player.HasField("bank_ms") else None,
        grace_left_ms=player.grace_left_ms if player.HasField("grace_left_ms") else None,
    )
