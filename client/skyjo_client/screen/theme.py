"""How each role looks: the colours of the box, in the terminal's own sixteen colours.

Colour only repeats what a number, a sign or a bracket says.
"""

from functools import lru_cache
from typing import Final

from rich.style import Style

from skyjo_client.present.canvas import Ink, Role

_LOOKS: Final = {
    Role.PLAIN: Style(),
    Role.FAINT: Style(dim=True),
    Role.STRONG: Style(bold=True),
    Role.ALERT: Style(bold=True, color="red"),
    Role.KEY: Style(bold=True, color="cyan"),
    Role.HIDDEN: Style(dim=True),
    Role.LOWEST: Style(bold=True, color="bright_white", bgcolor="blue"),
    Role.ZERO: Style(color="black", bgcolor="bright_cyan"),
    Role.LOW: Style(color="black", bgcolor="green"),
    Role.MIDDLE: Style(color="black", bgcolor="bright_yellow"),
    Role.HIGH: Style(bold=True, color="bright_white", bgcolor="red"),
}


@lru_cache
def look(ink: Ink) -> Style:
    """Return the style of a cell."""
    style = _LOOKS[ink.role]
    if ink.fresh:
        style += Style(bold=True, underline=True)
    return style + Style(reverse=True, bold=True) if ink.cursor else style


ASCII: Final = str.maketrans("┌┐└┘├┤┬┴┼─│·▒■□", "+++++++++-|" + "##" + "#" + ".")
"""What stands for each sign of ours on a terminal without Unicode."""
