"""Longer texts on a full screen: help, log, rules, hints; and the one for a screen too small."""

from typing import Final

from skyjo_client.present.canvas import Canvas, Role, Size, cut
from skyjo_client.present.footer import Key, put_keys
from skyjo_client.present.frame_parts import put_header, put_rule
from skyjo_client.present.keymap import DEFAULT_KEYMAP, Keymap, Where
from skyjo_client.present.messages import _
from skyjo_client.present.wrapped import wrapped

_AROUND: Final = 4
"""Lines of a text screen that are not the text."""
_SCROLLS: Final = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
"""Lines by which each key moves a longer text."""
_ENDS: Final = ("escape", "enter", "q", "ctrl+c")


class TextPage:
    """A text in lines that may be longer than the screen; ``top`` is the first one shown."""

    def __init__(
        self,
        title: str,
        lines: list[str],
        *,
        at_end: bool = False,
        keymap: Keymap = DEFAULT_KEYMAP,
    ) -> None:
        """Show ``lines`` from the first, or the last ones when ``at_end``."""
        self._keymap = keymap
        self._title = title
        self._lines = lines
        self._top = len(lines) * _AROUND if at_end else 0

    def press(self, key: str) -> bool:
        """Do what a key means; whether the page stays open."""
        self._top += _SCROLLS.get(key, 0)
        return key not in _ENDS

    def frame(self, size: Size) -> Canvas:
        """Draw the part that is to be seen."""
        canvas = Canvas(size)
        rows = [row for line in self._lines for row in _broken(line, size.columns - 2)]
        room = max(size.lines - _AROUND, 1)
        self._top = max(0, min(self._top, len(rows) - room))
        shown = rows[self._top : self._top + room]
        hidden = len(rows) - self._top - len(shown)
        put_header(canvas, self._title, _("more below") if hidden else "")
        for line, row in enumerate(shown):
            canvas.put(1, 2 + line, row)
        put_rule(canvas, size.lines - 2)
        keys = _keys(scrolls=len(rows) > room)
        put_keys(canvas, size.lines - 1, keys, self._keymap, Where.PAGE)
        return canvas


def _keys(*, scrolls: bool) -> list[Key]:
    moving = [Key("pageup", "up", _("back", "page")), Key("pagedown", "down", _("on", "page"))]
    return [*(moving if scrolls else []), Key("escape", "esc", _("close"))]


def _broken(line: str, columns: int) -> list[str]:
    return [cut(row, columns) for row in wrapped(line, columns)] if line else [""]


def too_small_frame(size: Size, needed: Size) -> Canvas:
    """Say in one sentence that there is no room, and how much is needed."""
    canvas = Canvas(size)
    text = _("{columns} x {lines} is too small: {needed_columns} x {needed_lines} is needed.")
    told = text.format(
        columns=size.columns,
        lines=size.lines,
        needed_columns=needed.columns,
        needed_lines=needed.lines,
    )
    for line, row in enumerate(wrapped(told, max(size.columns, 1))):
        canvas.put(0, line, row, Role.STRONG)
    return canvas
