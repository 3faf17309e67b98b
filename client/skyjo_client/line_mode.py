"""A seat played by typing: one event one line, no colour, no cursor movement."""

from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Final

from skyjo_client import exit_codes
from skyjo_client.feed import FAREWELL_SECONDS, EndOfInput, Feed
from skyjo_client.host_desk import HostDesk
from skyjo_client.notices import Item, LinkChanged, ReceiptNotKept
from skyjo_client.present.escape import escape
from skyjo_client.present.grammar import ENTER, SLOTS, Mistake, Typed, parse
from skyjo_client.present.looks import look
from skyjo_client.present.messages import _
from skyjo_client.present.moves import move
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.prompts import wanted
from skyjo_client.session import SeatSession

_MOVES: Final = ("draw", "take", "throw", SLOTS)


class LineMode:
    """Tells a seat's frames line by line and does what is typed.

    ``farewell`` is said when the player stops before the end. The result of :meth:`play` is an
    exit code.
    """

    def __init__(
        self,
        session: SeatSession,
        desk: HostDesk,
        say: Callable[[str], None],
        farewell: str,
    ) -> None:
        """Play this seat; ``say`` gets every line."""
        self._session = session
        self._desk = desk
        self._say = say
        self._farewell = farewell
        self._narrator = Narrator()
        self._ahead: deque[Typed] = deque()
        self._input_ended = False
        self._leaving: int | None = None
        self._confirming = False

    async def play(self, typed: AsyncIterator[str]) -> int:
        """Play until the last goodbye, or until the player stops or nothing more is typed."""
        async with Feed(self._session, typed) as feed:
            async for item in feed:
                if self._leaving is not None:
                    continue
                await self._deal_with(item)
                if self._is_done():
                    self._session.detach()
                    feed.end_within(FAREWELL_SECONDS)
        return self._result()

    def _result(self) -> int:
        goodbye = self._narrator.store.goodbye
        if self._leaving is not None:
            self._say(self._farewell)
            return self._leaving
        return exit_codes.UNFINISHED if goodbye is None else exit_codes.after(goodbye)

    async def _deal_with(self, item: Item | str | EndOfInput) -> None:
        match item:
            case EndOfInput():
                self._input_ended = True
            case str():
                await self._typed(item)
            case LinkChanged(connected):
                self._say_all(self._narrator.link(linked=connected))
            case ReceiptNotKept(_game, folder, reason):
                text = _("The receipt of this game could not be kept in {folder}: {reason}.")
                self._say(text.format(folder=escape(folder), reason=escape(reason)))
            case _:
                self._say_all(self._narrator.take(item))

    def _is_done(self) -> bool:
        """Play what was typed ahead of the server's answer; whether the player stops here."""
        while self._ahead and not self._narrator.store.is_settling:
            try:
                self._move(self._ahead.popleft())
            except Mistake as mistake:
                self._say(str(mistake))
        if self._input_ended and not self._ahead and self._leaving is None:
            self._leaving = exit_codes.UNFINISHED
        return self._leaving is not None

    async def _typed(self, line: str) -> None:
        try:
            await self._do(parse(line))
        except Mistake as mistake:
            self._say(str(mistake))

    async def _do(self, typed: Typed) -> None:
        confirmed, self._confirming = self._confirming, False
        lines = look(self._narrator, typed)
        if lines is not None:
            self._say_all(lines)
        elif typed.command == ENTER:
            self._enter()
        elif typed.command == "quit":
            self._leaving = exit_codes.FINISHED
        elif typed.command == "resign":
            self._resign(confirmed=confirmed)
        elif typed.command == "say":
            self._remark(typed)
        elif typed.command in _MOVES:
            self._ahead.append(typed)
        else:
            await self._desk.handle(typed)

    def _enter(self) -> None:
        store = self._narrator.store
        if not store.awaits_ready:
            self._say(wanted(store))
            return
        self._session.ready()

    def _resign(self, *, confirmed: bool) -> None:
        if confirmed:
            self._session.resign()
            return
        self._confirming = True
        self._say(_("Type resign again to give up your seat for good."))

    def _remark(self, typed: Typed) -> None:
        if not typed.text:
            raise Mistake(_("Say what? Type say and your text."))
        self._session.say(text=typed.text)

    def _move(self, typed: Typed) -> None:
        store = self._narrator.store
        action = move(store, typed)
        if store.decision is not None:
            self._session.act(store.decision.decision_id, action)
            store.answered()

    def _say_all(self, lines: list[str]) -> None:
        for line in lines:
            self._say(line)
