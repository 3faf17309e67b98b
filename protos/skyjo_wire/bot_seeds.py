"""Seeds for bots' own choices, where whoever makes a table wants games to be repeatable."""

import hashlib

from skyjo.v1.enlist_pb2 import Assigned


def bot_seed(seed: int | None, seat: int) -> int | None:
    """What ``assigned.bot_seed`` is for a seat at a table of this seed; None without one."""
    if seed is None:
        return None
    digest = hashlib.sha256(f"skyjo-bot-seed-1/{seed}/{seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def told_seed(assigned: Assigned) -> int | None:
    """The ``bot_seed`` that a bot is told with a seat; None without one."""
    return assigned.bot_seed if assigned.HasField("bot_seed") else None
