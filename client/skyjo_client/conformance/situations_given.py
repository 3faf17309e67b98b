"""What the bot is given by its environment, beside a key and the usual address."""

import secrets
import socket
from typing import TYPE_CHECKING, ClassVar, Final

from skyjo.v1.table_pb2 import PLAYER_KIND_BOT, Player
from skyjo_client import environment
from skyjo_client.address import DEFAULT_PORT
from skyjo_client.conformance.authority import made_authority
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation, short
from skyjo_client.conformance.situations_exit import ends_refused

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench

_SEATS: Final = 2
_TOKEN_BYTES: Final = 16
_LOOPBACK: Final = "127.0.0.1"


class Code(Situation):
    """Two seats at one table, taken by its code."""

    rows = ("code",)
    enlisted = False

    async def run(self) -> None:
        """Join with both, and play them to the end."""
        bench, rules = self.bench, short(_SEATS + 1)
        await self.table(0, rules)
        variables = {environment.CODE: self.made.code, environment.SEATS: str(_SEATS)}
        await bench.run_bot(bench.relay.address, **variables)
        await bench.until(self.row, self._untaken, lambda: len(self.seats()) == _SEATS)
        await self.fill(rules)
        await self.played()
        self._check_names()

    def _untaken(self) -> str:
        there = f"at the table with SKYJO_CODE, and SKYJO_SEATS was {_SEATS},"
        return f"it did not take more than {len(self.seats())} seats {there}"

    def _check_names(self) -> None:
        own = [_itself(seat) for seat in self.seats()]
        for number, player in enumerate(own):
            if player.kind != PLAYER_KIND_BOT:
                raise Failed(self.row, f"{player.name} joined as another kind than BOT")
            if not player.name.startswith(self.bench.name) or (
                number == 0 and player.name != self.bench.name
            ):
                text = f"joined as {player.name!r}, and SKYJO_NAME was {self.bench.name!r}"
                raise Failed(self.row, f"its seat {number + 1} {text}")


def _itself(seat: Seat) -> Player:
    """What the welcome says of the seat's own player."""
    players = seat.welcome.presence.players
    return next(player for player in players if player.seat == seat.welcome.seat)


class RefusedToken(Situation):
    """A token that opens no seat."""

    rows = ("refused-token",)
    enlisted = False

    async def run(self) -> None:
        """End, and say by the exit status that it was in vain."""
        bench, token = self.bench, secrets.token_bytes(_TOKEN_BYTES)
        bench.secrets.add(token)
        await bench.run_bot(bench.relay.address, **{environment.TOKEN: token.hex()})
        bench.judge.seats.append(Seat("", 0, token))
        lacking = "it did not attach with the token in SKYJO_TOKEN"
        await bench.until(self.row, lacking, lambda: bench.refusal is not None)
        await ends_refused(self, "after its token was refused for good")


class Insecure(Situation):
    """The server speaks in the clear, and there are certificates to trust all the same."""

    rows = ("insecure",)
    enlisted = False

    async def run(self) -> None:
        """Wait for work there."""
        file = self.bench.folder / "insecure.pem"
        file.write_bytes(made_authority().authority)
        more = {environment.CA: str(file), environment.INSECURE: "1"}
        await waits_at(self, self.bench.relay.address, **more)


class Ip6(Situation):
    """An address with brackets."""

    rows = ("ipv6",)
    enlisted = False

    async def run(self) -> None:
        """Wait for work there."""
        try:
            port = await self.bench.relay.open_also("::1")
        except OSError:
            self.impossible[self.row] = "this machine has no IPv6 address of its own"
            return
        await waits_at(self, f"[::1]:{port}")


class UsualPort(Situation):
    """An address without a port."""

    rows = ("usual-port",)
    enlisted = False
    _tries: ClassVar[int] = 3

    async def run(self) -> None:
        """Wait for work at the usual one."""
        for host in (*(_some_loopback() for _ in range(self._tries)), _LOOPBACK):
            try:
                await self.bench.relay.open_also(host, DEFAULT_PORT)
            except OSError:
                continue
            await waits_at(self, host)
            return
        self.impossible[self.row] = f"port {DEFAULT_PORT} of this machine is in use"


def _some_loopback() -> str:
    """An address of this machine that hardly anybody uses; some systems have one address only."""
    return socket.inet_ntoa(b"\x7f" + bytes(1 + secrets.randbelow(254) for _ in range(3)))


async def waits_at(situation: Situation, address: str, **more: str) -> None:
    """See that the bot comes to wait for work at an address. Raises :class:`Failed`."""
    bench: Bench = situation.bench
    await bench.run_bot(address, **{environment.KEY: bench.key.hex()}, **more)
    given = ", ".join((f"{environment.SERVER}={address}", *map("=".join, more.items())))
    lacking = f"it did not enlist with {given}"
    await bench.until(situation.row, lacking, lambda: bench.enlisted is not None)
