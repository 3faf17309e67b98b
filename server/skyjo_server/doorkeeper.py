"""Who is let in: wrong guesses, calls, streams and tables are counted for each address.

Only what comes without a valid token is counted. A right token always passes, so nobody can lock
out those who sit at a table by guessing from behind their address.
"""

import ipaddress
from collections import Counter
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from math import ceil
from typing import Final
from urllib.parse import unquote

from skyjo.v1 import error_pb2
from skyjo_server.limits import Buckets, Limits
from skyjo_wire.errors import RefusalError

_GUESSES: Final = {
    error_pb2.ERROR_REASON_TABLE_UNKNOWN,
    error_pb2.ERROR_REASON_TOKEN_UNKNOWN,
    error_pb2.ERROR_REASON_KEY_UNKNOWN,
    error_pb2.ERROR_REASON_OPERATOR_ONLY,
    error_pb2.ERROR_REASON_WITHHELD,
}
"""Refusals that say that something secret, or a code, was wrong or missing."""
_ENLISTED_NAME: Final = "enlist.name"
_IPV6_NETWORK: Final = 64
_LONGEST_WAIT_SECONDS: Final = 3600.0
_STREAM_RETRY_MS: Final = 2_000


def address_of(peer: str) -> str:
    """What counts as one address, out of gRPC's name for a peer.

    Of IPv6 it is the network: one machine has as many addresses there as it likes.

    >>> address_of("ipv4:192.0.2.7:5123"), address_of("ipv6:%5B2001:db8::7%5D:5123")
    ('192.0.2.7', '2001:db8::/64')
    """
    text = unquote(peer).partition(":")[2].rpartition(":")[0].strip("[]").partition("%")[0]
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(ip, ipaddress.IPv4Address):
        return text
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, _IPV6_NETWORK), strict=False))


class Doorkeeper:
    """Counts what each address does before it has shown who it is."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        """Hold everyone to ``limits``; ``now`` are seconds that never go back."""
        self.limits = limits
        self.now = now
        self.guesses = Buckets(limits.guesses, limits.guesses_a_minute / 60, now)
        self.calls = Buckets(limits.calls, limits.calls_a_second, now)
        self.frames = Buckets(limits.frames, limits.frames, now)
        self._streams: Counter[str] = Counter()
        self._makers: dict[str, str] = {}

    def guest(self, peer: str) -> "Guest":
        """Whoever is at the other end of a connection, by gRPC's name for it."""
        return Guest(self, address_of(peer))

    def check_stream(self, address: str) -> None:
        """Raise RefusalError (TOO_MANY_STREAMS) where one more without a seat is too many."""
        most = self.limits.streams
        if self._streams[address] >= most:
            raise RefusalError(
                error_pb2.ERROR_REASON_TOO_MANY_STREAMS,
                limits=(0, most),
                retry_after_ms=_STREAM_RETRY_MS,
            )

    def enter(self, address: str) -> None:
        """One more stream has no seat."""
        self._streams[address] += 1

    def leave(self, address: str) -> None:
        """A stream has a seat now, or is gone."""
        _less(self._streams, address)

    def check_table(self, address: str, tables: Container[str]) -> None:
        """Raise RefusalError (TOO_MANY_TABLES) unless one more than ``tables`` may be made."""
        most = self.limits.tables
        self._makers = {made: maker for made, maker in self._makers.items() if made in tables}
        if list(self._makers.values()).count(address) >= most:
            raise RefusalError(error_pb2.ERROR_REASON_TOO_MANY_TABLES, limits=(0, most))

    def made(self, table_id: str, address: str) -> None:
        """A table counts for whoever is at ``address``, as long as it is there."""
        self._makers[table_id] = address


class Guest:
    """A client at one address."""

    __slots__ = ("_keeper", "address")

    def __init__(self, keeper: Doorkeeper, address: str) -> None:
        """Count what it does under ``address``."""
        self._keeper = keeper
        self.address = address

    def call(self, holder: str = "") -> None:
        """Count a call for the ``holder`` of a token, else for the address.

        Raises RefusalError (RATE_LIMITED).
        """
        calls, caller = self._keeper.calls, holder or self.address
        if wait := calls.wait(caller):
            raise RefusalError(error_pb2.ERROR_REASON_RATE_LIMITED, retry_after_ms=_ms(wait))
        calls.take(caller)

    @contextmanager
    def guessing(self, *, code: bool = False) -> Iterator[None]:
        """Count what is refused within as a guess. Raises RefusalError (TOO_MANY_GUESSES).

        ``code``: what is asked holds a code, of which there are few, so nothing is looked up when
        no guess is left. Tokens are looked up all the same.
        """
        if code:
            self._check_guesses()
        try:
            yield
        except RefusalError as error:
            if _is_guess(error):
                self._check_guesses()
                self._keeper.guesses.take(self.address)
            raise

    @contextmanager
    def stream(self) -> Iterator[None]:
        """Count a stream that never has a seat. Raises RefusalError (TOO_MANY_STREAMS)."""
        self._keeper.check_stream(self.address)
        self._keeper.enter(self.address)
        try:
            yield
        finally:
            self._keeper.leave(self.address)

    def _check_guesses(self) -> None:
        if wait := self._keeper.guesses.wait(self.address):
            raise RefusalError(error_pb2.ERROR_REASON_TOO_MANY_GUESSES, retry_after_ms=_ms(wait))


def _is_guess(error: RefusalError) -> bool:
    held = error_pb2.ERROR_REASON_NAME_TAKEN, _ENLISTED_NAME  # with another key
    return error.reason in _GUESSES or (error.reason, error.refusal.field) == held


def _ms(seconds: float) -> int:
    return ceil(min(seconds, _LONGEST_WAIT_SECONDS) * 1000)


def _less(counts: Counter[str], address: str) -> None:
    counts[address] -= 1
    if not counts[address]:
        del counts[address]
