"""What every unary call has in common: a deadline, refusals as rich errors, no traceback."""

import logging
from collections.abc import Awaitable, Callable
from functools import wraps
from math import ceil
from typing import Any, Final, Protocol, TypeVar

import grpc
from google.protobuf.message import Message

from skyjo.v1 import error_pb2
from skyjo_server.doorkeeper import Guest
from skyjo_server.hall import Hall
from skyjo_server.tokens import token_hash
from skyjo_wire.errors import RefusalError
from skyjo_wire.rpc_errors import abort

LONGEST_CALL_SECONDS: Final = 60
_SECRETS: Final = ("token", "seat_token", "operator_key")
"""Fields of requests that show who calls."""
_LOG: Final = logging.getLogger(__name__)

Context = grpc.aio.ServicerContext[Any, Any]


class OfHall(Protocol):
    """A service of a hall."""

    hall: Hall


Service = TypeVar("Service", bound=OfHall)
Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)


def unary(
    method: Callable[[Service, Request], Response],
) -> Callable[[Service, Request, Context], Awaitable[Response]]:
    """Make a synchronous method of a service a unary call of grpc.aio.

    A RefusalError ends the call with its status and details. A call without a deadline within 60
    seconds is refused, so that no client waits for ever. So are too many calls with one token or
    from one address, and too many wrong codes, tokens and keys.
    """

    @wraps(method)
    def of_anyone(service: Service, request: Request, _: Guest) -> Response:
        return method(service, request)

    return unary_of_guest(of_anyone)


def unary_of_guest(
    method: Callable[[Service, Request, Guest], Response],
) -> Callable[[Service, Request, Context], Awaitable[Response]]:
    """The same for a method that wants to know who calls."""

    @wraps(method)
    async def call(service: Service, request: Request, context: Context) -> Response:
        guest = service.hall.doorkeeper.guest(context.peer())
        try:
            guest.call(_holder(service.hall, request))
            _check_deadline(context)
            with guest.guessing(code=bool(getattr(request, "code", ""))):
                response = method(service, request, guest)
            await service.hall.kept()  # nobody is told what a crash could take back
            return response  # noqa: TRY300
        except RefusalError as error:
            service.hall.meters.refusals[error.reason] += 1
            await abort(context, error.refusal)
        except Exception:  # noqa: BLE001  # a defect of ours: logged, and no traceback for clients
            _LOG.exception("%s failed", method.__name__)
            service.hall.meters.refusals[error_pb2.ERROR_REASON_INTERNAL] += 1
            await abort(context, error_pb2.Refusal(reason=error_pb2.ERROR_REASON_INTERNAL))

    return call


def _holder(hall: Hall, request: Message) -> str:
    """Whom a call counts for: the holder of a token or key that it carries; empty: anyone."""
    for field in _SECRETS:
        secret: bytes = getattr(request, field, b"")
        if secret and hall.access.knows(secret):
            return token_hash(secret).hex()
    return ""


def _check_deadline(context: Context) -> None:
    remaining: float | None = context.time_remaining()  # None without a deadline
    if remaining is None or remaining > LONGEST_CALL_SECONDS:
        raise RefusalError(
            error_pb2.ERROR_REASON_DEADLINE_TOO_LONG,
            value=None if remaining is None else ceil(min(remaining, 1 << 31)) * 1000,
            limits=(0, LONGEST_CALL_SECONDS * 1000),
        )
