"""``skyjo settings``: what is set, where that comes from, and the file that says it."""

from typing import TYPE_CHECKING

import click

from skyjo_client.options import json_option
from skyjo_client.printed import show, show_table

if TYPE_CHECKING:
    from skyjo_client.settings import Settings
    from skyjo_client.settings_table import Setting


@click.command()
@click.option("--write", is_flag=True, help="Write a file that names all settings, to be edited.")
@json_option
def settings(*, write: bool, as_json: bool) -> None:
    """Show what is set, why, and where the settings lie.

    A flag such as --theme counts more than a variable such as SKYJO_THEME, a variable more than
    the file, the file more than what is set by default. See docs/settings.md.
    """
    from skyjo_client.settings import settings as settings_now

    if write:
        _write()
        return
    if as_json:
        _show_json(settings_now())
    else:
        _show(settings_now())


@click.command()
@json_option
def keys(*, as_json: bool) -> None:
    """Show the keys of the full screen, and their actions."""
    from skyjo_client.json_lines import compact
    from skyjo_client.present.keymap import ACTIONS
    from skyjo_client.present.messages import _
    from skyjo_client.present.words import listed
    from skyjo_client.settings import settings as settings_now

    keymap = settings_now().file.keymap
    rows = []
    for action in ACTIONS.values():
        bound, where = keymap.keys(action.name), [place.value for place in action.where]
        about = _(action.about)
        if as_json:
            click.echo(
                compact({"action": action.name, "keys": bound, "where": where, "about": about})
            )
            continue
        places = listed([_(place, "where") for place in where])
        rows.append((" ".join(bound), action.name, about, places))
    show_table(rows)


def _show(now: "Settings") -> None:
    from skyjo_client.present.escape import escape
    from skyjo_client.present.messages import _
    from skyjo_client.settings_table import SETTINGS

    path = escape(str(now.file.path or "-"))
    if now.file.missing:
        text = _("File: {file} (there is none yet). skyjo settings --write makes one.")
    elif now.file.unread:
        text = _("File: {file} (not read: {reason}).")
    else:
        text = _("File: {file}")
    show(text.format(file=path, reason=now.file.unread))
    values = {setting: now.value(setting.name) for setting in SETTINGS.values()}
    show_table(
        [
            (f'{setting.name} = "{escape(value.text)}"', _came_from(setting, value.source.value))
            for setting, value in values.items()
        ]
    )
    own = now.file.keymap.own
    names = _(", ").join(own) or _("by default")
    show(_("Keys: {names}; skyjo keys lists all.").format(names=names))


def _came_from(setting: "Setting", source: str) -> str:
    from skyjo_client.present.messages import _

    if source == "variable":
        return setting.variable
    return {"flag": _("a flag"), "file": _("the file"), "default": _("by default")}[source]


def _show_json(now: "Settings") -> None:
    from skyjo_client.json_lines import compact
    from skyjo_client.settings_table import SETTINGS

    values = {name: now.value(name) for name in SETTINGS}
    told = {name: {"value": one.text, "source": one.source.value} for name, one in values.items()}
    click.echo(compact({"file": str(now.file.path or ""), "settings": told}))


def _write() -> None:
    from skyjo_client.present.escape import escape
    from skyjo_client.present.messages import _
    from skyjo_client.settings_file import template
    from skyjo_client.settings_path import settings_path

    path = settings_path()
    if path is None:
        raise click.UsageError(_("There is no home folder. Name a file in SKYJO_CONFIG."))
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(template())
    except FileExistsError:
        text = _("{file} exists already. Edit it, or move it away first.")
        raise click.UsageError(text.format(file=escape(str(path)))) from None
    show(_("Written: {file}").format(file=escape(str(path))))
