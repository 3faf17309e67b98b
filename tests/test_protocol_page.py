"""docs/protocol.md tells the truth: its example is a real game, its names exist."""

import hashlib
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.json_format import MessageToDict, ParseDict

from skyjo.v1 import error_pb2, game_pb2, play_pb2, table_pb2
from skyjo_engine import fair, inputs
from skyjo_engine.game import Game
from skyjo_engine.view import observe, redact
from skyjo_wire import errors, from_engine, from_events, to_engine, to_events

PAGE = (Path(__file__).parent.parent / "docs" / "protocol.md").read_text("utf-8")
SEAT = 1


def frames(sign: str) -> list[dict[str, Any]]:
    return [json.loads(line[2:]) for line in PAGE.splitlines() if line.startswith(f"{sign} {{")]


def sent() -> list[play_pb2.ClientFrame]:
    return [ParseDict(frame, play_pb2.ClientFrame()) for frame in frames(">")]


def got() -> list[play_pb2.ServerFrame]:
    return [ParseDict(frame, play_pb2.ServerFrame()) for frame in frames("<")]


def frames_of(kind: str) -> list[Any]:
    return [getattr(f, kind) for f in [*sent(), *got()] if f.WhichOneof("frame") == kind]


def test_every_frame_is_written_as_protobuf_writes_it() -> None:
    for message, text in [
        *zip(sent(), frames(">"), strict=True),
        *zip(got(), frames("<"), strict=True),
    ]:
        assert MessageToDict(message) == text


def shown_events() -> list[Any]:
    return [event for frame in frames_of("events") for event in frame.events]


def replayed() -> Iterator[tuple[Game, list[Any]]]:
    """The example's game, played again from its key, with what its seat is shown of each step."""
    welcome, opening, ready = frames_of("welcome")[0], frames_of("opening")[0], frames_of("ready")
    key = shown_events()[-1].game_ended.key
    rules = to_engine.rules(welcome.rules)
    assert welcome.rules_digest == rules.digest()
    commitment = fair.commitment(welcome.game_id, rules.digest(), key)
    assert welcome.commitment == opening.commitment == commitment
    entropy = ready[1].entropy
    assert ready[0].entropy_hash == opening.seats[SEAT].entropy_hash
    assert ready[0].entropy_hash == hashlib.sha256(entropy).digest()
    chance = fair.KeyedChance(fair.game_key(key, welcome.game_id, rules.digest(), [None, entropy]))
    game = Game(rules)
    for given in table_inputs():
        happened = game.apply(given, chance)
        yield game, [from_events.event(redact(e, SEAT), key=key) for e in happened]


def table_inputs() -> Iterator[inputs.Input]:
    """The inputs behind the example's events, as far as they are shown."""
    yield inputs.StartRound()
    for event in shown_events():
        action = play_pb2.Act()
        kind = event.WhichOneof("kind")
        if kind == "flipped":
            action.flip.slots.extend(event.flipped.slots)
        elif kind == "took":
            action.take.slot = event.took.slot
        elif kind == "drew":
            action.draw.SetInParent()
        elif kind == "kept":
            action.keep.slot = event.kept.slot
        elif kind == "discarded":
            action.discard.slot = event.discarded.slot
        else:
            continue
        yield inputs.Act(getattr(event, kind).seat, to_engine.action(action))


def test_the_example_is_the_game_that_its_key_gives() -> None:
    assert [event for _, step in replayed() for event in step] == shown_events()


def test_the_examples_events_are_numbered_without_a_gap() -> None:
    for frame, following in pairwise(frames_of("events")):
        assert following.first_number == frame.first_number + len(frame.events)


def test_every_act_of_the_example_answers_its_decision_with_a_legal_action() -> None:
    decisions, acts, receipts = frames_of("decision"), frames_of("act"), frames_of("receipt")
    assert len(decisions) == len(acts) == len(receipts)
    for decision, act, receipt in zip(decisions, acts, receipts, strict=True):
        assert decision.decision_id == act.decision_id == receipt.decision_id
        assert to_engine.legal(decision.legal).allows(to_engine.action(act))
        assert receipt.verdict == play_pb2.VERDICT_ACCEPTED


def test_the_decisions_of_the_example_list_what_the_engine_allows() -> None:
    allowed = [game.legal(SEAT) for game, _ in replayed()]
    listed = [to_engine.legal(decision.legal) for decision in frames_of("decision")]
    assert [legal for legal in allowed if legal is not None] == listed


def test_the_view_of_the_page_is_the_engines() -> None:
    shown = json.loads(next(line for line in PAGE.splitlines() if line.startswith('{"view"')))
    view = ParseDict(shown["view"], game_pb2.View())
    number = 0
    for game, step in replayed():
        number += len(step)
        if number == view.latest_number:
            assert from_engine.view(observe(game, SEAT), number) == view
            return
    pytest.fail("no step ends at this number")


def test_the_example_ends_as_a_seat_may_end() -> None:
    assert to_events.event(shown_events()[-1]) is not None
    assert frames_of("goodbye") == [table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_FINISHED)]


def test_the_page_names_every_reason_with_its_status() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| ([A-Z_, ]+) \|$", PAGE, re.MULTILINE))
    codes = {code.value[0]: code.name for code in grpc.StatusCode}
    for reason in error_pb2.ErrorReason.values():
        if reason:
            row = rows[codes[errors.STATUS[reason]]]
            assert errors.reason_name(reason) in row.split(", ")


def test_the_page_names_every_goodbye_verdict_and_frame() -> None:
    for enum, prefix in (
        (table_pb2.GoodbyeReason, "GOODBYE_REASON_"),
        (play_pb2.Verdict, "VERDICT_"),
    ):
        for name in enum.keys()[1:]:
            assert name.removeprefix(prefix) in PAGE
    for message in (play_pb2.ClientFrame, play_pb2.ServerFrame):
        for field in message.DESCRIPTOR.oneofs[0].fields:
            assert f"`{field.name}`" in PAGE
