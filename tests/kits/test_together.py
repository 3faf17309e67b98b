"""All kits at one table, and what each of them carries."""

import re

import pytest

from bench.kits import measure
from bench.languages import play
from tests.kits.program import Program
from tests.kits.toolchains import KITS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]  # all kits have to be built


async def test_every_seat_in_another_language_and_no_fault(programs: list[Program]) -> None:
    outcome = await play(programs, games=3)
    assert outcome.wrong == []
    assert outcome.games == 3
    assert outcome.moves > 3 * len(KITS) * 12
    assert sum(outcome.wins.values()) >= 3
    assert set(outcome.wins) == {kit.player for kit in KITS}


async def test_what_a_kit_carries_is_measured(programs: list[Program]) -> None:
    line = await measure(programs[0], games=2, window=0.4)
    measured = re.fullmatch(rf"{KITS[0].language} +([\d,]+) +([\d,]+) +([\d,]+)", line)
    assert measured
    assert measured[1] != "0"
    assert measured[3] != "0"
