"""The table as a full screen: everybody's cards, the piles, what happened, what is wanted now."""

from collections.abc import Iterator
from typing import Final

from skyjo_client.present.boxes import BOX_COLUMNS, BOX_LINES, Grid, Pile, card_role
from skyjo_client.present.canvas import (
    DISCARD,
    DRAW,
    Canvas,
    Ink,
    Role,
    Size,
    cut,
    cut_name,
    padded,
)
from skyjo_client.present.choice import TAKE, THROW
from skyjo_client.present.clock_lines import bank_shown
from skyjo_client.present.frame_parts import BOTTOM, Sight, fits, put_bottom, put_header, put_rule
from skyjo_client.present.messages import _, plural
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.store import TableStore
from skyjo_client.present.wrapped import width, wrapped

SMALLEST: Final = Size(60, 20)
"""Below this there is no room for a table."""
_NORMAL: Final = Size(80, 24)
_WIDE: Final = Size(120, 36)

_TILE_STEP: Final = 20
"""Columns from one tile to the next."""
_PILE_LINES: Final = 5
_OWN_LINES: Final = 7
"""Lines that the piles take, and the viewer's cards where there are no lines between them."""
_HOLDER: Final = 10
"""Columns for the name of whoever holds a card."""
_BESIDE_COLUMNS: Final = 26
"""Columns for the last of four players beside the piles, where nobody's own cards are shown."""
_BOXED_AT_MOST: Final = 3
"""So many other seats have their cards in frames where the screen is not wide."""


def table_frame(narrator: Narrator, sight: Sight, size: Size) -> Canvas:
    """Draw the table in whatever detail the size allows."""
    canvas = Canvas(size)
    _header(canvas, narrator.store, sight)
    frame = _Table(canvas, narrator, sight)
    frame.draw()
    put_bottom(canvas, narrator.store, sight)
    return canvas


def _header(canvas: Canvas, store: TableStore, sight: Sight) -> None:
    parts = [_("SKYJO"), store.code]
    if store.board.round:
        most = store.rules.rounds
        text = _("round {round} of {rounds}") if most else _("round {round}")
        parts.append(text.format(round=store.board.round, rounds=most))
    parts.append(_("to {target}").format(target=store.rules.target))
    seats = plural("{count} seat", "{count} seats", store.rules.players)
    left = " · ".join([*parts, seats])
    if sight.caption is not None:
        right = sight.caption.viewer
    elif not store.linked:
        right = _("! connection lost")
    elif store.seat is None:
        right = _("you are watching")
    else:
        total = store.board.seat(store.seat).total
        right = _("you: {name}, seat {seat}, {total}").format(
            name=store.name(store.seat), seat=store.seat + 1, total=total
        )
    put_header(canvas, left, right)


class _Table:
    """The part between header and prompt."""

    def __init__(self, canvas: Canvas, narrator: Narrator, sight: Sight) -> None:
        self._canvas = canvas
        self._narrator = narrator
        self._store = narrator.store
        self._sight = sight
        self._wide = fits(canvas.size, _WIDE)
        self._normal = fits(canvas.size, _NORMAL)
        seats = range(len(self._store.board.seats))
        self._others = [seat for seat in seats if not self._store.is_you(seat)]
        self._end = canvas.size.lines - BOTTOM
        self._boxed, self._beside = self._others, None
        spectates = self._store.board.own is None
        if spectates and not self._wide and len(self._others) == _BOXED_AT_MOST + 1:
            *self._boxed, self._beside = self._others

    def draw(self) -> None:
        """Draw the others above, the viewer and the piles below, and the log beside them."""
        if self._wide:
            y = self._boxes(2, abreast=4)
        elif self._normal and len(self._boxed) <= _BOXED_AT_MOST:
            y = self._boxes(2, abreast=_BOXED_AT_MOST)
        elif self._normal or self._has_room_for_tiles():
            self._beside = None
            y = self._tiles(2)
        else:
            self._beside = None
            y = self._lines(2)
        put_rule(self._canvas, y)
        piles = self._own(y + 1)
        self._piles(piles, y + 1)
        x = piles + self._piles_columns()
        top = y + 1
        if len(self._others) == 1 and self._normal:
            top = 2
        self._log(x, top)

    def _title(self, seat: int, columns: int, clock: str = "") -> str:
        """Whose cards these are: ">" is to play, "!" ended the round, "?" is away.

        A clock stands before the points, in ``columns`` that are for both.
        """
        store = self._store
        mark = " "
        if store.board.turn == seat:
            mark = ">"
        elif store.board.finisher == seat and store.board.round:
            mark = "!"
        elif store.is_away(seat):
            mark = "?"
        points = " ".join(filter(None, (clock, str(store.board.seat(seat).total))))
        room = columns - width(points) - 4
        name = padded(cut_name(store.name(seat), room), room)
        return f"{mark}{seat + 1} {name} {points}"

    def _put_title(self, x: int, y: int, seat: int, columns: int, clock: str = "") -> None:
        role = Role.STRONG if self._store.board.turn == seat else Role.PLAIN
        if self._store.board.finisher == seat and self._store.board.last_lap:
            role = Role.ALERT
        self._canvas.put(x, y, self._title(seat, columns, clock), role)

    def _grid(self, seat: int) -> Grid:
        dealt = self._sight.caption.dealt.get(seat, ()) if self._sight.caption else ()
        fresh = self._narrator.touched.get(seat)
        return Grid(self._store.board.seat(seat), fresh=fresh, dealt=dealt)

    def _boxes(self, y: int, abreast: int) -> int:
        """Draw the others in frames; returns the line below them."""
        step = 30 if self._wide else 26
        for index, seat in enumerate(self._boxed):
            top = y + (BOX_LINES + 2) * (index // abreast)
            self._box(1 + step * (index % abreast), top, seat, step)
        rows = max(1, -(-len(self._boxed) // abreast))
        return y + (BOX_LINES + 2) * rows

    def _box(self, left: int, top: int, seat: int, step: int) -> None:
        """Draw somebody's cards in a frame, with the name above and what lies open below."""
        clock = bank_shown(self._store, seat)
        self._put_title(left, top, seat, step - 1 if clock else BOX_COLUMNS + 1, clock)
        self._grid(seat).box(self._canvas, left + 1, top + 1)
        below = cut(self._sum(seat), step - 3)
        self._canvas.put(left + 2, top + 1 + BOX_LINES, below, Role.FAINT)

    def _tile_lines(self, abreast: int) -> int:
        return 4 * -(-len(self._others) // abreast)

    def _has_room_for_tiles(self) -> bool:
        """Whether everybody's cards leave room for what stands below them."""
        below = _PILE_LINES if self._store.board.own is None else _OWN_LINES
        lines = self._tile_lines(self._canvas.size.columns // _TILE_STEP)
        return 2 + lines + 1 + below <= self._end

    def _tiles(self, y: int) -> int:
        """Draw the others as bare cards; returns the line below them."""
        abreast = self._canvas.size.columns // _TILE_STEP
        for index, seat in enumerate(self._others):
            left = 1 + _TILE_STEP * (index % abreast)
            top = y + 4 * (index // abreast)
            clock = bank_shown(self._store, seat)
            self._put_title(left, top, seat, 19 if clock else 18, clock)
            self._grid(seat).tile(self._canvas, left + 1, top + 1)
        return y + self._tile_lines(abreast)

    def _lines(self, y: int) -> int:
        """Write one line for each of the others; returns the line below them."""
        for line, seat in enumerate(self._others):
            title = self._title(seat, 30, bank_shown(self._store, seat))
            text = f"{title}  {self._sum(seat)}"
            self._canvas.put(1, y + line, cut(text, self._canvas.size.columns - 2))
        return y + len(self._others)

    def _sum(self, seat: int) -> str:
        """What lies open, as soon as there are cards."""
        board = self._store.board.seat(seat)
        text = _("open {sum}, hidden {hidden}")
        return text.format(sum=board.open_sum, hidden=len(board.hidden)) if board.values else ""

    def _own(self, y: int) -> int:
        """Draw the viewer's cards, or somebody's; returns the column where the piles may begin."""
        own = self._store.board.own
        if own is None:
            if self._beside is None:
                return 1
            self._box(1, y, self._beside, _BESIDE_COLUMNS)
            return _BESIDE_COLUMNS + 1
        choice = self._sight.choice
        fresh = self._narrator.touched.get(self._store.seat or 0)
        grid = Grid(own, fresh=fresh, cursor=choice.cursor, picked=choice.picked)
        grid.own(self._canvas, 0, y, large=self._wide, ruled=self._normal)
        return 45 if self._wide else 29

    def _piles(self, x: int, y: int) -> None:
        """Draw both piles, how many cards they have, and what the viewer holds."""
        board = self._store.board
        if not board.round:
            return
        canvas, wide = self._canvas, self._wide
        step = 13 if wide else 10
        canvas.put(x, y, _("draw", "pile"), Role.FAINT)
        canvas.put(x + step, y, _("discard", "pile"), Role.FAINT)
        self._draw_pile().put(canvas, x, y + 1, large=wide)
        self._discard_pile().put(canvas, x + step, y + 1, large=wide)
        below = y + (6 if wide else 4)
        canvas.put(x, below, str(board.draw_pile), Role.FAINT)
        canvas.put(x + step, below, str(board.discard_pile), Role.FAINT)
        for line, (text, ink) in zip(range(below + 1, self._end), self._facts(), strict=False):
            canvas.put(x, line, text, ink)

    def _piles_columns(self) -> int:
        """How much room the piles and what is told beside them take, with a gap."""
        step = 13 if self._wide else 10
        texts = [text for text, _ink in self._facts()]
        longest = max([step + width(_("discard", "pile")), *map(width, texts)])
        return max(28 if self._wide else 20, longest + 1)

    def _facts(self) -> Iterator[tuple[str, Ink]]:
        """What else to know beside the piles, most wanted first."""
        board, own = self._store.board, self._store.board.own
        if board.drawn is not None:
            yield self._held(board.drawn), Ink(card_role(board.drawn))
        if board.last_lap:
            yield _("! LAST LAP"), Ink(Role.ALERT)
        if not self._sight.clock and (clock := bank_shown(self._store, self._store.seat)):
            yield _("your clock {time}").format(time=clock), Ink()
        if own is not None and own.values:
            yield (
                _("open {sum}, hidden {hidden}").format(sum=own.open_sum, hidden=len(own.hidden)),
                Ink(Role.FAINT),
            )

    def _held(self, card: int) -> str:
        """Tell a drawn card; whoever sees it without a seat is told who holds it."""
        turn = self._store.board.turn
        if self._store.seat is not None or turn is None:
            return _("you hold: [ {card} ]").format(card=card)
        name = cut(self._store.name(turn), _HOLDER)
        return _("{name}: [ {card} ]").format(name=name, card=card)

    def _draw_pile(self) -> Pile:
        cursor = self._sight.choice.cursor == DRAW
        face = "[▒▒]" if cursor else "▒▒▒▒" if self._wide else " ▒▒ "
        return Pile(DRAW, face, Ink(Role.HIDDEN, cursor=cursor))

    def _discard_pile(self) -> Pile:
        choice, top = self._sight.choice, self._store.board.discard_top
        cursor = choice.cursor == DISCARD
        value = "  " if top is None else f"{top:>2}"
        face = f" {value} "
        if choice.verb in (TAKE, THROW):
            face = f"*{value}*"
        if cursor:
            face = f"[{value}]"
        role = Role.PLAIN if top is None else card_role(top)
        return Pile(DISCARD, face, Ink(role, cursor=cursor))

    def _log(self, x: int, y: int) -> None:
        """Write what happened last in the room that is left."""
        canvas = self._canvas
        columns = canvas.size.columns - x - 2
        if columns < 16:  # noqa: PLR2004 # the shortest line that still says something
            return
        for line in range(y, self._end):
            canvas.put(x, line, "│", Role.FAINT)
            canvas.put(x + 1, line, " " * (columns + 1))
        rows = log_rows(list(self._narrator.story), columns, self._end - y)
        for line, row in enumerate(rows):
            role = Role.STRONG if row.startswith("!") else Role.PLAIN
            canvas.put(x + 2, y + line, row, role)


def log_rows(story: list[str], columns: int, lines: int) -> list[str]:
    """Return the latest lines of a log that fit, broken between words and indented by one."""
    rows: list[str] = []
    for text in reversed(story[-lines:] if lines > 0 else []):
        first = wrapped(text, columns)[0]
        rest = text[len(first) + 1 :]
        more = [f" {part}" for part in wrapped(rest, columns - 1)] if rest else []
        block = [cut(row, columns) for row in (first, *more)]
        if len(rows) + len(block) > lines:
            break
        rows = block + rows
    return rows
