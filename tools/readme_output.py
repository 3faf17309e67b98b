"""Puts what the commands really print into the pages; --check compares.

A block stands between ``<!-- shown: NAME -->`` and ``<!-- end -->``. Games are seeded, so that they
can be repeated; lines that depend on timing are left out.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from skyjo_client.bot import Clock
from skyjo_client.dialogue import asking_line
from skyjo_client.position import position

CHECKOUT = Path(__file__).parents[1]
PAGES = (
    CHECKOUT / "README.md",
    CHECKOUT / "docs" / "line-mode.md",
    CHECKOUT / "docs" / "bots-over-stdio.md",
)
COLUMNS = 118
SKYJO = (sys.executable, "-m", "skyjo_client")


def demonstration(folder: Path) -> list[str]:
    """Return the first turns and the end of a seeded game between house bots."""
    arguments = ("play", "--demo", "--plain", "--seed", "7")
    done = subprocess.run(
        [*SKYJO, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=_environment(folder),
        check=True,
    )
    lines = done.stdout.splitlines()
    begun = next(number for number, line in enumerate(lines) if re.search(r" begins[,:]", line))
    over = next(number for number, line in enumerate(lines) if line.startswith("The game is over"))
    return [f"$ skyjo {' '.join(arguments)}", *lines[begun : begun + 7], "...", *lines[over:]]


def typed(folder: Path) -> list[str]:
    """Return one turn in line mode with what was typed, two mistakes included."""
    arguments = ("play", "--plain", "--seed", "3", "--name", "Anke")
    steps = [
        ("Turn up 2 cards", "a1 b2", False),
        ("Type d to draw", "board", True),
        ("Open sum", "other 2", True),
        ("Open sum", "b3", True),
        ("Say t b3", "d", True),
        ("Type a slot", "x b2", True),
        ("lies open", "b2", True),
        ("You put ", "", False),
    ]
    with subprocess.Popen(
        [*SKYJO, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=_environment(folder),
    ) as process:
        shown = list(_play(process, steps))
    begun = next(number for number, line in enumerate(shown) if line.startswith("Your turn."))
    return [f"$ skyjo {' '.join(arguments)}", "...", *shown[begun:], "..."]


def decision(_: Path) -> list[str]:
    """Return the line in which a bot over standard input is asked, broken behind commas."""
    mine = "1 12 ? ?  ? 0 ? ?  ? ? ? ?"
    clock = Clock(bank_ms=5020, increment_ms=20, deadline_ms=5120)
    asked = position(mine.split(), discard=2, drawn=9, seat=1, clock=clock)
    line = asking_line(asked)
    rows = [""]
    for part in re.findall(r"[^,]+,?", line):
        if len(rows[-1]) + len(part) > COLUMNS:
            rows.append("")
        rows[-1] += part
    return rows


def _play(process: subprocess.Popen[str], steps: Iterable[tuple[str, str, bool]]) -> Iterator[str]:
    """Type each step's line once the line it waits for has come; show it where that is wanted."""
    if process.stdin is None or process.stdout is None:
        raise TypeError("the process was started without pipes")
    for awaited, line, show in steps:
        for printed in process.stdout:
            yield printed.rstrip("\n")
            if awaited in printed:
                break
        if show:
            yield f"> {line}"
        if line:
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
    process.stdin.close()


def _environment(folder: Path) -> dict[str, str]:
    mine = {name: value for name, value in os.environ.items() if not name.startswith("SKYJO_")}
    folders = {"SKYJO_DATA_DIR": str(folder / "data"), "SKYJO_STATE_DIR": str(folder / "state")}
    folders["SKYJO_CONFIG"] = os.devnull
    return {**mine, **folders, "PYTHONUTF8": "1"}


SHOWN = {"demonstration": demonstration, "typed": typed, "decision": decision}


def fresh(text: str) -> str:
    """Return a page with every block as the commands print it now."""

    def block(found: re.Match[str]) -> str:
        with tempfile.TemporaryDirectory() as folder:
            lines = SHOWN[found[1]](Path(folder))
        shown = "\n".join(lines)
        return f"<!-- shown: {found[1]} -->\n```text\n{shown}\n```\n<!-- end -->"

    return re.sub(r"<!-- shown: (\w+) -->\n.*?<!-- end -->", block, text, flags=re.DOTALL)


def main() -> int:
    """Write the pages, or with --check say which are out of date."""
    stale = []
    for page in PAGES:
        before = page.read_text(encoding="utf-8")
        after = fresh(before)
        if before != after:
            stale.append(page.name)
            if "--check" not in sys.argv:
                page.write_text(after, encoding="utf-8", newline="\n")
    if stale:
        print(f"out of date: {', '.join(stale)}; run tools/readme_output.py")
    return int("--check" in sys.argv and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
