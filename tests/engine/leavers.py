"""What the tests of seats that drop, leave or forfeit start from."""

import pytest

from skyjo_engine.errors import IllegalActionError, IllegalReason
from skyjo_engine.inputs import Input
from tests.engine.scenario import Table, arranged

RICH = "12 11 10 9 / 8 7 6 5 / 4 12 11 10"
POOR = "0 1 2 3 / 1 0 3 2 / 2 3 0 1"
PLAYERS = 4


def nearly_done(on_leave: str) -> Table:
    """Seat 0 of four starts; everybody has one hidden card, in slot 0."""
    table = arranged(
        RICH, POOR, POOR, "2 3 0 1 / 0 1 3 0 / 1 0 2 2", initial_flips=11, on_leave=on_leave
    )
    table.flip_all_but(*[(0,)] * PLAYERS)
    assert table.turn == 0
    return table


def turns_to_the_end(table: Table) -> list[int]:
    """Let every seat keep what it draws on its hidden slot; return who had a turn."""
    turns = []
    while table.turn is not None:
        turns.append(table.turn)
        table.keep(0)
    return turns


def refused(table: Table, given: Input) -> IllegalReason:
    with pytest.raises(IllegalActionError) as error:
        table.apply(given)
    assert error.value.what == given
    return error.value.reason
