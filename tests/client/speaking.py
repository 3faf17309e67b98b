"""Screens in every language, and in one that there is not: 40 percent longer than English."""

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

from skyjo_client.present.canvas import Size
from skyjo_client.present.languages import LANGUAGES, SOURCE
from skyjo_client.present.messages import speak
from tests.client.replays import REPLAYS
from tests.client.scene_list import LOBBIES, SCENES
from tests.client.scenes import SIZES

FOLDER: Final = Path(__file__).parent.parent / "golden" / "languages"
SPOKEN: Final = [language for language in LANGUAGES if language != SOURCE]


class Shown(Protocol):
    """A scene of any kind."""

    def shown(self, size: Size) -> str: ...


EVERY_SCENE: Final[Mapping[str, Callable[[], Shown]]] = {**SCENES, **LOBBIES, **REPLAYS}
_ALIKE: Final = ("turn-3", "turn-5", "turn-6", "turn-7")
"""Screens that look like others but for the number of seats."""
_WIDE: Final = ("turn-2", "turn-8", "last-lap", "scored", "over", "gathering", "lobby", "rules")

BEGIN, END = "\u0331", "\u0323"
"""Combining marks, which take no column of their own."""


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while."""
    speak(language)
    try:
        yield
    finally:
        speak(SOURCE)


def language_screens(language: str) -> str:
    """Return what a player of that language sees, one screen after the other."""
    usual, wide = SIZES
    wanted = [(name, usual) for name in EVERY_SCENE if name not in _ALIKE]
    wanted += [(name, wide) for name in _WIDE]
    with speaking(language):
        return "\n".join(
            f"{name} {size.columns}x{size.lines}\n\n{EVERY_SCENE[name]().shown(size)}"
            for name, size in wanted
        )


class Marked(gettext.NullTranslations):
    """Texts with a mark before and behind each that takes no room, to see whether all is there."""

    def __init__(self, texts: gettext.NullTranslations) -> None:
        super().__init__()
        self._texts = texts

    def gettext(self, message: str) -> str:
        return f"{BEGIN}{self._texts.gettext(message)}{END}"

    def pgettext(self, context: str, message: str) -> str:
        return f"{BEGIN}{self._texts.pgettext(context, message)}{END}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{BEGIN}{self._texts.ngettext(msgid1, msgid2, n)}{END}"


class Longer(gettext.NullTranslations):
    """English in which every word is 40 percent longer."""

    def gettext(self, message: str) -> str:
        return _WORD.sub(_stretched, message)

    def pgettext(self, _context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


_WORD: Final = re.compile(r"\{[^}]*\}|[^\W\d_]+")


def _stretched(word: re.Match[str]) -> str:
    text = word[0]
    return text if text.startswith("{") else text + text[-1] * round(len(text) * 0.4)
