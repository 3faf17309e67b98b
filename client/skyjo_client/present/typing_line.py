"""A line that is being typed on a full screen, with its cursor."""

from dataclasses import dataclass
from string import digits
from typing import Final

from skyjo_client.present.canvas import Canvas, Ink, Role
from skyjo_client.present.choice import TAKE, THROW
from skyjo_client.present.escape import escape
from skyjo_client.present.wrapped import width

_LONGEST: Final = 400


@dataclass(slots=True)
class TypingLine:
    """The text so far; ``at`` is how many characters stand before the cursor.

    ``offered``: the number that it begins with was nobody's choice yet; a digit replaces it.
    """

    text: str
    at: int
    offered: bool = False

    @classmethod
    def begun(cls, text: str) -> "TypingLine":
        """A line with the cursor at its end."""
        return cls(text, len(text))

    def insert(self, text: str) -> None:
        """Type or paste; what is not printable is left out."""
        new = "".join(char for char in text if char.isprintable())[: _LONGEST - len(self.text)]
        self.text = self.text[: self.at] + new + self.text[self.at :]
        self.at += len(new)

    def press(self, key: str, character: str | None = None) -> None:
        """Type ``character``, or do what a key does that types nothing; others are ignored."""
        offered, self.offered = self.offered, False
        match key:
            case _ if offered and character and character.isdecimal():
                self.text = character + self.text.lstrip(digits)
                self.at = len(self.text)
            case _ if character and character.isprintable():
                self.insert(character)
            case "backspace" if self.at:
                self.text = self.text[: self.at - 1] + self.text[self.at :]
                self.at -= 1
            case "delete":
                self.text = self.text[: self.at] + self.text[self.at + 1 :]
            case "left" | "right":
                self.at = min(max(self.at + (1 if key == "right" else -1), 0), len(self.text))
            case "home" | "end":
                self.at = len(self.text) if key == "end" else 0
            case "ctrl+u":
                self.text, self.at = self.text[self.at :], 0

    def put(self, canvas: Canvas, y: int) -> None:
        """Write it after a ">", the part around the cursor where it is longer than the screen."""
        room = canvas.size.columns - 5
        before: str = escape(self.text[: self.at])
        after = escape(self.text[self.at :])
        while width(before) > room:
            before = before[1:]
        canvas.put(1, y, "> ", Role.KEY)
        x = canvas.put(3, y, before, Role.STRONG)
        canvas.put(x, y, after or "_", Role.STRONG)
        canvas.put(x, y, after[:1] or "_", Ink(Role.STRONG, cursor=True))


def begun_by(character: str, *, playing: bool) -> str:
    """Return what a line begins with that a key begins at a table, before a game or in one."""
    if character == "b" and not playing:
        return "bot casual"
    return {":": "", "/": "say ", TAKE: "t ", THROW: "x "}.get(character, character)
