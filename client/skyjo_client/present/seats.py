"""Which seat a player means."""

from typing import Final

from skyjo_client.present.grammar import Mistake, Typed
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore

HOUSE: Final = "bot:"
"""How names of house bots begin, which need not be typed."""


def named_seat(store: TableStore, typed: Typed) -> int:
    """Return the seat (from 0) of the number or name typed. Raises :class:`Mistake`."""
    wanted = typed.text.casefold()
    for called in (wanted, f"{HOUSE}{wanted}"):
        for seat, player in store.players.items():
            if wanted and player.name.casefold() == called:
                return seat
    if not wanted.isascii() or not wanted.isdigit():
        text = _("Say {command} and a seat or a name, such as {command} 2.")
        raise Mistake(text.format(command=typed.command))
    seats = len(store.board.seats)
    seat = int(wanted[:6]) - 1
    if not 0 <= seat < seats:
        raise Mistake(_("There are only the seats 1 to {seats}.").format(seats=seats))
    return seat
