"""The window that a full screen runs in: its title, its bell, its mouse, its clipboard."""

import os
from collections.abc import Callable, Mapping
from typing import Final

from skyjo_client.present.messages import _

MOUSE_ON: Final = "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h"
MOUSE_OFF: Final = "\x1b[?1016l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1000l"
_KEEP_TITLE: Final = "\x1b[22;2t"
_TITLE: Final = "\x1b]2;{title}\x07"
_OLD_TITLE: Final = "\x1b[23;2t"


class Window:
    """What a terminal does beside showing the screen; ``write`` gets what it is told.

    What was changed is as before after :meth:`close`.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        copy: Callable[[str], None],
        *,
        title: bool,
        mouse: bool,
    ) -> None:
        """Begin with the terminal as it is; ``mouse``: it tells of the mouse already."""
        self.copy = copy
        self._write = write
        self._titled = title and has_title(os.environ)
        self._title = ""
        self._mouse = mouse

    def switch_mouse(self) -> bool:
        """Give the mouse to the terminal, to select text, or take it back; whether it is ours."""
        self._mouse = not self._mouse
        self._write(MOUSE_ON if self._mouse else MOUSE_OFF)
        return self._mouse

    def entitle(self, code: str, *, awaited: bool) -> None:
        """Name the table in the title, and say whether the player is waited for."""
        text = _("> your turn - {code} - skyjo") if awaited else _("{code} - skyjo")
        title = text.format(code=code)
        if self._titled and title != self._title:
            keep = "" if self._title else _KEEP_TITLE
            self._title = title
            self._write(keep + _TITLE.format(title=title))

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._title:
            self._write(_OLD_TITLE)
        if self._mouse:
            self._write(MOUSE_OFF)


def has_title(environ: Mapping[str, str]) -> bool:
    """Whether the terminal knows what a title is; the Linux console prints it."""
    return not environ.get("TERM", "").startswith("linux")
