"""What can be set, and what each setting may say. Imports nothing that takes time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from skyjo_client.present.languages import LANGUAGES, known_language
from skyjo_client.present.messages import mark

ON: Final = "on"
OFF: Final = "off"
AUTO: Final = "auto"
FULL: Final = "full"
REDUCED: Final = "reduced"
_SWITCH: Final = (ON, OFF)
_MEANT: Final = {"1": ON, "true": ON, "yes": ON, "0": OFF, "false": OFF, "no": OFF}


def _name(said: str) -> str | None:
    from skyjo_client.present.names import is_possible

    return said if is_possible(said) else None


def _switch(said: str) -> str:
    return _MEANT.get(said, said)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: ``allowed`` are its values, empty where any text will do.

    ``about`` says what it does; ``default`` is "" where it depends on the surroundings.
    """

    name: str
    about: str
    default: str = ""
    allowed: tuple[str, ...] = ()
    also: str = ""
    """Another name of its variable than its own."""
    means: Callable[[str], str | None] = str
    """The value that a text means, None: it is none."""
    wrong: str = ""
    """What is told of a text that is none, where ``allowed`` does not say it."""

    @property
    def variable(self) -> str:
        """The variable of the environment that says it, too."""
        return f"SKYJO_{(self.also or self.name).upper()}"

    def understood(self, said: object) -> str | None:
        """Return the value that a file, a variable or a flag means; None: it is none."""
        if isinstance(said, bool):
            said = ON if said else OFF
        if not isinstance(said, str) or not said.strip():
            return None
        if not self.allowed:
            return self.means(said)
        value = self.means(said.strip().lower())
        return value if value in self.allowed else None


THEMES: Final = ("ansi", "dark", "light", "high-contrast")
COLOURS: Final = ("default", "blue-orange", "high-contrast", "mono")
MOTIONS: Final = (FULL, REDUCED, OFF)
BELLS: Final = (OFF, "once", "always")

SETTINGS: Final = {
    setting.name: setting
    for setting in (
        Setting(
            "name",
            mark("your name; without one, the name used last or your login"),
            means=_name,
            wrong=mark("This name is not possible. Take 1 to 20 visible letters."),
        ),
        Setting(
            "language",
            mark("without one, the language of the system"),
            allowed=tuple(LANGUAGES),
            also="lang",
            means=known_language,
        ),
        Setting("server", mark("where tables are looked for, HOST or HOST:PORT")),
        Setting(
            "theme", mark("colours of the screen; ansi takes the terminal's own"), "ansi", THEMES
        ),
        Setting("colours", mark("colours of the cards"), "default", COLOURS),
        Setting(
            "ascii", mark("plain signs instead of frames"), AUTO, (AUTO, *_SWITCH), means=_switch
        ),
        Setting("motion", mark("how much is redrawn by itself, and how often"), FULL, MOTIONS),
        Setting("bell", mark("ring when it is your turn"), OFF, BELLS),
        Setting(
            "title",
            mark("say in the window's title when it is your turn"),
            ON,
            _SWITCH,
            means=_switch,
        ),
        Setting("mouse", mark("play by mouse, too"), ON, _SWITCH, means=_switch),
    )
}
"""Every setting that is one value, in the order in which it is shown."""
