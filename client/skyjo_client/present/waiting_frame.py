"""The table before its first game: who sits where, how friends come, what is played and said."""

from typing import Final

from skyjo_client.present.board_lines import players_lines
from skyjo_client.present.canvas import Canvas, Role, Size
from skyjo_client.present.clock_lines import bank_line
from skyjo_client.present.frame_parts import BOTTOM, Sight, put_bottom, put_header
from skyjo_client.present.keymap import Where
from skyjo_client.present.messages import _
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.prompts import free_seats, invitation_lines
from skyjo_client.present.rules_lines import settings_lines, unusual_lines
from skyjo_client.present.store import TableStore
from skyjo_client.present.table_frame import log_rows
from skyjo_client.present.wrapped import wrapped

_TALK: Final = 3
"""Lines that what was said last takes at most."""
_LEAST: Final = 6
"""Lines that are kept for what is played and said, with what is free between them."""
_PLAYED: Final = 4
"""Those of them that are kept for what is played."""


def waiting_frame(narrator: Narrator, sight: Sight, size: Size) -> Canvas:
    """Draw the seats, how to join, and the settings, as far as what was said leaves room."""
    canvas, store = Canvas(size), narrator.store
    named = [store.title] if store.title not in ("", store.code) else []
    title = " · ".join([_("SKYJO"), store.code, *named])
    lost = "" if store.linked else _("! connection lost")
    put_header(canvas, title, sight.caption.viewer if sight.caption else lost)
    end = size.lines - BOTTOM
    invited = [] if store.place.private else invitation_lines(store)
    columns = size.columns - 2
    seats = players_lines(store)
    if len(seats) + 1 + len(_rows(invited, columns)) > end - 2 - _LEAST:
        seats = [*_taken(store, seats), *free_seats(store)]
    y = _put(canvas, 2, seats, Role.PLAIN, end)
    if invited:
        y = _put(canvas, y + 1, invited, Role.STRONG, end)
    room = max(1, min(_TALK, end - y - _PLAYED))
    talk = log_rows(list(narrator.story), columns, room)
    _put(canvas, end - len(talk), talk, Role.PLAIN, end)
    room = end - len(talk) - bool(talk) - y - 1
    _put(canvas, y + 1, _settings(store, sight, columns, room), Role.FAINT, end)
    put_bottom(canvas, store, sight)
    return canvas


def _taken(store: TableStore, seats: list[str]) -> list[str]:
    return [line for seat, line in enumerate(seats) if seat in store.players]


def _settings(store: TableStore, sight: Sight, columns: int, room: int) -> list[str]:
    """What is played, in rows that have room: first what is unusual; at last where to read more."""
    unusual = unusual_lines(store.rules)
    clock = [bank_line(store.clock)] if store.clock.HasField("bank_ms") else []
    usual = [line for line in settings_lines(store.rules) if line not in unusual]
    rows = _rows([*unusual, *clock, *usual], columns)
    if len(rows) <= room or room <= 0:
        return rows[: max(room, 0)]
    keys = sight.keymap.names(Where.TABLE)
    return [*rows[: room - 1], _("More rules: {command}rules").format(**keys)]


def _rows(lines: list[str], columns: int) -> list[str]:
    """Lines broken for the screen; a link may be longer than that."""
    return [
        row[start : start + columns]
        for line in lines
        for row in wrapped(line, columns)
        for start in range(0, len(row), columns)
    ]


def _put(canvas: Canvas, y: int, lines: list[str], role: Role, end: int) -> int:
    """Write the lines that fit above the line ``end``; returns the line below."""
    for row in _rows(lines, canvas.size.columns - 2)[: max(0, end - y)]:
        canvas.put(1, y, row, role)
        y += 1
    return y
