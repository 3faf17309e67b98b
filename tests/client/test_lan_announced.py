"""What others announce in a network, and a network without multicast."""

import json
import re
import sys

import pytest

from skyjo_client import exit_codes
from tests.client.programs import Scripted
from tests.hostile import HOSTILE

if sys.platform == "win32":
    pytest.skip("only POSIX has pseudo-terminals", allow_module_level=True)

from tests.client.lan import SHORT, Machine, invitation

pytestmark = pytest.mark.slow


def announced(label: str, port: int, ip: str, **text: str) -> dict[str, object]:
    return {"label": label, "port": port, "ips": [ip], "text": text}


def test_what_is_announced_and_not_there_is_told_in_a_sentence(
    machines: tuple[Machine, Machine],
) -> None:
    here, there = machines
    nowhere = here.address or "203.0.113.1"
    with here.announcing(announced("x", 9, nowhere, protocol="1", tables="GONE-11", name="Anke")):
        done = there.run("join", "gone-11", "--plain")
        listed = there.run("tables", "--json")
    assert done.returncode == exit_codes.UNREACHABLE
    assert done.stderr.startswith(f"skyjo: No server answers at {nowhere}:9.")
    assert json.loads(listed.stdout) == {
        "server": f"{nowhere}:9",
        "name": "Anke",
        "tables": None,
        "announced": ["GONE-11"],
    }
    nothing = there.run("join", "gone-11", "--plain")
    assert nothing.returncode == exit_codes.UNREACHABLE
    assert nothing.stderr.startswith("skyjo: No server with table gone-11 was found")


def test_whatever_others_announce_reaches_no_screen_as_it_is(
    machines: tuple[Machine, Machine],
) -> None:
    here, there = machines
    texts = [
        text.encode("utf-8", "surrogatepass")[:120].decode("utf-8", "replace") for text in HOSTILE
    ]
    said = [
        announced(
            f"s{number}", 9, here.address or "192.0.2.99", name=text, tables=text, protocol=text
        )
        for number, text in enumerate(texts)
    ]
    said += [
        announced("loop", 9, "127.0.0.1", name="loop"),
        announced("many", 9, "224.0.0.1", name="many"),
        announced("none", 0, "192.0.2.98", name="none"),
        announced("rtl\u202eman", 9, "192.0.2.97", name="rtl"),
    ]
    with here.announcing(*said):
        shown = there.run("tables")
        as_json = there.run("tables", "--json")
        with there.terminal() as alone:
            alone.until("type skyjo join and its code")
    assert re.search("loop|many|none", alone.text) is None
    assert [line for line in alone.text.splitlines() if not line.isprintable()] == []
    for done in (shown, as_json):
        assert "Traceback" not in done.stderr
        assert [line for line in done.stdout.splitlines() if not line.isprintable()] == []
        assert not re.search("loop|many|none", done.stdout)
    names = [json.loads(line)["name"] for line in as_json.stdout.splitlines()]
    assert len(set(names) & set(texts)) > len(texts) // 2


def test_without_multicast_the_address_is_enough(machines: tuple[Machine, Machine]) -> None:
    here, there = machines
    with here.start("host", "--plain", "--name", "Anke", *SHORT) as hosting:
        _, address, words = invitation(hosting)
        join = ("join", address, "--plain", "--name", "Berta", "--trust", words)
        with there.deaf() as deaf:
            unheard = deaf.run("tables")
            with deaf.start(*join) as joining:
                Scripted(joining).until("You are Berta in seat 2")
                joining.communicate("quit\n", timeout=60)
        assert address not in unheard.stdout
        assert deaf.searches is False or "cannot be searched" in unheard.stderr
        _, said = hosting.communicate("quit\n", timeout=60)
    assert said.endswith(
        "Your server has ended. skyjo host starts it again, with what was played there.\n"
    )


def test_the_doctor_hears_servers_or_says_that_nothing_is_heard(
    machines: tuple[Machine, Machine],
) -> None:
    here, there = machines
    nowhere = here.address or "203.0.113.1"
    with here.announcing(announced("x", 9, nowhere, protocol="1", name="Anke\x1b[2J")):
        heard = there.run("doctor").stdout
    assert f"Anke\\u001b[2J {nowhere}:9" in heard
    with there.deaf() as deaf:
        unheard = [json.loads(line) for line in deaf.run("doctor", "--json").stdout.splitlines()]
    (multicast,) = (check for check in unheard if check["check"] == "multicast")
    assert multicast["status"] == "warn"
    assert "links and addresses" in multicast["todo"]
