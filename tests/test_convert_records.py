"""Records pass through the wire unchanged, and those that cannot be right are refused."""

from collections.abc import Callable

import pytest

from skyjo.v1 import record_pb2
from skyjo_engine import record
from skyjo_engine.rules import Rules
from skyjo_wire import records
from tests.wire_games import RULES, play


def recorded(rules: Rules, seed: int) -> record.Record:
    entries: list[record.Entry] = []
    for number, (_, happened) in enumerate(play(rules, seed)):
        entries += record.entries_of(happened, note="why" if number % 7 == 0 else "")
    kinds = (record.PlayerKind.HUMAN, record.PlayerKind.BOT)
    return record.Record(
        game_id="g",
        rules=rules,
        players=tuple(record.Player(i, f"p{i}", kinds[i % 2]) for i in range(rules.players)),
        deal=record.Deal(
            source=record.DealSource.PLAYERS,
            commitment=b"c" * 32,
            entropy=(None, *[b"e" * 32] * (rules.players - 1)),
            restarts=(record.Restart(b"d" * 32, b"x" * 32, 0),),
        ),
        entries=tuple(entries),
        key=None if seed % 2 else b"k" * 32,
    )


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.players} seats")
@pytest.mark.parametrize("seed", [1, 2])
def test_records_keep_every_line(rules: Rules, seed: int) -> None:
    given = recorded(rules, seed)
    message = record_pb2.GameRecord.FromString(records.to_message(given).SerializeToString())
    assert records.from_message(message) == given


def test_lines_of_a_later_version_are_skipped() -> None:
    given = recorded(RULES[0], 1)
    message = records.to_message(given)
    message.entries.add()
    assert records.from_message(message) == given


def remove_player(message: record_pb2.GameRecord) -> None:
    del message.players[0]


def forget_rules(message: record_pb2.GameRecord) -> None:
    message.ClearField("rules")


def forget_source(message: record_pb2.GameRecord) -> None:
    message.deal.ClearField("source")


def forget_action(message: record_pb2.GameRecord) -> None:
    message.entries.add().action.seat = 0


def forget_slot(message: record_pb2.GameRecord) -> None:
    message.entries.add().action.take.SetInParent()


@pytest.mark.parametrize(
    "spoil", [remove_player, forget_rules, forget_source, forget_action, forget_slot]
)
def test_a_record_that_cannot_be_right_is_refused(
    spoil: Callable[[record_pb2.GameRecord], None],
) -> None:
    message = records.to_message(recorded(RULES[0], 1))
    spoil(message)
    with pytest.raises(records.RecordMessageError):
        records.from_message(message)
