"""The one gRPC channel of a client."""

import asyncio
from typing import Final

import grpc
from grpc import aio

from skyjo_client.address import with_port
from skyjo_client.errors import ClientError, UnreachableError
from skyjo_client.trust import door, why_unreachable

CONNECT_SECONDS: Final = 5.0
"""How long a server may take to answer the first time."""
MISSED_HEARTBEATS: Final = 3
"""After so many that did not come a stream is dead."""

_OPTIONS: Final = (
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),  # else it is 60 s before a ping counts as lost
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    # Two connections to one address must not share a socket: each has a life of its own.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_http_proxy", 0),
)


def open_channel(address: str, sent_by: str = "") -> aio.Channel:
    """A channel to ``address``; nothing is sent before it is used.

    It is encrypted unless SKYJO_INSECURE is 1, or the server is on this machine and was never met
    encrypted. ``sent_by`` is the server that named the address, if one did: then it has to be the
    same. Raises :class:`ClientError` when what is known of the server cannot be read.
    """
    way = door(with_port(address), sent_by)
    if not way.encrypted:
        return aio.insecure_channel(way.address, options=_OPTIONS)
    name = (("grpc.ssl_target_name_override", way.name),) if way.name else ()
    return aio.secure_channel(
        way.address, grpc.ssl_channel_credentials(way.roots), options=(*_OPTIONS, *name)
    )


async def connect(channel: aio.Channel, address: str) -> None:
    """Wait until the channel stands. Raises :class:`ClientError` that says why it does not."""
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            await _connect(channel)
    except TimeoutError:
        raise UnreachableError(address) from None
    except ConnectionError:
        raise await not_connected(address) from None


async def not_connected(address: str, sent_by: str = "") -> ClientError:
    """Why there is no connection to ``address``."""
    error = await why_unreachable(door(with_port(address), sent_by))
    return type(error)(address) if isinstance(error, UnreachableError) else error


async def _connect(channel: aio.Channel) -> None:
    while (state := channel.get_state(try_to_connect=True)) is not grpc.ChannelConnectivity.READY:
        if state is grpc.ChannelConnectivity.TRANSIENT_FAILURE:
            raise ConnectionError
        await channel.wait_for_state_change(state)
