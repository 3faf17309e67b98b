"""A table watched without a seat: told line by line, with the looking around that is typed."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable

from skyjo.v1 import watch_pb2
from skyjo_client import exit_codes
from skyjo_client.feed import EndOfInput, Feed
from skyjo_client.present.grammar import ENTER, Mistake, Typed, parse
from skyjo_client.present.looks import look
from skyjo_client.present.messages import _
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.prompts import wanted
from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.present.store import TableStore
from skyjo_client.voice import Voice


class WatchMode:
    """Tells a table to its end, or until ``quit`` is typed; the result is an exit code.

    ``narrator`` knows the table.

    ``at_terminal``: somebody types, so that the end of the input is the wish to stop. Elsewhere,
    as in a pipe, it only means that nothing is asked.
    """

    def __init__(
        self,
        frames: AsyncIterator[watch_pb2.WatchFrame],
        recorded: Callable[[TableStore], Awaitable[Recording]],
        voice: Voice,
        *,
        at_terminal: bool,
    ) -> None:
        """Tell ``frames`` through ``voice``; ``recorded`` has a game again that is over."""
        self._frames = frames
        self._recorded = recorded
        self._voice = voice
        self._at_terminal = at_terminal
        self.narrator = Narrator(now=time.monotonic)

    async def play(self, typed: AsyncIterator[str]) -> int:
        """Watch until the goodbye. Raises what the frames raise."""
        async with Feed(self._frames, typed) as feed:
            async for item in feed:
                if await self._stops(item):
                    return exit_codes.FINISHED
                self._voice.settle()
        if self._voice.stays:
            await self._look_back(typed)
        goodbye = self.narrator.store.goodbye
        return exit_codes.UNFINISHED if goodbye is None else exit_codes.after(goodbye)

    async def _look_back(self, typed: AsyncIterator[str]) -> None:
        """Let a screen that is still there be looked at until the wish to stop."""
        async for line in typed:
            if await self._stops(line):
                return
            self._voice.settle()

    async def _stops(self, item: watch_pb2.WatchFrame | str | EndOfInput) -> bool:
        """Deal with one thing; whether it was the wish to stop."""
        if isinstance(item, EndOfInput):
            return self._at_terminal
        if not isinstance(item, str):
            self._voice.tell(self.narrator.take(item))
            return False
        try:
            typed = parse(item)
            if typed.command == "quit":
                return True
            if typed.command == "replay":
                recording = await self._recorded(self.narrator.store)
                self._voice.replay(recording, Viewpoint())
            else:
                self._look(typed)
        except Mistake as mistake:
            self._voice.answer([str(mistake)])
        return False

    def _look(self, typed: Typed) -> None:
        lines = look(self.narrator, typed)
        if lines is None and typed.command == ENTER:
            lines = [wanted(self.narrator.store)]
        if lines is None and typed.command in ("say", "vote"):
            raise Mistake(_("Who watches has no say. Type help for what you can type."))
        if lines is None:
            raise Mistake(_("You are watching and cannot play. Type help for what you can say."))
        self._voice.answer(lines)
