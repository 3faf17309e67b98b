"""A seat played by typing; a full screen types what its player chooses."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

from skyjo.v1 import play_pb2, table_pb2
from skyjo_client import exit_codes
from skyjo_client.ahead import MOVES, Ahead
from skyjo_client.feed import FAREWELL_SECONDS, EndOfInput, Feed
from skyjo_client.host_desk import HostDesk, removable
from skyjo_client.notices import Item, LinkChanged, ReceiptNotKept
from skyjo_client.present.clock_lines import left_lines, next_warning
from skyjo_client.present.escape import escape
from skyjo_client.present.grammar import ENTER, Mistake, Typed, parse
from skyjo_client.present.looks import look
from skyjo_client.present.messages import _, plural
from skyjo_client.present.moves import move
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.place import Place
from skyjo_client.present.prompts import missing, starting, wanted
from skyjo_client.present.recording import Viewpoint
from skyjo_client.present.remarks import remark
from skyjo_client.present.votes import vote
from skyjo_client.session import SeatSession
from skyjo_client.voice import Voice


class LineMode:
    """Tells a seat's frames line by line and does what is typed; ``narrator`` knows the table.

    ``farewell`` is said when the player stops before the end. ``at_terminal``: somebody types,
    rather than a script that wrote all its lines beforehand. The result of :meth:`play` is an
    exit code.
    """

    def __init__(  # what a seat is played with
        self,
        session: SeatSession,
        desk: HostDesk,
        voice: Voice,
        *,
        place: Place,
        farewell: str,
        at_terminal: bool,
    ) -> None:
        """Play this seat; ``voice`` gets every line."""
        self._session = session
        self._desk = desk
        self._voice = voice
        self._farewell = farewell
        self._at_terminal = at_terminal
        self.narrator = Narrator(place, time.monotonic)
        self._store = self.narrator.store
        self._ahead = Ahead(self._store, in_order=not at_terminal)
        self._at_once: dict[str, Callable[[], None]] = {
            ENTER: self._enter,
            "forget": self._forget,
            "back": self._back,
            "resign": self._resign,
            "quit": self._quit,
        }
        self._first_game = session.game_id
        self._input_ended = False
        self._leaving: int | None = None
        self._left_early = False
        self._resigned = False
        self._asked: Typed | None = None
        self._alarm: asyncio.TimerHandle | None = None

    async def play(self, typed: AsyncIterator[str]) -> int:
        """Play until the last goodbye, or until the player stops or nothing more is typed."""
        try:
            await self._play(typed)
        except asyncio.CancelledError:
            if self._store.unfinished and not self._voice.stays:
                self._say(self._farewell)
            raise
        return self._result()

    async def _play(self, typed: AsyncIterator[str]) -> None:
        async with Feed(self._session, typed) as feed:
            async for item in feed:
                if self._leaving is not None:
                    self._overhear(item)
                    continue
                await self._deal_with(item)
                await self._catch_up()
                self._mind_clock()
                if self._is_done():
                    await self._leave()
                    feed.end_within(FAREWELL_SECONDS if self._store.linked else 0)
                self._voice.settle()

    def _result(self) -> int:
        if self._leaving is None:
            goodbye = self._store.goodbye
            drained = goodbye and goodbye.reason == table_pb2.GOODBYE_REASON_DRAINING
            if drained and self._store.result is None:
                self._say(self._farewell)
            return exit_codes.UNFINISHED if goodbye is None else exit_codes.after(goodbye)
        if self._left_early and self._store.result is None:
            self._say(self._farewell)
        return self._leaving

    async def _leave(self) -> None:
        """Keep the seat of an unfinished game; after one, let the others go on without it."""
        store = self._store
        self._left_early = store.unfinished
        if store.unfinished or store.place.private or not store.linked:
            self._session.detach()
            return
        others = [s for s, p in store.players.items() if p.is_person and not store.is_you(s)]
        if store.is_host and not others:
            await self._desk.close()
        else:
            self._session.resign()

    async def _deal_with(self, item: Item | str | EndOfInput) -> None:
        match item:
            case EndOfInput():
                self._input_ended = True
            case str():
                await self._typed(item)
            case LinkChanged(connected, back_after):
                self._voice.tell(self.narrator.link(linked=connected, back_after=back_after))
            case ReceiptNotKept(_game, folder, reason):
                text = _("The receipt of this game could not be kept in {folder}: {reason}.")
                self._say(text.format(folder=escape(folder), reason=escape(_(reason))))
            case _:
                self._frame(item)

    def _overhear(self, item: Item | str | EndOfInput) -> None:
        """Know of a game's end that comes when the player is about to leave."""
        if isinstance(item, play_pb2.ServerFrame) and item.HasField("events"):
            self.narrator.take(item)

    def _frame(self, frame: play_pb2.ServerFrame) -> None:
        lines = self.narrator.take(frame)
        if frame.HasField("refused"):
            self._voice.answer(lines)
        else:
            self._voice.tell(lines)
        gathers = self._store.stage == table_pb2.TABLE_STAGE_GATHERING
        if frame.HasField("welcome") and gathers and self._store.game_id != self._first_game:
            self._session.ready()  # whoever is still here wants the next game, too

    async def _catch_up(self) -> None:
        """Do what was typed before its time and can be done now."""
        while self._leaving is None:
            try:
                typed = self._ahead.due()
                if typed is None:
                    return
                await self._do(typed)
            except Mistake as mistake:
                self._say(str(mistake))

    def _mind_clock(self) -> None:
        """Tell the player when the time for the decision that waits gets low."""
        if self._alarm is not None:
            self._alarm.cancel()
        seconds = next_warning(self._store) if self._leaving is None else None
        loop = asyncio.get_running_loop()
        self._alarm = None if seconds is None else loop.call_later(seconds, self._time_is_low)

    def _time_is_low(self) -> None:
        self._voice.tell(left_lines(self._store))
        self._mind_clock()

    def _is_done(self) -> bool:
        """Whether the player stops here."""
        waiting = self._ahead or self._store.is_settling or self._resigned
        if self._input_ended and not waiting and self._leaving is None:
            unfinished = self._store.unfinished
            self._leaving = exit_codes.UNFINISHED if unfinished else exit_codes.FINISHED
        return self._leaving is not None

    async def _typed(self, line: str) -> None:
        try:
            if not self._ahead.takes(typed := _understood(line)):
                await self._do(typed)
                return
        except Mistake as mistake:
            self._say(str(mistake))
            return
        await self._catch_up()
        if self._ahead and self._at_terminal and not self._store.is_settling:
            text = _("{wanted} Your move waits until you are asked; forget takes it back.")
            self._say(text.format(wanted=wanted(self._store)))

    async def _do(self, typed: Typed | Mistake) -> None:
        if isinstance(typed, Mistake):
            raise typed
        lines = look(self.narrator, typed)
        if lines is not None:
            self._asked = None
            self._voice.answer(lines)
        elif self._is_meant(typed):
            await self._act(typed)

    async def _act(self, typed: Typed) -> None:
        match typed.command:
            case command if command in MOVES:
                self._move(typed)
            case command if command in self._at_once:
                self._at_once[command]()
            case "say" | "vote":
                self._talk(typed)
            case "start":
                await self._start(typed)
            case "replay":
                recording = await self._desk.recording(self._store)
                self._voice.replay(recording, Viewpoint(self._store.seat))
            case _:
                await self._desk.handle(typed, self._store)

    def _is_meant(self, typed: Typed) -> bool:
        """Whether a line that cannot be taken back was typed twice; ask for it otherwise."""
        asked, self._asked = self._asked, None
        question = self._question(typed)
        if not question or asked == typed:
            return True
        self._asked = typed
        self._say(question)
        return False

    def _question(self, typed: Typed) -> str:
        store = self._store
        match typed.command:
            case "resign":
                return _("Type resign again to give up your seat for good.")
            case "quit" if typed.words:
                raise Mistake(_("To stop, type quit and nothing else."))
            case "quit" if store.place.private and store.unfinished and self._at_terminal:
                return _("Your game would end here, unfinished. Type quit again to stop.")
            case "kick":
                seat = removable(store, typed)
                text = _("Type {command} again to remove {name} from the table.")
                return text.format(command=f"kick {escape(typed.text)}", name=store.name(seat))
        return ""

    def _enter(self) -> None:
        if not self._store.awaits_ready:
            self._voice.answer([wanted(self._store), *left_lines(self._store)])
            return
        self._session.ready()
        self._store.readied()

    def _back(self) -> None:
        if not self._store.stood_in:
            raise Mistake(_("No stand-in plays for you."))
        self._session.take_back()
        self._store.stood_in = False

    def _resign(self) -> None:
        self._resigned = True
        self._session.resign()

    def _quit(self) -> None:
        if not self._resigned:  # else the goodbye to the seat is on its way
            self._leaving = exit_codes.FINISHED

    def _forget(self) -> None:
        if not (count := self._ahead.forget()):
            raise Mistake(_("Nothing waits for your turn."))
        self._say(plural("{count} move is forgotten.", "{count} moves are forgotten.", count))

    def _talk(self, typed: Typed) -> None:
        if typed.command == "say":
            self._session.say(remark(self._store, typed))
        else:
            self._session.vote(vote(self._store, typed))

    async def _start(self, typed: Typed) -> None:
        self._store.starting = True
        try:
            await self._desk.handle(typed, self._store)
        except Mistake:
            self._store.starting = False
            raise
        if missing(self._store):
            self._say(starting(self._store))

    def _move(self, typed: Typed) -> None:
        action = move(self._store, typed)
        if self._store.decision is not None:
            self._session.act(self._store.decision.decision_id, action)
            self._store.answered()

    def _say(self, line: str) -> None:
        self._voice.answer([line])


def _understood(line: str) -> Typed | Mistake:
    try:
        return parse(line)
    except Mistake as mistake:
        return mistake
