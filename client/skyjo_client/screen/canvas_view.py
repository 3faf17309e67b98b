"""Shows a frame: only lines that changed are written again."""

from collections.abc import Callable

from rich.segment import Segment
from textual.events import Click, Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from skyjo_client.present.canvas import Canvas, Ink, Size, Spot
from skyjo_client.screen.appearance import Appearance
from skyjo_client.screen.theme import in_ascii

_Runs = list[tuple[str, Ink]]


class CanvasView(Widget):
    """The whole screen. ``draw`` makes the frame for a size, ``click`` gets what was clicked."""

    DEFAULT_CSS = """
    CanvasView { width: 100%; height: 100%; background: ansi_default; color: ansi_default; }
    """

    def __init__(
        self,
        draw: Callable[[Size], Canvas],
        click: Callable[[Spot], None],
        appearance: Appearance,
    ) -> None:
        """Begin empty."""
        super().__init__()
        self._draw = draw
        self._click = click
        self._look = appearance.looks.of
        self._ascii = appearance.ascii_only
        self._canvas = Canvas(Size(0, 0))
        self._rows: list[_Runs] = []

    def turn_to(self, draw: Callable[[Size], Canvas], click: Callable[[Spot], None]) -> None:
        """Show something else from now on."""
        self._draw = draw
        self._click = click

    def redraw(self) -> None:
        """Draw the frame anew, and write the lines that differ."""
        size = Size(self.size.width, self.size.height)
        self._canvas = self._draw(size)
        before, self._rows = self._rows, [list(self._canvas.runs(y)) for y in range(size.lines)]
        if len(before) != len(self._rows):
            self.refresh()
            return
        for y, (old, new) in enumerate(zip(before, self._rows, strict=True)):
            if old != new:
                self.refresh(Region(0, y, size.columns, 1))

    def draw_all(self) -> None:
        """Draw the frame anew, and write every line."""
        self._rows = []
        self.redraw()

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        self.draw_all()

    def on_click(self, event: Click) -> None:
        """Pass on what was clicked."""
        spot = self._canvas.spot_at(event.x, event.y)
        if spot is not None:
            self._click(spot)
            self.redraw()

    def render_line(self, y: int) -> Strip:
        """Return one line for Textual; others' words were made safe and are no markup here."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width)
        runs = self._rows[y]
        segments = [Segment(self._signs(text), self._look(ink)) for text, ink in runs]
        return Strip(segments, self.size.width)

    def _signs(self, text: str) -> str:
        return in_ascii(text) if self._ascii else text
