"""Evenings in a network: hosting, finding tables by their code, and what others announce."""

import json
import sys

import pytest

from skyjo_client import exit_codes
from tests.client.programs import MOVES, Scripted

if sys.platform == "win32":
    pytest.skip("only POSIX has pseudo-terminals", allow_module_level=True)

from tests.client.lan import SHORT, Machine, found, invitation

pytestmark = pytest.mark.slow


def test_two_players_and_a_spectator_meet_by_a_code_alone(
    machines: tuple[Machine, Machine],
) -> None:
    here, there = machines
    with here.start("host", "--plain", "--name", "Anke", *SHORT) as hosting:
        code, _, words = invitation(hosting)
        trust = ("--trust", words)
        with (
            there.start("join", code.lower(), "--plain", "--name", "Berta", *trust) as joining,
            there.start("watch", code, *trust) as watching,
        ):
            players = anke, berta = Scripted(hosting), Scripted(joining)
            spectator = Scripted(watching)
            spectator.until("You are watching table")
            anke.until("Berta takes seat 2.")
            anke.type(f"start\n{MOVES}")
            berta.type(MOVES)
            for one in (*players, spectator):
                one.until("The game is over: all rounds are played.")
            for one in (berta, anke):
                one.type("quit\n")
                assert one.process.wait(timeout=60) == 0
            assert hosting.stderr
            assert "Your server has ended." in hosting.stderr.read()
            watching.communicate(timeout=60)
    assert here.run("host", "--stop").returncode == exit_codes.UNREACHABLE


def test_a_server_is_listed_before_and_after_it_is_met(machines: tuple[Machine, Machine]) -> None:
    here, there = machines
    with here.start("host", "--plain", "--name", "Anke", *SHORT) as hosting:
        code, address, words = invitation(hosting)
        unmet = there.run("tables")
        assert f"Anke at {address}: not met yet. It announces: {code}\n" in unmet.stdout
        mistyped = there.run("join", "nope-99", "--plain")
        assert mistyped.returncode == exit_codes.UNREACHABLE
        assert mistyped.stderr.startswith("skyjo: No table nope-99 is found")
        assert address in mistyped.stderr
        assert words not in mistyped.stderr
        nonsense = there.run("join", "a b c", "--plain")
        assert nonsense.returncode == exit_codes.USAGE
        assert nonsense.stderr.startswith("skyjo: 'a b c' is not the code of a table.")
        unasked = there.run("join", code, "--plain")
        assert unasked.returncode == exit_codes.REFUSED
        assert f"--trust {words}" in unasked.stderr
        there.run("join", code, "--plain", "--name", "Berta", "--trust", words)
        met = there.run("tables")
        assert f"Anke at {address}: 1 open table\n{code}: 2 of 2 seats taken" in met.stdout
        _, said = hosting.communicate("quit\n", timeout=60)
    assert said.endswith(
        "Your server has ended. skyjo host starts it again, with what was played there.\n"
    )


_TABLES = """
import asyncio, sys
from skyjo.v1 import lobby_pb2, rules_pb2
from skyjo_client.lobby import Lobby
from skyjo_client.trust import introduce

async def main():
    async with Lobby((await introduce(sys.argv[1])).address) as lobby:
        made = [
            await lobby.create_table(
                lobby_pb2.CreateTableRequest(rules=rules_pb2.Rules(players=2), unlisted=unlisted)
            )
            for unlisted in (True, False)
        ]
        print("ready", *(table.code for table in made), sep="\\n", flush=True)
        sys.stdin.readline()
        await lobby.close_table(made[1].host_token)

asyncio.run(main())
"""


def test_only_listed_tables_are_announced_and_what_is_gone_is_not(
    machines: tuple[Machine, Machine],
) -> None:
    here, there = machines
    serving = ("serve", "--host", "0.0.0.0", "--port", "0", "--end-with-stdin")  # noqa: S104
    with here.start(*serving, "--name", "Hall") as server:
        assert server.stdout
        link = next(line for line in server.stdout if "skyjo://" in line).split()[-1]
        with here.holding(_TABLES, link) as tables:
            assert tables.stdout
            unlisted, listed = (tables.stdout.readline().strip() for _ in range(2))
            shown = there.run("tables").stdout
        assert f"not met yet. It announces: {listed}\n" in shown
        assert unlisted not in shown
        while listed in (shown := there.run("tables").stdout):
            pass
        assert "not met yet. It announces no table.\n" in shown


def test_the_host_says_a_name_once_and_whether_the_server_stays(
    machines: tuple[Machine, Machine],
) -> None:
    here, there = machines
    with here.terminal("host", *SHORT) as anke:
        anke.type("Anke")
        code = found(r"others type: skyjo join (\S+)", anke.until("is open"))
        link = found(r"skyjo join (\S+)", anke.until("Where that finds nothing"))
        anke.until("You are Anke in seat 1")
        with there.terminal("join", code, "--name", "Berta") as berta:
            words = found(r"Its words are: (\S+)", berta.until("Its words are"))
            berta.type("y")
            berta.until("You are Berta in seat 2")
            anke.until("Berta takes seat 2.")
            anke.type("quit")
            anke.until(
                "1 other still sits at your server. Shall it go on? Yes or no; Enter is yes."
            )
            anke.type("")
            assert code in anke.until("Your server goes on.")
            assert anke.end() == 0
            berta.type("quit")
            assert berta.end() == 0
    with here.terminal("host", *SHORT) as again:
        assert words in again.until("The server is at")
        assert link.partition("/")[0] in again.text
        again.until("You are Anke in seat 1")
        again.type("quit")
        again.until("Nobody else sits at your server. Shall it go on?")
        again.type("no")
        again.until("Your server has ended.")
        assert again.end() == 0
    gone = there.run("join", link, "--plain")
    assert gone.returncode == exit_codes.UNREACHABLE
    assert gone.stderr.startswith("skyjo: No server answers at ")


@pytest.mark.parametrize("how", [(), ("--insecure",)])
def test_the_hosts_own_machine_lists_its_server_once(
    machines: tuple[Machine, Machine], how: tuple[str, ...]
) -> None:
    here, _ = machines
    env = {**here.env(), "SKYJO_INSECURE": "1" if how else ""}
    with here.start("host", "--plain", "--name", "Anke", *SHORT, env=env) as hosting:
        assert hosting.stderr
        code = found(r"skyjo join (\S+)$", next(line for line in hosting.stderr if "open" in line))
        while "Anke at " not in (listed := here.run("tables", *how).stdout):
            pass  # it takes its time until a server is announced
        assert listed.count(f"{code}: 1 of 2 seats taken") == 1
        assert listed.count("1 open table") == 1
        hosting.communicate("quit\n", timeout=60)


def test_a_server_left_running_is_ended(machines: tuple[Machine, Machine]) -> None:
    here, _ = machines
    with here.terminal("host", "--name", "Anke") as anke:
        anke.until("You are Anke in seat 1")
        anke.type("quit")
        anke.until("Nobody else sits at your server. Shall it go on? Yes or no; Enter is no.")
        anke.type("skyjo join PLUM-58")
        anke.until("Please type yes or no, or press Enter.")
        anke.type("y")
        anke.until("Your server goes on.")
        assert anke.end() == 0
    kept = here.folder / "state" / "hosted.json"
    assert kept.stat().st_mode & 0o777 == 0o600
    ended = here.run("host", "--stop")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(kept.read_text("utf-8"))["operator_key"] == "", "nobody needs it any more"
    assert here.run("host", "--stop").returncode == exit_codes.UNREACHABLE


def test_ones_own_server_that_has_ended_is_started_again_on_the_way_to_ones_seat(
    machines: tuple[Machine, Machine],
) -> None:
    here, _ = machines
    with here.terminal("host", "--name", "Anke", *SHORT) as anke:
        code = found(r"others type: skyjo join (\S+)", anke.until("is open"))
        anke.until("You are Anke in seat 1")
        anke.type("quit")
        server = found(r"--server (\S+)", anke.until("Come back with"))
        anke.until("Shall it go on?")
        anke.type("no")
        assert anke.end() == 0
    asked = "is on your own server, which has ended."
    unasked = here.run("join", code, "--plain")
    assert unasked.returncode == exit_codes.UNREACHABLE
    assert f"Table {code.upper()} {asked} Type the same in a terminal" in unasked.stderr
    with here.terminal("join", code) as back:
        back.until(f"{asked} Shall it start again? Yes or no; Enter is yes.")
        back.type("")
        back.until("You are Anke in seat 1")
        back.type("quit")
        back.until("Nobody else sits at your server. Shall it go on?")
        back.type("no")
        back.until("Your server has ended.")
        assert back.end() == 0
    with here.terminal("join", code, "--server", server) as declined:
        declined.until(asked)
        declined.type("no")
        assert declined.end() == exit_codes.UNREACHABLE


def test_a_host_whose_game_is_not_over_is_asked_whether_to_go_back_to_it(
    machines: tuple[Machine, Machine],
) -> None:
    here, _ = machines
    table = ("host", *SHORT, "--bots", "1")
    with here.terminal(*table, "--name", "Anke") as anke:
        code = found(r"others type: skyjo join (\S+)", anke.until("is open"))
        words = found(r"its words are: (\S+)", anke.until("its words are"))
        anke.until("Turn up 2 cards")
        anke.type("quit")
        anke.until("Shall it go on?")
        anke.type("no")
        assert anke.end() == 0
    with here.terminal(*table) as again:
        again.until(f"Your game at table {code} is unfinished. Do you want to go back to it?")
        again.type("")
        again.until("Turn up 2 cards")
        again.type("invite")
        assert words in again.until("its words are")
        again.type("quit")
        again.until("Shall it go on?")
        again.type("yes")
        assert again.end() == 0
    with here.terminal(*table) as anew:
        anew.until(f"Your game at table {code} is unfinished.")
        anew.type("no")
        assert code not in anew.until("is open")
        anew.until("Turn up 2 cards")


def test_who_ends_a_server_in_the_middle_of_a_game_is_asked_and_the_players_keep_their_seats(
    machines: tuple[Machine, Machine],
) -> None:
    here, _ = machines
    with here.terminal("host", "--name", "Anke", *SHORT, "--bots", "1") as anke:
        anke.until("Turn up 2 cards")
        with here.terminal("host", "--stop") as stopping:
            stopping.until("1 person is in the middle of a game at your server. Shall it end?")
            stopping.type("")
            assert stopping.end() == 0
        assert here.run("host", "--stop").returncode == 0, "no terminal, no question"
        anke.until("The server stops, and nobody has said when it is back.")
        anke.until("Your seat is kept for a while. Come back with: skyjo join")
        anke.until("Your server has")
