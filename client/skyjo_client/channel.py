"""The one gRPC channel of a client."""

import asyncio
from typing import Final

import grpc
from grpc import aio

from skyjo_client.address import with_port
from skyjo_client.errors import UnreachableError

CONNECT_SECONDS: Final = 5.0
"""How long a server may take to answer the first time."""

_OPTIONS: Final = (
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    # Two connections to one address must not share a socket: each has a life of its own.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_http_proxy", 0),
)


def open_channel(address: str) -> aio.Channel:
    """A channel to ``address``; nothing is sent before it is used."""
    return aio.insecure_channel(with_port(address), options=_OPTIONS)


async def connect(channel: aio.Channel, address: str) -> None:
    """Wait until the channel stands. Raises :class:`UnreachableError` when it does not."""
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            await _connect(channel, address)
    except TimeoutError:
        raise UnreachableError(address) from None


async def _connect(channel: aio.Channel, address: str) -> None:
    while (state := channel.get_state(try_to_connect=True)) is not grpc.ChannelConnectivity.READY:
        if state is grpc.ChannelConnectivity.TRANSIENT_FAILURE:
            raise UnreachableError(address)
        await channel.wait_for_state_change(state)
