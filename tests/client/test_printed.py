"""What commands print on a terminal of 80 columns: straight columns, and nothing cut or ragged."""

import os
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX has pseudo-terminals")

from tests.client.programs import environment  # noqa: E402 # below the mark
from tests.client.pseudo_terminal import Terminal  # noqa: E402

LANGUAGES = ("en", "de", "nl", "fi", "nds", "gsw")


def printed(folder: Path, *arguments: str, **more: str) -> list[str]:
    """The lines of a command on a terminal of 80 columns."""
    env = environment(folder, TERM="dumb", COLUMNS="80", **more)
    with Terminal(folder, *arguments, env=env, columns=80) as terminal:
        terminal.end()
    return terminal.text.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_doctor_says_is_continued_below_its_beginning(
    tmp_path: Path, language: str
) -> None:
    deep = tmp_path / ("folder " * 12).strip()
    lines = printed(tmp_path, "doctor", "--lang", language, SKYJO_DATA_DIR=str(deep))
    begun = [line for line in lines if not line.startswith(" ")]
    says = {re.split(" {2,}", line, maxsplit=2)[2] for line in begun}
    (column,) = {line.index(text) for line in begun for text in says if line.endswith(text)}
    continued = [line for line in lines if line.startswith(" ")]
    assert len(continued) > 2
    assert all(line[:column].isspace() and line[column] != " " for line in continued)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_of_keys_and_settings_are_straight_and_fit(
    tmp_path: Path, language: str
) -> None:
    keys = printed(tmp_path, "keys", "--lang", language)
    assert max(map(len, keys)) <= 80
    last = [line.rindex("  ") + 2 for line in keys]
    assert len(set(last)) == 1, "places are continued below each other"
    server = "a-rather-long-name-of-a-server.example.org:17595"
    settings = printed(tmp_path, "settings", "--lang", language, SKYJO_SERVER=server)
    rows = [line for line in settings if " = " in line]
    assert f'server = "{server}"  SKYJO_SERVER' in rows
    assert len({line.rindex("  ") for line in rows}) == 1
