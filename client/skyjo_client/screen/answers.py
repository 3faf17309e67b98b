"""How an answer to the player is shown: a short one above the keys, a long one on a page."""

from typing import Final

from skyjo_client.present.asked import asked
from skyjo_client.present.keymap import Keymap
from skyjo_client.present.messages import _
from skyjo_client.present.prompts import invitation_lines, wanted
from skyjo_client.present.store import TableStore
from skyjo_client.present.text_frame import TextPage
from skyjo_client.present.wrapped import wrapped

_MOST_ROWS: Final = 2
"""Rows of an answer that stand above the keys."""


def notice_or_page(
    lines: list[str], store: TableStore, keymap: Keymap, columns: int
) -> str | TextPage:
    """Return an answer as a text for above the keys, or as a page where it is longer.

    What only repeats what is wanted names the keys, as the line below it does.
    """
    if lines == [wanted(store)]:
        lines = [asked(store, keymap)]
    if sum(len(wrapped(line, columns)) for line in lines) <= _MOST_ROWS:
        return " ".join(lines)
    invited = lines == invitation_lines(store)
    title = _("How others come to this table") if invited else _("The answer")
    return TextPage(title, lines, keymap=keymap)
