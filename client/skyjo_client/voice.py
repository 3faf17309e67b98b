"""Who passes on to the player what a mode has to say."""

from collections.abc import Callable
from typing import Protocol

from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.present.recording_lines import recording_lines


class Voice(Protocol):
    """What happens at the table and what answers the player are two things to a full screen."""

    stays: bool
    """Whether the table is still to be seen when its last word is said."""

    def tell(self, lines: list[str]) -> None:
        """Pass on what has happened at the table."""

    def answer(self, lines: list[str]) -> None:
        """Pass on what the player gets for what it typed."""

    def replay(self, recording: Recording, viewpoint: Viewpoint) -> None:
        """Show a game again, as it is seen from there at first."""

    def settle(self) -> None:
        """All there is to say for now has been said."""


class Aloud:
    """Says every line, one after the other."""

    stays = False

    def __init__(self, say: Callable[[str], None]) -> None:
        """Give every line to ``say``."""
        self._say = say

    def tell(self, lines: list[str]) -> None:
        """Say them all."""
        for line in lines:
            self._say(line)

    def answer(self, lines: list[str]) -> None:
        """Say them all."""
        self.tell(lines)

    def replay(self, recording: Recording, viewpoint: Viewpoint) -> None:
        """Say the whole game."""
        for line in recording_lines(recording, viewpoint):
            self._say(line)

    def settle(self) -> None:
        """Each line is out already."""
