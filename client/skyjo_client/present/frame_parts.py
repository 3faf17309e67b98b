"""What every full screen of a table has: a first line, the prompt, and the keys below it."""

from dataclasses import dataclass, field
from typing import Final

from skyjo_client.present.asked import asked
from skyjo_client.present.canvas import Canvas, Role, Size, cut
from skyjo_client.present.choice import Choice
from skyjo_client.present.footer import put_keys, table_keys, typing_keys
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore
from skyjo_client.present.typing_line import TypingLine
from skyjo_client.present.wrapped import width, wrapped

BOTTOM: Final = 4
"""Lines that the prompt and the keys take, with the rule above them."""


@dataclass(slots=True)
class Sight:
    """What one looks at a table with: the choice so far, and the latest answer to the player.

    ``line`` is being typed. ``clock`` tells the time that is left, "" where nobody counts it.
    """

    choice: Choice = field(default_factory=Choice)
    line: TypingLine | None = None
    notice: str = ""
    clock: str = ""


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


def put_bottom(canvas: Canvas, store: TableStore, sight: Sight) -> None:
    """Write what is wanted, or the answer to what was done, and the keys."""
    lines = canvas.size.lines
    question = sight.choice.question(store) or sight.notice
    text = question or asked(store)
    text = _("{text} {clock}").format(text=text, clock=sight.clock) if sight.clock else text
    rows = wrapped(text, canvas.size.columns - 2)[: 2 if sight.line is None else 1]
    role = Role.ALERT if sight.notice and not sight.choice.verb else Role.STRONG
    put_rule(canvas, lines - BOTTOM)
    for line, row in enumerate(rows):
        canvas.put(1, lines - BOTTOM + 1 + line, cut(row, canvas.size.columns - 2), role)
    if sight.line is None:
        put_keys(canvas, lines - 1, table_keys(store, sight.choice))
    else:
        sight.line.put(canvas, lines - 2)
        put_keys(canvas, lines - 1, typing_keys())
