"""Bytes that went wrong are refused as each decoder says; ``make fuzz`` looks for more."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS
from tests.server.generated import MUTATIONS, mutated


@pytest.mark.parametrize("name", TARGETS)
def test_what_went_wrong_is_refused(name: str) -> None:
    target = TARGETS[name]
    seeds = list(target.seeds())
    for seed in seeds:
        target.check(seed)

    @settings(max_examples=200, derandomize=True, database=None, deadline=None)
    @given(st.sampled_from(seeds).flatmap(lambda seed: MUTATIONS.map(lambda m: mutated(seed, m))))
    def check(data: bytes) -> None:
        target.check(data)

    check()
