"""The cards of one seat after the other on a page, where the table has room for a line each."""

from skyjo_client.present.board_lines import other_board_line
from skyjo_client.present.grids import grid_lines
from skyjo_client.present.keymap import Keymap, Where
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore
from skyjo_client.present.text_frame import TextPage


class CloserLook:
    """Goes round the table, from the seat after the viewer's."""

    def __init__(self) -> None:
        """Nobody was looked at yet."""
        self._seat: int | None = None

    def next(self, store: TableStore, keymap: Keymap) -> TextPage:
        """Return a page with the next seat's cards. Cards are dealt."""
        before = store.seat if self._seat is None else self._seat
        self._seat = 0 if before is None else (before + 1) % len(store.board.seats)
        lines = [*grid_lines(store, [self._seat]), "", other_board_line(store, self._seat)]
        title = _("One seat after the other: {tab} goes on, {esc} goes back.")
        return TextPage(title.format(**keymap.names(Where.PAGE)), lines, keymap=keymap)
