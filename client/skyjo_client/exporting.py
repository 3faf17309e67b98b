"""Which finished game a command means, from where, its record as text, and writing files."""

import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import click

from skyjo_client.options import only_one
from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _, plural
from skyjo_client.printed import show
from skyjo_client.private_file import file_stem
from skyjo_client.record_choice import (
    Games,
    Kind,
    latest,
    named,
    of_bots,
    of_people,
    of_this_player,
    read,
)
from skyjo_client.record_source import kept_records, server_records
from skyjo_engine.record_text import dumps


def chosen_records(
    server: str | None, data: Path | None, *, operator: bool = False
) -> AbstractAsyncContextManager[Games]:
    """Where the games are that the options name. Raises :class:`click.UsageError`."""
    if server is not None and data is not None:
        raise only_one("--server", "--data")
    if operator and server is None:
        raise click.UsageError(_("--operator needs --server: private games are open to you."))
    return kept_records(data) if server is None else server_records(server, operator=operator)


def chosen_kind(server: str | None, *, demo: bool) -> Kind:
    """The kind of game of which the latest is meant where none is named."""
    if demo:
        return of_bots
    return of_people if server is None else of_this_player


async def exported(
    records: AbstractAsyncContextManager[Games], game: str | None, kind: Kind
) -> tuple[str, bytes]:
    """Return a name for the file, and the text.

    Raises what the search for the game raises.
    """
    async with records as games:
        found = await (latest(games, kind) if game is None else named(games, game))
    record = read(found)
    return file_stem(record.game_id), dumps(record)


def write(path: Path | None, text: bytes, *, force: bool) -> None:
    """Write a file and tell its size, or write to standard output where ``path`` is None.

    Raises :class:`click.UsageError` for a file that exists, unless ``force`` overwrites it.
    """
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(text)
        return
    try:
        with path.open("wb" if force else "xb") as file:
            file.write(text)
    except FileExistsError:
        told = _("{path} exists already; add --force to overwrite it.").format(path=path)
        raise click.UsageError(told) from None
    told = plural("{path}: {count} byte", "{path}: {count} bytes", len(text))
    show(told.replace("{path}", escape(str(path))))
