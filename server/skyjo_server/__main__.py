"""``python -m skyjo_server``: serve until stopped."""

import asyncio
import json
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # before grpc is imported: its core prints

import click

from skyjo_server.banner import greeting
from skyjo_server.database import StoreError
from skyjo_server.limits import Limits
from skyjo_server.server import Server
from skyjo_server.settings import DEFAULT_PORT, Settings, SettingsError, operator_key
from skyjo_wire.fingerprint import fingerprint, words

_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"Port; default {DEFAULT_PORT}, or the next free one.",
)
@click.option("--data", type=click.Path(path_type=Path), help="Folder in which games are kept.")
@click.option(
    "--durability",
    type=click.Choice(["normal", "full"]),
    default="normal",
    show_default=True,
    help="full: a power cut loses no move either, at the price of speed.",
)
@click.option("--insecure", is_flag=True, help="Serve other machines without encryption.")
@click.option("--cert", type=_FILE, help="Certificate of your own, with its chain (PEM).")
@click.option("--key", type=_FILE, help="The key of --cert (PEM).")
@click.option(
    "--events-only",
    is_flag=True,
    help="Let nobody but the operator ($SKYJO_OPERATOR_KEY) make tables.",
)
@click.option(
    "--guesses",
    type=click.IntRange(1),
    default=Limits().guesses,
    show_default=True,
    help="Wrong codes and tokens that an address may try at once; then it waits.",
)
@click.option("--reflection", is_flag=True, help="Let tools ask for the services' descriptions.")
@click.option(
    "--private", is_flag=True, help="Print the address as JSON and end with standard input."
)
def main(guesses: int, **options: object) -> None:
    """Serve SKYJO over gRPC."""
    os.umask(0o077)  # keys and token hashes are nobody else's business
    logging.getLogger("grpc._cython.cygrpc").addFilter(_is_news)
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.INFO)
    try:
        limits = Limits(guesses=guesses)
        settings = Settings(operator_key=operator_key(), limits=limits, **options)  # type: ignore[arg-type]
        asyncio.run(_serve(settings))
    except (SettingsError, StoreError) as error:
        raise click.ClickException(str(error)) from error


def _is_news(record: logging.LogRecord) -> bool:
    """Whether gRPC reports more than that a stream was cut off when the server stopped."""
    return not (record.exc_info and record.exc_info[0] is asyncio.CancelledError)


async def _serve(settings: Settings) -> None:
    server = Server(settings)
    loop = asyncio.get_running_loop()

    def stop() -> None:
        loop.call_soon_threadsafe(server.stop)

    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), lambda *_: stop())
    async with server:
        if settings.private:
            print(json.dumps({"address": server.address, **_proof(server)}), flush=True)  # noqa: T201
            threading.Thread(target=_wait_for_end_of_stdin, args=(stop,), daemon=True).start()
        else:
            for line in greeting(settings, server.address, server.identity):
                click.echo(line)
        await server.run()
    if server.failure:
        raise StoreError(f"games could not be kept: {server.failure}")


def _proof(server: Server) -> dict[str, str]:
    """How clients recognise this server; nothing where it does not encrypt."""
    if server.identity is None:
        return {}
    anchor = server.identity.anchor
    return {"words": words(anchor), "fingerprint": fingerprint(anchor)}


def _wait_for_end_of_stdin(stop: Callable[[], None]) -> None:
    """Stop when standard input closes, as it does when the parent dies, however it dies."""
    while sys.stdin.buffer.read(1):
        pass
    stop()


if __name__ == "__main__":
    main(prog_name=os.environ.get("SKYJO_SERVED_AS"))
