"""What is told of time, by a clock that the test sets."""

import pytest

from skyjo.v1 import game_pb2, play_pb2, rules_pb2, table_pb2
from skyjo_client.present.clock_lines import clock_rules_lines, left_lines, next_warning, spoken
from skyjo_client.present.grammar import parse
from skyjo_client.present.looks import look
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.prompts import wanted
from skyjo_wire.clocks import preset
from tests.client.tables import dealt, decision, events, presence, welcome

LAN = preset(rules_pb2.CLOCK_PRESET_LAN)
LAN_BANK = (
    "Everybody has 10 min, and 10 s more for each move. When that is used up, a stand-in plays."
)
FAST_BANK = (
    "Everybody has 5 s, and 0.02 s more for each move. When that is used up, the game is forfeited."
)
TURN, PLACE = play_pb2.DECISION_KIND_TURN, play_pb2.DECISION_KIND_PLACE


class Table:
    """A table whose viewer is asked things while ``seconds`` go by."""

    def __init__(self, clock: rules_pb2.ClockRules = LAN) -> None:
        self.seconds = 1000.0
        self.narrator = Narrator(now=lambda: self.seconds)
        self.store = self.narrator.store
        frame = welcome()
        frame.welcome.clock.CopyFrom(clock)
        self.welcomed = self.narrator.take(frame)
        self.narrator.take(events(1, dealt()))

    def ask(
        self, bank_ms: int, deadline_ms: int = 1 << 31, kind: play_pb2.DecisionKind = TURN
    ) -> list[str]:
        """The lines for a decision."""
        frame = decision(kind, game_pb2.LegalActions(draw=True))
        frame.decision.clock.bank_ms = bank_ms
        frame.decision.clock.deadline_ms = deadline_ms
        return self.narrator.take(frame)


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (600_000, "10 min"),
        (590_400, "9 min 50 s"),
        (59_600, "1 min"),
        (10_000, "10 s"),
        (500, "0.5 s"),
        (20, "0.02 s"),
        (0, "0 s"),
    ],
)
def test_times_are_told_in_minutes_and_seconds(ms: int, text: str) -> None:
    assert spoken(ms) == text


def test_what_is_left_is_counted_down_and_never_below_nothing() -> None:
    table = Table()
    table.ask(610_000)
    assert left_lines(table.store) == ["10 min 10 s left."]
    table.seconds += 605
    assert left_lines(table.store) == ["5 s left."]
    table.seconds += 605
    assert left_lines(table.store) == ["0 s left."]


def test_a_decision_that_is_sent_again_has_less_time() -> None:
    table = Table()
    table.ask(610_000, deadline_ms=42_000)
    assert left_lines(table.store) == ["42 s left."]


def test_time_is_told_with_a_turn_once_it_is_less_than_at_the_start() -> None:
    table = Table()
    assert "left." not in " ".join(table.ask(600_000))
    assert table.ask(599_000)[-1] == "9 min 59 s left."
    assert "left." not in " ".join(table.ask(598_000, kind=PLACE))


def test_warnings_come_at_thirty_and_at_ten_seconds_and_once_each() -> None:
    table = Table()
    table.ask(610_000)
    assert next_warning(table.store) == 580
    table.seconds += 580
    assert next_warning(table.store) == 20
    table.seconds += 20
    assert next_warning(table.store) is None
    table.ask(30_000)
    assert next_warning(table.store) == 20
    table.store.answered()
    assert next_warning(table.store) is None


def test_without_a_clock_nothing_is_told() -> None:
    table = Table(rules_pb2.ClockRules())
    assert len(table.welcomed) == 1
    lines = table.narrator.take(decision(TURN, game_pb2.LegalActions(draw=True)))
    assert "left." not in " ".join(lines)
    assert next_warning(table.store) is None
    assert look(table.narrator, parse("clock")) == ["This table has no clock."]


def test_the_clock_is_told_once_on_coming_in() -> None:
    table = Table()
    assert table.welcomed[1:] == [LAN_BANK]
    frame = welcome(game_id="game-2")
    frame.welcome.clock.CopyFrom(LAN)
    assert LAN_BANK not in table.narrator.take(frame)


def test_everybody_is_told_how_long_the_absent_may_stay_away() -> None:
    table = Table()
    frame = presence(3)
    frame.presence.players[2].connected = False
    frame.presence.players[2].grace_left_ms = 300_000
    away = "Chris is away. Wait, or type kick 3."
    assert table.narrator.take(frame) == [f"{away} 5 min left to come back."]
    table.seconds += 70
    table.store.board.turn = 2
    assert wanted(table.store) == f"Chris to play. {away} 3 min 50 s left to come back."


def test_the_clock_command_tells_what_everybody_has() -> None:
    table = Table()
    frame = presence(3)
    for player, bank_ms in zip(frame.presence.players, (600_000, 42_000, 0), strict=True):
        player.bank_ms = bank_ms
    table.narrator.take(frame)
    others = ["Berta: 42 s at the last count.", "Chris: 0 s at the last count."]
    assert (look(table.narrator, parse("clock")) or [])[-3:] == [
        "Anke: 10 min at the last count.",
        *others,
    ]
    table.ask(610_000)
    table.seconds += 30
    assert (look(table.narrator, parse("clock")) or [])[-3:] == ["9 min 40 s left.", *others]
    receipt = play_pb2.Receipt(verdict=play_pb2.VERDICT_ACCEPTED, bank_ms=580_000)
    table.store.answered()
    table.narrator.take(play_pb2.ServerFrame(number=1, receipt=receipt))
    shown = look(table.narrator, parse("clock")) or []
    assert "Anke: 9 min 40 s at the last count." in shown


@pytest.mark.parametrize(
    ("which", "lines"),
    [
        (
            rules_pb2.CLOCK_PRESET_DEV,
            [
                "An action that the rules do not allow forfeits the round.",
                "Whoever is cut off for more than 1 min forfeits the game.",
                "Whoever is not ready after 30 s loses the seat.",
            ],
        ),
        (
            rules_pb2.CLOCK_PRESET_LAN,
            [
                LAN_BANK,
                "A stand-in plays for whoever is cut off for more than 5 min.",
            ],
        ),
        (
            rules_pb2.CLOCK_PRESET_BOT_FAST,
            [
                FAST_BANK,
                "Whoever does what the rules do not allow 3 times forfeits the game.",
                "Whoever is cut off for more than 10 s forfeits the game.",
                "Whoever is not ready after 10 s loses the seat.",
            ],
        ),
    ],
)
def test_the_rules_of_a_clock_are_told(which: rules_pb2.ClockPreset, lines: list[str]) -> None:
    assert clock_rules_lines(preset(which)) == lines


@pytest.mark.parametrize("cost", rules_pb2.FaultCost.values())
def test_every_cost_of_an_empty_bank_is_told(cost: rules_pb2.FaultCost) -> None:
    clock = rules_pb2.ClockRules(bank_ms=60_000, empty_bank_cost=cost)
    (line,) = clock_rules_lines(clock)
    assert line.startswith("Everybody has 1 min for the game. ")
    free = cost in (rules_pb2.FAULT_COST_UNSPECIFIED, rules_pb2.FAULT_COST_REJECTED)
    assert line.endswith("Nothing happens when that is used up.") == free


def test_a_spectator_is_told_the_clock_and_has_none() -> None:
    narrator = Narrator()
    frame = welcome(None, stage=table_pb2.TABLE_STAGE_GATHERING)
    frame.welcome.clock.CopyFrom(LAN)
    assert narrator.take(frame)[1].startswith("Everybody has 10 min")
    assert left_lines(narrator.store) == []
