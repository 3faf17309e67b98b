"""The log for programs: one JSON object a line, and no secret in it."""

import io
import json
import logging
from pathlib import Path
from typing import Any

from skyjo.v1.lobby_pb2 import BotChoice
from skyjo.v1.play_pb2 import ClientFrame
from skyjo_engine.rules import OnLeave
from skyjo_server.log_format import JsonFormatter
from tests.server.conftest import OPERATOR_KEY
from tests.server.desk import Desk, joiner, short
from tests.server.program import program
from tests.server.quitter import quitter
from tests.server.raw import RawStream
from tests.server.secret_search import found
from tests.server.simple_player import SimplePlayer


def logger(name: str) -> tuple[logging.Logger, io.StringIO]:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonFormatter())
    made = logging.Logger(name)  # noqa: LOG001  # one that no other test hears
    made.addHandler(handler)
    return made, written


def test_whatever_is_logged_is_one_object_on_one_line() -> None:
    log, written = logger("some.part")
    log.warning("a\nb %s", "ü\u2028\x1b", extra={"number": 3, "path": Path("x"), "list": [1]})
    log.error("failed", exc_info=ValueError("two\nlines"))
    lines = written.getvalue().splitlines()
    first, second = map(json.loads, lines)
    assert first["time"].endswith("Z")
    assert {name: first[name] for name in ("level", "logger", "message", "fields")} == {
        "level": "WARNING",
        "logger": "some.part",
        "message": "a\nb ü\u2028\x1b",
        "fields": {"number": 3, "path": "x", "list": [1]},
    }
    assert second["traceback"].endswith("ValueError: two\nlines")
    assert second["fields"] == {}


async def test_the_log_of_a_server_is_json_and_holds_no_secret(tmp_path: Path) -> None:
    """A game with a house bot and a stand-in, with errors, over a restart."""
    key = {"SKYJO_OPERATOR_KEY": OPERATOR_KEY.hex()}
    secrets: list[bytes] = [OPERATOR_KEY]
    lines: list[dict[str, Any]] = []
    names: list[bytes] = [b"Ada"]
    for _ in range(2):
        async with program("--port", "0", "--data", str(tmp_path), env=key) as server:
            async with server.channel() as channel, RawStream(channel) as stream:
                desk = Desk(channel)
                made = await desk.create(
                    short(3, initial_flips=8, on_leave=OnLeave.BOT),
                    joiner=joiner("Ada"),
                    bots=[BotChoice(house_level="random")],
                    games=1,
                    start_when_full=True,
                )
                guest = await desk.join(made.code, "Ben")
                names.append(made.code.encode())
                secrets += [made.seating.seat_token, guest.seat_token]
                leaver = quitter(1, guest.seat_token)
                leaver.number = 2
                await stream.play(SimplePlayer(made.seating.seat_token), leaver)
                await stream.send(ClientFrame(number=9), SimplePlayer(bytes(16), 8).attach())
                await stream.frame(8, "refused")
                await desk.seats(short(2))
            server.process.terminate()
            assert await server.status() == 0
            lines += server.lines
    assert all(line.keys() >= {"time", "level", "logger", "message", "fields"} for line in lines)
    said = [line["message"].split(";")[0].split(" at ")[0] for line in lines]
    assert said == ["serving", "draining", "stopped"] * 2
    assert lines[3]["fields"]["tables"] >= 1
    text = json.dumps(lines).encode()
    assert found(secrets, text) == []
    assert [name for name in names if name in text] == []


async def test_the_log_of_a_server_that_encrypts_has_its_join_links(tmp_path: Path) -> None:
    async with program("--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)) as server:  # noqa: S104
        port = server.address.rpartition(":")[2]
        links = server.lines[-1]["fields"]["links"]
    assert links
    assert all(link.startswith("skyjo://") and f":{port}#" in link for link in links)
