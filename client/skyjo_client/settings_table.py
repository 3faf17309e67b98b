"""What can be set, and what each setting may say. Imports nothing that takes time."""

from dataclasses import dataclass
from typing import Final

from skyjo_client.present.messages import mark

ON: Final = "on"
OFF: Final = "off"
AUTO: Final = "auto"
_SWITCH: Final = (ON, OFF)
_SAID: Final = {"1": ON, "true": ON, "yes": ON, "0": OFF, "false": OFF, "no": OFF}


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
            return said
        value = said.strip().lower()
        value = _SAID.get(value, value) if ON in self.allowed else value
        return value if value in self.allowed else None


LANGUAGES: Final = ("en", "de", "nl", "fi", "nds", "gsw")
THEMES: Final = (AUTO, "ansi", "dark", "light", "high-contrast")
COLOURS: Final = ("default", "blue-orange", "high-contrast", "mono")
MOTIONS: Final = ("full", "reduced", OFF)
BELLS: Final = (OFF, "once", "always")

SETTINGS: Final = {
    setting.name: setting
    for setting in (
        Setting("name", mark("your name; without one, the name used last or your login")),
        Setting(
            "language", mark("without one, the language of the system"), "", LANGUAGES, also="lang"
        ),
        Setting("server", mark("where tables are looked for, HOST or HOST:PORT")),
        Setting(
            "theme",
            mark("colours of the screen; ansi takes the terminal's own, auto asks the terminal"),
            "ansi",
            THEMES,
        ),
        Setting("colours", mark("colours of the cards"), "default", COLOURS),
        Setting("ascii", mark("plain signs instead of frames"), AUTO, (AUTO, *_SWITCH)),
        Setting("motion", mark("how much moves and how often it is redrawn"), "full", MOTIONS),
        Setting("bell", mark("ring when it is your turn"), OFF, BELLS),
        Setting("title", mark("mark the window's title when it is your turn"), ON, _SWITCH),
        Setting("mouse", mark("play by mouse, too"), ON, _SWITCH),
    )
}
"""Every setting that is one value, in the order in which it is shown."""
