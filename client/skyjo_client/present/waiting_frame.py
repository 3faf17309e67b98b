"""The table before its first game: who sits where, how friends come, what will be played."""

from skyjo_client.present.board_lines import players_lines
from skyjo_client.present.canvas import Canvas, Role, Size
from skyjo_client.present.frame_parts import BOTTOM, Sight, put_bottom, put_header
from skyjo_client.present.messages import _
from skyjo_client.present.prompts import invitation_lines
from skyjo_client.present.rules_lines import settings_lines
from skyjo_client.present.store import TableStore
from skyjo_client.present.wrapped import wrapped


def waiting_frame(store: TableStore, sight: Sight, size: Size) -> Canvas:
    """Draw the seats, how to join, and the settings, as far as there is room."""
    canvas = Canvas(size)
    named = [store.title] if store.title not in ("", store.code) else []
    title = " · ".join([_("SKYJO"), store.code, *named])
    lost = "" if store.linked else _("! connection lost")
    put_header(canvas, title, sight.caption.viewer if sight.caption else lost)
    y = _put(canvas, 2, players_lines(store), Role.PLAIN)
    if not store.place.private:
        y = _put(canvas, y + 1, invitation_lines(store), Role.STRONG)
    _put(canvas, y + 1, settings_lines(store.rules), Role.FAINT)
    put_bottom(canvas, store, sight)
    return canvas


def _put(canvas: Canvas, y: int, lines: list[str], role: Role) -> int:
    """Write lines that fit above the prompt; returns the line below."""
    columns = canvas.size.columns - 2
    for row in [row for line in lines for row in wrapped(line, columns)]:
        for start in range(0, len(row), columns):  # a link may be longer than the screen
            if y < canvas.size.lines - BOTTOM:
                canvas.put(1, y, row[start : start + columns], role)
                y += 1
    return y
