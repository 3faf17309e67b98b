"""Where bots get their random numbers from."""

import random


def source(seed: int | None, game_index: int, seat: int) -> random.Random:
    """The random source of one seat in one game; None: another each time.

    Equal seeds give equal sources in every process and on every system.
    """
    if seed is None:
        return random.Random()  # noqa: S311  # a bot's choices, no secrets
    return random.Random(f"{seed}/{game_index}/{seat}")  # noqa: S311
