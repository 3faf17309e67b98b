"""What every full screen of a table has: a first line, the prompt, and the keys below it."""

from dataclasses import dataclass, field
from typing import Final

from skyjo_client.present.asked import asked
from skyjo_client.present.canvas import Canvas, Role, Size, bar_spot, cut, padded
from skyjo_client.present.choice import Choice
from skyjo_client.present.footer import Key, put_keys, scores_keys, table_keys, typing_keys
from skyjo_client.present.keymap import DEFAULT_KEYMAP, Keymap, Where
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore
from skyjo_client.present.typing_line import TypingLine
from skyjo_client.present.votes import vote_asked
from skyjo_client.present.wrapped import width, wrapped

BAR_SIGNS: Final = "■□"
"""What is behind, and what is to come."""
BOTTOM: Final = 4
"""Lines that the prompt and the keys take, with the rule above them."""


@dataclass(frozen=True, slots=True)
class Caption:
    """What a replay says where a table that is played says what is wanted.

    ``viewer`` tells whose eyes see it, ``lines`` what happened and how far one is; ``dealt`` has
    the cards of each seat where hidden ones are shown.
    """

    viewer: str
    lines: tuple[str, str]
    keys: list[Key]
    dealt: dict[int, tuple[int, ...]]


@dataclass(slots=True)
class Sight:
    """What one looks at a table with: the choice so far, and the latest answer to the player.

    ``line`` is being typed. ``scores_over``: the scoreboard was opened over a table that is played.
    ``clock`` tells the time that is left, "" where nobody counts it.
    ``caption`` stands there instead of all these in a replay.
    """

    choice: Choice = field(default_factory=Choice)
    line: TypingLine | None = None
    scores_over: bool = False
    notice: str = ""
    clock: str = ""
    caption: Caption | None = None
    keymap: Keymap = DEFAULT_KEYMAP


def fits(size: Size, needed: Size) -> bool:
    """Whether something has room."""
    return size.columns >= needed.columns and size.lines >= needed.lines


def put_rule(canvas: Canvas, y: int) -> None:
    """Draw a line across."""
    canvas.put(0, y, "─" * canvas.size.columns, Role.FAINT)


def put_header(canvas: Canvas, left: str, right: str) -> None:
    """Write the first line, and a rule below it; the right part gives way to the left one."""
    room = canvas.size.columns - 2
    canvas.put(1, 0, cut(left, room), Role.STRONG)
    start = canvas.size.columns - 1 - width(right)
    if start > width(left) + 2:
        canvas.put(start, 0, right)
    put_rule(canvas, 1)


def put_bottom(canvas: Canvas, store: TableStore, sight: Sight, *, scores: bool = False) -> None:
    """Write what is wanted, or the answer to what was done, and the keys, those of the scores."""
    if sight.caption is not None:
        _put_caption(canvas, sight.caption, sight.keymap)
        return
    lines = canvas.size.lines
    rows = _said(store, sight, canvas.size.columns - 2)
    top = lines - BOTTOM - max(0, len(rows) - (2 if sight.line is None else 1))
    put_rule(canvas, top)
    for line, (row, role) in enumerate(rows, top + 1):
        canvas.put(1, line, padded(row, canvas.size.columns - 1), role)
    if sight.line is None:
        over = scores_keys(store, sight.choice) if sight.scores_over else None
        keys = over or table_keys(store, sight.choice, scores=scores)
        put_keys(canvas, lines - 1, keys, sight.keymap)
    else:
        sight.line.put(canvas, lines - 2)
        put_keys(canvas, lines - 1, typing_keys())


def _said(store: TableStore, sight: Sight, columns: int) -> list[tuple[str, Role]]:
    """What is asked in a choice; else what is told, and below it what is wanted, in rows.

    While a line is typed it is one row of either.
    """
    most = 2 if sight.line is None else 1
    question = sight.choice.question(store, sight.keymap)
    wish = question or asked(store, sight.keymap)
    told = sight.notice or vote_asked(store, sight.keymap.names(Where.TABLE)["command"])
    notice = wrapped(told, columns)[:most] if told else []
    if notice and (sight.line is not None or told == wish):
        return [(row, Role.ALERT) for row in _timed(notice, sight.clock, columns, most)]
    prompt = wrapped(wish, columns)
    rows = _timed(prompt, sight.clock, columns, 1 if notice else most)
    return [*((row, Role.ALERT) for row in notice), *((row, Role.STRONG) for row in rows)]


def _timed(rows: list[str], clock: str, columns: int, most: int) -> list[str]:
    """At most so many rows of a text, with a clock that is never cut off."""
    if not clock:
        return [cut(row, columns) for row in rows[:most]]
    whole = wrapped(_("{text} {clock}").format(text=" ".join(rows), clock=clock), columns)
    if len(whole) <= most:
        return whole
    last = cut(" ".join(rows[most - 1 :]), columns - width(clock) - 1)
    return [*rows[: most - 1], _("{text} {clock}").format(text=last, clock=clock)]


def _put_caption(canvas: Canvas, caption: Caption, keymap: Keymap) -> None:
    lines, columns = canvas.size.lines, canvas.size.columns - 2
    happened, progress = caption.lines
    put_rule(canvas, lines - BOTTOM)
    canvas.put(1, lines - BOTTOM + 1, cut(happened, columns), Role.STRONG)
    canvas.put(1, lines - BOTTOM + 2, cut(progress, columns))
    bar = [at for at, sign in enumerate(progress[:columns]) if sign in BAR_SIGNS]
    for cell, at in enumerate(bar):
        canvas.mark(1 + at, lines - BOTTOM + 2, 1, 1, bar_spot(cell))
    put_keys(canvas, lines - 1, caption.keys, keymap, Where.REPLAY)
