"""Each defect of a bot fails the row of ``skyjo check-bot`` that is about it, and no other."""

import asyncio
import sys
from pathlib import Path

import pytest

from skyjo_client.conformance.check import Check
from skyjo_client.conformance.ledger import Ledger, Outcome
from skyjo_client.conformance.rows import ROWS
from skyjo_client.relay.relay import Relay

BOT = (sys.executable, str(Path(__file__).with_name("breakable_bot.py")))

PLAIN = {
    *("second-game", "enlist", "entropy", "flip", "turn", "place", "numbers", "secrets"),
}
"""Rows that one plain game shows; they are looked at with every defect."""

AT_ONCE = 3

DEFECTS = [
    ("own-port", "slow-start"),
    ("never-pauses", "server-killed"),
    ("own-name", "enlist"),
    ("reuses-numbers", "numbers"),
    ("wrong-entropy", "entropy"),
    ("old-entropy", "entropy"),
    ("entropy-for-seeds", "no-entropy"),
    ("shows-always", "forged-opening"),
    ("takes-any-commitment", "forged-opening"),
    ("takes-any-hashes", "forged-opening"),
    ("stays-seated", "forged-opening"),
    ("forgets-hashes", "second-opening"),
    ("stays-seated", "second-opening"),
    ("plays-unopened", "no-opening"),
    ("wrong-slot", "turn"),
    ("knows-better", "listed"),
    ("never-ready-again", "round-end"),
    ("wrong-round", "round-end"),
    ("ready-once", "round-end"),
    ("no-pong", "heartbeat"),
    ("pongs-zero", "heartbeat"),
    ("one-seat", "several-seats"),
    ("four-seats-at-most", "table-sizes"),
    ("dies-on-reshuffled", "reshuffle"),
    ("no-resume", "resume"),
    ("counts-wrong", "resume"),
    ("waits-forever", "silence"),
    ("goes-back", "repeated-events"),
    ("fickle", "repeated-decision"),
    ("skips-gaps", "missing-events"),
    ("ignores-ahead", "heartbeat-ahead"),
    ("dies-on-None", "unknown-event"),
    ("forgets-unknown", "unknown-event"),
    ("dies-on-unknown-frame", "unknown-frame"),
    ("dies-on-unknown-enum", "unknown-enum"),
    ("hangs-after-refusal", "refused-action"),
    ("insists", "refused-again"),
    ("one-goodbye-ends-all", "empty-clock"),
    ("fights", "superseded"),
    ("always-back", "unknown-goodbye"),
    ("dies-on-drain", "draining-back"),
    ("hurries", "draining-back"),
    ("stays-here", "draining-elsewhere"),
    ("hopes", "draining-for-good"),
    ("gives-up", "server-killed"),
    ("steady", "pauses"),
    ("one-seat-by-code", "code"),
    ("joins-as-person", "code"),
    ("counts-from-one", "code"),
    ("ignores-seed", "seed"),
    ("fails-at-the-end", "exit"),
    ("never-ends", "exit"),
    ("ignores-sigterm", "sigterm"),
    ("ends-badly", "sigterm"),
    ("ends-later", "sigterm"),
    ("ignores-sigint", "sigint"),
    ("shrugs-at-refusals", "refused-enlistment"),
    ("own-status", "refused-enlistment"),
    ("insists-on-token", "refused-token"),
    ("own-status", "refused-token"),
    ("shrugs-at-keys", "wrong-environment"),
    ("own-status", "wrong-environment"),
    ("says-nothing", "wrong-environment"),
    ("any-seats", "wrong-environment"),
    ("splits-at-colon", "ipv6"),
    ("heeds-ca-alone", "insecure"),
    ("expects-one-name", "tls-own-name"),
    ("ignores-ca", "tls"),
    ("insecure-by-zero", "tls"),
    ("falls-back", "tls"),
    ("trusts-anybody", "tls-foreign"),
    ("takes-any-name", "tls-other-name"),
    ("prints-token", "secrets"),
]


async def checked(defect: str, rows: set[str], patience: float = 4.0) -> Ledger:
    wanted = [row for row in ROWS if row.name in rows]
    command = (*BOT, defect) if defect else BOT
    return (await Check(command, wanted, patience, lambda _: None).run()).ledger


def failed(ledger: Ledger) -> dict[str, str]:
    """The rows that failed, with the reasons."""
    found = {row.name: ledger[row.name] for row in ledger.rows}
    return {name: reason for name, (outcome, reason) in found.items() if outcome is Outcome.FAILED}


@pytest.mark.slow
async def test_a_correct_bot_passes_every_row() -> None:
    ledger = await checked("", {row.name for row in ROWS}, patience=10.0)
    tried = {row.name for row in ROWS} - ledger.excused
    assert {name: ledger[name] for name in tried} == dict.fromkeys(tried, (Outcome.PASSED, ""))
    assert ledger.right


@pytest.mark.slow
async def test_a_defect_fails_the_row_that_is_about_it_and_no_other() -> None:
    few = asyncio.Semaphore(AT_ONCE)

    async def fails(defect: str, row: str) -> dict[str, str]:
        async with few:
            return failed(await checked(defect, PLAIN | {row}))

    found = await asyncio.gather(*(fails(*pair) for pair in DEFECTS))
    wrong = {pair: one for pair, one in zip(DEFECTS, found, strict=True) if one.keys() != {pair[1]}}
    assert wrong == {}


@pytest.mark.slow
async def test_another_port_than_the_usual_one_fails_the_row_about_it() -> None:
    ledger = await checked("other-usual-port", PLAIN | {"usual-port"})
    if "usual-port" in ledger.excused:
        pytest.skip(ledger["usual-port"][1])
    assert failed(ledger).keys() == {"usual-port"}


@pytest.mark.slow
async def test_a_port_that_is_in_use_makes_no_bot_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(*_: object) -> int:
        raise OSError

    monkeypatch.setattr(Relay, "open_also", refused)
    ledger = await checked("", {"usual-port", "ipv6"})
    reason = "port 17595 of this machine is in use"
    assert ledger["usual-port"] == (Outcome.NOT_REACHED, reason)
    assert ledger["ipv6"] == (Outcome.NOT_REACHED, "this machine has no IPv6 address of its own")
    assert ledger.right


@pytest.mark.slow
async def test_a_bot_that_waits_for_a_silent_server_is_told_so() -> None:
    reason = failed(await checked("waits-forever", {"silence"}))["silence"]
    assert reason == "seat 0 did not come back after the server had fallen silent within 4 s"
