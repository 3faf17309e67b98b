"""The lobby as a full screen: which tables there are, who sits there, and what to do."""

from dataclasses import dataclass, field
from typing import Final

from skyjo.v1 import lobby_pb2, table_pb2
from skyjo_client.present.canvas import Canvas, Ink, Role, Size, Spot, cut, padded
from skyjo_client.present.escape import SafeText, escape_name
from skyjo_client.present.footer import Key, put_keys, typing_keys
from skyjo_client.present.frame_parts import BOTTOM, put_header, put_rule
from skyjo_client.present.messages import _, plural
from skyjo_client.present.rules_lines import settings_lines
from skyjo_client.present.table_lines import stage_word
from skyjo_client.present.typing_line import TypingLine
from skyjo_client.present.wrapped import wrapped

_LIST_COLUMNS: Final = 42


@dataclass(frozen=True, slots=True)
class Listed:
    """A table and the address of its server."""

    address: str
    table: lobby_pb2.TableSummary

    @property
    def may_be_joined(self) -> bool:
        """Whether somebody can take a seat there."""
        gathers = self.table.stage == table_pb2.TABLE_STAGE_GATHERING
        return self.table.free_seats > 0 and gathers


@dataclass(slots=True)
class LobbySight:
    """What one sees of the lobby.

    ``at`` is the row of the cursor, of the seat that is ``kept`` ("" where none is) and the tables.
    ``line`` is being typed as the answer to ``question``.
    """

    server: SafeText
    kept: str = ""
    tables: list[Listed] = field(default_factory=list)
    at: int = 0
    heard: bool = False
    notice: str = ""
    question: str = ""
    line: TypingLine | None = None

    @property
    def chosen(self) -> Listed | None:
        """The table at the cursor."""
        index = self.at - bool(self.kept)
        return self.tables[index] if 0 <= index < len(self.tables) else None

    @property
    def rows(self) -> int:
        """How many rows the cursor may stand on."""
        return bool(self.kept) + len(self.tables)


def row_spot(row: int) -> Spot:
    """Return the spot of a row of the list."""
    return Spot("row", row)


def lobby_frame(sight: LobbySight, size: Size) -> Canvas:
    """Draw the list, what is to be known of the chosen table, and the keys."""
    canvas = Canvas(size)
    put_header(canvas, _("SKYJO · lobby"), _("server {address}").format(address=sight.server))
    y = _kept(canvas, sight)
    _list(canvas, sight, y)
    _details(canvas, sight, y)
    _bottom(canvas, sight)
    return canvas


def _kept(canvas: Canvas, sight: LobbySight) -> int:
    """Write the first line for who still holds a seat; returns the line below."""
    if not sight.kept:
        return 2
    cursor = sight.at == 0
    text = padded(f"{'>' if cursor else ' '} {sight.kept}", canvas.size.columns - 2)
    canvas.put(1, 2, text, Ink(Role.STRONG, cursor=cursor))
    canvas.mark(1, 2, canvas.size.columns - 2, 1, row_spot(0))
    put_rule(canvas, 3)
    return 4


def _list(canvas: Canvas, sight: LobbySight, y: int) -> None:
    room = canvas.size.lines - BOTTOM - y
    if not sight.tables:
        text = _("No open table yet.") if sight.heard else _("Looking for tables ...")
        canvas.put(1, y, text, Role.FAINT)
        return
    first = bool(sight.kept)
    top = max(0, min(sight.at - first, len(sight.tables) - 1) - room + 1)
    for line, listed in enumerate(sight.tables[top : top + room]):
        row = top + line + first
        cursor = sight.at == row
        text = padded(f"{'>' if cursor else ' '} {_table(listed)}", _LIST_COLUMNS - 2)
        canvas.put(1, y + line, text, Ink(cursor=cursor))
        canvas.mark(1, y + line, _LIST_COLUMNS - 2, 1, row_spot(row))


def _table(listed: Listed) -> str:
    table = listed.table
    stage = stage_word(table.stage)
    if listed.may_be_joined:
        stage = plural("{count} seat free", "{count} seats free", table.free_seats)
    text = _("{code} {title} {taken}/{seats} {stage}")
    return text.format(
        code=padded(escape_name(table.code), 8),
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


def _details(canvas: Canvas, sight: LobbySight, y: int) -> None:
    """Write who sits at the chosen table and what is played there."""
    for line in range(y, canvas.size.lines - BOTTOM):
        canvas.put(_LIST_COLUMNS, line, "│", Role.FAINT)
    x, columns = _LIST_COLUMNS + 2, canvas.size.columns - _LIST_COLUMNS - 3
    chosen = sight.chosen
    lines = _help() if chosen is None else _about(chosen.table)
    rows = [row for line in lines for row in (wrapped(line, columns) if line else [""])]
    for line, row in enumerate(rows[: canvas.size.lines - BOTTOM - y]):
        canvas.put(x, y + line, cut(row, columns))


def _about(table: lobby_pb2.TableSummary) -> list[str]:
    code = escape_name(table.code)
    names = {player.seat: player for player in table.players}
    lines = [_("Table {code}").format(code=code), ""]
    for seat in range(min(table.rules.players, 8)):
        player = names.get(seat)
        if player is None:
            lines.append(_("{seat}  free").format(seat=seat + 1))
            continue
        bot = player.kind != table_pb2.PLAYER_KIND_HUMAN
        text = _("{seat}  {name} (bot)") if bot else _("{seat}  {name}")
        lines.append(text.format(seat=seat + 1, name=escape_name(player.name)))
    if table.round:
        lines += ["", _("Round {round} is being played.").format(round=table.round)]
    if table.spectators:
        lines.append(plural("{count} looks on.", "{count} look on.", table.spectators))
    return [*lines, "", *settings_lines(table.rules)]


def _help() -> list[str]:
    return [
        _("p: a game of your own, against bots of the house."),
        _("n: a table on this server, for others to join."),
        _("j: join by a code, a link or an address that somebody gave you."),
        _("r: the rules."),
    ]


def _bottom(canvas: Canvas, sight: LobbySight) -> None:
    lines = canvas.size.lines
    put_rule(canvas, lines - BOTTOM)
    role = Role.STRONG
    text = sight.question
    if sight.notice:
        role, text = Role.ALERT, sight.notice
    rows = wrapped(text or _invitation(sight), canvas.size.columns - 2)
    for line, row in enumerate(rows[: 2 if sight.line is None else 1]):
        canvas.put(1, lines - BOTTOM + 1 + line, cut(row, canvas.size.columns - 2), role)
    if sight.line is None:
        put_keys(canvas, lines - 1, _keys(sight))
    else:
        sight.line.put(canvas, lines - 2)
        put_keys(canvas, lines - 1, typing_keys())


def _invitation(sight: LobbySight) -> str:
    if sight.kept and sight.at == 0:
        return _("Enter returns to your seat.")
    if sight.chosen is None:
        return _("p begins a game against house bots at once.")
    if sight.chosen.may_be_joined:
        return _("Enter takes a seat at this table.")
    return _("Enter looks on at this table.")


def _keys(sight: LobbySight) -> list[Key]:
    keys = []
    if sight.kept and sight.at == 0:
        keys.append(Key("enter", "enter", _("return")))
    elif sight.chosen is not None:
        join = sight.chosen.may_be_joined
        keys.append(Key("enter", "enter", _("join") if join else _("watch")))
        if join and sight.chosen.table.watchable:
            keys.append(Key("w", "w", _("watch")))
    return [
        *keys,
        Key("p", "p", _("bots")),
        Key("n", "n", _("new")),
        Key("j", "j", _("by code")),
        Key("r", "r", _("rules")),
        Key("q", "q", _("quit")),
    ]
