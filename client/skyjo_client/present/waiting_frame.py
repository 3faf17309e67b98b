"""The table before its first game: who sits where, how friends come, what is played and said."""

from typing import Final

from skyjo_client.present.board_lines import players_lines
from skyjo_client.present.canvas import Canvas, Role, Size
from skyjo_client.present.clock_lines import bank_line
from skyjo_client.present.frame_parts import BOTTOM, Sight, put_bottom, put_header
from skyjo_client.present.messages import _
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.prompts import invitation_lines
from skyjo_client.present.rules_lines import settings_lines
from skyjo_client.present.table_frame import log_rows
from skyjo_client.present.wrapped import wrapped

_TALK: Final = 3
"""Lines that what was said last takes at most."""


def waiting_frame(narrator: Narrator, sight: Sight, size: Size) -> Canvas:
    """Draw the seats, how to join, and the settings, as far as what was said leaves room."""
    canvas, store = Canvas(size), narrator.store
    named = [store.title] if store.title not in ("", store.code) else []
    title = " · ".join([_("SKYJO"), store.code, *named])
    lost = "" if store.linked else _("! connection lost")
    put_header(canvas, title, sight.caption.viewer if sight.caption else lost)
    end = size.lines - BOTTOM
    y = _put(canvas, 2, players_lines(store), Role.PLAIN, end)
    if not store.place.private:
        y = _put(canvas, y + 1, invitation_lines(store), Role.STRONG, end)
    room = max(1, min(_TALK, end - y - 1))
    talk = log_rows(list(narrator.story), size.columns - 2, room)
    _put(canvas, end - len(talk), talk, Role.PLAIN, end)
    clock = [bank_line(store.clock)] if store.clock.HasField("bank_ms") else []
    settings = [*clock, *settings_lines(store.rules)]
    _put(canvas, y + 1, settings, Role.FAINT, end - len(talk) - bool(talk))
    put_bottom(canvas, store, sight)
    return canvas


def _put(canvas: Canvas, y: int, lines: list[str], role: Role, end: int) -> int:
    """Write the lines that fit above the line ``end``; returns the line below."""
    columns = canvas.size.columns - 2
    for row in [row for line in lines for row in wrapped(line, columns)]:
        for start in range(0, len(row), columns):  # a link may be longer than the screen
            if y < end:
                canvas.put(1, y, row[start : start + columns], role)
                y += 1
    return y
