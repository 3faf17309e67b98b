"""What a player has set: by a flag, else by a variable, else in the file, else by default."""

import os
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final, NamedTuple

import click

from skyjo_client.console import readable
from skyjo_client.settings_file import SettingsError, SettingsFile, refused
from skyjo_client.settings_path import settings_path
from skyjo_client.settings_table import SETTINGS

_FLAGS: Final = f"{__name__}.flags"


class Source(Enum):
    """Where a value comes from."""

    FLAG = "flag"
    VARIABLE = "variable"
    FILE = "file"
    DEFAULT = "default"


class Value(NamedTuple):
    """What a setting is; ``text`` is "" where nothing was said and nothing is the default."""

    text: str
    source: Source


class Settings:
    """Every setting; the file is read when it is the first to know."""

    def __init__(
        self,
        flags: Mapping[str, str],
        variables: Mapping[str, str],
        file: Callable[[], SettingsFile],
    ) -> None:
        """Ask the flags, the variables, then the file."""
        self._flags = flags
        self._variables = variables
        self._load = file
        self._file: SettingsFile | None = None

    @property
    def file(self) -> SettingsFile:
        """The file. Raises :class:`SettingsError`."""
        if self._file is None:
            self._file = self._load()
        return self._file

    def value(self, name: str) -> Value:
        """Return what ``name`` is and why. Raises :class:`SettingsError`."""
        setting = SETTINGS[name]
        if name in self._flags:
            return Value(self._flags[name], Source.FLAG)
        if said := readable(self._variables.get(setting.variable, "")):
            text = setting.understood(said)
            if text is None:
                raise SettingsError(f"{setting.variable}: {refused(name, said)}")
            return Value(text, Source.VARIABLE)
        if name in self.file.values:
            return Value(self.file.values[name], Source.FILE)
        return Value(setting.default, Source.DEFAULT)

    def __getitem__(self, name: str) -> str:
        """What ``name`` is. Raises :class:`SettingsError`."""
        return self.value(name).text

    def check(self) -> None:
        """Raise :class:`SettingsError` for anything that is not understood."""
        for name in SETTINGS:
            self.value(name)
        _ = self.file


def settings() -> Settings:
    """Return what is set for the command that runs."""
    ctx = click.get_current_context(silent=True)
    flags = ctx.meta.get(_FLAGS, {}) if ctx else {}
    return Settings(flags, os.environ, lambda: SettingsFile(settings_path()))


def flag(ctx: click.Context, name: str, text: str) -> None:
    """Set something for the command that runs."""
    ctx.meta.setdefault(_FLAGS, {})[name] = text
