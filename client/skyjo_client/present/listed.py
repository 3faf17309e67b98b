"""A table in the list of the lobby."""

from collections.abc import Iterable
from dataclasses import dataclass

from skyjo.v1 import lobby_pb2, table_pb2


@dataclass(frozen=True, slots=True)
class Listed:
    """A table and its server: the ``address`` by which one gets there, and what it calls itself.

    ``met``: this user has met the server, and it is recognised by ``known_by`` at whatever address.
    Of others only the table's code is known. ``held``: this user has a seat there.
    """

    address: str
    table: lobby_pb2.TableSummary
    server: str = ""
    met: bool = True
    known_by: str = ""
    held: bool = False

    @property
    def may_be_joined(self) -> bool:
        """Whether somebody can take a seat there."""
        gathers = self.table.stage == table_pb2.TABLE_STAGE_GATHERING
        return not self.met or (self.table.free_seats > 0 and gathers)

    @property
    def identity(self) -> tuple[str, str]:
        """What makes it the same table by two ways; without a certificate that is the table's."""
        if not self.met:
            return self.address, self.table.table_id
        encrypted = self.known_by != self.address
        return self.known_by if encrypted else "", self.table.table_id


def each_once(tables: Iterable[Listed]) -> list[Listed]:
    """A server of this machine may be seen twice; the way by which it tells its name is shown."""
    found: dict[tuple[str, str], Listed] = {}
    for one in tables:
        same = found.setdefault(one.identity, one)
        if one.server and not same.server:
            found[one.identity] = one
    return list(found.values())


def way_to(tables: Iterable[Listed], known_by: str, code: str) -> str:
    """Where a table is listed of the server recognised by ``known_by``; "" where it is not."""
    same = (one.address for one in tables if (one.known_by, one.table.code) == (known_by, code))
    return next(same, "")
