"""How each role looks: a theme for the text, a set of colours for the cards.

Colour only repeats what a number, a sign or a bracket says. The theme ``ansi`` takes the sixteen
colours and the background of the terminal: there each colour of ours comes with a background of its
own, as nobody knows what stands behind it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from rich.style import Style

from skyjo_client.present.canvas import Ink, Role

Look = Mapping[Role, str]
"""Styles as Rich writes them, by role."""

ANSI: Final = "ansi"
MONO: Final = "mono"

THEMES: Final[dict[str, Look]] = {
    ANSI: {
        Role.PLAIN: "",
        Role.FAINT: "dim",
        Role.STRONG: "bold",
        Role.ALERT: "bold bright_white on red",
        Role.KEY: "bold",
        Role.HIDDEN: "dim",
    },
    "dark": {
        Role.PLAIN: "#e4e4e4 on #1c1c1c",
        Role.FAINT: "#a8a8a8",
        Role.STRONG: "bold #ffffff",
        Role.ALERT: "bold #ffffff on #af0000",
        Role.KEY: "bold #87d7ff",
        Role.HIDDEN: "#a8a8a8",
    },
    "light": {
        Role.PLAIN: "#262626 on #fafafa",
        Role.FAINT: "#585858",
        Role.STRONG: "bold #000000",
        Role.ALERT: "bold #ffffff on #af0000",
        Role.KEY: "bold #005f87",
        Role.HIDDEN: "#585858",
    },
    "high-contrast": {
        Role.PLAIN: "#ffffff on #000000",
        Role.FAINT: "",
        Role.STRONG: "bold",
        Role.ALERT: "bold #000000 on #ffff00",
        Role.KEY: "bold #ffff00",
        Role.HIDDEN: "",
    },
}
"""What text looks like; all but the role PLAIN stand on its background where they name none."""

_MONO: Final[Look] = {
    Role.ALERT: "bold reverse",
    Role.KEY: "bold",
    Role.LOWEST: "bold underline",
    Role.ZERO: "",
    Role.LOW: "",
    Role.MIDDLE: "bold",
    Role.HIGH: "bold reverse",
}

COLOURS: Final[dict[str, Look]] = {
    "default": {
        Role.LOWEST: "bold underline #ffffff on #0000af",
        Role.ZERO: "#000000 on #87d7ff",
        Role.LOW: "#000000 on #5faf5f",
        Role.MIDDLE: "#000000 on #ffff5f",
        Role.HIGH: "bold #ffffff on #af0000",
    },
    "blue-orange": {
        Role.ALERT: "bold #000000 on #ff8700",
        Role.LOWEST: "bold underline #ffffff on #00005f",
        Role.ZERO: "#000000 on #5f87ff",
        Role.LOW: "#000000 on #eeeeee",
        Role.MIDDLE: "#000000 on #ffd787",
        Role.HIGH: "bold #ffffff on #af5f00",
    },
    "high-contrast": {
        Role.LOWEST: "bold underline #ffffff on #0000af",
        Role.ZERO: "#000000 on #00afff",
        Role.LOW: "#000000 on #ffffff",
        Role.MIDDLE: "#000000 on #ffd700",
        Role.HIGH: "bold #ffffff on #870000",
    },
    MONO: _MONO,
}
"""What cards look like; a set may change other roles, too."""

ANSI_COLOURS: Final[dict[str, Look]] = {
    "default": {
        Role.LOWEST: "bold underline bright_white on blue",
        Role.ZERO: "black on bright_cyan",
        Role.LOW: "black on green",
        Role.MIDDLE: "black on bright_yellow",
        Role.HIGH: "bold bright_white on red",
    },
    "blue-orange": {
        Role.LOWEST: "bold underline bright_white on blue",
        Role.ZERO: "black on bright_cyan",
        Role.LOW: "black on white",
        Role.MIDDLE: "black on bright_yellow",
        Role.HIGH: "bold black on yellow",
    },
    "high-contrast": {
        Role.FAINT: "",
        Role.HIDDEN: "",
        Role.LOWEST: "bold underline bright_white on blue",
        Role.ZERO: "black on bright_cyan",
        Role.LOW: "black on bright_white",
        Role.MIDDLE: "black on bright_yellow",
        Role.HIGH: "bold bright_white on red",
    },
    MONO: _MONO,
}
"""The same in the terminal's own colours."""


class Looks:
    """The style of each cell in one theme and one set of colours."""

    def __init__(self, theme: str, colours: str) -> None:
        """Take what the settings call so."""
        cards = (ANSI_COLOURS if theme == ANSI else COLOURS)[colours]
        self._styles = {**THEMES[theme], **cards}
        self.of = cache(self._of)

    def _of(self, ink: Ink) -> Style:
        """Return how a cell is written."""
        style = Style.parse(self._styles[Role.PLAIN]) + Style.parse(self._styles[ink.role])
        if ink.fresh:
            style += Style(bold=True, underline=True)
        return style + Style(reverse=True, bold=True) if ink.cursor else style


_SIGNS: Final = str.maketrans("┌┐└┘├┤┬┴┼─│·▒■□", "+++++++++-|" + "##" + "#" + ".")


def in_ascii(text: str) -> str:
    """Return a text with plain signs for ours, for a terminal without Unicode."""
    return text.replace(" · ", " - ").translate(_SIGNS)
