"""Every kit keeps to the contract in each row of ``skyjo check-bot``."""

import pytest

from skyjo_client.conformance.check import Check
from skyjo_client.conformance.ledger import Outcome
from skyjo_client.conformance.rows import ROWS
from tests.kits.program import Program

PATIENCE = 30.0

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),  # the first to need a kit waits until it is built
]


async def test_passes_every_row(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(program.folder)
    finding = await Check(program.kit.run, ROWS, PATIENCE, lambda _: None).run()
    wrong = {
        row.name: finding.ledger[row.name]
        for row in ROWS
        if finding.ledger[row.name][0] is not Outcome.PASSED
    }
    assert wrong == {}, finding.said
