"""Seeds for bots' own choices, where whoever makes a table wants games to be repeatable."""

import hashlib


def bot_seed(seed: int | None, seat: int) -> int | None:
    """What ``assigned.bot_seed`` is for a seat at a table of this seed; None without one."""
    if seed is None:
        return None
    digest = hashlib.sha256(f"skyjo-bot-seed-1/{seed}/{seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
