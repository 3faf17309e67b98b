"""What the pages show is what the commands do."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo_client.cli import main
from skyjo_client.json_lines import ACCEPTED, load
from skyjo_client.present.grammar import SLOTS, WORDS, parse
from tests.client.programs import SKYJO, environment

CHECKOUT = Path(__file__).parents[2]
PAGES = (CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").glob("*.md")))
JSON_MODE = (CHECKOUT / "docs" / "json-mode.md").read_text(encoding="utf-8")
LINE_MODE = (CHECKOUT / "docs" / "line-mode.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_shown_output_is_what_the_commands_print() -> None:
    command = [sys.executable, str(CHECKOUT / "tools" / "readme_output.py"), "--check"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_readme_names_every_command() -> None:
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    commands = main.list_commands(main.make_context("skyjo", ["play"]))
    assert [name for name in commands if f"`skyjo {name}" not in readme] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_the_pages_link_to_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_guide_is_found_from_where_bots_are_described() -> None:
    linking = [page.name for page in PAGES if "bot-guide.md)" in page.read_text("utf-8")]
    assert {"README.md", "protocol.md", "bots-in-python.md"} <= set(linking)


def test_every_command_is_in_the_page_and_understood() -> None:
    prose = re.sub(r"```.*?```", "", LINE_MODE, flags=re.DOTALL)
    shown = re.findall(r"`([^`]+)`", prose)
    commands = {parse(text).command for text in shown if text.split()[0] in {*WORDS, "a1"}}
    assert commands >= {"board", "other", "resign", "start", "kick", SLOTS}
    assert [word for word in WORDS if word not in prose] == []


def test_every_input_line_in_the_page_is_understood() -> None:
    lines = re.findall(r"`(\{\"[^`]+)`", JSON_MODE)
    kinds = {load(line.replace("{...}", "{}")).WhichOneof("frame") for line in lines}
    assert kinds == set(ACCEPTED)


@pytest.mark.slow
def test_the_program_in_the_page_plays_a_round(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", JSON_MODE, re.DOTALL)
    assert found
    script = found[1].replace('["skyjo",', f"[{', '.join(map(json.dumps, SKYJO))},")
    script += "\nassert game.returncode == 0, game.returncode\n"
    subprocess.run(
        [sys.executable, "-c", script], env=environment(tmp_path), timeout=60, check=True
    )
