"""The types of what options take. Imports click only."""

import math
import os
from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from skyjo_client.console import readable
from skyjo_client.present.messages import _


class _Named(click.ParamType[str]):
    """One of several names, large letters or small; they are looked up when they are needed."""

    def _names(self) -> Iterable[str]:
        raise NotImplementedError

    def shell_complete(  # click says what it is
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        begun = incomplete.lower()
        return [CompletionItem(name) for name in self._names() if name.startswith(begun)]


class Level(_Named):
    """A house bot's level."""

    name = "level"

    def _names(self) -> Iterable[str]:
        from skyjo_bots.levels import LEVELS

        return LEVELS

    def convert(  # noqa: D102 # click says what it is
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        level = value.lower()
        if level not in self._names():
            text = _("{value} is no level. There are {levels}.")
            self.fail(text.format(value=repr(value), levels=", ".join(self._names())), param, ctx)
        return level


class ClockName(_Named):
    """A clock by its name, or by its times."""

    name = "clock"

    def _names(self) -> Iterable[str]:
        from skyjo_wire.clocks import OFF, PRESETS

        return (*PRESETS, OFF)

    def convert(  # noqa: D102 # click says what it is
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        from skyjo_wire.clocks import named

        clock = value.lower()
        try:
            named(clock)
        except ValueError:
            text = _("{value} is no clock. There are {clocks}, and times such as 5m+10s.")
            self.fail(text.format(value=repr(value), clocks=", ".join(self._names())), param, ctx)
        return clock


class Seconds(click.FloatRange):
    """A number of seconds within a range. What is no number is within none."""

    def convert(  # noqa: D102 # click says what it is
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            text = _("{value} is not a number of seconds.")
            self.fail(text.format(value=repr(value)), param, ctx)
        return seconds


class Whole(click.ParamType[int]):
    """A whole number within a range."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        """Allow ``least`` to ``most``, both included."""
        self._least = least
        self._most = most

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002, D102
        return _("NUMBER")

    def convert(  # noqa: D102 # click says what it is
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or not self._least <= number <= self._most:
            text = _("{value} is not a whole number from {least} to {most}.")
            told = text.format(value=repr(value), least=self._least, most=self._most)
            self.fail(told, param, ctx)
        return number


class Text(click.ParamType[str]):
    """A text of one's own, which may have been given in another encoding than expected."""

    name = "text"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002, D102
        return _("TEXT")

    def convert(  # noqa: D102 # click says what it is
        self,
        value: str,
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,  # noqa: ARG002
    ) -> str:
        return readable(value)


class FolderName(click.Path):
    """A folder that need not be there yet; "" would be the one that one is in."""

    def __init__(self) -> None:
        """Take no file."""
        super().__init__(file_okay=False, path_type=Path)

    def convert(  # noqa: D102 # click says what it is
        self,
        value: "str | os.PathLike[str]",
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> "str | bytes | os.PathLike[str]":
        if value == "":
            self.fail(_("An empty name is no folder."), param, ctx)
        return super().convert(value, param, ctx)
