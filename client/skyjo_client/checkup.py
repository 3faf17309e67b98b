"""What ``skyjo doctor`` finds out: a row of checks, each with what to do where something is wrong.

Checks of this machine are functions of what they are given, so that every finding can be tried out
anywhere; those of the network are in ``checkup_network.py``.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _, mark
from skyjo_client.present.reasons import reason
from skyjo_client.settings_table import FULL


class Status(Enum):
    """``WARN``: something will not work and there is a way around it. ``FAIL``: there is none."""

    OK = mark("ok", "check")
    WARN = mark("warn", "check")
    FAIL = mark("fail", "check")


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: its name, for programs too, what was found, and what to do (may be empty)."""

    name: str
    status: Status
    says: str
    todo: str = ""


NAMES: Final = (
    mark("client", "check"),
    mark("settings", "check"),
    mark("terminal", "check"),
    mark("size", "check"),
    mark("colours", "check"),
    mark("characters", "check"),
    mark("line", "check"),
    mark("data folder", "check"),
    mark("state folder", "check"),
    mark("port", "check"),
    mark("firewall", "check"),
    mark("local network", "check"),
    mark("multicast", "check"),
    mark("server", "check"),
    mark("server version", "check"),
)
"""Every check; people read its name in their language."""

_WIDE: Final = 80
_HIGH: Final = 24
_LEAST_WIDE: Final = 60
_LEAST_HIGH: Final = 20
_DUMB: Final = ("", "dumb", "unknown")


def terminal(environ: Mapping[str, str], *, interactive: bool, system: str = sys.platform) -> Check:
    """Whether this is a terminal to play in."""
    if not interactive:
        text = _("input or output is no terminal")
        return Check("terminal", Status.WARN, text, _("Start it in a terminal, or use --plain."))
    kind = environ.get("TERM", "")
    if kind in _DUMB and system != "win32":
        text = _("TERM is {kind}: this terminal shows lines only")
        todo = _("Use --plain, or set TERM to what your terminal is, such as xterm-256color.")
        return Check("terminal", Status.WARN, text.format(kind=escape(kind or '""')), todo)
    return Check("terminal", Status.OK, escape(kind or system))


def size(columns: int, lines: int) -> Check:
    """Whether a table fits on it."""
    text = _("{columns} columns, {lines} lines").format(columns=columns, lines=lines)
    if columns >= _WIDE and lines >= _HIGH:
        return Check("size", Status.OK, text)
    if columns >= _LEAST_WIDE and lines >= _LEAST_HIGH:
        todo = _("Everything fits from 80 columns and 24 lines.")
        return Check("size", Status.WARN, text, todo)
    todo = _("Make it 60 columns and 20 lines at least, or use --plain.")
    return Check("size", Status.WARN, text, todo)


def colours(environ: Mapping[str, str]) -> Check:
    """How many colours it has."""
    if environ.get("NO_COLOR"):
        return Check("colours", Status.OK, _("off, as NO_COLOR says"))
    if environ.get("COLORTERM") in ("truecolor", "24bit"):
        return Check("colours", Status.OK, _("all"))
    if "256color" in environ.get("TERM", ""):
        return Check("colours", Status.OK, _("256"))
    return Check("colours", Status.OK, _("16 at most; nothing is told by colour alone"))


def line(environ: Mapping[str, str], motion: str) -> Check:
    """Whether the terminal is far away, and drawing less would help."""
    if not (environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")):
        return Check("line", Status.OK, _("this machine's own terminal"))
    text = _("by SSH, with motion {motion}").format(motion=motion)
    todo = _("Where it is slow, set motion to reduced or off, or say --motion reduced.")
    return Check("line", Status.OK, text, todo if motion == FULL else "")


def player_settings(problem: str, path: Path | None, *, missing: bool) -> Check:
    """Whether what the player has set is understood; ``problem`` is what is not, "" for nothing.

    ``missing``: there is no file at ``path``, which is as well.
    """
    if problem:
        todo = _("Mend that, or move the file away; skyjo settings says what is set and why.")
        return Check("settings", Status.FAIL, problem, todo)
    file = escape(str(path or "-"))
    says = _("{file} (there is none yet)").format(file=file) if missing else file
    return Check("settings", Status.OK, says)


def characters(encoding: str) -> Check:
    """Whether names and frames can be shown."""
    if encoding.lower().replace("-", "") in ("utf8", "cp65001"):
        return Check("characters", Status.OK, "UTF-8")
    text = _("{encoding}: other characters appear as codes").format(encoding=escape(encoding))
    todo = _("Choose a UTF-8 locale, such as LC_ALL=C.UTF-8, or set PYTHONUTF8=1.")
    return Check("characters", Status.WARN, text, todo)


def folder(name: str, path: Path, variable: str) -> Check:
    """Whether something can be kept in a folder, or the folder can be made; nothing is left."""
    there = path
    while not there.exists() and there != there.parent:
        there = there.parent
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        text = _("{path}: {reason}").format(path=escape(str(path)), reason=reason(error))
        todo = _("Allow yourself to write there, or name another folder with {variable}.")
        return Check(name, Status.FAIL, text, todo.format(variable=variable))
    return Check(name, Status.OK, escape(str(path)))


Answer = Callable[[list[str]], str]
"""Runs a program; gives what it says, or nothing where there is no such program."""


def firewall(system: str, port: int, root: Path, answer: Answer) -> Check:
    """Whether a firewall is likely to keep others away. Only looks; ``root`` is where ``/`` is."""
    for seen, name, todo in _FIREWALLS.get(system, _FIREWALLS["linux"]):
        if seen(root, answer):
            text = _("{name} is on: others may not be able to join a table here")
            says = text.format(name=_(name))
            return Check("firewall", Status.WARN, says, _(todo).format(port=port))
    return Check("firewall", Status.OK, _("none was seen"))


def _ufw(root: Path, _answer: Answer) -> bool:
    try:
        return "ENABLED=yes" in (root / "etc/ufw/ufw.conf").read_text("utf-8")
    except (OSError, ValueError):
        return False


def _firewalld(root: Path, _answer: Answer) -> bool:
    return (root / "run/firewalld").is_dir()


def _macos(_root: Path, answer: Answer) -> bool:
    said = answer(["/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate"])
    return "enabled" in said


def _windows(_root: Path, answer: Answer) -> bool:
    """Whether Windows says so; its words are in its own language, so silence counts as on."""
    said = answer(["netsh", "advfirewall", "show", "currentprofile", "state"])
    return "OFF" not in said


_NETSH: Final = mark(
    "As administrator: netsh advfirewall firewall add rule name=skyjo dir=in action=allow "
    "protocol=TCP localport={port}"
)
_FIREWALLS: Final[dict[str, list[tuple[Callable[[Path, Answer], bool], str, str]]]] = {
    "linux": [
        (_ufw, "ufw", "sudo ufw allow {port}/tcp && sudo ufw allow 5353/udp"),
        (
            _firewalld,
            "firewalld",
            "sudo firewall-cmd --add-port={port}/tcp --add-service=mdns",
        ),
    ],
    "darwin": [
        (
            _macos,
            mark("The firewall of macOS"),
            mark(
                "System Settings, Network, Firewall, Options: "
                "allow incoming connections for Python."
            ),
        )
    ],
    "win32": [
        (
            _windows,
            mark("The firewall of Windows"),
            _NETSH,
        )
    ],
}


def this_terminal(environ: Mapping[str, str], motion: str, *, interactive: bool) -> list[Check]:
    """All that concerns the terminal; ``motion`` is what is set."""
    columns, lines = shutil.get_terminal_size()
    encoding = getattr(sys.stdout, "encoding", "") or "ascii"
    checks = [terminal(environ, interactive=interactive)]
    if interactive:
        checks += [size(columns, lines), colours(environ), line(environ, motion)]
    return [*checks, characters(encoding)]
