"""What every full screen is: one frame, keys and clicks, and the terminal as it was afterwards."""

from collections.abc import Sequence
from typing import ClassVar, Protocol

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Paste
from textual.filter import LineFilter

from skyjo_client.present.canvas import Canvas, Size, Spot
from skyjo_client.screen.appearance import appearance
from skyjo_client.screen.canvas_view import CanvasView


class View(Protocol):
    """What is shown, and what keys and clicks do there."""

    def frame(self, size: Size) -> Canvas:
        """Draw what is to be seen now."""

    def press(self, key: str, character: str | None = None) -> None:
        """Do what a key means; ``character`` is what it would type."""

    def click(self, spot: Spot) -> None:
        """Choose what was clicked."""

    def paste(self, text: str) -> None:
        """Take in a text that was pasted."""


class CanvasApp(App[int]):
    """Shows a view. All keys go the same way to it, so that none overtakes another."""

    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True)
    ]
    CSS = "Screen { background: ansi_default; overflow: hidden; }"

    def __init__(self) -> None:
        """Prepare; the view comes with :meth:`show`."""
        super().__init__(ansi_color=True)
        few = self.console.color_system == "standard"
        self.appearance = appearance(few_colours=few)

    def show(self, view: View) -> None:
        """Show ``view`` once the screen runs."""
        self._view = view
        self.canvas = CanvasView(view.frame, view.click, self.appearance)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """None: what NO_COLOR asks for was decided with the appearance."""
        return ()

    def compose(self) -> ComposeResult:
        """The frame is all there is."""
        yield self.canvas

    def redraw(self) -> None:
        """Draw the view anew; nothing is done before the screen runs."""
        if self.is_running:
            self.canvas.redraw()

    def on_key(self, event: Key) -> None:
        """Pass a key on."""
        event.prevent_default()
        self._view.press(event.key, event.character)

    def on_paste(self, event: Paste) -> None:
        """Pass on what was pasted."""
        self._view.paste(event.text)

    def action_leave(self) -> None:
        """Ctrl-C and Ctrl-Q are keys like others."""
        self._view.press("ctrl+c")
