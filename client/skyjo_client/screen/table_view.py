"""A table on a screen without the terminal: keys and clicks in, typed lines and frames out."""

from collections.abc import Callable
from typing import Final

from skyjo.v1 import game_pb2
from skyjo_client.present.canvas import Canvas, Size, Spot
from skyjo_client.present.choice import QUIT, STEPS, TAKE, THROW, Choice
from skyjo_client.present.closer_look import CloserLook
from skyjo_client.present.footer import entered
from skyjo_client.present.frame_parts import Sight, fits
from skyjo_client.present.hint import hint
from skyjo_client.present.keymap import Keymap, Where
from skyjo_client.present.messages import _, speak_next, speaking
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.present.score_frame import score_frame
from skyjo_client.present.table_frame import SMALLEST, table_frame
from skyjo_client.present.text_frame import TextPage, too_small_frame
from skyjo_client.present.typing_line import TypingLine, begun_by
from skyjo_client.present.waiting_frame import waiting_frame
from skyjo_client.present.yes_or_no import yes_or_no
from skyjo_client.screen.answers import notice_or_page
from skyjo_client.screen.countdown import countdown, is_counted
from skyjo_client.screen.terminal import NoTerminal, Terminal, mouse_line
from skyjo_client.settings_table import FULL

_SIGNS: Final = {"colon": ":", "slash": "/"}
"""What keys type that are not called after it."""


class TableView:
    """What a player sees and is about to do; a :class:`Voice` for whoever plays the table.

    ``type_line`` gets each line that is typed or that the player's choice amounts to, ``redraw`` is
    called when a frame may look different, ``replay`` shows a game again.
    ``motion`` is how much may change by itself. ``farewell`` is what a player was told last.
    """

    stays = True

    def __init__(
        self,
        type_line: Callable[[str], None],
        redraw: Callable[[], None],
        replay: Callable[[Recording, Viewpoint], None] = lambda _recording, _viewpoint: None,
    ) -> None:
        """Begin with nothing known."""
        self.replay = replay
        self.narrator = Narrator()
        self.farewell: list[str] = []
        self.left = False
        self._type_line = type_line
        self._redraw = redraw
        self._size = SMALLEST
        self._sight = Sight()
        self._page: TextPage | None = None
        self._scores: bool | None = None
        self._paused = False
        self._asked = 0
        self._looks = CloserLook()
        self._asked_for_help = False
        self.motion = FULL
        self._terminal: Terminal = NoTerminal()

    def bind(self, keymap: Keymap, terminal: Terminal) -> None:
        """Show the keys of ``keymap``, and be shown on ``terminal``."""
        self._sight.keymap = keymap
        self._terminal = terminal

    @property
    def where(self) -> Where:
        """Where keys are pressed."""
        if self._page is not None:
            return Where.PAGE
        if self._sight.line is not None:
            return Where.TYPING
        return Where.ASKED if self._choice.verb == QUIT else Where.TABLE

    @property
    def _choice(self) -> Choice:
        return self._sight.choice

    def tell(self, lines: list[str]) -> None:
        """The narrator has these already."""

    def answer(self, lines: list[str]) -> None:
        """Show a short answer above the keys, a long one on a page of its own."""
        store = self.narrator.store
        if self.left or (store.goodbye is not None and store.seat is not None):
            self.farewell = lines
        if self._asked_for_help:
            self._asked_for_help = False
            keys = self._sight.keymap.lines(Where.TABLE, watching=store.seat is None)
            self._open(_("Keys, and what can be typed"), [*keys, "", *lines])
            return
        shown = notice_or_page(lines, store, self._sight.keymap, self._size.columns - 2)
        if isinstance(shown, str):
            self._sight.notice = shown
        else:
            self._page = shown

    def _open(self, title: str, lines: list[str], *, at_end: bool = False) -> None:
        keymap = self._sight.keymap
        self._page = TextPage(title, lines, at_end=at_end, keymap=keymap)

    def settle(self) -> None:
        """Look at the table as it is now."""
        store = self.narrator.store
        self._choice.follow(store)
        decision = store.decision
        asked = decision.decision_id if decision is not None else -bool(store.goodbye)
        if asked != self._asked:
            self._asked = asked
            self._sight.notice = ""
        paused = store.begun and store.board.phase in (game_pb2.PHASE_BETWEEN, game_pb2.PHASE_OVER)
        if paused != self._paused:
            self._paused, self._scores = paused, None
        self._redraw()

    @property
    def counts(self) -> bool:
        """Whether time that runs is shown."""
        return is_counted(self.narrator.store, self.motion)

    def frame(self, size: Size) -> Canvas:
        """Draw what is to be seen now."""
        self._size = size
        if not fits(size, SMALLEST):
            return too_small_frame(size, SMALLEST)
        self._sight.clock = countdown(self.narrator.store, self.motion)
        store = self.narrator.store
        if self._page is not None:
            return self._page.frame(size)
        if self._paused if self._scores is None else self._scores:
            self._sight.scores_over = not self._paused
            return score_frame(store, self._sight, size)
        self._sight.scores_over = False
        if not store.begun:
            return waiting_frame(self.narrator, self._sight, size)
        return table_frame(self.narrator, self._sight, size)

    def press(self, key: str, character: str | None = None) -> None:
        """Do what a key means; ``character`` is what it would type."""
        self._sight.notice = ""
        if self._page is not None:
            self._turn(self._page, key)
        elif not self._is_unseen(key):
            self._act(key, character)
        self._redraw()

    def _act(self, key: str, character: str | None) -> None:
        """Do what a key means at the table itself."""
        if self._sight.line is not None:
            self._edit(self._sight.line, key, character)
        elif self._choice.verb == QUIT:
            self._answer(key, character)
        elif key in ("ctrl+c", "q"):
            self._choice.verb = QUIT
        elif key in STEPS:
            if self.narrator.store.decision is not None:
                self._choice.step(self.narrator.store, key)
        elif key in self._KEYS:
            self._KEYS[key](self)
        elif character and character.isprintable():
            text = begun_by(character, playing=self.narrator.store.begun)
            self._sight.line = TypingLine.begun(text)

    def _answer(self, key: str, character: str | None) -> None:
        """Leave or stay, as the player answers; whoever asks to leave again means it."""
        yes = yes_or_no(character or "")
        if yes or key in ("enter", "q", "ctrl+c"):
            self.leave()
        elif yes is False or key == "escape":
            self._choice.verb = ""

    def _is_unseen(self, key: str) -> bool:
        """Whether a key would change what cannot be seen now: nobody plays blindly."""
        if not fits(self._size, SMALLEST):
            return key not in ("escape", "ctrl+c", "q") and self._choice.verb != QUIT
        return self._sight.scores_over and key in STEPS

    def _edit(self, line: TypingLine, key: str, character: str | None) -> None:
        """Go on typing a line, send it, or drop it."""
        if key in ("escape", "ctrl+c"):
            self._sight.line = None
        elif key == "enter":
            self._sight.line = None
            self._choice.verb = ""
            if line.text.strip():
                self._type_line(line.text)
        else:
            line.press(key, character)

    def paste(self, text: str) -> None:
        """Insert a text into the line that is typed; begins one."""
        if self._page is None:
            line = self._sight.line = self._sight.line or TypingLine.begun("")
            line.insert(text)
            self._redraw()

    def _next_seat(self) -> None:
        if self.narrator.store.begun:
            self._page = self._looks.next(self.narrator.store, self._sight.keymap)

    def _turn(self, page: TextPage, key: str) -> None:
        if key == "tab":
            self._next_seat()
        elif not page.press(key):
            self._page = None

    def _enter(self) -> None:
        store = self.narrator.store
        if store.goodbye is not None:
            self.leave()
        elif self._sight.scores_over:
            self._scores = False
        elif store.decision is not None and self._choice.cursor is None:
            self._sight.notice = _("Choose with the arrows or the mouse, or type your move.")
        elif store.decision is not None:
            self._choose(self._choice.cursor)
        elif (line := entered(store)) is not None:
            self._type_line(line)

    def leave(self) -> None:
        """Stop; a game that ends with it was asked about."""
        store = self.narrator.store
        self.left = True
        self._choice.verb = ""
        self._type_line(QUIT)
        if store.place.private and store.unfinished:
            self._type_line(QUIT)

    def _escape(self) -> None:
        if self._sight.scores_over or not self._choice.back():
            self._scores = False

    def _show_scores(self) -> None:
        shown = self._paused if self._scores is None else self._scores
        self._scores = not shown

    def _show_log(self) -> None:
        lines = list(self.narrator.log) or [_("Nothing has happened yet.")]
        self._open(_("What has happened"), lines, at_end=True)

    def _copy_log(self) -> None:
        self._terminal.copy("\n".join(self.narrator.log))
        self._sight.notice = _("The log was copied, if your terminal allows it.")

    def _switch_mouse(self) -> None:
        self._sight.notice = mouse_line(ours=self._terminal.switch_mouse())

    def _language(self) -> None:
        speak_next()
        self._sight.notice = speaking()

    def _help(self) -> None:
        self._asked_for_help = True
        self._type_line("help")

    _KEYS: Final[dict[str, Callable[["TableView"], None]]] = {
        "enter": _enter,
        "escape": _escape,
        "s": _show_scores,
        "l": _show_log,
        "h": lambda self: setattr(self._sight, "notice", hint(self.narrator.store)),
        "i": lambda self: self._type_line("invite"),
        "tab": _next_seat,
        "v": lambda self: self._type_line("replay"),
        "f2": _language,
        "y": _copy_log,
        "m": _switch_mouse,
        "question_mark": _help,
    }

    def click(self, spot: Spot) -> None:
        """Choose what was clicked."""
        self._sight.notice = ""
        if self._sight.line is not None and not spot.kind.startswith("key "):
            self._sight.line = None
        if not spot.kind.startswith("key "):
            self._choose(spot)
        else:
            self._click_key(spot.kind.removeprefix("key "))
        self._redraw()

    def _click_key(self, key: str) -> None:
        if key in (TAKE, THROW):
            self._choice.verb = key
        elif key != "a":
            self.press(key, _SIGNS.get(key, key))

    def _choose(self, spot: Spot | None) -> None:
        line = self._choice.choose(self.narrator.store, spot)
        if line is not None:
            self._choice.sent(self.narrator.store)
            self._type_line(line)
