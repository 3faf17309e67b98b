"""What the program of a bot tells: whatever a server says stays harmless on a terminal."""

import io
from pathlib import Path

import pytest

from skyjo.v1.error_pb2 import ERROR_REASON_FIELD_OUT_OF_RANGE, Refusal
from skyjo.v1.event_pb2 import SEAT_CHANGE_FORFEITED_GAME, SeatChanged
from skyjo.v1.table_pb2 import Goodbye
from skyjo_client.bot import Decision
from skyjo_client.notices import ReceiptNotKept
from skyjo_client.report import Report
from skyjo_engine.actions import Legal
from skyjo_engine.game import Game
from skyjo_engine.rules import Rules
from skyjo_engine.view import observe
from tests.hostile import HOSTILE


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_what_a_server_says_stays_harmless(text: str) -> None:
    out = io.StringIO()
    report = Report(out)
    wire = text.encode("utf-8", "replace").decode()
    report.refused(0, Refusal(frame=wire, field=wire, reason=ERROR_REASON_FIELD_OUT_OF_RANGE))
    report.refused(0, Refusal(frame=wire, field=wire, reason=999))  # type: ignore[arg-type]
    report.receipt_not_kept(ReceiptNotKept(text, text, text))
    report.waiting(text, text)
    report.lost(text, SeatChanged(change=SEAT_CHANGE_FORFEITED_GAME))
    report.sent_away(text, Goodbye(address=wire))
    report.key_not_kept(Path(text.replace("\0", "")), OSError(text))
    report.bot_raised("Mine", decision(text), ValueError(text), "")
    report.not_legal("Mine", decision(text), text, "")
    report.hook_raised("Mine.game_started", 0, ValueError(text), "")
    lines = out.getvalue().split("\n")
    assert all(line.isprintable() for line in lines)
    assert any(line.startswith("ValueError") for line in lines)


def decision(game_id: str) -> Decision:
    rules = Rules(players=2)
    return Decision(
        view=observe(Game(rules), 0),
        legal=Legal(),
        seat=0,
        game_id=game_id,
        rules=rules,
        clock=None,
        decision_id=1,
    )
