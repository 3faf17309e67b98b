"""The bot as a program: what it is started with, and what it trusts."""

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final

import grpc

from skyjo.v1.play_pb2 import ClientFrame
from skyjo.v1.rules_pb2 import Rules
from skyjo.v1.table_pb2 import PLAYER_KIND_BOT
from skyjo_client import environment
from skyjo_client.act_words import act_words
from skyjo_client.address import host_and_port
from skyjo_client.child_process import how
from skyjo_client.conformance.authority import Identity, made_authority
from skyjo_client.conformance.ledger import Failed
from skyjo_client.conformance.seat import Seat
from skyjo_client.conformance.situation import Situation, short
from skyjo_client.conformance.watched import Watched
from skyjo_client.lobby import Lobby
from skyjo_client.relay.relay import Relay
from skyjo_client.versions import joiner

if TYPE_CHECKING:
    from skyjo_client.conformance.bench import Bench

_SEED: Final = 11
_HOST: Final = "localhost"


class Token(Situation):
    """One seat, given by its token alone."""

    rows = ("token", "exit")
    enlisted = False

    async def run(self) -> None:
        """Play it to the end, and end."""
        bench = self.bench
        await seated_by_token(self, short(2))
        await self.played()
        bench.ledger.passes("token")
        assert bench.program is not None  # noqa: S101  # it was started above
        if not await bench.program.ends(bench.patience):
            text = "it did not end after the goodbye FINISHED of its only seat"
            raise Failed("exit", text)
        if bench.program.status != 0:
            raise Failed("exit", f"it {how(bench.program.status)} after a game that went well")


class SameSeed(Situation):
    """The same seeded game twice, each time with the same SKYJO_SEED and the bot started anew."""

    rows = ("seed",)
    enlisted = False

    def __init__(self, bench: "Bench") -> None:
        """Prepare."""
        super().__init__(bench)
        self._answers: dict[int, str] = {}

    def up(
        self,
        passage: Watched,  # noqa: ARG002
        seat: Seat | None,  # noqa: ARG002
        frame: ClientFrame,
    ) -> Iterable[ClientFrame]:
        """Note the first answer to each decision."""
        if frame.HasField("act"):
            self._answers.setdefault(frame.act.decision_id, act_words(frame.act))
        return (frame,)

    async def run(self) -> None:
        """Compare what it does in both."""
        before = await self._game()
        for decision, answer in (await self._game()).items():
            if before.get(decision, answer) != answer:
                text = f"with equal cards and SKYJO_SEED it answered decision {decision} with"
                raise Failed(self.row, f"{text} {before[decision]}, then with {answer}")

    async def _game(self) -> dict[int, str]:
        self._answers = {}
        await seated_by_token(self, short(2, initial_flips=4), seed=_SEED)
        await self.played()
        return self._answers


async def seated_by_token(situation: Situation, rules: Rules, **more: Any) -> None:  # noqa: ANN401
    """Start the bot with the token of a seat at a full table; ``more`` is asked of the table."""
    bench = situation.bench
    await situation.table(0, rules, **more)
    who = joiner(bench.name)
    who.kind = PLAYER_KIND_BOT
    async with Lobby(bench.server.address) as lobby:
        seating = await lobby.join_table(situation.made.code, who)
    await bench.run_bot(bench.relay.address, SKYJO_TOKEN=seating.seat_token.hex())
    bench.judge.seats.append(Seat(situation.made.table_id, seating.seat, seating.seat_token))
    bench.secrets.add(seating.seat_token)
    await situation.fill(rules)


class Encrypted(Situation):
    """A server with an authority of its own, whose certificate is good for the usual name only."""

    rows = ("tls",)
    enlisted = False

    async def run(self) -> None:
        """Wait for work there."""
        await self.wait_there(made_authority())

    async def wait_there(self, identity: Identity) -> None:
        """See that it waits for work at a server which shows this."""
        bench = self.bench
        relay = await _run_encrypted(self, identity, identity)
        lacking = "it did not enlist at an encrypted server with SKYJO_CA"
        await bench.until(self.row, lacking, lambda: bench.enlisted is not None)
        bench.enlisted = None
        relay.front.abort()
        lacking = "it did not enlist again at an encrypted server that had broken off"
        await bench.until(
            self.row, lacking, lambda: bench.enlisted is not None or relay.front.in_the_clear > 0
        )
        _check_encrypted(self, relay)


class EncryptedForHost(Encrypted):
    """Its certificate is good for the name of its host only, and somebody else has signed it."""

    rows = ("tls-own-name",)

    async def run(self) -> None:
        """Wait for work there."""
        await self.wait_there(made_authority("somebody", _HOST))


class EncryptedByAnother(Situation):
    """The authority in SKYJO_CA is not that of the server."""

    rows = ("tls-foreign",)
    enlisted = False
    unlike: ClassVar[str] = "whose certificate SKYJO_CA does not vouch for"

    async def run(self) -> None:
        """Say nothing to it."""
        await self.shun(made_authority(), made_authority())

    async def shun(self, own: Identity, trusted: Identity) -> None:
        """See that it says nothing to a server which shows ``own``, whatever it trusts."""
        bench = self.bench
        relay = await _run_encrypted(self, own, trusted)
        with contextlib.suppress(Failed):  # it may end instead of trying again
            await bench.until(self.row, "", lambda: relay.front.visitors > 1 or relay.calls > 0)
        if not relay.front.visitors:
            raise Failed(self.row, "it did not try to connect to the encrypted server")
        await bench.settled()
        _check_encrypted(self, relay)
        if relay.calls:
            raise Failed(self.row, f"it spoke with a server {self.unlike}")


class EncryptedForAnother(EncryptedByAnother):
    """SKYJO_CA vouches for the certificate, which is good for another name alone."""

    rows = ("tls-other-name",)
    unlike = "whose certificate is good for another name alone"

    async def run(self) -> None:
        """Say nothing to it."""
        identity = made_authority("somebody", "elsewhere.invalid")
        await self.shun(identity, identity)


def _check_encrypted(situation: Situation, relay: Relay) -> None:
    """Raise :class:`Failed` if the bot ever spoke in the clear at an encrypted address."""
    if relay.front.in_the_clear:
        text = "it connected in the clear to a server that it had been told to believe by SKYJO_CA"
        raise Failed(situation.row, text)


async def _run_encrypted(situation: Situation, own: Identity, trusted: Identity) -> Relay:
    """Start the bot with the address of an encrypted server, and an authority to trust."""
    bench = situation.bench
    relay = await bench.relayed(grpc.ssl_server_credentials([(own.key, own.chain)]))
    file = bench.folder / f"{situation.row}.pem"
    file.write_bytes(trusted.authority)
    variables = {environment.CA: str(file), environment.KEY: bench.key.hex()}
    variables[environment.INSECURE] = "0"  # nothing but 1 means anything
    await bench.run_bot(f"{_HOST}:{host_and_port(relay.address)[1]}", **variables)
    return relay
