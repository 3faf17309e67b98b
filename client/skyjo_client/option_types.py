"""The types of what options take. Imports click only."""

import math
from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

from skyjo_client.console import readable
from skyjo_client.present.messages import _


class Level(click.ParamType[str]):
    """A house bot's level; the names are looked up when one is given."""

    name = "level"

    def convert(  # noqa: D102 # click says what it is
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        from skyjo_bots.levels import LEVELS

        level = value.lower()
        if level not in LEVELS:
            text = _("{value} is no level. There are {levels}.")
            self.fail(text.format(value=repr(value), levels=", ".join(LEVELS)), param, ctx)
        return level

    def shell_complete(  # noqa: D102 # click says what it is
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from skyjo_bots.levels import LEVELS

        return _completed(LEVELS, incomplete)


class ClockName(click.ParamType[str]):
    """A clock by its name; the names are looked up when one is given."""

    name = "clock"

    def convert(  # noqa: D102 # click says what it is
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        from skyjo_wire.clocks import OFF, PRESETS, named

        clock = value.lower()
        try:
            named(clock)
        except ValueError:
            names = ", ".join((*PRESETS, OFF))
            text = _("{value} is no clock. There are {clocks}, and times such as 5m+10s.")
            self.fail(text.format(value=repr(value), clocks=names), param, ctx)
        return clock

    def shell_complete(  # noqa: D102 # click says what it is
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from skyjo_wire.clocks import OFF, PRESETS

        return _completed((*PRESETS, OFF), incomplete)


def _completed(names: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(begun.lower())]


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

    def convert(  # noqa: D102 # click says what it is
        self,
        value: str,
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,  # noqa: ARG002
    ) -> str:
        return readable(value)
