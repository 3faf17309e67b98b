"""A replay in the full screen."""

from textual.timer import Timer

from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.screen.canvas_app import CanvasApp
from skyjo_client.screen.replay_view import ReplayView


class ReplayApp(CanvasApp):
    """Shows a recording; ``replay`` is what is seen of it."""

    def __init__(self, recording: Recording, viewpoint: Viewpoint) -> None:
        """Begin before the first event."""
        super().__init__()
        self.replay = ReplayView(recording, viewpoint, self.exit, self.redraw)
        self.show(self.replay)
        self._pace: float | None = None
        self._ticks: Timer | None = None

    def redraw(self) -> None:
        """Draw the place anew, and see to it that a replay that is played goes on."""
        super().redraw()
        pace = self.replay.pace
        if pace == self._pace:
            return
        if self._ticks is not None:
            self._ticks.stop()
        self._pace = pace
        self._ticks = None if pace is None else self.set_interval(pace, self.replay.tick)


def show_replay(recording: Recording, viewpoint: Viewpoint) -> None:
    """Show a recording until the viewer leaves it."""
    app = ReplayApp(recording, viewpoint)
    app.run(mouse=app.appearance.mouse)
