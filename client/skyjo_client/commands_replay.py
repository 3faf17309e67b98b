"""``skyjo replay``: a finished game looked at again."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from skyjo_client.console import run
from skyjo_client.display_options import Mode, look_options, mode_of, plain_option
from skyjo_client.option_types import Text, Whole
from skyjo_client.options import (
    data_option,
    json_option,
    only_one,
    operator_option,
    record_server_option,
    trust_options,
)
from skyjo_client.present.messages import _
from skyjo_client.printed import show

if TYPE_CHECKING:
    from skyjo_client.present.recording import Recording, Viewpoint


@click.command()
@click.argument("game", required=False, type=Text(), metavar="[GAME|FILE]")
@click.option(
    "--as",
    "seat",
    type=Whole(1, 8),
    metavar="SEAT",
    help="See what the player in this seat saw, from 1; default: all cards are open.",
)
@click.option("--demo", is_flag=True, help="The latest game of bots only.")
@plain_option
@json_option
@look_options
@click.option(
    "--html",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    metavar="FILE",
    help="Write one page for any browser instead; - is standard output.",
)
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@record_server_option
@trust_options
@operator_option
@data_option
@click.pass_context
def replay(  # noqa: PLR0913  # one for each option
    ctx: click.Context,
    *,
    game: str | None,
    seat: int | None,
    demo: bool,
    plain: bool,
    as_json: bool,
    html: Path | None,
    force: bool,
    server: str | None,
    operator: bool,
    data: Path | None,
) -> None:
    """Look at a finished game again.

    That is GAME, the record in FILE, or the latest game that you played. The beginning of GAME is
    enough where no other game begins like it; skyjo record list shows what is kept. --plain tells
    the game in sentences, as does a pipe, --json prints the stream of events, and --html writes a
    page that shows the game in a browser, from every seat.
    """
    if game is not None and demo:
        raise only_one("GAME", "--demo")
    if html is not None and (plain or as_json):
        raise click.UsageError(_("Choose one of --html, --plain and --json."))
    mode = mode_of(plain=plain, as_json=as_json)
    recording = _recording(ctx, _text(game, server, data, operator=operator, demo=demo))
    viewpoint = _viewpoint(recording, seat)
    if html is not None:
        _write_page(recording, viewpoint, html, force=force)
    elif mode is Mode.SCREEN:
        from skyjo_client.screen.replay_app import show_replay

        show_replay(recording, viewpoint)
    else:
        from skyjo_client.replaying import tell, write_frames

        write = write_frames if mode is Mode.JSON else tell
        write(recording, viewpoint)


def _text(
    game: str | None, server: str | None, data: Path | None, *, operator: bool, demo: bool
) -> bytes:
    """The record as text: that of a file, or of a game of that name."""
    if game is not None and _names_file(game):
        return Path(game).read_bytes()
    from skyjo_client.exporting import chosen_kind, chosen_records, exported

    records = chosen_records(server, data, operator=operator)
    return run(exported(records, game, chosen_kind(server, demo=demo)))[1]


def _names_file(game: str) -> bool:
    """Whether a file is meant: one that is there, or a name that no game has."""
    path = Path(game)
    return path.is_file() or bool(path.suffix) or len(path.parts) > 1


def _recording(ctx: click.Context, text: bytes) -> "Recording":
    """The game of a record, which is refused in one line where it is not sound."""
    from skyjo_client.present.failure_lines import failure_line
    from skyjo_client.present.recording import Recording
    from skyjo_engine.errors import EngineError
    from skyjo_engine.record_text import loads

    try:
        return Recording(loads(text))
    except EngineError as error:
        show(f"skyjo: {failure_line(error, text)}", err=True)
        ctx.exit(1)


def _write_page(recording: "Recording", viewpoint: "Viewpoint", path: Path, *, force: bool) -> None:
    from skyjo_client.exporting import write
    from skyjo_client.replay_page.page import page

    text = page(recording, viewpoint).encode()
    write(None if str(path) == "-" else path, text, force=force)


def _viewpoint(recording: "Recording", seat: int | None) -> "Viewpoint":
    from skyjo_client.present.recording import EVERYTHING, Viewpoint

    if seat is None:
        return EVERYTHING
    seats = len(recording.record.players)
    if seat > seats:
        text = _("There is no seat {seat}: {seats} played.")
        raise click.UsageError(text.format(seat=seat, seats=seats))
    return Viewpoint(seat - 1)
