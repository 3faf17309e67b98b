"""The way of a bot's program to a server, which may not be there yet."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from math import inf

from skyjo_client.address import target
from skyjo_client.backoff import Backoff
from skyjo_client.channel import CONNECT_SECONDS
from skyjo_client.connection import Connection
from skyjo_client.engagement import Engagement
from skyjo_client.errors import UnreachableError
from skyjo_client.meeting import meet


async def arrive(
    one: Engagement, stack: AsyncExitStack, over: asyncio.Future[str] | None = None
) -> tuple[Engagement, Connection] | None:
    """Connect with the server, and know its address; ``stack`` ends the connection.

    It is tried again until the server is there, with a code for five seconds; that it is not is
    said once. None: ``over`` was done before. Raises :class:`ClientError`.
    """
    loop = asyncio.get_running_loop()
    code = one.code or target(one.server).code or None
    end = inf if code is None else loop.time() + CONNECT_SECONDS
    backoff, told = Backoff(), False
    while over is None or not over.done():
        try:
            met = await meet(one.server)
            connection = Connection(met.address, receipts=one.receipts)
            await stack.enter_async_context(connection)
        except UnreachableError as error:
            if loop.time() >= end:
                raise
            if not told:
                one.report.not_there(error.address)
            told = True
            await _rest(backoff.next(), over)
        else:
            return replace(one, server=met.address, code=code), connection
    return None


async def _rest(seconds: float, over: asyncio.Future[str] | None) -> None:
    if over is None:
        await asyncio.sleep(seconds)
    else:
        await asyncio.wait({over}, timeout=seconds)
