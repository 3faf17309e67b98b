"""Two machines on one cable: network namespaces, or where there are none this machine twice."""

import contextlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path

from tests.client import programs
from tests.client.half_open import why_no_namespaces
from tests.client.pseudo_terminal import Terminal

_NUMBERS = count()
SHORT = ("--seats", "2", "--rounds", "1", "--target", "1000")
"""Options of a table for two and one round."""

_ANNOUNCE = """
import asyncio, ipaddress, json, sys
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
from skyjo_wire.announced import SERVICE

async def main():
    async with AsyncZeroconf() as network:
        for said in json.loads(sys.argv[1]):
            label, port, ips = said["label"], said["port"], said["ips"]
            text = {k: v.encode("utf-8", "surrogatepass") for k, v in said["text"].items()}
            info = AsyncServiceInfo(SERVICE, f"{label}.{SERVICE}", port=port, properties=text,
                                    server=f"{label}.local.", parsed_addresses=ips)
            await network.async_register_service(info, cooperating_responders=True, strict=False)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""

_HOLD = """
import socket, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as held:
    held.bind(("", 5353))
    print("ready", flush=True)
    sys.stdin.read()
"""


@dataclass(frozen=True)
class Machine:
    """Where a player sits, with folders of the own. ``address`` is empty where nobody knows it."""

    folder: Path
    address: str = ""
    under: tuple[str, ...] = ()
    searches: bool = True

    def env(self) -> dict[str, str]:
        looks = "1" if self.searches else "0"
        more = {"SKYJO_DISCOVER": looks, "SKYJO_SERVE_ANNOUNCE": "1", "TERM": "dumb"}
        return programs.environment(self.folder, **more)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return programs.run(self.folder, *arguments, env=self.env(), under=self.under)

    def start(self, *arguments: str, env: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
        return programs.start(self.folder, *arguments, env=env or self.env(), under=self.under)

    def terminal(self, *arguments: str) -> Terminal:
        return Terminal(self.folder, *arguments, env=self.env(), under=self.under)

    @contextlib.contextmanager
    def deaf(self) -> Iterator["Machine"]:
        """This machine while another program has the port of multicast DNS for itself."""
        if not self.under:
            yield replace(self, searches=False)
            return
        with self.holding(_HOLD):
            yield self

    @contextlib.contextmanager
    def announcing(self, *said: dict[str, object]) -> Iterator[None]:
        """Announce something else from this machine."""
        with self.holding(_ANNOUNCE, json.dumps(said)):
            yield

    @contextlib.contextmanager
    def holding(self, script: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """Run a script until it is ready, and let its input end afterwards."""
        command = [*self.under, sys.executable, "-c", script, *arguments]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, encoding="utf-8", env=self.env()
        ) as process:
            assert process.stdout
            assert process.stdin
            assert process.stdout.readline() == "ready\n"
            try:
                yield process
            finally:
                process.stdin.close()


@contextlib.contextmanager
def two_networks(folder: Path) -> Iterator[tuple[Machine, Machine]]:
    """Two network namespaces on one wire, without any other way out. Needs root."""
    number = next(_NUMBERS)
    names = [f"skyjo-{os.getpid()}-{number}{end}" for end in "ab"]
    try:
        for name in names:
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
        wire = ("link", "add", "wire", "netns", names[0], "type", "veth")
        _ip(*wire, "peer", "name", "wire", "netns", names[1])
        machines = [
            Machine(folder / end, f"198.18.0.{host}", ("ip", "netns", "exec", name))
            for end, name, host in zip("ab", names, (1, 2), strict=True)
        ]
        for machine, name in zip(machines, names, strict=True):
            machine.folder.mkdir()
            _ip("-n", name, "addr", "add", f"{machine.address}/24", "dev", "wire")
            _ip("-n", name, "link", "set", "wire", "up")
        yield machines[0], machines[1]
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


@contextlib.contextmanager
def two_machines(folder: Path) -> Iterator[tuple[Machine, Machine]]:
    """The same, or this machine twice where there are no namespaces; then that is printed."""
    if why := why_no_namespaces():
        print(f"two players on this machine only: {why}", file=sys.__stderr__)
        machines = Machine(folder / "a"), Machine(folder / "b")
        for machine in machines:
            machine.folder.mkdir()
        yield machines
    else:
        with two_networks(folder) as machines:
            yield machines


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def found(pattern: str, text: str) -> str:
    """What the one group of a pattern is there."""
    matched = re.search(pattern, text)
    assert matched, text
    return matched[1]


def invitation(hosting: "subprocess.Popen[str]") -> tuple[str, str, str]:
    """The code, the address and the words that a host sees."""
    assert hosting.stderr
    lines = (line for line in hosting.stderr if "is starting" not in line)
    code, link, server = islice(lines, 3)
    assert found(r"skyjo join (\S+)$", link).startswith("skyjo://")
    address = found(r"The server is at (\S+),", server)
    return found(r"skyjo join (\S+)$", code), address, found(r"its words are: (\S+)$", server)
