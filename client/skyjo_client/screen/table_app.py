"""A table in the full screen, from the first frame to the last key."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final, Protocol

from skyjo_client import exit_codes
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.present.score_lines import game_ended_line
from skyjo_client.present.sentences import goodbye_sentence
from skyjo_client.present.summons import Summons, is_awaited
from skyjo_client.screen.canvas_app import CanvasApp
from skyjo_client.screen.projection import Projection
from skyjo_client.screen.table_view import TableView
from skyjo_client.settings_table import OFF
from skyjo_client.voice import Voice

_TICK_SECONDS: Final = 1.0


class Player(Protocol):
    """Plays or watches a table by lines that are typed."""

    narrator: Narrator

    async def play(self, typed: AsyncIterator[str]) -> int:
        """Play to the end; returns an exit code."""


class _Lines:
    """Lines as they are chosen."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self.put = self._queue.put_nowait

    def __aiter__(self) -> AsyncIterator[str]:
        return self

    async def __anext__(self) -> str:
        return await self._queue.get()


class TableApp(CanvasApp):
    """Shows what ``make`` plays; the result of :meth:`show_until_left` is its exit code."""

    def __init__(self, make: Callable[[Voice], Player]) -> None:
        """Let ``make`` play with this screen for a voice."""
        super().__init__()
        self._lines = _Lines()
        self._summons = Summons(self.appearance.bell)
        self.table = TableView(self._lines.put, self.redraw, self._see_again)
        self.table.motion = self.appearance.motion
        self.player = make(self.table)
        self.table.narrator = self.player.narrator
        self.show(self.table)
        self._playing: asyncio.Task[None] | None = None
        self._ended: int | None = None
        self._projection: Projection | None = None

    def on_mount(self) -> None:
        """Begin to play."""
        self._playing = asyncio.create_task(self._play(), name="skyjo table")
        if self.appearance.motion != OFF:
            self.set_interval(_TICK_SECONDS, self._tick)

    async def on_unmount(self) -> None:
        """Play no more."""
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)

    async def _play(self) -> None:
        try:
            self._ended = await self.player.play(self._lines)
        except Exception as error:  # noqa: BLE001 # it is raised where the screen was started
            self.error = error
            self.exit(exit_codes.UNFINISHED)
        else:
            self.redraw()

    def _see_again(self, recording: Recording, viewpoint: Viewpoint) -> None:
        self._projection = Projection(self, recording, viewpoint, self._go_back)
        self.turn_to(self._projection.view)

    def _go_back(self) -> None:
        """Leave a replay for the table."""
        if self._projection is not None:
            self._projection.stop()
            self._projection = None
            self.turn_to(self.table)

    def redraw(self) -> None:
        """Draw the table anew, and end where the player has left and all is said.

        Whoever looks at a replay when asked to act is called back.
        """
        if self._projection is not None and self.table.narrator.store.decision is not None:
            self._go_back()
        super().redraw()
        store = self.player.narrator.store
        if self._summons.rings(store):
            self.bell()
        if store.code:
            self.window.entitle(store.code, awaited=is_awaited(store))
        if self._ended is not None and self.table.left:
            self.exit(self._ended)

    @property
    def last_words(self) -> list[str]:
        """What is to stand on the terminal afterwards: who won, and why the table was over."""
        store = self.player.narrator.store
        lines = [game_ended_line(store, store.result)] if store.result is not None else []
        goodbye = store.goodbye
        if goodbye is not None and exit_codes.after(goodbye) != exit_codes.FINISHED:
            lines.append(goodbye_sentence(goodbye))
        return [*lines, *self.table.farewell]

    def _tick(self) -> None:
        if self.table.counts:
            super().redraw()


async def show_table(make: Callable[[Voice], Player], say: Callable[[str], None]) -> int:
    """Play in the full screen; returns an exit code. Raises what the play raises.

    What there is to say afterwards goes to ``say``, on the terminal as it was before.
    """
    app = TableApp(make)
    try:
        code = await app.show_until_left()
    finally:
        for line in app.last_words:
            say(line)
    return exit_codes.INTERRUPTED if code is None else code
