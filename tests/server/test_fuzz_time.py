"""Whatever clients send, whenever, and however often a server ends: it has no defect to report.

The same as ``test_fuzz`` without sockets, with a clock that moves on by moments and by hours, and
with kills after which every table that plays stands where it stood.
"""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from skyjo.v1.lobby_pb2 import CreateTableRequest
from skyjo.v1.operator_pb2 import OrganiserDeals
from skyjo.v1.play_pb2 import ClientFrame
from skyjo.v1.rules_pb2 import ClockRules
from skyjo.v1.table_pb2 import PLAYER_KIND_BOT, PLAYER_KIND_HUMAN, PlayerKind
from skyjo_engine.rules import Rules
from skyjo_server.workforce import HOUSE_LEVELS
from skyjo_wire import from_engine
from tests.server.conftest import OPERATOR_KEY
from tests.server.evening import Evening
from tests.server.fuzzing import FRAMES, PLACES, REQUESTS, SETTINGS, Request
from tests.server.generated import PLAYABLE, messages

KEYS = [bytes([number]) * 32 for number in range(3)]
SECONDS = st.sampled_from([0.01, 0.5, 3.0, 11.0, 31.0, 61.0, 601.0, 4000.0])


class Siege(RuleBasedStateMachine):
    """Everything that clients and time may do."""

    def __init__(self) -> None:
        super().__init__()
        self.evening = Evening()

    @initialize(place=PLACES, rules=PLAYABLE, games=st.integers(0, 2))
    def begin(self, place: int, rules: Rules, games: int) -> None:
        self.sit(place, rules, ClockRules(), PLAYER_KIND_HUMAN, games, withheld=False)

    @rule(
        place=PLACES,
        rules=PLAYABLE,
        clock=messages(ClockRules),
        kind=st.sampled_from([PLAYER_KIND_BOT, PLAYER_KIND_HUMAN]),
        games=st.integers(0, 2),
        withheld=st.booleans(),
    )
    def sit(
        self,
        place: int,
        rules: Rules,
        clock: ClockRules,
        kind: PlayerKind,
        games: int,
        *,
        withheld: bool,
    ) -> None:
        deals = OrganiserDeals(event_id="cup", keys=KEYS[:games]) if withheld and games else None
        request = CreateTableRequest(
            rules=from_engine.rules(rules),
            clock=clock,
            games=games,
            start_when_full=True,
            organiser_deals=deals,
            operator_key=OPERATOR_KEY,
        )
        self.evening.sit(place, request, kind)

    @rule(place=PLACES, level=st.sampled_from(HOUSE_LEVELS))
    def enlist(self, place: int, level: str) -> None:
        self.evening.enlist(place, level)

    @rule(often=st.integers(1, 40))
    def answer(self, often: int) -> None:
        for _ in range(often):
            self.evening.settle()
            self.evening.answer()

    @rule(place=PLACES, frames=FRAMES)
    def send(self, place: int, frames: list[ClientFrame]) -> None:
        self.evening.receive(place, *frames)

    @rule(place=PLACES)
    def drop(self, place: int) -> None:
        self.evening.drop(place)

    @rule(request=REQUESTS)
    def call(self, request: Request) -> None:
        self.evening.call(*request)

    @rule(seconds=SECONDS)
    def let_time_pass(self, seconds: float) -> None:
        self.evening.clock.advance(seconds)

    @rule()
    def restart(self) -> None:
        self.evening.restart()

    @invariant()
    def no_defect_has_shown(self) -> None:
        self.evening.settle()

    def teardown(self) -> None:
        self.evening.close()


@pytest.mark.slow
def test_whatever_is_sent_whenever_leaves_no_defect() -> None:
    run_state_machine_as_test(Siege, settings=SETTINGS)
