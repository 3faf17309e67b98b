"""The lobby without the terminal: tables, keys and clicks in, frames and a wish out."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from skyjo.v1 import lobby_pb2
from skyjo_client.present.canvas import Canvas, Size, Spot
from skyjo_client.present.escape import escape, escape_name
from skyjo_client.present.frame_parts import fits
from skyjo_client.present.keymap import Keymap, Where
from skyjo_client.present.listed import Listed, each_once, way_to
from skyjo_client.present.lobby_frame import LobbySight, lobby_frame
from skyjo_client.present.lobby_lines import seat_line
from skyjo_client.present.messages import _, speak_next, speaking
from skyjo_client.present.rules_text import rules_text
from skyjo_client.present.sentences import stop_sentence
from skyjo_client.present.table_frame import SMALLEST
from skyjo_client.present.text_frame import TextPage, too_small_frame
from skyjo_client.present.typing_line import TypingLine
from skyjo_client.screen.lobby_answers import (
    Told,
    Wish,
    joining,
    making,
    naming,
    options_of_tables,
    playing,
    question_of_bots,
    question_of_name,
)
from skyjo_client.screen.terminal import NoTerminal, Terminal, mouse_line
from skyjo_client.seats_kept import KeptSeat

_MOST_KEPT: Final = 3
"""Seats that are offered to return to, the latest."""
_STEPS: Final = {"up": -1, "down": 1}


class LobbyView:
    """What a player sees of the lobby; ``wish`` is what it chose in the end."""

    def __init__(
        self,
        address: str,
        kept: Sequence[KeptSeat],
        notice: str,
        done: Callable[[], None],
        redraw: Callable[[], None],
        *,
        ended: str = "",
    ) -> None:
        """Begin without tables.

        ``address`` is the server whose tables are listed, "" for all that are found; ``kept`` are
        seats still held; ``done`` is called once there is a wish. One's own server that has ended
        is recognised by ``ended``.
        """
        self.wish: Wish | None = None
        self._address = address
        self._kept = kept[:_MOST_KEPT]
        self._held_at = {(seat.server, seat.seating.code.casefold()) for seat in kept}
        self._done = done
        self._redraw = redraw
        self._tables: dict[tuple[str, str], Listed] = {}
        self._stopping: set[str] = set()
        self._page: TextPage | None = None
        self._terminal: Terminal = NoTerminal()
        self._answers: Callable[[str], Wish | Told | str] = joining
        self._ended = ended
        self._noted = ""
        self._sight = LobbySight(escape(address), notice=notice)
        self._tell_kept()

    def bind(self, keymap: Keymap, terminal: Terminal) -> None:
        """Show the keys of ``keymap``, and be shown on ``terminal``."""
        self._sight.keymap = keymap
        self._terminal = terminal
        self._tell_kept()

    def let_go_home(self) -> None:
        """There is another lobby to go back to from this server."""
        self._sight.away = True

    def _tell_kept(self) -> None:
        enter = self._sight.keymap.names(Where.LOBBY)["enter"]
        where = ["" if seat.server == self._ended else seat.address for seat in self._kept]
        codes = [seat.seating.code for seat in self._kept]
        self._sight.kept = tuple(seat_line(*one, enter) for one in zip(codes, where, strict=True))

    @property
    def where(self) -> Where:
        """Where keys are pressed."""
        if self._page is not None:
            return Where.PAGE
        return Where.LOBBY if self._sight.line is None else Where.TYPING

    def take(
        self, address: str, news: lobby_pb2.WatchTablesResponse, name: str = "", known_by: str = ""
    ) -> None:
        """Take in what a server says of its tables; it calls itself ``name``.

        ``known_by`` is what it is recognised by at whatever address, by default this address.
        """
        known_by = known_by or address
        self._sight.heard = True
        if self._address and self._sight.notice == self._noted:
            self._sight.notice = ""
        if news.complete:
            self._forget(address)
        for table in news.tables:
            held = (known_by, table.code.casefold()) in self._held_at
            self._tables[address, table.table_id] = Listed(
                address, table, name, known_by=known_by, held=held
            )
        for gone in news.gone:
            self._tables.pop((address, gone), None)
        if news.HasField("stopping") and known_by not in self._stopping:
            self._stopping.add(known_by)
            text, shown = _("{name}: {sentence}"), escape_name(name) if name else escape(address)
            self._sight.notice = text.format(name=shown, sentence=stop_sentence(news.stopping))
        self._list()

    def announced(self, address: str, name: str, codes: Iterable[str]) -> None:
        """Take in all the tables that a server announces that was not met yet."""
        self._sight.heard = True
        self._forget(address)
        for code in codes:
            table = lobby_pb2.TableSummary(table_id=code, code=code)
            self._tables[address, code] = Listed(address, table, name, met=False)
        self._list()

    def lost(self, address: str) -> None:
        """Forget what a server that is not heard any more has said."""
        self._forget(address)
        self._list()

    def _forget(self, address: str) -> None:
        for key in [key for key in self._tables if key[0] == address]:
            del self._tables[key]

    def silent(self) -> None:
        """Nobody had anything to say for a while."""
        self._sight.silent = True
        self._redraw()

    def note(self, sentence: str) -> None:
        """Tell something above the keys."""
        self._sight.notice = self._noted = sentence
        self._sight.heard = not self._address  # of the one server that is listed nothing is known
        self._redraw()

    def _list(self) -> None:
        sight, chosen = self._sight, self._sight.chosen
        sight.tables = each_once(self._tables.values())
        same = [
            row
            for row, one in enumerate(sight.tables)
            if chosen and one.table.table_id == chosen.table.table_id
        ]
        row = same[0] + len(sight.kept) if same else sight.at
        sight.at = max(0, min(row, sight.rows - 1))
        self._redraw()

    def frame(self, size: Size) -> Canvas:
        """Draw what is to be seen now."""
        if not fits(size, SMALLEST):
            return too_small_frame(size, SMALLEST)
        return self._page.frame(size) if self._page else lobby_frame(self._sight, size)

    def press(self, key: str, character: str | None = None) -> None:
        """Do what a key means."""
        sight = self._sight
        if self._page is not None:
            if not self._page.press(key):
                self._page = None
        elif sight.line is not None:
            self._edit(sight.line, key, character)
        elif key in _STEPS:
            sight.at = max(0, min(sight.at + _STEPS[key], sight.rows - 1))
        elif key in self._KEYS:
            sight.notice = ""
            self._KEYS[key](self)
        self._redraw()

    def paste(self, text: str) -> None:
        """Insert a text where one is typed, or begin with it the way to a table."""
        if self._page is None:
            if self._sight.line is None:
                self._ask_where()
            if self._sight.line is not None:
                self._sight.line.insert(text)
            self._redraw()

    def click(self, spot: Spot) -> None:
        """Choose what was clicked; a second click on a row does what Enter does."""
        if spot.kind != "row":
            self.press(spot.kind.removeprefix("key "))
        elif self._sight.at == spot.number:
            self.press("enter")
        else:
            self._sight.at = spot.number
            self._redraw()

    def _edit(self, line: TypingLine, key: str, character: str | None) -> None:
        sight = self._sight
        if key in ("escape", "ctrl+c"):
            sight.line, sight.question, sight.notice = None, "", ""
        elif key == "enter":
            answer = self._answers(line.text.strip())
            if isinstance(answer, Wish):
                self._want(answer)
            elif isinstance(answer, Told):
                sight.line, sight.question, sight.notice = None, "", answer.sentence
            else:
                sight.notice = answer
        else:
            sight.notice = ""
            line.press(key, character)

    def _want(self, wish: Wish) -> None:
        self.wish = wish
        self._done()

    def _enter(self) -> None:
        sight = self._sight
        if sight.returns:
            seat = self._kept[sight.at]
            code, seen_at = seat.seating.code, way_to(sight.tables, seat.server, seat.seating.code)
            self._want(Wish("back", seat.server, code, seen_at=seen_at))
        elif (chosen := sight.chosen) is not None and chosen.held:
            self._want(Wish("back", chosen.known_by, chosen.table.code, seen_at=chosen.address))
        elif chosen is not None:
            kind = "join" if chosen.may_be_joined else "watch"
            self._want(Wish(kind, chosen.address, chosen.table.code))

    def _go_home(self) -> None:
        if self._sight.away:
            self._want(Wish("home"))

    def _watch(self) -> None:
        if self._sight.chosen is not None:
            chosen = self._sight.chosen
            self._want(Wish("watch", chosen.address, chosen.table.code))

    def _ask(self, question: str, given: str, answers: Callable[[str], Wish | Told | str]) -> None:
        self._sight.question, self._sight.help = question, ()
        self._sight.line = TypingLine(given, len(given), offered=True)
        self._answers = answers

    def _ask_play(self) -> None:
        self._ask(question_of_bots(), "4 casual", playing)

    def _ask_make(self) -> None:
        here = _("A table on this server: how many seats, 2 to 8?")
        own = _("A table for this network, on a server of your own: how many seats, 2 to 8?")
        self._ask(here if self._address else own, "4", lambda answer: making(answer, self._address))
        self._sight.help = options_of_tables()

    def _ask_where(self) -> None:
        text = _("Join which table: its code, its link, or a server's address?")
        self._ask(text, "", joining)

    def _ask_name(self) -> None:
        self._ask(question_of_name(), "", naming)

    def _rules(self) -> None:
        self._open(_("The rules"), rules_text().splitlines())

    def _help(self) -> None:
        self._open(_("Keys"), self._sight.keymap.lines(Where.LOBBY))

    def _open(self, title: str, lines: list[str]) -> None:
        self._page = TextPage(title, lines, keymap=self._sight.keymap)

    def _switch_mouse(self) -> None:
        self._sight.notice = mouse_line(ours=self._terminal.switch_mouse())

    def _language(self) -> None:
        speak_next()
        self._tell_kept()
        self._sight.notice = speaking()

    def _quit(self) -> None:
        self._want(Wish("quit"))

    _KEYS: Final[dict[str, Callable[["LobbyView"], None]]] = {
        "enter": _enter,
        "escape": _go_home,
        "w": _watch,
        "p": _ask_play,
        "n": _ask_make,
        "j": _ask_where,
        "colon": _ask_name,
        "r": _rules,
        "f2": _language,
        "question_mark": _help,
        "m": _switch_mouse,
        "q": _quit,
        "ctrl+c": _quit,
    }
