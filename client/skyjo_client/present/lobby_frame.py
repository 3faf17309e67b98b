"""The lobby as a full screen: which tables there are, who sits there, and what to do."""

from dataclasses import dataclass, field
from typing import Final

from skyjo.v1 import lobby_pb2
from skyjo_client.present.canvas import Canvas, Ink, Role, Size, Spot, cut, padded
from skyjo_client.present.escape import SafeText, escape_name
from skyjo_client.present.footer import Key, put_keys, typing_keys
from skyjo_client.present.frame_parts import BOTTOM, put_header, put_rule
from skyjo_client.present.keymap import DEFAULT_KEYMAP, Keymap, Where
from skyjo_client.present.listed import Listed
from skyjo_client.present.lobby_lines import about, nothing_listed, ways_in
from skyjo_client.present.messages import _, plural
from skyjo_client.present.table_lines import stage_word
from skyjo_client.present.typing_line import TypingLine
from skyjo_client.present.wrapped import width, wrapped

_LIST_COLUMNS: Final = (42, 52)
"""The list takes the first of these, and up to the second where its rows are longer."""
_CODE_COLUMNS: Final = 10
_MOST_SAID: Final = 8
"""Rows of what is told above the keys, so that the list never goes."""


@dataclass(slots=True)
class LobbySight:
    """What one sees of the lobby.

    ``server`` is the one whose tables are listed, "" for all of the network. ``at`` is the row of
    the cursor, of the seats that are ``kept`` and the tables. ``silent``: one has waited long
    enough for a server. ``line`` is being typed as the answer to ``question``; ``help`` stands
    beside it. ``away``: Escape goes back to the lobby one came from.
    """

    server: SafeText
    kept: tuple[str, ...] = ()
    tables: list[Listed] = field(default_factory=list)
    at: int = 0
    heard: bool = False
    silent: bool = False
    notice: str = ""
    question: str = ""
    help: tuple[str, ...] = ()
    line: TypingLine | None = None
    keymap: Keymap = DEFAULT_KEYMAP
    away: bool = False

    @property
    def chosen(self) -> Listed | None:
        """The table at the cursor."""
        index = self.at - len(self.kept)
        return self.tables[index] if 0 <= index < len(self.tables) else None

    @property
    def returns(self) -> bool:
        """Whether the cursor is at a seat that is still held."""
        return self.at < len(self.kept)

    @property
    def rows(self) -> int:
        """How many rows the cursor may stand on."""
        return len(self.kept) + len(self.tables)


def row_spot(row: int) -> Spot:
    """Return the spot of a row of the list."""
    return Spot("row", row)


def lobby_frame(sight: LobbySight, size: Size) -> Canvas:
    """Draw the list, what is to be known of the chosen table, and the keys."""
    canvas = Canvas(size)
    where = _("server {address}").format(address=sight.server)
    put_header(canvas, _("SKYJO · lobby"), where if sight.server else _("this network"))
    y = _kept(canvas, sight)
    said = _said(sight, size.columns - 2)
    end = size.lines - BOTTOM - max(0, len(said) - _room(sight))
    _list(canvas, sight, y, end)
    _details(canvas, sight, y, end)
    _bottom(canvas, sight, said, end)
    return canvas


def _kept(canvas: Canvas, sight: LobbySight) -> int:
    """Write the first lines for who still holds a seat; returns the line below."""
    for row, kept in enumerate(sight.kept):
        _row(canvas, sight, (2 + row, row), kept, canvas.size.columns - 2)
    if not sight.kept:
        return 2
    put_rule(canvas, 2 + len(sight.kept))
    return 3 + len(sight.kept)


def _row(
    canvas: Canvas, sight: LobbySight, place: tuple[int, int], text: str, columns: int
) -> None:
    """Write something to choose; ``place`` is its line and its row."""
    y, row = place
    cursor = sight.at == row
    role = Role.STRONG if row < len(sight.kept) else Role.PLAIN
    text = padded(f"{'>' if cursor else ' '} {text}", columns)
    canvas.put(1, y, text, Ink(role, cursor=cursor))
    canvas.mark(1, y, columns, 1, row_spot(row))


def _list(canvas: Canvas, sight: LobbySight, y: int, end: int) -> None:
    room = end - y
    if not sight.tables:
        columns = _list_columns(sight) - 3
        rows = [row for line in nothing_listed(sight) for row in wrapped(line, columns)]
        for line, text in enumerate(rows[:room]):
            canvas.put(1, y + line, text, Role.FAINT)
        return
    first = len(sight.kept)
    top = max(0, min(sight.at - first, len(sight.tables) - 1) - room + 1)
    for line, listed in enumerate(sight.tables[top : top + room]):
        place = (y + line, top + line + first)
        _row(canvas, sight, place, _table(listed), _list_columns(sight) - 2)


def _list_columns(sight: LobbySight) -> int:
    least, most = _LIST_COLUMNS
    longest = max((width(_table(listed)) + 4 for listed in sight.tables), default=least)
    return min(max(longest, least), most)


def _table(listed: Listed) -> str:
    table = listed.table
    if not listed.met:
        text = _("{code} {title} not met yet")
        title = padded(escape_name(listed.server), 10)
        return text.format(code=padded(escape_name(table.code), _CODE_COLUMNS), title=title)
    stage = stage_word(table.stage)
    if listed.may_be_joined:
        stage = plural("{count} seat free", "{count} seats free", table.free_seats)
    text = _("{code} {title} {taken}/{seats} {stage}")
    return text.format(
        code=padded(escape_name(table.code), _CODE_COLUMNS),
        title=padded(_title(table), 10),
        taken=len(table.players),
        seats=table.rules.players,
        stage=stage,
    )


def _title(table: lobby_pb2.TableSummary) -> str:
    title = escape_name(table.title)
    if title and title != table.code:
        return title
    return escape_name(table.players[0].name) if table.players else ""


def _details(canvas: Canvas, sight: LobbySight, y: int, end: int) -> None:
    """Write who sits at the chosen table and what is played there."""
    for line in range(y, end):
        canvas.put(_list_columns(sight), line, "│", Role.FAINT)
    x = _list_columns(sight) + 2
    columns = canvas.size.columns - x - 1
    chosen = sight.chosen
    lines = ways_in(sight) if chosen is None else about(chosen, named=bool(sight.server))
    if sight.line is not None and sight.help:
        lines = list(sight.help)
    rows = [row for line in lines for row in (wrapped(line, columns) if line else [""])]
    for line, row in enumerate(rows[: end - y]):
        canvas.put(x, y + line, cut(row, columns))


def _said(sight: LobbySight, columns: int) -> list[str]:
    """What is asked or told above the keys, in rows; a long text takes them from the list."""
    text = sight.notice or sight.question or _invitation(sight)
    return wrapped(text, columns)[:_MOST_SAID]


def _room(sight: LobbySight) -> int:
    """How many rows there are always above the keys, with those of a line that is typed."""
    return 2 if sight.line is None else 1


def _bottom(canvas: Canvas, sight: LobbySight, said: list[str], y: int) -> None:
    lines = canvas.size.lines
    put_rule(canvas, y)
    role = Role.ALERT if sight.notice else Role.STRONG
    for line, row in enumerate(said):
        canvas.put(1, y + 1 + line, cut(row, canvas.size.columns - 2), role)
    if sight.line is None:
        put_keys(canvas, lines - 1, _keys(sight), sight.keymap, Where.LOBBY)
    else:
        sight.line.put(canvas, lines - 2)
        put_keys(canvas, lines - 1, typing_keys())


def _invitation(sight: LobbySight) -> str:
    keys = sight.keymap.names(Where.LOBBY)
    if sight.returns or (sight.chosen and sight.chosen.held):
        return _("{enter} returns to your seat.").format(**keys)
    if sight.chosen is None:
        text = _("{key} begins a game against house bots at once.")
        return text.format(key=sight.keymap.keys("play")[0])
    if not sight.chosen.met:
        text = _("{enter} goes there; you are asked whether it is the right server.")
        return text.format(**keys)
    if sight.chosen.may_be_joined:
        return _("{enter} takes a seat at this table.").format(**keys)
    return _("{enter} looks on at this table.").format(**keys)


def _keys(sight: LobbySight) -> list[Key]:
    keys = []
    if sight.returns:
        keys.append(Key("enter", "enter", _("return")))
    elif sight.chosen is not None:
        held, join = sight.chosen.held, sight.chosen.may_be_joined
        enter = _("return") if held else _("join") if join else _("watch")
        keys.append(Key("enter", "enter", enter))
        if (held or join) and (sight.chosen.table.watchable or not sight.chosen.met):
            keys.append(Key("w", "w", _("watch")))
    if sight.away:
        keys.append(Key("escape", "esc", _("back")))
    return [
        *keys,
        Key("p", "p", _("bots")),
        Key("n", "n", _("new")),
        Key("j", "j", _("by code")),
        Key("f2", "f2", _("language")),
        Key("colon", ":", _("name")),
        Key("r", "r", _("rules")),
        Key("question_mark", "?", _("help")),
        Key("q", "q", _("quit")),
    ]
