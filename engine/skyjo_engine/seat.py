"""What the game keeps for one seat."""

from enum import Enum

from skyjo_engine.grid import Grid


class SeatStatus(Enum):
    """Who plays a seat (R37, R38)."""

    PLAYER = "player"
    STAND_IN = "stand_in"
    LEFT = "left"


class Seat:
    """One seat: its grid and round state, and what lasts through the game.

    ``opened`` holds the initially turned values, None before the flip (R5). ``turns`` counts the
    turns completed in this round (R29).
    """

    __slots__ = ("dealt_in", "forfeited", "grid", "opened", "status", "total", "turns")

    def __init__(self) -> None:
        """Start without cards and with no points."""
        self.status = SeatStatus.PLAYER
        self.total = 0
        self.out_of_round()

    def out_of_round(self) -> None:
        """Have no part in the coming round."""
        self.grid = Grid(())
        self.dealt_in = False
        self.forfeited = False
        self.opened: tuple[int, ...] | None = None
        self.turns = 0

    def deal(self, cards: tuple[int, ...]) -> None:
        """Begin a round with twelve hidden cards (R4), after :meth:`out_of_round`."""
        self.grid = Grid(cards)
        self.dealt_in = True

    @property
    def in_play(self) -> bool:
        """Whether the seat's grid counts at the round's end (R38)."""
        return self.dealt_in and self.status is not SeatStatus.LEFT

    @property
    def plays(self) -> bool:
        """Whether the seat takes turns in this round (R38, R40)."""
        return self.in_play and not self.forfeited
