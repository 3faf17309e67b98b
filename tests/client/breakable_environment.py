"""What the bot with defects is told by its environment, and how it takes seats by a code."""

import os
import sys
from pathlib import Path

import grpc

from skyjo.v1.lobby_pb2 import JoinTableRequest
from skyjo.v1.lobby_pb2_grpc import LobbyServiceStub
from skyjo.v1.table_pb2 import PLAYER_KIND_BOT, PLAYER_KIND_HUMAN, Joiner, ProtocolVersion
from skyjo_client.address import BadAddressError, with_port
from tests.client.breakable_parts import channel, has

VERSION = ProtocolVersion(major=1)
_JOIN_SECONDS = 5.0


def wrong(variable: str) -> str:
    """End, and say which variable is wrong."""
    if variable == "SKYJO_KEY" and has("shrugs-at-keys"):
        sys.exit(0)
    if not has("says-nothing"):
        sys.stderr.write(f"{variable} cannot be used\n")
    sys.exit(2 if has("own-status") else 1)


def hexadecimal(variable: str) -> bytes:
    try:
        return bytes.fromhex(os.environ.get(variable, ""))
    except ValueError:
        return wrong(variable).encode()


def number(variable: str, otherwise: int, least: int) -> int:
    text = os.environ.get(variable) or str(otherwise)
    if text.isdecimal() and int(text) >= least:
        return int(text)
    return otherwise if has("any-seats") else int(wrong(variable))


def server() -> str:
    """The address of the server, with its port."""
    given = "127.0.0.1:17595" if has("own-port") else os.environ["SKYJO_SERVER"]
    if has("splits-at-colon"):
        host, _, port = given.partition(":")
        return f"{host}:{port or 17595}".replace("[", "localhost")
    if has("other-usual-port") and ":" not in given:
        return f"{given}:17596"
    try:
        return with_port(given)
    except BadAddressError:
        return wrong("SKYJO_SERVER")


def check() -> None:
    """See that all variables can be meant."""
    number("SKYJO_SEATS", 1, 1)
    number("SKYJO_SEED", 0, 0)
    server()
    if (file := os.environ.get("SKYJO_CA")) and not Path(file).is_file():
        wrong("SKYJO_CA")


def joined(address: str, code: str) -> list[bytes]:
    """The tokens of the seats taken at a table."""
    name = os.environ["SKYJO_NAME"]
    kind = PLAYER_KIND_HUMAN if has("joins-as-person") else PLAYER_KIND_BOT
    tokens = []
    with channel(address) as way:
        for n in range(1 if has("one-seat-by-code") else number("SKYJO_SEATS", 1, 1)):
            own = f"{name}{n + 1}" if n or has("counts-from-one") else name
            joiner = Joiner(name=own, kind=kind, version=VERSION)
            request = JoinTableRequest(code=code, joiner=joiner)
            try:
                answer = LobbyServiceStub(way).JoinTable(request, timeout=_JOIN_SECONDS)
            except grpc.RpcError:
                sys.exit(f"joining {code} as {own} failed")
            tokens.append(answer.seating.seat_token)
    return tokens
