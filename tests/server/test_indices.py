"""A game that is struck at any of its moments ends like the one that nothing befell.

The server is killed, the connection cut, a reply torn in two, the bot's program killed: here at
some events and decisions, with ``make chaos-indices`` at every one.
"""

import pytest

from bench.indices import blows, strike_everywhere

STEP = 35


@pytest.mark.slow
async def test_nothing_that_befalls_a_game_changes_it() -> None:
    async with blows() as all_blows:
        for blow in all_blows:
            result = await strike_everywhere(blow, STEP)
            assert result.games > 2
            assert result.different == [], blow.name
