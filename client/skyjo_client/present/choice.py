"""What the viewer is about to choose with arrows or a mouse, until it is sent.

A choice that is complete becomes the line that somebody would type for it; see ``grammar``.
"""

from dataclasses import dataclass
from typing import Final

from skyjo.v1 import game_pb2
from skyjo_client.present.canvas import DISCARD, DRAW, Spot, slot_spot
from skyjo_client.present.keymap import DEFAULT_KEYMAP, Keymap, Where
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import number, slot_name, slots_listed
from skyjo_engine.cards import COLUMNS, ROWS

TAKE: Final = "t"
THROW: Final = "x"
QUIT: Final = "quit"

STEPS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""Columns and rows for each arrow."""

_PILES: Final = {COLUMNS: DRAW, COLUMNS + 1: DISCARD}
"""The piles stand to the right of the grid's columns."""


@dataclass(slots=True)
class Choice:
    """``cursor`` is where the arrows stand, None before the first arrow after a decision.

    ``verb`` is what a slot is chosen for: "" to lay a card there, TAKE, THROW; or QUIT, which only
    asks for a confirmation. ``picked`` are the slots chosen so far for the first turn.
    """

    cursor: Spot | None = None
    verb: str = ""
    picked: tuple[int, ...] = ()
    _decision: int = 0

    def follow(self, store: TableStore) -> None:
        """Begin anew with each decision: nobody chooses by a key pressed for the one before.

        A choice outlasts a connection that is lost, after which the same decision comes again.
        """
        asked = store.decision.decision_id if store.decision else 0
        others = store.board.turn is not None and not store.is_you(store.board.turn)
        if asked != self._decision and (asked or others):
            self._decision = asked
            self.cursor, self.picked = None, ()
            self.verb = self.verb if self.verb == QUIT else ""

    def sent(self, store: TableStore) -> None:
        """Nothing is chosen any more: it was sent. The cursor stays on a slot before a card is."""
        draws = store.decision is not None and store.decision.legal.draw
        if self.verb or not draws or self.cursor in _PILES.values():
            self.cursor = None
        self.verb, self.picked = "", ()

    def back(self) -> bool:
        """Undo one step; whether there was one."""
        if self.picked:
            self.picked = self.picked[:-1]
        elif self.verb:
            self.verb = ""
        elif self.cursor is not None:
            self.cursor = None
        else:
            return False
        return True

    def step(self, store: TableStore, arrow: str) -> None:
        """Move the cursor by one; the first arrow shows it."""
        if self.cursor is None:
            turn = store.decision is not None and store.decision.legal.draw
            self.cursor = DRAW if turn and not self.verb else slot_spot(0)
            return
        column, row = _position(self.cursor)
        by_column, by_row = STEPS[arrow]
        column = min(max(column + by_column, 0), COLUMNS + 1)
        row = min(max(row + by_row, 0), ROWS - 1)
        self.cursor = _PILES.get(column) or slot_spot(row * COLUMNS + column)

    def choose(self, store: TableStore, spot: Spot | None) -> str | None:
        """Choose a spot; returns the line to type once the choice is complete."""
        if self.verb == QUIT:
            return QUIT
        legal = store.decision.legal if store.decision else game_pb2.LegalActions()
        if spot is None:
            return None
        if spot == DRAW:
            return "d" if legal.draw else None
        if spot == DISCARD:
            self._toggle(TAKE if legal.take else THROW if legal.discard else "")
            return None
        return self._slot(legal, spot.number)

    def _toggle(self, verb: str) -> None:
        self.verb = "" if self.verb == verb else verb

    def _slot(self, legal: game_pb2.LegalActions, slot: int) -> str | None:
        if legal.flip_count:
            self._pick(slot)
            full = len(self.picked) == legal.flip_count
            return " ".join(map(slot_name, self.picked)) if full else None
        return f"{self.verb} {slot_name(slot)}".strip() if legal.ByteSize() else None

    def _pick(self, slot: int) -> None:
        if slot in self.picked:
            self.picked = tuple(one for one in self.picked if one != slot)
        else:
            self.picked = (*self.picked, slot)

    def question(self, store: TableStore, keymap: Keymap = DEFAULT_KEYMAP) -> str:
        """Tell what is chosen so far and what is still missing; "" before a choice."""
        keys = keymap.names(Where.TABLE)
        if self.verb == QUIT:
            return _leaving(store).format(**keys)
        if self.verb == TAKE:
            text = _("Take {top}: choose the slot to put it on. {esc} takes nothing.")
            return text.format(top=number(store.board.discard_top or 0), **keys)
        if self.verb == THROW:
            text = _("Throw {card} away: choose the hidden slot to turn up. {esc} keeps it.")
            return text.format(card=number(store.board.drawn or 0), **keys)
        if self.picked:
            text = _("Turn up {slots} and one more.")
            return text.format(slots=slots_listed(self.picked))
        return ""


def _position(spot: Spot) -> tuple[int, int]:
    for column, pile in _PILES.items():
        if spot == pile:
            return column, 0
    return spot.number % COLUMNS, spot.number // COLUMNS


def _leaving(store: TableStore) -> str:
    if store.seat is None:
        return _("Stop watching? {enter} stops, {esc} goes on.")
    if not store.unfinished:
        return _("Leave this table? {enter} leaves, {esc} stays.")
    if store.place.private:
        return _("Stop here? The game ends with it, unfinished. {enter} stops, {esc} plays on.")
    return _("Leave? Your seat is kept for a while. {enter} leaves, {esc} stays.")
