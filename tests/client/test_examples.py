"""The examples in docstrings do what they say."""

import doctest
from types import ModuleType

import pytest

from skyjo_client import address, bot, position


@pytest.mark.parametrize("module", [address, bot, position], ids=["address", "bot", "position"])
def test_the_examples_of_a_module(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0
