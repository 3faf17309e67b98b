"""What the screens look like, as text: which ink stands where, and what each ink is in a theme.

A screen in a theme is both together, so that a new theme adds one short file and no more.
"""

from pathlib import Path
from typing import Final

from skyjo_client.present.canvas import Canvas, Ink, Role, Size
from skyjo_client.screen.theme import COLOURS, THEMES, Looks
from tests.client.replays import REPLAYS
from tests.client.scene_list import LOBBIES, SCENES

FOLDER: Final = Path(__file__).parent.parent / "golden" / "looks"
_SIZE: Final = Size(80, 24)

_LETTERS: Final = {
    Role.PLAIN: ".pP",
    Role.FAINT: "fgF",
    Role.STRONG: "stS",
    Role.ALERT: "!aA",
    Role.KEY: "kvK",
    Role.HIDDEN: "hiH",
    Role.LOWEST: "-nN",
    Role.ZERO: "0oO",
    Role.LOW: "1uU",
    Role.MIDDLE: "5mM",
    Role.HIGH: "9xX",
}


def letter(ink: Ink) -> str:
    """Return the sign of an ink: as it is, just changed, under the cursor."""
    return _LETTERS[ink.role][2 if ink.cursor else 1 if ink.fresh else 0]


def _inked(canvas: Canvas) -> str:
    rows = (
        "".join(letter(ink) * len(text) for text, ink in canvas.runs(y)).rstrip(".")
        for y in range(canvas.size.lines)
    )
    return "\n".join(rows) + "\n"


def _table(looks: Looks) -> str:
    lines = []
    for role in Role:
        for name, ink in (
            ("", Ink(role)),
            (" changed", Ink(role, fresh=True)),
            (" cursor", Ink(role, cursor=True)),
        ):
            lines.append(f"{letter(ink)} {role.name.lower() + name:<16} {looks.of(ink)}")
    return "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Every file by its name: a table for each theme and set, the inks of each screen."""
    tables = {
        f"theme-{theme}-{colours}.txt": _table(Looks(theme, colours))
        for theme in THEMES
        for colours in COLOURS
    }
    inks = {f"{name}.txt": _inked(scene().view.frame(_SIZE)) for name, scene in SCENES.items()}
    lobby = {f"{name}.txt": _inked(scene().view.frame(_SIZE)) for name, scene in LOBBIES.items()}
    replay = {f"{name}.txt": _inked(scene().view.frame(_SIZE)) for name, scene in REPLAYS.items()}
    return {**tables, **inks, **lobby, **replay}
