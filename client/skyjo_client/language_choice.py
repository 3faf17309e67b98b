"""Which language a player wants: from an option, the environment, or the system's locale."""

from collections.abc import Callable, Mapping
from typing import Final

from skyjo_client.present.languages import SOURCE, known_language

VARIABLE: Final = "SKYJO_LANG"
"""The variable that names the language of this program only."""


class UnknownLanguageError(ValueError):
    """A language was asked for that there is not; ``name`` is what was said.

    ``variable`` is the one that said it, "" for an option.
    """

    def __init__(self, name: str, variable: str) -> None:
        """Keep both."""
        super().__init__(f"there is no language {name}")
        self.name = name
        self.variable = variable


def chosen_language(
    option: str | None, environment: Mapping[str, str], setting: Callable[[], str]
) -> str:
    """Return the language to speak.

    An ``option`` comes first, then SKYJO_LANG, then a ``setting`` that is kept ("": none), then the
    locale. Raises :class:`UnknownLanguageError` for what was said to this program alone.
    """
    if name := option or environment.get(VARIABLE):
        language = known_language(name)
        if language is None:
            raise UnknownLanguageError(name, "" if option else VARIABLE)
        return language
    return setting() or locale_language(environment)


def locale_language(environment: Mapping[str, str]) -> str:
    """Return the language of the locale as gettext finds it, English where we have none of it."""
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((value for name in variables if (value := environment.get(name))), "C")
    if locale.split(".")[0] in ("C", "POSIX"):
        return SOURCE
    wishes = [*environment.get("LANGUAGE", "").split(":"), locale]
    return next((language for wish in wishes if (language := known_language(wish))), SOURCE)
