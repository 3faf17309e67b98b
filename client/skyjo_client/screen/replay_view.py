"""A replay on a screen without the terminal: keys, clicks and ticks in, frames out."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from skyjo.v1 import game_pb2
from skyjo_client.present.canvas import Canvas, Size, Spot, bar_spot
from skyjo_client.present.frame_parts import Sight, fits
from skyjo_client.present.keymap import DEFAULT_KEYMAP, Keymap, Where
from skyjo_client.present.messages import _, speak_next, speaking
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.playback import Playback
from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.present.replay_caption import BAR, caption, replay_help
from skyjo_client.present.score_frame import score_frame
from skyjo_client.present.table_frame import SMALLEST, table_frame
from skyjo_client.present.text_frame import TextPage, too_small_frame
from skyjo_client.present.waiting_frame import waiting_frame
from skyjo_client.screen.terminal import NoTerminal, Terminal, mouse_line

PACES: Final = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds that each event is shown, from slow to fast."""
_USUAL: Final = 2
_PAUSES: Final = (game_pb2.PHASE_BETWEEN, game_pb2.PHASE_OVER)


class ReplayView:
    """What one sees of a recording; ``place`` is how many events have happened.

    ``done`` is called when the viewer leaves, ``redraw`` when a frame may look different.
    """

    def __init__(
        self,
        recording: Recording,
        viewpoint: Viewpoint,
        done: Callable[[], None],
        redraw: Callable[[], None],
    ) -> None:
        """Begin before the first event, in a pause."""
        self.recording = recording
        self.place = 0
        self.playing = False
        self.viewpoint = viewpoint
        self._done = done
        self._redraw = redraw
        self._playbacks: dict[Viewpoint, Playback] = {}
        self._speed = _USUAL
        self._scores: bool | None = None
        self._page: TextPage | None = None
        self._keymap = DEFAULT_KEYMAP
        self._terminal: Terminal = NoTerminal()
        self._notice = ""

    def bind(self, keymap: Keymap, terminal: Terminal) -> None:
        """Show the keys of ``keymap``, and be shown on ``terminal``."""
        self._keymap = keymap
        self._terminal = terminal

    @property
    def where(self) -> Where:
        """Where keys are pressed."""
        return Where.REPLAY if self._page is None else Where.PAGE

    @property
    def pace(self) -> float | None:
        """Seconds from one tick to the next; None while nothing moves by itself."""
        return PACES[self._speed] if self.playing else None

    def tick(self) -> None:
        """Go on by one event, and pause at the end."""
        self._go(self.place + 1)
        self.playing = self.place < self.recording.end
        self._redraw()

    def frame(self, size: Size) -> Canvas:
        """Draw what is to be seen now."""
        if not fits(size, SMALLEST):
            return too_small_frame(size, SMALLEST)
        if self._page is not None:
            return self._page.frame(size)
        narrator = self._narrator_here()
        told = caption(self.recording, self.viewpoint, self.place, narrator, self.pace)
        if self._notice:
            told = replace(told, lines=(self._notice, told.lines[1]))
        sight = Sight(caption=told, keymap=self._keymap)
        if not narrator.store.begun:
            return waiting_frame(narrator, sight, size)
        if self._shows_scores():
            return score_frame(narrator.store, sight, size)
        return table_frame(narrator, sight, size)

    def _narrator_here(self) -> Narrator:
        if self.viewpoint not in self._playbacks:
            self._playbacks[self.viewpoint] = Playback(self.recording, self.viewpoint)
        return self._playbacks[self.viewpoint].at(self.place)

    def _shows_scores(self) -> bool:
        if self._scores is None:
            return self._narrator_here().store.board.phase in _PAUSES
        return self._scores

    def press(self, key: str, character: str | None = None) -> None:
        """Do what a key means; ``character`` is what it would type."""
        self._notice = ""
        if self._page is not None:
            if not self._page.press(key):
                self._page = None
        elif character and character in "012345678":
            self._look_from(int(character))
        elif key in self._KEYS:
            self._KEYS[key](self)
        self._redraw()

    def click(self, spot: Spot) -> None:
        """Do what the key does that was clicked; a click on the bar goes there."""
        if spot == bar_spot(spot.number):
            self._step(spot.number * self.recording.end // (BAR - 1) - self.place)
            self._redraw()
        elif spot.kind.startswith("key "):
            self.press(spot.kind.removeprefix("key "))

    def paste(self, text: str) -> None:
        """There is nothing to type."""

    def _go(self, place: int) -> None:
        self.place = max(0, min(place, self.recording.end))
        self._scores = None

    def _step(self, by: int) -> None:
        self.playing = False
        self._go(self.place + by)

    def _jump(self, places: tuple[int, ...], by: int) -> None:
        """Go to the next of these places, or to the one before; behind the last is the end."""
        self.playing = False
        if by > 0:
            index = bisect_right(places, self.place)
            self._go(places[index] if index < len(places) else self.recording.end)
        else:
            index = bisect_left(places, self.place) - 1
            self._go(places[index] if index >= 0 else 0)

    def _look_from(self, number: int) -> None:
        """See with the eyes of the seat of this number; 0: all cards."""
        viewpoints = self.recording.viewpoints
        if number < len(viewpoints):
            self.viewpoint = viewpoints[number]

    def _turn_to(self, by: int) -> None:
        viewpoints = self.recording.viewpoints
        index = viewpoints.index(self.viewpoint) + by
        self.viewpoint = viewpoints[index % len(viewpoints)]

    def _play(self) -> None:
        if self.place == self.recording.end:
            self._go(0)
        self.playing = not self.playing

    def _hurry(self, by: int) -> None:
        self._speed = max(0, min(self._speed + by, len(PACES) - 1))

    def _show_scores(self) -> None:
        self._scores = not self._shows_scores()

    def _show_log(self) -> None:
        self.playing = False
        lines = list(self._narrator_here().log) or [_("Nothing has happened yet.")]
        self._page = TextPage(_("What has happened"), lines, at_end=True, keymap=self._keymap)

    def _help(self) -> None:
        self.playing = False
        lines = replay_help(self._keymap)
        self._page = TextPage(_("The keys of a replay"), lines, keymap=self._keymap)

    def _language(self) -> None:
        speak_next()
        self._playbacks.clear()  # all that was told is told anew
        self._notice = speaking()

    def _switch_mouse(self) -> None:
        self._notice = mouse_line(ours=self._terminal.switch_mouse())

    def _leave(self) -> None:
        self.playing = False
        self._done()

    _KEYS: Final[dict[str, Callable[["ReplayView"], None]]] = {
        "right": lambda self: self._step(1),
        "left": lambda self: self._step(-1),
        "down": lambda self: self._jump(self.recording.turns, 1),
        "up": lambda self: self._jump(self.recording.turns, -1),
        "pagedown": lambda self: self._jump(self.recording.rounds, 1),
        "pageup": lambda self: self._jump(self.recording.rounds, -1),
        "home": lambda self: self._go(0),
        "end": lambda self: self._go(self.recording.end),
        "space": _play,
        "plus": lambda self: self._hurry(1),
        "minus": lambda self: self._hurry(-1),
        "tab": lambda self: self._turn_to(1),
        "shift+tab": lambda self: self._turn_to(-1),
        "s": _show_scores,
        "l": _show_log,
        "question_mark": _help,
        "f2": _language,
        "m": _switch_mouse,
        "escape": _leave,
        "q": _leave,
        "ctrl+c": _leave,
    }
