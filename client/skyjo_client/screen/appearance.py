"""How the full screen is to look and behave: what is set, and what the surroundings ask for."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from skyjo_client.present.keymap import Keymap
from skyjo_client.screen.theme import ANSI, MONO, Looks
from skyjo_client.settings import Settings, Source, settings
from skyjo_client.settings_table import AUTO, ON

_WIDE: Final = ("ja", "ko", "zh")
"""Languages whose terminals draw frames and dots two columns wide."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """What a screen needs to know before it starts; ``ascii_only`` is for plain signs."""

    looks: Looks
    ascii_only: bool
    motion: str
    bell: str
    title: bool
    mouse: bool
    keymap: Keymap


def appearance(*, few_colours: bool = False) -> Appearance:
    """Return what is set. Raises SettingsError.

    ``few_colours``: the terminal has no more than its own sixteen.
    """
    now = settings()
    theme, colours = chosen_looks(now, os.environ)
    signs = now["ascii"]
    return Appearance(
        Looks(ANSI if few_colours else theme, colours),
        needs_ascii(os.environ, _encoding()) if signs == AUTO else signs == ON,
        now["motion"],
        now["bell"],
        now["title"] == ON,
        now["mouse"] == ON,
        now.file.keymap,
    )


def chosen_looks(now: Settings, environ: Mapping[str, str]) -> tuple[str, str]:
    """Return theme and colours; NO_COLOR leaves none, unless colours are asked for by name."""
    colours = now.value("colours")
    if environ.get("NO_COLOR") and colours.source is Source.DEFAULT:
        return ANSI, MONO
    return now["theme"], colours.text


def needs_ascii(environ: Mapping[str, str], encoding: str) -> bool:
    """Whether frames and dots cannot be written, or come out two columns wide."""
    if not encoding.lower().startswith("utf"):
        return True
    names = (environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, names), "").startswith(_WIDE)


def _encoding() -> str:
    return getattr(sys.__stdout__, "encoding", "") or ""
