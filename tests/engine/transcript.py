"""Whole games as text: every input, every event and all views, to compare byte for byte.

A view takes one line. Who sees the same is named together: seats by number, ``*`` for spectators.
Cards are ``n`` -2, ``m`` -1, ``0`` to ``9``, ``A`` 10, ``B`` 11, ``C`` 12; ``?`` is hidden and
``_`` cleared. ``unseen`` counts the unseen cards of each value from -2 to 12.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random
from typing import Final, TypeVar

from skyjo_engine.actions import Legal
from skyjo_engine.cards import COLUMNS
from skyjo_engine.events import Event
from skyjo_engine.game import Game
from skyjo_engine.inputs import Forfeit, Input, Leave, Return, StandIn, StartRound
from skyjo_engine.rules import Dealing, LaterStarter, OnLeave, Rules
from skyjo_engine.view import GridView, SeatView, View, observe, redact
from tests.engine.checked import chance_of
from tests.engine.moves import collecting_act, legal_acts

T = TypeVar("T")

GAMES: Final = {
    2: Rules(players=2, rounds=4, target=1000),
    3: Rules(players=3, target=200, later_round_starter=LaterStarter.HIGHEST_SUM),
    4: Rules(players=4, rounds=3, target=1000, on_leave=OnLeave.SKIP),
    5: Rules(players=5, rounds=2, target=1000, dealing=Dealing.STREAMS),
    6: Rules(players=6, rounds=2, target=1000, rows=True, on_leave=OnLeave.SKIP),
    7: Rules(players=7, rounds=2, target=1000, initial_flips=3),
    8: Rules(players=8, rounds=2, target=1000),
}
"""The rules of each transcribed game, by players."""

FAULTS: Final[dict[int, Input]] = {20: StandIn(0), 40: Return(0), 60: Forfeit(1)}
"""What the table does, by the number of the input; and a seat leaves where leavers are skipped."""
LEAVE_AT: Final = 80

CARDS: Final = dict(zip(range(-2, 13), "nm0123456789ABC", strict=True))


class _Picker(Random):
    """Choices that no Python version changes: only ``random()`` is promised to stay."""

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]  # sequences suffice here
        return seq[int(self.random() * len(seq))]


def transcript(players: int) -> str:
    """The transcribed game of that many players."""
    game, chance, picker = Game(GAMES[players]), chance_of(players), _Picker(players)
    lines = [" ".join(f"{n}={v}" for n, v in game.rules.settings().items())]
    number = 0
    while not game.over:
        number += 1
        given = _next_input(game, number, picker)
        lines += ["", f"{number}. {_text(given)}"]
        for event in game.apply(given, chance):
            lines += _event(game, event)
        lines += _legal(game)
        lines += _seen("", game, lambda viewer: _view(observe(game, viewer)))
    return "\n".join(lines) + "\n"


def _next_input(game: Game, number: int, picker: Random) -> Input:
    if not legal_acts(game):
        return StartRound()
    if number == LEAVE_AT and game.rules.on_leave is OnLeave.SKIP:
        return Leave(2)
    return FAULTS[number] if number in FAULTS else collecting_act(game, picker)


def _event(game: Game, event: Event) -> Iterator[str]:
    """The event with full information, and as it is shown where that differs."""
    yield f"  {_text(event)}"
    if any(redact(event, viewer) != event for viewer in _viewers(game)):
        yield from _seen("  ", game, lambda viewer: _text(redact(event, viewer)))


def _viewers(game: Game) -> list[int | None]:
    return [*range(game.rules.players), None]


def _seen(indent: str, game: Game, show: Callable[[int | None], str]) -> Iterator[str]:
    """What each viewer sees, once for all that see the same."""
    groups: dict[str, str] = {}
    for viewer in _viewers(game):
        text = show(viewer)
        groups[text] = groups.get(text, "") + ("*" if viewer is None else str(viewer))
    return (f"{indent}  {group}: {text}" for text, group in groups.items())


def _legal(game: Game) -> Iterator[str]:
    for seat in range(game.rules.players):
        if legal := game.legal(seat):
            kinds = (f"{name} {value}" for name, value in _slots(legal) if value)
            yield f"  {seat} may " + ", ".join(kinds)


def _slots(legal: Legal) -> Iterator[tuple[str, object]]:
    for field in fields(legal):
        value = getattr(legal, field.name)
        yield field.name, "".join(f"{s:x}" for s in value) if isinstance(value, tuple) else value


def _view(view: View) -> str:
    seats = " ".join(_seat(seat) for seat in view.seats)
    unseen = " ".join(map(str, view.unseen))
    turn, finisher = ("-" if seat is None else seat for seat in (view.turn, view.finisher))
    drawn, top = ("-" if card is None else CARDS[card] for card in (view.drawn, view.discard_top))
    return (
        f"{view.phase.value} r{view.round} turn {turn} finisher {finisher} drawn {drawn} "
        f"top {top} of {view.discard_pile} pile {view.draw_pile} | {seats} | unseen {unseen}"
    )


def _seat(seat: SeatView) -> str:
    """Grid, total, turns, and a letter for what is not usual."""
    marks = "".join(
        mark
        for mark, there in (
            (seat.status.value[0], seat.status.value != "player"),
            ("f", seat.forfeited),
            ("u", seat.dealt_in and not seat.flipped),
        )
        if there
    )
    return f"{_grid(seat.grid)}:{seat.total}:{seat.turns}{marks}"


def _grid(grid: GridView) -> str:
    marks = [
        "?" if slot in grid.hidden else "_" if value is None else CARDS[value]
        for slot, value in enumerate(grid.values)
    ]
    return "/".join("".join(marks[row : row + COLUMNS]) for row in range(0, len(marks), COLUMNS))


def _text(value: object) -> str:
    """An input or event as its name and its fields."""
    if is_dataclass(value):
        named = [f"{f.name}={_text(getattr(value, f.name))}" for f in fields(value)]
        return " ".join([type(value).__name__, *named])
    if isinstance(value, tuple):
        return ",".join(map(_text, value))
    return value.name if isinstance(value, Enum) else str(value)
