"""Who may do what: tokens of seats and hosts, of which hashes are kept, and the operator's key.

A token is looked up by its hash. How long that takes depends on the hash alone, of which whoever
guesses can choose nothing; the operator's key is compared in constant time.
"""

import hmac
from dataclasses import dataclass

from skyjo.v1 import error_pb2
from skyjo_server.room import Room
from skyjo_server.seating import Holder, Occupant
from skyjo_server.table import Table
from skyjo_server.tokens import token_hash
from skyjo_wire.errors import RefusalError


@dataclass(frozen=True, slots=True)
class Place:
    """What a seat token is good for."""

    table: Table
    occupant: Occupant
    holder: Holder


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat that was given, and its token, which is shown this once."""

    place: Place
    token: bytes


class Access:
    """What every token is good for."""

    def __init__(self, operator_key: bytes = b"") -> None:
        """Know no token yet. Without an ``operator_key`` nobody has the operator's rights."""
        self._operator_hash = token_hash(operator_key) if operator_key else None
        self._places: dict[bytes, Place] = {}
        self._hosts: dict[bytes, Table] = {}

    def place(self, token: bytes) -> Place:
        """What a seat token is good for. Raises RefusalError (TOKEN_UNKNOWN)."""
        found = self._places.get(token_hash(token))
        if found is None:
            raise RefusalError(error_pb2.ERROR_REASON_TOKEN_UNKNOWN)
        return found

    def hosted(self, token: bytes) -> Table:
        """The table on which ``token`` has the host's rights. Raises RefusalError."""
        hashed = token_hash(token)
        if hashed in self._hosts:
            return self._hosts[hashed]
        place = self.place(token)
        if place.table.seats.host is not place.occupant:
            raise RefusalError(error_pb2.ERROR_REASON_HOST_ONLY)
        return place.table

    def is_operator(self, key: bytes) -> bool:
        """Whether ``key`` is the operator's."""
        known = self._operator_hash
        return known is not None and hmac.compare_digest(token_hash(key), known)

    def check_operator(self, key: bytes) -> None:
        """Raise RefusalError (OPERATOR_ONLY) unless ``key`` is the operator's."""
        if not self.is_operator(key):
            raise RefusalError(error_pb2.ERROR_REASON_OPERATOR_ONLY, field="operator_key")

    def knows(self, secret: bytes) -> bool:
        """Whether ``secret`` is the token of a seat or a host, or the operator's key."""
        hashed = token_hash(secret)
        return hashed in self._places or hashed in self._hosts or self.is_operator(secret)

    # --- tokens come and go ---

    def seat(self, place: Place) -> Place:
        """From now on the token of the holder is good for this place."""
        self._places[place.holder.token_hash] = place
        return place

    def host(self, table: Table) -> None:
        """From now on the host token of a table is good for it, where it has one."""
        if table.seats.host_token_hash:
            self._hosts[table.seats.host_token_hash] = table

    def forget(self, holder: Holder) -> None:
        """The token of a holder is good for nothing any more."""
        self._places.pop(holder.token_hash, None)

    def forget_host(self, table: Room) -> None:
        """A table is gone."""
        if table.seats.host_token_hash:
            self._hosts.pop(table.seats.host_token_hash, None)
