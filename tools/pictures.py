"""Draw the pictures of screens under docs/pictures anew: ``python -m tools.pictures [FOLDER]``.

Each is a real screen, as Textual shows a scene of the tests. Look at what changed before you commit
it: it is what a change changes for players.
"""

import asyncio
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from skyjo_client.present.canvas import Size
from skyjo_client.screen.canvas_app import CanvasApp, View
from tests.client.lobbies import lobby
from tests.client.replays import opened
from tests.client.scenes import holding, last_lap, over, your_turn

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures"
_NORMAL: Final = Size(80, 24)
_WIDE: Final = Size(120, 40)

LOOKS: Final = {
    "light": {"SKYJO_THEME": "light", "SKYJO_COLOURS": "blue-orange"},
    "high-contrast": {"SKYJO_THEME": "high-contrast", "SKYJO_COLOURS": "high-contrast"},
    "plain": {"SKYJO_ASCII": "on", "SKYJO_COLOURS": "mono"},
}
"""What is set for pictures that do not look as screens do by default."""

PICTURES: Final[dict[str, tuple[Callable[[], View], Size]]] = {
    **{name: (lambda: your_turn(4).view, _NORMAL) for name in LOOKS},
    "table": (lambda: holding().view, _NORMAL),
    "table-of-eight": (lambda: last_lap().view, _NORMAL),
    "table-of-eight-wide": (lambda: your_turn(8).view, _WIDE),
    "scores": (lambda: over().view, _NORMAL),
    "replay": (lambda: opened().view, _NORMAL),
    "lobby": (lambda: lobby().view, _NORMAL),
}
"""What each picture shows, and how large the terminal is."""

_IDENTIFIER: Final = re.compile(r"terminal-\d+")
_FONT: Final = re.compile(r" *@font-face \{.*?\}\n", re.DOTALL)
"""A font from elsewhere; a picture of ours asks nobody for anything."""


def picture(name: str) -> str:
    """Return a picture as SVG, the same one each time."""
    # Whoever draws them, they look the same.
    for variable in [one for one in os.environ if one == "NO_COLOR" or one.startswith("SKYJO_")]:
        del os.environ[variable]
    looks = LOOKS.get(name, {})
    os.environ.update({"SKYJO_CONFIG": os.devnull, "TERM": "xterm-256color", **looks})
    return asyncio.run(_draw(*PICTURES[name]))


async def _draw(scene: Callable[[], View], size: Size) -> str:
    app = CanvasApp()
    app.show(scene())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        svg = app.export_screenshot(title="skyjo")
    lines = _IDENTIFIER.sub("terminal", _FONT.sub("", svg)).splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def main(folder: Path) -> None:
    """Draw every picture into a folder, and drop those that are no more."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name in PICTURES:
        path = folder / f"{name}.svg"
        path.write_text(picture(name), encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
