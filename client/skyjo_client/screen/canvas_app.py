"""What every full screen is: one frame, keys and clicks, and the terminal as it was afterwards."""

from collections.abc import Sequence
from typing import Final, Protocol

from textual.app import App, ComposeResult
from textual.events import Key, Paste
from textual.filter import LineFilter
from textual.screen import Screen

from skyjo_client.present.canvas import Canvas, Size, Spot
from skyjo_client.present.keymap import Keymap, Where
from skyjo_client.screen.appearance import appearance
from skyjo_client.screen.canvas_view import CanvasView
from skyjo_client.screen.ending import ended_by_signals
from skyjo_client.screen.keyboard import read_as_encoded
from skyjo_client.screen.terminal import Terminal
from skyjo_client.screen.window import Window
from skyjo_client.settings_table import FULL, OFF

_STILL_SECONDS: Final = 0.5
"""What happens meanwhile is shown in one go where nothing is to move."""


class View(Protocol):
    """What is shown, and what keys and clicks do there."""

    def bind(self, keymap: Keymap, terminal: Terminal) -> None:
        """Show the keys of ``keymap``, and be shown on ``terminal``."""

    @property
    def where(self) -> Where:
        """Where keys are pressed."""

    def frame(self, size: Size) -> Canvas:
        """Draw what is to be seen now."""

    def press(self, key: str, character: str | None = None) -> None:
        """Do what a key means; ``character`` is what it would type."""

    def click(self, spot: Spot) -> None:
        """Choose what was clicked."""

    def paste(self, text: str) -> None:
        """Take in a text that was pasted."""


class _Bare(Screen[None], inherit_bindings=False):
    """A screen that keeps no key for itself."""


class CanvasApp(App[int], inherit_bindings=False):
    """Shows a view. All keys go the same way to it, so that none overtakes another.

    ``error`` is what ended it, if anything did.
    """

    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { background: ansi_default; overflow: hidden; }"

    def __init__(self) -> None:
        """Prepare; the view comes with :meth:`show`."""
        read_as_encoded()
        super().__init__(ansi_color=True)
        self.error: BaseException | None = None
        few = self.console.color_system == "standard"
        self.appearance = appearance(few_colours=few)
        self.animation_level = "full" if self.appearance.motion == FULL else "none"
        self.window = Window(
            self._write,
            self.copy_to_clipboard,
            title=self.appearance.title,
            mouse=self.appearance.mouse,
        )
        self._waits = False

    def _write(self, text: str) -> None:
        if self._driver is not None:
            self._driver.write(text)

    def show(self, view: View) -> None:
        """Show ``view`` once the screen runs."""
        self._view = view
        view.bind(self.appearance.keymap, self.window)
        self.canvas = CanvasView(view.frame, view.click, self.appearance)

    def turn_to(self, view: View) -> None:
        """Show another view from now on."""
        self._view = view
        view.bind(self.appearance.keymap, self.window)
        self.canvas.turn_to(view.frame, view.click)
        self.redraw()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """None: what NO_COLOR asks for was decided with the appearance."""
        return ()

    def get_default_screen(self) -> _Bare:
        """Textual asks for it."""
        return _Bare()

    def compose(self) -> ComposeResult:
        """The frame is all there is."""
        yield self.canvas

    def _fatal_error(self) -> None:
        """Keep an error that nobody expected, where Textual would print a traceback."""
        self.error = self._exception
        self._close_messages_no_wait()

    def redraw(self) -> None:
        """Draw the view anew, without motion at most twice a second.

        Nothing is done before the screen runs.
        """
        if not self.is_running or self._waits:
            return
        self.canvas.redraw()
        if self.appearance.motion == OFF:
            self._waits = True
            self.set_timer(_STILL_SECONDS, self._catch_up)

    def _catch_up(self) -> None:
        self._waits = False
        self.canvas.redraw()

    async def show_until_left(self) -> int | None:
        """Run; returns what the screen was left with. Raises what ended it otherwise."""
        with ended_by_signals(self.exit):
            result = await self.run_async(mouse=self.appearance.mouse)
        if self.error is not None:
            raise self.error
        return result

    def on_mount(self) -> None:
        """Draw all again for whoever comes back from a shell."""
        self.app_resume_signal.subscribe(self, lambda _app: self.canvas.draw_all())

    def on_key(self, event: Key) -> None:
        """Pass a key on, as what it is bound to; what it does is seen at once."""
        event.prevent_default()
        if event.key == "ctrl+z":
            self.action_suspend_process()
            return
        key = "ctrl+c" if event.key == "ctrl+q" else event.key
        keymap = self.appearance.keymap
        self._view.press(*keymap.meant(self._view.where, key, event.character))
        self.canvas.redraw()

    def on_paste(self, event: Paste) -> None:
        """Pass on what was pasted."""
        self._view.paste(event.text)
        self.canvas.redraw()

    async def on_unmount(self) -> None:
        """Leave the window as it was."""
        self.window.close()
