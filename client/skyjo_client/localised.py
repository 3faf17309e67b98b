"""Commands in the player's language: their help, and what click itself says. Imports click only."""

import copy
import gettext
import inspect
import os
from collections.abc import Iterator, Sequence
from typing import Final

import click

from skyjo_client.language_choice import UnknownLanguageError, chosen_language, locale_language
from skyjo_client.present.languages import CHAINS, LANGUAGES
from skyjo_client.present.messages import DOMAIN, FOLDER, _, speak

_OPTION: Final = "--lang"


def speak_as_asked(arguments: Sequence[str]) -> None:
    """Choose the language before options are read, as help and errors are told in it.

    A language that there is not is left for :func:`refuse_unknown`.
    """
    try:
        language = chosen_language(_asked(arguments), os.environ, _setting)
    except UnknownLanguageError:
        language = locale_language(os.environ)
    speak(language)
    # click asks gettext itself, which looks for its languages here.
    os.environ["LANGUAGE"] = ":".join([*CHAINS[language], "C"])
    gettext.bindtextdomain(DOMAIN, FOLDER)
    gettext.textdomain(DOMAIN)


def _setting() -> str:
    from skyjo_client.settings_path import file_language

    return file_language()


def _asked(arguments: Sequence[str]) -> str | None:
    """The language that is asked for somewhere in a command line."""
    for at, argument in enumerate(arguments):
        name, _equals, value = argument.partition("=")
        if name == _OPTION:
            return value or next(iter(arguments[at + 1 :]), None)
    return None


def refuse_unknown(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    """Raise click's error for a language that there is not, in the option or in SKYJO_LANG."""
    try:
        language = chosen_language(value, os.environ, _setting)
    except UnknownLanguageError as error:
        text = _("There is no language {name}. There are {languages}.")
        told = text.format(name=repr(error.name), languages=", ".join(LANGUAGES))
        by = f"{error.variable}: " if error.variable else ""
        raise click.UsageError(by + told + _meant(ctx.command)) from error
    if value:
        from skyjo_client.settings import flag

        flag(ctx, "language", language)


def _meant(command: click.Command) -> str:
    """The option of another language that a command has, as a question."""
    if not any("--language" in param.opts for param in command.params):
        return ""
    return " " + _("Did you mean {possibility}?").format(possibility="--language")


def translated(command: click.Command) -> click.Command:
    """Return a command that is the same but for its help, and takes --lang."""
    twin = copy.copy(command)
    twin.help = told(command.help)
    twin.options_metavar = command.options_metavar and _(command.options_metavar)
    twin.params = [_translated(param) for param in command.params]
    if not any(_OPTION in param.opts for param in twin.params):
        twin.params.append(_lang())
    if isinstance(twin, click.Group):
        twin.subcommand_metavar = _(twin.subcommand_metavar)
        twin.commands = {name: translated(one) for name, one in twin.commands.items()}
    return twin


def _translated(param: click.Parameter) -> click.Parameter:
    if not isinstance(param, click.Option):
        return param
    twin = copy.copy(param)
    twin.help = told(param.help)
    return twin


def _lang() -> click.Option:
    return click.Option(
        [_OPTION],
        metavar="LANGUAGE",
        help=told(LANG_HELP),
        expose_value=False,
        callback=refuse_unknown,
        shell_complete=_beginning,
    )


def _beginning(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return [language for language in LANGUAGES if language.startswith(begun)]


LANG_HELP: Final = (
    f"The language: {', '.join(LANGUAGES)}. Default: $SKYJO_LANG, else the settings or the locale."
)


def told(text: str | None) -> str | None:
    """Return a help text in the player's language."""
    return None if text is None else "\n\n".join(map(_, paragraphs(text)))


def paragraphs(text: str) -> list[str]:
    """Return a help text as catalogues have it: paragraph by paragraph, each in one line."""
    return [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]


def help_texts(command: click.Command) -> Iterator[str]:
    """Yield every paragraph of a command's help and of its options', for the catalogues."""
    texts = [command.help, *(p.help for p in command.params if isinstance(p, click.Option))]
    for text in texts:
        yield from paragraphs(text or "")
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            if found := command.get_command(ctx, name):
                yield from help_texts(found)
