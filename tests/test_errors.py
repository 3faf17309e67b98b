"""A refusal survives the way from a server to a client, whole."""

from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
import pytest_asyncio

from skyjo.v1 import error_pb2, record_pb2, record_pb2_grpc, table_pb2
from skyjo.v1.error_pb2 import ErrorReason
from skyjo_wire import errors, rpc_errors, version
from skyjo_wire.errors import RefusalError

REFUSALS = [
    RefusalError(error_pb2.ERROR_REASON_TABLE_FULL),
    RefusalError(
        error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE, field="rules.target", value=-3, limits=(1, 1000)
    ),
    RefusalError(error_pb2.ERROR_REASON_RATE_LIMITED, retry_after_ms=0),
]


class Refusing(record_pb2_grpc.RecordServiceServicer):
    """Refuses with the entry of REFUSALS that the game names; "own" is an error of gRPC's kind."""

    async def GetGame(  # noqa: N802
        self,
        request: record_pb2.GetGameRequest,
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> record_pb2.GetGameResponse:
        if request.game_id == "own":
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too large")
        await rpc_errors.abort(context, REFUSALS[int(request.game_id)].refusal)

    async def ListGames(  # noqa: N802
        self,
        request: record_pb2.ListGamesRequest,  # noqa: ARG002
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> record_pb2.ListGamesResponse:
        await rpc_errors.abort(context, REFUSALS[0].refusal)


@pytest_asyncio.fixture
async def address() -> AsyncIterator[str]:
    server = grpc.aio.server()
    record_pb2_grpc.add_RecordServiceServicer_to_server(Refusing(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    yield f"127.0.0.1:{port}"
    await server.stop(None)


async def ask(address: str, game: str) -> grpc.aio.AioRpcError:
    async with grpc.aio.insecure_channel(address) as channel:
        stub = record_pb2_grpc.RecordServiceStub(channel)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stub.GetGame(record_pb2.GetGameRequest(game_id=game))
    return caught.value


@pytest.mark.parametrize("which", range(len(REFUSALS)))
async def test_a_refusal_arrives_whole(address: str, which: int) -> None:
    error = await ask(address, str(which))
    refusal = REFUSALS[which].refusal
    assert rpc_errors.refusal_of(error) == refusal
    assert error.code().value[0] == errors.STATUS[refusal.reason]
    assert error.details() == errors.reason_name(refusal.reason)


async def test_an_error_of_grpc_itself_is_no_refusal(address: str) -> None:
    assert rpc_errors.refusal_of(await ask(address, "own")) is None


def test_every_reason_has_a_status() -> None:
    assert set(errors.STATUS) == set(ErrorReason.values()) - {0}


def test_a_reason_of_a_later_version_is_unspecified_and_keeps_its_facts() -> None:
    later = error_pb2.Refusal(reason=9999, field="x", value=7)  # type: ignore[arg-type]
    status = rpc_errors.status(later)
    assert status.message == "REASON_9999"


def test_versions_of_one_major_understand_each_other() -> None:
    version.check_version(version.protocol_version())
    version.check_version(table_pb2.ProtocolVersion(major=1, minor=99))
    with pytest.raises(RefusalError) as caught:
        version.check_version(table_pb2.ProtocolVersion(major=2), "attach.version")
    refusal = caught.value.refusal
    assert refusal.reason == error_pb2.ERROR_REASON_VERSION_UNSUPPORTED
    assert (refusal.field, refusal.value, refusal.low, refusal.high) == (
        "attach.version.major",
        2,
        1,
        1,
    )
