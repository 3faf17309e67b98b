"""``python -m skyjo_server``: serve until stopped."""

import asyncio
import gc
import json
import logging
import os
import sys
from pathlib import Path
from typing import Final

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # before grpc is imported: its core prints

import click

from skyjo_server import log_format, open_files, service_manager
from skyjo_server.banner import greeting
from skyjo_server.configuration import PREFIX, Endpoint, Seconds, check_environment, read_file
from skyjo_server.database import StoreError
from skyjo_server.ending import end_with_signals, end_with_stdin
from skyjo_server.limits import Limits
from skyjo_server.reach import shown_hosts
from skyjo_server.server import GRACE_SECONDS, Server
from skyjo_server.settings import DEFAULT_PORT, Settings, SettingsError, operator_key
from skyjo_wire.clocks import PRESETS
from skyjo_wire.fingerprint import fingerprint, words

_FILE: Final = click.Path(path_type=Path)

GARBAGE_THRESHOLD: Final = 20_000
"""New objects after which Python looks for garbage. What waits for a commit outlives many looks at
the usual 700, and would be looked at again and again (docs/performance.md)."""
_LOG: Final = logging.getLogger("skyjo_server")


class _Serve(click.Command):
    """Tells of settings that cannot be used in one sentence, wherever they were given."""

    def make_context(self, *args: object, **extra: object) -> click.Context:
        try:
            return super().make_context(*args, **extra)  # type: ignore[arg-type]
        except SettingsError as error:
            raise click.ClickException(str(error)) from error


def _alone(ctx: click.Context, _: click.Parameter, private: bool) -> bool:  # noqa: FBT001
    """Keep a private server to what its parent says: nothing else may open it to others."""
    if private:
        ctx.auto_envvar_prefix = None
        ctx.default_map = None
    return private


@click.command(
    cls=_Serve,
    context_settings={
        "auto_envvar_prefix": PREFIX,
        "help_option_names": ["-h", "--help"],
        "show_default": True,
    },
)
@click.option("--host", default="127.0.0.1", show_envvar=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    show_envvar=True,
    help=f"Port; default {DEFAULT_PORT}, or the next free one.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=lambda: os.environ.get("SKYJO_SERVED_DATA"),
    show_default=False,
    show_envvar=True,
    help="Folder for all games; without it they end with the server.",
)
@click.option(
    "--durability",
    type=click.Choice(["normal", "full"]),
    default="normal",
    show_envvar=True,
    help="full: a power cut loses no move either, at the price of speed.",
)
@click.option(
    "--clock",
    type=click.Choice(list(PRESETS)),
    default="lan",
    show_envvar=True,
    help="Clock of tables whose makers ask for none.",
)
@click.option(
    "--insecure/--no-insecure",
    show_envvar=True,
    help="Serve other machines without encryption.",
)
@click.option(
    "--cert", type=_FILE, show_envvar=True, help="Certificate of your own, with its chain (PEM)."
)
@click.option("--key", type=_FILE, show_envvar=True, help="The key of --cert (PEM).")
@click.option(
    "--announce/--no-announce",
    default=True,
    show_envvar=True,
    help="Let clients in the network find the server, unless it serves this machine only.",
)
@click.option(
    "--name",
    default="",
    show_envvar=True,
    help="What it is called in the network; default: the machine's name.",
)
@click.option(
    "--events-only/--no-events-only",
    show_envvar=True,
    help="Let nobody but the operator ($SKYJO_OPERATOR_KEY) make tables.",
)
@click.option(
    "--guesses",
    type=click.IntRange(1),
    default=Limits().guesses,
    show_envvar=True,
    help="Wrong codes and tokens that an address may try at once; then it waits.",
)
@click.option(
    "--reflection/--no-reflection",
    show_envvar=True,
    help="Let tools ask for the services' descriptions.",
)
@click.option(
    "--metrics", type=Endpoint(), show_envvar=True, help="Serve metrics for Prometheus there."
)
@click.option(
    "--log-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_envvar=True,
    help="Of the log on standard error; json: one object a line.",
)
@click.option(
    "--greeting",
    type=click.Choice(["text", "json"]),
    default="text",
    show_envvar=True,
    help="Where the server is, on standard output; json: one object, for programs.",
)
@click.option(
    "--drain-wait",
    type=Seconds(0, 86_400),
    default=0.0,
    show_envvar=True,
    help="Seconds that running games may go on when the server is told to end.",
)
@click.option(
    "--retry-after",
    type=Seconds(0, 86_400),
    default=5.0,
    show_envvar=True,
    help="Seconds after which clients are told to come back.",
)
@click.option(
    "--heartbeat",
    type=Seconds(0.1, 60),
    default=10.0,
    show_envvar=True,
    help="Seconds between two heartbeats; who answers none of three is cut off.",
)
@click.option(
    "--end-with-stdin/--no-end-with-stdin",
    show_envvar=True,
    help="End when standard input closes, too.",
)
@click.option(
    "--private",
    is_flag=True,
    is_eager=True,
    callback=_alone,
    allow_from_autoenv=False,
    help="Print the address as JSON, end with standard input, and heed these flags alone.",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    is_eager=True,
    expose_value=False,
    callback=read_file,
    show_envvar=True,
    help="TOML file with these settings; flags and the environment count more.",
)
@click.pass_context
def main(ctx: click.Context, /, **options: object) -> None:
    """Serve SKYJO over gRPC."""
    os.umask(0o077)  # keys and token hashes are nobody else's business
    try:
        if not options["private"]:
            check_environment(ctx.command.params)
        limits = Limits(guesses=options.pop("guesses"))  # type: ignore[arg-type]
        settings = Settings(operator_key=operator_key(), limits=limits, **options)  # type: ignore[arg-type]
    except SettingsError as error:
        raise click.ClickException(str(error)) from error
    log_format.set_up(settings.log_format)
    open_files.allow_all()
    gc.set_threshold(GARBAGE_THRESHOLD)
    try:
        asyncio.run(_serve(settings))
    except (SettingsError, StoreError) as error:
        if settings.log_format == "text":
            raise click.ClickException(str(error)) from error
        _LOG.critical("%s", error)
        sys.exit(1)


async def _serve(settings: Settings) -> None:
    server = Server(settings)
    end_with_signals(server)
    async with server:
        if settings.private or settings.end_with_stdin:
            end_with_stdin(server)
        _say_where(server, settings)
        service_manager.tell(service_manager.READY)
        await server.run()
        service_manager.tell(service_manager.STOPPING)
    await _settle()
    _LOG.info("stopped")
    if server.failure:
        raise StoreError(f"games could not be kept: {server.failure}")


def _proof(server: Server) -> dict[str, str]:
    """How clients recognise this server; nothing where it does not encrypt."""
    if server.identity is None:
        return {}
    anchor = server.identity.anchor
    return {"words": words(anchor), "fingerprint": fingerprint(anchor)}


async def _settle() -> None:
    """Let gRPC's streams come to their end: it prints a traceback of each that is cut off."""
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    if rest:
        await asyncio.wait(rest, timeout=GRACE_SECONDS)


def _say_where(server: Server, settings: Settings) -> None:
    """Say on standard output where the server is; programs read it in the log instead."""
    if settings.private or settings.greeting == "json":
        hosts = list(shown_hosts(settings.host))
        where = {"address": server.address, "hosts": hosts, **_proof(server)}
        if server.metrics_address:
            where["metrics"] = server.metrics_address
        print(json.dumps(where), flush=True)  # noqa: T201
    elif settings.log_format == "text":
        for line in greeting(settings, server.address, server.identity):
            click.echo(line)
    elif server.identity:
        _LOG.info("encrypted", extra=_proof(server))


if __name__ == "__main__":
    main(prog_name=os.environ.get("SKYJO_SERVED_AS"))
