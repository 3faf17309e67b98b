"""Options from the environment and from one TOML file.

A flag counts more than a variable, a variable more than the file, the file more than the default.
What is not known is refused: a misspelt setting must not be one that is silently not set.
"""

import difflib
import json
import math
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import click

from skyjo_server.settings import SettingsError

PREFIX: Final = "SKYJO_SERVE"
"""What the variables of all options begin with, followed by ``_`` and the option's name."""
_NOT_IN_FILES: Final = {"config", "private", "help"}


class Seconds(click.FloatRange):
    """A number of seconds within a range. What is no number is within none."""

    def convert(  # noqa: D102  # click says what it is
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return seconds


class Endpoint(click.ParamType[tuple[str, int]]):
    """A port on loopback, or HOST:PORT."""

    name = "[host:]port"

    def convert(  # noqa: D102  # click says what it is
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        if isinstance(value, tuple):
            return value
        host, _, port = str(value).rpartition(":")
        if not (port.isascii() and port.isdecimal() and int(port) < 1 << 16):
            self.fail(f"{value!r} is neither a port nor HOST:PORT.", param, ctx)
        return host.strip("[]") or "127.0.0.1", int(port)


def read_file(ctx: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Take the values of a TOML file as defaults. Raises SettingsError for what is not right."""
    if path is None:
        return
    options = {
        option.opts[0].removeprefix("--"): option
        for option in ctx.command.params
        if option.name not in _NOT_IN_FILES
    }
    values = _load(path)
    _check_known(values, options, str(path), "setting")
    ctx.default_map = {
        str(options[key].name): _value(options[key], value, f"{path}: {key}", ctx)
        for key, value in values.items()
    }


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # not TOML, or not even text
        raise SettingsError(f"{path} is no TOML file: {error}") from error


def _value(option: click.Parameter, value: object, where: str, ctx: click.Context) -> object:
    """Convert ``value``, which TOML has typed already. Raises SettingsError."""
    name, kinds = _kinds(option.type)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise SettingsError(f"{where} must be {name}, not {json.dumps(value, default=str)}")
    if isinstance(value, str) and "\0" in value:
        raise SettingsError(f"{where} must be a text without zero characters")
    try:
        return option.type.convert(value, option, ctx)
    except click.BadParameter as error:
        raise SettingsError(f"{where}: {error.message}") from error


def _kinds(expected: click.ParamType[Any]) -> tuple[str, tuple[type, ...]]:
    """What a value may be in a file, in words and as Python's types."""
    if isinstance(expected, Endpoint):
        return "a port or a text", (int, str)
    if isinstance(expected, click.types.BoolParamType):
        return "true or false", (bool,)
    if isinstance(expected, click.IntRange):
        return "a whole number", (int,)
    if isinstance(expected, click.FloatRange):
        return "a number", (int, float)
    return "a text", (str,)


def check_environment(options: Iterable[click.Parameter]) -> None:
    """Raise SettingsError for a variable that begins like those of the options and is none."""
    known = {f"{PREFIX}_{str(option.name).upper()}" for option in options} - {f"{PREFIX}_PRIVATE"}
    given = {name: None for name in os.environ if name.startswith(f"{PREFIX}_")}
    _check_known(given, dict.fromkeys(sorted(known)), "environment", "variable")


def _check_known(
    given: Mapping[str, object], known: Mapping[str, object], where: str, what: str
) -> None:
    for name in given:
        if name not in known:
            close = difflib.get_close_matches(name, known, 1)
            meant = f'did you mean "{close[0]}"?' if close else f"there are {', '.join(known)}"
            raise SettingsError(f'{where}: "{name}" is no {what} of the server; {meant}')
