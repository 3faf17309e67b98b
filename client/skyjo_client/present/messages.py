"""Where every text for people passes through, and is translated.

Texts are whole sentences with named placeholders; no sentence is put together from pieces. A text
is translated when it is shown, never when a module is imported: the language may change.
"""

import gettext
from functools import cache
from pathlib import Path
from typing import Final

from skyjo_client.present.languages import CHAINS, LANGUAGES, SOURCE

DOMAIN: Final = "skyjo"
FOLDER: Final = Path(__file__).parent.parent / "locale"
"""The catalogues, as gettext wants them: LANGUAGE/LC_MESSAGES/DOMAIN.mo."""


class _Speech:
    """The language of everything that is shown."""

    language = SOURCE


def speak(language: str) -> None:
    """Let all texts be in one of the languages from now on."""
    _Speech.language = language


def spoken_language() -> str:
    """Return the language that texts are in, such as "nds"."""
    return _Speech.language


def speak_next() -> None:
    """Let all texts be in the language that comes after the present one."""
    languages = list(LANGUAGES)
    after = languages.index(_Speech.language) + 1
    speak(languages[after % len(languages)])


def speaking() -> str:
    """Tell which language texts are in."""
    return _("Texts are in {language} now.").format(language=LANGUAGES[_Speech.language])


def _(text: str, context: str = "") -> str:
    """Return a text in the player's language; ``context`` tells apart what English does not."""
    catalogue = _catalogue(_Speech.language)
    return catalogue.pgettext(context, text) if context else catalogue.gettext(text)


def plural(one: str, many: str, count: int) -> str:
    """Return the form of a text for ``count`` things, with ``{count}`` filled in."""
    text = _catalogue(_Speech.language).ngettext(one, many, count)
    return text.replace("{count}", str(count))


def mark(text: str, context: str = "") -> str:  # noqa: ARG001 # read by tools/catalogues.py
    """Mark a text that stands in a table of constants; ``_`` translates it where it is used."""
    return text


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """Read a language's catalogue, behind it those of the languages that stand in for it."""
    return gettext.translation(DOMAIN, FOLDER, CHAINS[language], fallback=True)
