"""How many sequences of actions there are from a position, counted without the engine.

A second, tiny statement of the rules of a turn (R10 to R25): positions are plain tuples and a
step makes a new one. A slot is ``(card, is open)``, or None when it was cleared.
"""

from collections.abc import Iterator
from typing import NamedTuple

Slot = tuple[int, bool] | None
Grid = tuple[Slot, ...]


class Position(NamedTuple):
    """A round between two actions; of both piles the last card is the top."""

    grids: tuple[Grid, ...]
    pile: tuple[int, ...]
    discard: tuple[int, ...]
    turn: int
    hand: int | None = None
    finisher: int | None = None


def count(position: Position, depth: int) -> int:
    """The number of sequences of exactly ``depth`` actions; none goes beyond the round's end."""
    if depth == 0:
        return 1
    return sum(count(following, depth - 1) for following in _steps(position))


def _steps(at: Position) -> Iterator[Position]:
    if at.finisher == at.turn:
        return  # the lap is complete: the round is over
    grid = at.grids[at.turn]
    present = [slot for slot in range(12) if grid[slot] is not None]
    if at.hand is None:
        for slot in present:
            yield _placed(at, slot, at.discard[-1], at.discard[:-1])
        yield at._replace(hand=at.pile[-1], pile=at.pile[:-1])
        return
    for slot in present:
        yield _placed(at, slot, at.hand, at.discard)
        card = grid[slot]
        if card and not card[1]:
            opened = (*grid[:slot], (card[0], True), *grid[slot + 1 :])
            yield _passed_on(at, opened, (*at.discard, at.hand))


def _placed(at: Position, slot: int, card: int, discard: tuple[int, ...]) -> Position:
    grid = at.grids[at.turn]
    replaced = grid[slot]
    assert replaced is not None
    laid = (*grid[:slot], (card, True), *grid[slot + 1 :])
    return _passed_on(at, laid, (*discard, replaced[0]))


def _passed_on(at: Position, grid: Grid, discard: tuple[int, ...]) -> Position:
    for column in range(4):
        first = grid[column]
        if first and first[1] and grid[column] == grid[column + 4] == grid[column + 8]:
            grid = tuple(None if slot % 4 == column else card for slot, card in enumerate(grid))
            discard = (*discard, *[first[0]] * 3)
    fully_open = all(card is None or card[1] for card in grid)
    return Position(
        grids=(*at.grids[: at.turn], grid, *at.grids[at.turn + 1 :]),
        pile=at.pile,
        discard=discard,
        turn=(at.turn + 1) % len(at.grids),
        finisher=at.turn if at.finisher is None and fully_open else at.finisher,
    )
