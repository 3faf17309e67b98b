"""The languages there are, and which stands in where one lacks a text."""

import re
from typing import Final

SOURCE: Final = "en"
"""The language of the texts in the program; everything else falls back to it."""

LANGUAGES: Final = {
    "en": "English",
    "de": "Deutsch",
    "nl": "Nederlands",
    "fi": "suomi",
    "nds": "Plattdüütsch",
    "gsw": "Schwiizerdüütsch",
}
"""What each language calls itself."""

CHAINS: Final = {
    "en": (),
    "de": ("de",),
    "nl": ("nl",),
    "fi": ("fi",),
    "nds": ("nds", "de"),
    "gsw": ("gsw", "de"),
}
"""The catalogues of each language, in the order in which they are asked."""


def known_language(name: str) -> str | None:
    """Return the language that a name such as "de", "gsw-CH" or "de_AT.UTF-8" means, or None.

    >>> known_language("de_AT.UTF-8@euro")
    'de'
    """
    language = re.split("[-_.@]", name.lower(), maxsplit=1)[0]
    return language if language in LANGUAGES else None
