"""Bots in files, and duels of them."""

import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.client import programs

HEAD = '''
import os, random, socket, subprocess, sys, time
from skyjo_client.bot import Bot
from skyjo_engine.actions import Discard, Draw, Flip, Keep

COUNT = [0]

class Mine(Bot):
    """Draws, and keeps low cards."""

    def choose(self, decision):
        COUNT[0] += 1
        self.trick(decision)
        legal, view = decision.legal, decision.view
        if legal.flip_count:
            return Flip(tuple(self.random.sample(legal.flip, legal.flip_count)))
        if legal.draw:
            return Draw()
        if view.drawn < 5 or not legal.discard:
            return Keep(self.random.choice(legal.keep))
        return Discard(self.random.choice(legal.discard))

    def trick(self, decision):
'''
PLAIN = "pass"


def bot(folder: Path, name: str, trick: str = PLAIN) -> str:
    """The file of a bot that does its ``trick`` before each move."""
    file = folder / f"{name}.py"
    file.write_text(f"{HEAD}        {trick}\n", encoding="utf-8")
    return str(file)


KIT = Path(__file__).parents[2] / "kits" / "python"


def kit_bot(folder: Path, choose: str) -> tuple[str, ...]:
    """The command of the starter kit with this body of ``choose``; ``act`` is legal there."""
    copy = folder / "kit"
    shutil.copytree(KIT, copy)
    strategy = copy / "strategy.py"
    code = strategy.read_text("utf-8").replace("def choose", "def kit_chooses")
    body = ("act = anything(decision)", choose, "return act")
    ours = "\n    ".join(("def choose(decision, random):", *body))
    strategy.write_text(f"{code}\n\n{ours}\n", "utf-8")
    return sys.executable, str(copy / "main.py")


def duel(folder: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Play one round a game without a clock."""
    short = ("--rounds", "1", "--clock", "off")
    environment = programs.environment(folder, **env)
    return programs.run(folder, "duel", *short, *arguments, env=environment)


def result(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """What a duel told as JSON."""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def untimed(found: dict[str, Any]) -> dict[str, Any]:
    """The same without what is another each time."""
    for row in found["bots"]:
        del row["mean_seconds"], row["worst_seconds"]
    return found


PRESENT = "PRESENT"
"""The variable that tells a bot where it is waited for."""
CALL = (
    f"line = socket.create_connection(('127.0.0.1', int(os.environ['{PRESENT}']))); "
    "globals().setdefault('KEPT', line); line.set_inheritable(True)"
)
"""A trick: be on the line from now on, with all that is started later."""


@contextmanager
def waited_for() -> Iterator[socket.socket]:
    """Where bots can be on the line, until they and all that they started have ended."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(60)
        yield listener


def all_gone(line: socket.socket) -> bool:
    """Wait until nobody holds the other end."""
    line.settimeout(60)
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True
