"""Requests for methods that there are not: they are refused, and nobody else notices."""

from typing import Any

import grpc
import pytest

from tests.server.conftest import ServerProcess
from tests.server.desk import Desk
from tests.server.paused import PausedGame
from tests.server.raw import PATIENCE, RawStream


@pytest.mark.parametrize(
    "method", [b"/\xff", b"/skyjo.v1.PlayService/Pl\xe4y", b"/skyjo.v1.LobbyService/\x80"]
)
async def test_a_name_that_is_no_text_ends_no_stream(
    server: ServerProcess, desk: Desk, stream: RawStream, method: Any
) -> None:
    game = PausedGame(desk, stream)
    await game.begin()
    async with server.channel() as stranger:
        call: Any = stranger.unary_unary(method)
        for _ in range(3):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await call(b"", timeout=PATIENCE)
            assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
    await game.finish()
