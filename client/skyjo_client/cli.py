"""The ``skyjo`` command. What a command needs is imported when it runs: ``--help`` stays fast."""

import importlib
import sys
from collections.abc import Sequence
from typing import Any, Final

import click

from skyjo_client.console import make_output_safe
from skyjo_client.display_options import Mode, look_options, mode_of
from skyjo_client.explained import Explained
from skyjo_client.localised import speak_as_asked, translated
from skyjo_client.present.messages import _, mark
from skyjo_client.printed import show
from skyjo_client.settings_path import VARIABLE, named_path

_COMMANDS: Final = {
    "play": "commands_play",
    "host": "commands_host",
    "join": "commands_table",
    "watch": "commands_table",
    "tables": "commands_table",
    "match": "commands_match",
    "duel": "commands_duel",
    "serve": "commands_serve",
    "drain": "commands_drain",
    "bot": "commands_bot",
    "bots": "commands_bots",
    "case": "commands_case",
    "check-bot": "commands_check_bot",
    "protos": "commands_protos",
    "record": "commands_record",
    "replay": "commands_replay",
    "scores": "commands_scores",
    "doctor": "commands_doctor",
    "rules": "commands_rules",
    "settings": "commands_settings",
    "keys": "commands_settings",
    "completion": "commands_completion",
}
"""The module of each command, in the order of the help."""


_TELLS_OF_SETTINGS: Final = ("settings", "doctor")
"""Commands that say by themselves what is wrong with the file of settings."""
_WHAT_NEXT: Final = mark(
    "To sit down at a table, type skyjo join and its code. skyjo host makes a table for others, "
    "skyjo play one with bots. skyjo --help lists all commands."
)


class _Commands(Explained, click.Group):
    """Finds commands by name, and speaks the player's language."""

    def __call__(self, args: Sequence[str] | None = None, **more: Any) -> object:  # noqa: ANN401
        """Run the command line as click does."""
        speak_as_asked(sys.argv[1:] if args is None else args)
        return translated(self).main(args, **more)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 # click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"skyjo_client.{_COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return translated(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib

            near = difflib.get_close_matches(args[0].lower(), _COMMANDS, 1)
            if not near or args[0].startswith("-"):
                raise
            text = _("No such command {name}. Did you mean {near}?")
            raise click.UsageError(text.format(name=repr(args[0]), near=near[0]), ctx) from error


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@look_options
@click.version_option(package_name="skyjo-terminal", prog_name="skyjo")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play SKYJO in the terminal, against people or bots.

    Without a command: the lobby, where tables are listed, joined, watched and made. A terminal that
    shows lines only gets the list.
    """
    make_output_safe()
    if ctx.invoked_subcommand not in _TELLS_OF_SETTINGS:
        _warn_of_settings()
    if ctx.invoked_subcommand is None:
        _go_to_lobby(ctx)


def _warn_of_settings() -> None:
    """Tell whoever names a file of settings that it cannot be read."""
    path = named_path()
    if path is None:
        return
    try:
        path.open("rb").close()
    except OSError as error:
        from skyjo_client.present.escape import escape
        from skyjo_client.present.reasons import reason

        text = _("skyjo: {variable} names {file}, which is not read ({reason}): it sets nothing.")
        told = text.format(variable=VARIABLE, file=escape(str(path)), reason=reason(error))
        show(told, err=True)


def _go_to_lobby(ctx: click.Context) -> None:
    mode = mode_of(plain=False, as_json=False)
    if mode is None:
        click.echo(ctx.get_help())
    elif mode is Mode.SCREEN:
        from skyjo_client.commands_lobby import lobby

        ctx.exit(lobby())
    else:
        from skyjo_client.commands_table import tables

        try:
            ctx.invoke(tables)
        finally:
            show(_(_WHAT_NEXT), err=True)
