"""The bot as a program: how it starts, what it trusts, and how it ends."""

import contextlib
import os

import grpc

from skyjo.v1.table_pb2 import PLAYER_KIND_BOT
from skyjo_client import environment
from skyjo_client.conformance.authority import made_authority
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.program import ending
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation, short
from skyjo_client.lobby import Lobby
from skyjo_client.relay.relay import Relay
from skyjo_client.versions import joiner

_ASKED_TO_END = (0, -15, 143)
"""Well ended, ended by the signal itself, and what shells and JVMs make of that."""


class Token(Situation):
    """One seat, given by its token alone."""

    rows = ("token", "exit")
    enlisted = False

    async def run(self) -> None:
        """Play it to the end, and end."""
        bench, rules = self.bench, short(2)
        await self.table(0, rules)
        who = joiner(bench.name)
        who.kind = PLAYER_KIND_BOT
        async with Lobby(bench.server.address) as lobby:
            seating = await lobby.join_table(self.made.code, who)
        await bench.run_bot(bench.relay.address, SKYJO_TOKEN=seating.seat_token.hex())
        bench.judge.seats.append(Seat(self.made.table_id, seating.seat, seating.seat_token))
        bench.secrets.add(seating.seat_token)
        await self.fill(rules)
        await self.played()
        bench.ledger.passes("token")
        assert bench.program is not None  # noqa: S101  # it was started above
        if not await bench.program.ends(bench.patience):
            text = "it did not end after the goodbye FINISHED of its only seat"
            raise Failed("exit", text)
        if bench.program.status != 0:
            raise Failed("exit", f"it {ending(bench.program.status)} after a game that went well")


class Terminated(Situation):
    """While it waits for work."""

    rows = ("sigterm",)

    async def run(self) -> None:
        """End."""
        program = self.bench.program
        assert program is not None  # noqa: S101  # it waits for work
        if os.name == "nt":
            self.unreached[self.row] = "this system ends programs without asking them"
            return
        program.terminate()
        if not await program.ends(self.bench.patience):
            raise Failed(self.row, f"it did not end within {self.bench.patience:g} s of SIGTERM")
        if program.status not in _ASKED_TO_END:
            raise Failed(self.row, f"it {ending(program.status)} at SIGTERM")


class Encrypted(Situation):
    """A server with an authority of its own, whose certificate is good for the usual name only."""

    rows = ("tls",)
    enlisted = False

    async def run(self) -> None:
        """Wait for work there."""
        await _run_encrypted(self, foreign=False)
        bench = self.bench
        lacking = "it did not enlist at an encrypted server with SKYJO_CA"
        await bench.until(self.row, lacking, lambda: bench.enlisted is not None)


class EncryptedByAnother(Situation):
    """The authority in SKYJO_CA is not that of the server."""

    rows = ("tls-foreign",)
    enlisted = False

    async def run(self) -> None:
        """Say nothing to it."""
        bench = self.bench
        relay = await _run_encrypted(self, foreign=True)
        with contextlib.suppress(Failed):  # it may end instead of trying again
            await bench.until(self.row, "", lambda: relay.front.visitors > 1 or relay.calls > 0)
        if not relay.front.visitors:
            raise Failed(self.row, "it did not try to connect to the encrypted server")
        await bench.settled()
        if relay.calls:
            text = "it spoke with a server whose certificate SKYJO_CA does not vouch for"
            raise Failed(self.row, text)


async def _run_encrypted(situation: Situation, *, foreign: bool) -> Relay:
    """Start the bot with the address of an encrypted server, and an authority to trust."""
    bench = situation.bench
    own, other = made_authority(), made_authority()
    shown = grpc.ssl_server_credentials([(own.key, own.chain)])
    relay = await bench.relayed(shown)
    trusted = bench.folder / f"{situation.row}.pem"
    trusted.write_bytes((other if foreign else own).authority)
    variables = {environment.CA: str(trusted), environment.KEY: bench.key.hex()}
    await bench.run_bot(relay.address, **variables)
    return relay
