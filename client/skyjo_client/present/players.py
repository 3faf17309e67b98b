"""Who sits at a table."""

from dataclasses import dataclass

from skyjo.v1 import table_pb2
from skyjo_client.present.escape import SafeText, escape_name


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """Who sits in a seat; the name is safe to show."""

    name: SafeText
    kind: table_pb2.PlayerKind
    level: SafeText
    connected: bool
    ready: bool
    stand_in: bool

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
    )
