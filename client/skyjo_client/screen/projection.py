"""A replay within a screen that runs, or is about to."""

from collections.abc import Callable

from textual.timer import Timer

from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.screen.canvas_app import CanvasApp
from skyjo_client.screen.replay_view import ReplayView


class Projection:
    """Shows a recording on an app's screen through ``view``, and moves it while it is played.

    ``done`` is called when the viewer leaves it.
    """

    def __init__(
        self,
        app: CanvasApp,
        recording: Recording,
        viewpoint: Viewpoint,
        done: Callable[[], None],
    ) -> None:
        """Begin before the first event."""
        self.view = ReplayView(recording, viewpoint, done, self._redraw)
        self._app = app
        self._pace: float | None = None
        self._ticks: Timer | None = None

    def _redraw(self) -> None:
        """Draw the place anew, and see to it that a replay that is played goes on."""
        self._app.redraw()
        if self.view.pace == self._pace:
            return
        self.stop()
        self._pace = self.view.pace
        if self._pace is not None:
            self._ticks = self._app.set_interval(self._pace, self.view.tick)

    def stop(self) -> None:
        """Move no more."""
        if self._ticks is not None:
            self._ticks.stop()
