"""Replays at some place, and the screens that show them."""

from collections.abc import Callable
from typing import Final

from skyjo_client.present.canvas import Size
from skyjo_client.present.recording import EVERYTHING, Recording
from skyjo_client.screen.replay_view import ReplayView
from skyjo_engine.record import Record
from tests.client.recordings import plain_record

USUAL: Final = Size(80, 24)


class ReplayScene:
    """A view of a replay on which keys are pressed one after the other."""

    def __init__(self, record: Record, *keys: str) -> None:
        self.ended = 0
        self.view = ReplayView(Recording(record), EVERYTHING, self._done, lambda: None)
        self.press(*keys)

    def _done(self) -> None:
        self.ended += 1

    def press(self, *keys: str) -> None:
        for key in keys:
            self.view.press(key, key if len(key) == 1 else None)

    def shown(self, size: Size = USUAL) -> str:
        """The screen as text."""
        return "\n".join(self.view.frame(size).rows()) + "\n"


def opened() -> ReplayScene:
    """Eight players with all cards open, one of them with a card in hand."""
    scene = ReplayScene(plain_record(8), *["down"] * 24)
    while scene.view._narrator_here().store.board.drawn is None:
        scene.press("right")
    return scene


def seen() -> ReplayScene:
    """The same moment as the player in seat 4 saw it."""
    scene = opened()
    scene.press("4")
    return scene


def scored() -> ReplayScene:
    """The end of the first round of three players."""
    return ReplayScene(plain_record(), "pagedown", "pagedown", "left")


REPLAYS: Final[dict[str, Callable[[], ReplayScene]]] = {
    "replay-open": opened,
    "replay-seat": seen,
    "replay-scored": scored,
    "replay-begins": lambda: ReplayScene(plain_record()),
    "replay-over": lambda: ReplayScene(plain_record(), "end"),
    "replay-help": lambda: ReplayScene(plain_record(), "question_mark"),
}
