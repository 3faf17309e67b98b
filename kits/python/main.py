"""A complete SKYJO bot: this file takes the seats, strategy.py chooses, play.py does the rest."""

import asyncio
import logging
import os
import random
import signal
import sys
from binascii import unhexlify
from contextlib import suppress

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # before grpc is imported: its core prints

import grpc

from dial import GiveUpError, dial, host_and_port, target
from play import PROGRAM, VERSION, Bot
from seat import Seat
from skyjo.v1.lobby_pb2 import JoinTableRequest, LeaveTableRequest
from skyjo.v1.lobby_pb2_grpc import LobbyServiceStub
from skyjo.v1.table_pb2 import PLAYER_KIND_BOT, Joiner

LAST_SEED = 2**64 - 1
KEY_BYTES = range(16, 65)


def main() -> None:
    """Play until nothing is left to play, or until interrupted."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    # Also where whoever started it ignores interrupts, as shells do for what is in the background.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        asyncio.run(run(from_environment()))
    except GiveUpError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        pass


def from_environment() -> Bot:
    """The bot that the environment describes: keys and tokens never stand in a command line."""
    token, key = secret("SKYJO_TOKEN"), secret("SKYJO_KEY")
    if key and len(key) not in KEY_BYTES:
        raise GiveUpError("SKYJO_KEY must be 16 to 64 bytes in hexadecimal digits")
    bot = Bot(
        address=env("SKYJO_SERVER", "127.0.0.1"),
        name=env("SKYJO_NAME", "python"),
        count=number("SKYJO_SEATS", 1, 1, 1024),
        seed=number("SKYJO_SEED", random.getrandbits(64), 0, LAST_SEED),
    )
    host_and_port(bot.address)
    if env("SKYJO_CODE", ""):
        pass  # run() joins
    elif token:
        bot.seats["token"] = Seat(token, bot.seed)
    elif key:
        bot.key = key
    else:
        raise GiveUpError("set SKYJO_CODE, SKYJO_TOKEN or SKYJO_KEY")
    return bot


async def run(bot: Bot) -> None:
    """Take the seats and play them."""
    if code := env("SKYJO_CODE", ""):
        await join(bot, code)
    await bot.play()


async def join(bot: Bot, code: str) -> None:
    """Take as many seats as wanted at the table with this code, all of them or none."""
    async with dial(bot.address) as channel:
        try:
            for i in range(1, bot.count + 1):
                name = bot.name if i == 1 else f"{bot.name}{i}"  # names are unique at a table
                bot.seats[name] = Seat(await take(channel, code, name, bot.address), bot.seed)
        except GiveUpError:
            for seat in bot.seats.values():
                request = LeaveTableRequest(seat_token=seat.token)
                with suppress(grpc.aio.AioRpcError):
                    await LobbyServiceStub(channel).LeaveTable(request, timeout=5)
            raise


async def take(channel: grpc.aio.Channel, code: str, name: str, address: str) -> bytes:
    """Take a seat; the result is its token. Raises GiveUpError."""
    joiner = Joiner(name=name, kind=PLAYER_KIND_BOT, client_name=PROGRAM, version=VERSION)
    request = JoinTableRequest(code=code, joiner=joiner)
    try:  # the server may still be starting
        answer = await LobbyServiceStub(channel).JoinTable(request, timeout=5, wait_for_ready=True)
    except grpc.aio.AioRpcError as error:
        why = f"{error.code().name}, {error.details()}"
        if error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
            why = f"no server answers at {target(address)}, or none that is to be believed"
        raise GiveUpError(f"joining {code} as {name}: {why}") from None
    return answer.seating.seat_token


def secret(name: str) -> bytes:
    """The bytes that a variable has in hexadecimal digits. Raises GiveUpError."""
    try:
        return unhexlify(env(name, ""))
    except ValueError:
        raise GiveUpError(f"{name} must be hexadecimal digits, two for each byte") from None


def number(name: str, otherwise: int, least: int, most: int) -> int:
    """A number of the environment, from ``least`` to ``most``. Raises GiveUpError."""
    text = env(name, str(otherwise))
    short = len(text) <= len(str(most))  # int() raises for thousands of digits
    if not (short and text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise GiveUpError(f"{name} must be a number from {least} to {most}")
    return int(text)


def env(name: str, otherwise: str) -> str:
    """What the environment says; empty is unsaid."""
    return os.environ.get(name) or otherwise


if __name__ == "__main__":
    main()
