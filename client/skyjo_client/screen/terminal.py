"""What a view may ask of the terminal that it is shown on."""

from typing import Protocol

from skyjo_client.present.messages import _


class Terminal(Protocol):
    """The terminal of a full screen."""

    def copy(self, text: str) -> None:
        """Put a text into the clipboard, as far as the terminal allows it."""

    def switch_mouse(self) -> bool:
        """Give the mouse to the terminal, to select text, or take it back; whether it is ours."""


class NoTerminal:
    """Where a view is drawn for its own sake."""

    def copy(self, text: str) -> None:
        """There is no clipboard."""

    def switch_mouse(self) -> bool:
        """There is no mouse."""
        return False


def mouse_line(*, ours: bool) -> str:
    """Tell whose the mouse is now."""
    if ours:
        return _("The mouse plays again.")
    return _("The mouse is your terminal's now: select text with it.")
