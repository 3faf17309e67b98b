"""Whatever clients send, no other table is harmed, and the server has no defect to report.

Made-up frames and calls, valid messages that went wrong on the way and noise reach a real server,
between the moves of players who sit on the same streams. After every step a game at another table
goes on. In the end the server has refused nothing for a reason of its own, has logged no failure,
and no secret stands in what it logged, counted and sent.
"""

from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from skyjo.v1.play_pb2 import ClientFrame, PlayRequest
from skyjo_engine.rules import Rules
from tests.server.attacker import EVENT_KEY
from tests.server.besieged import Besieged
from tests.server.conftest import OPERATOR_KEY
from tests.server.fuzzing import FRAMES, PLACES, REQUESTS, SETTINGS, STREAMS, Request
from tests.server.generated import MUTATIONS, PLAYABLE, Mutation, fill, mutated
from tests.server.secret_search import found


@pytest.fixture
def besieged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Besieged]:
    monkeypatch.setenv("SKYJO_OPERATOR_KEY", OPERATOR_KEY.hex())
    with Besieged(tmp_path / "data") as besieged:
        yield besieged


class Siege(RuleBasedStateMachine):
    """What befalls a server."""

    besieged: ClassVar[Besieged]

    def __init__(self) -> None:
        super().__init__()
        self.attacker = self.besieged.run(self.besieged.attacker())

    def do(self, deed: Coroutine[Any, Any, object]) -> None:
        self.besieged.run(deed)

    @initialize(place=PLACES, rules=PLAYABLE)
    def begin(self, place: int, rules: Rules) -> None:
        self.do(self.attacker.sit(place, rules, 1, withheld=False))

    @precondition(lambda self: len(self.attacker.tables) < STREAMS)
    @rule(place=PLACES, rules=PLAYABLE, number=st.integers(1, 4), withheld=st.booleans())
    def sit(self, place: int, rules: Rules, number: int, *, withheld: bool) -> None:
        self.do(self.attacker.sit(place, rules, number, withheld=withheld))

    @rule(often=st.integers(1, 5))
    def answer(self, often: int) -> None:
        for place in [*range(STREAMS)] * often:
            self.do(self.attacker.answer(place))

    @rule(place=PLACES, frames=FRAMES)
    def send(self, place: int, frames: list[ClientFrame]) -> None:
        self.do(self.attacker.send(place, *frames))

    @rule(place=PLACES, frames=FRAMES, mutations=MUTATIONS)
    def send_what_went_wrong(
        self, place: int, frames: list[ClientFrame], mutations: list[Mutation]
    ) -> None:
        request = PlayRequest(frames=frames)
        fill(request, self.attacker.known)
        raw = mutated(request.SerializeToString(), mutations)
        self.do(self.attacker.send_bytes(place, raw))

    @rule(place=PLACES, noise=st.binary(max_size=200))
    def send_noise(self, place: int, noise: bytes) -> None:
        self.do(self.attacker.send_bytes(place, noise))

    @rule(place=PLACES)
    def cancel(self, place: int) -> None:
        self.attacker.cancel(place)

    @rule(place=PLACES)
    def half_close(self, place: int) -> None:
        self.do(self.attacker.half_close(place))

    @rule(request=REQUESTS)
    def call(self, request: Request) -> None:
        self.do(self.attacker.call(*request))

    @rule(request=REQUESTS, mutations=MUTATIONS)
    def call_with_what_went_wrong(self, request: Request, mutations: list[Mutation]) -> None:
        method, message = request
        fill(message, self.attacker.known)
        raw = mutated(message.SerializeToString(), mutations)
        self.do(self.attacker.call(method, raw))

    @rule(mutations=MUTATIONS)
    def connect_with_what_went_wrong(self, mutations: list[Mutation]) -> None:
        self.do(self.besieged.connect(mutated(self.besieged.opening, mutations)))

    @rule(noise=st.binary(max_size=200))
    def connect_with_noise(self, noise: bytes) -> None:
        self.do(self.besieged.connect(noise))

    @invariant()
    def another_table_plays_on(self) -> None:
        self.do(self.besieged.witness.step())

    def teardown(self) -> None:
        self.do(self.attacker.close())
        self.besieged.secrets += self.attacker.known.tokens + self.attacker.known.hosts
        self.besieged.received += self.attacker.received


@pytest.mark.slow
def test_whatever_clients_send_harms_no_other_table(
    besieged: Besieged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Siege, "besieged", besieged, raising=False)
    run_state_machine_as_test(Siege, settings=SETTINGS)
    metrics = besieged.metrics()
    assert "skyjo_refusals_total{" in metrics
    assert 'reason="internal"' not in metrics
    assert besieged.server.terminate() == 0
    assert [line for line in besieged.log() if line["level"] not in ("INFO", "DEBUG")] == []
    assert besieged.witness.games
    told = besieged.server.log.read_bytes() + metrics.encode()
    tokens = [*besieged.secrets, *besieged.witness.tokens]
    assert found([*tokens, OPERATOR_KEY, EVENT_KEY], told) == []
    assert found(tokens, b"".join(besieged.witness.received)) == []
    assert found([EVENT_KEY, OPERATOR_KEY], b"".join(besieged.received)) == []
