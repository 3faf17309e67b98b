"""A command that has commands below it and does something by itself. Imports click only."""

from pathlib import Path
from typing import Any

import click

from skyjo_client.present.messages import _


class CommandWith(click.Group):
    """A command with arguments and options of its own, beside commands below it.

    The first word says which one is meant; a file of such a name is written with its folder.
    """

    allow_extra_args = False
    allow_interspersed_args = True

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 # click's signature
    ) -> click.Context:
        """What is to be done with these words, by this command or by one below it."""
        if args and (below := self.commands.get(args[0])):
            return below.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        if args and args[0].isalpha() and not Path(args[0]).exists():
            self._refuse_slip(args[0])
        return super().make_context(info_name, args, parent, **extra)

    def _refuse_slip(self, word: str) -> None:
        """Raise :class:`click.UsageError` for a word that is nearly a command below."""
        import difflib

        if near := difflib.get_close_matches(word.lower(), self.commands, 1):
            text = _("No such command {name}. Did you mean {near}?")
            raise click.UsageError(text.format(name=repr(word), near=near[0]))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of this command itself."""
        return click.Command.parse_args(self, ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Do what this command does by itself."""
        return click.Command.invoke(self, ctx)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """How this command itself is used."""
        return click.Command.collect_usage_pieces(self, ctx)
