"""Shells complete command lines: each of them for real, by what ``skyjo completion`` prints."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from click.shell_completion import BashComplete

from skyjo_bots.levels import LEVELS
from skyjo_client.cli import main
from skyjo_client.commands_completion import SHELLS, VARIABLE
from skyjo_client.localised import translated
from skyjo_client.present.languages import LANGUAGES
from skyjo_client.settings_table import SETTINGS
from skyjo_wire.clocks import OFF, PRESETS
from tests.client.programs import environment, run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="these shells are at home on POSIX")

ASKING = {
    "bash": """\
eval "$(skyjo completion bash)"
COMP_WORDS=({words} "{begun}"); COMP_CWORD={count}
_skyjo_completion skyjo
printf '%s\\n' "${{COMPREPLY[@]}}"
""",
    "zsh": """\
autoload -Uz compinit && compinit -u -d "$HOME/.zcompdump"
eval "$(skyjo completion zsh)"
words=({words} "{begun}"); CURRENT=$(({count} + 1))
_describe() {{ print -rl -- ${{(P)3}} }}
compadd() {{ while [[ $1 == -* ]]; do case $1 in -U|-Q|-f) shift ;; *) shift 2 ;; esac; done
  print -rl -- "$@" ${{completions[@]}} }}
_skyjo_completion
""",
    "fish": """\
skyjo completion fish | source
complete --do-complete '{words} {begun}'
""",
}
"""How each shell is made to complete the last word of a line."""


def shell(name: str) -> ParameterSet:
    missing = shutil.which(name) is None
    return pytest.param(name, marks=pytest.mark.skipif(missing, reason=f"{name} is not installed"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder with the command ``skyjo`` of this checkout on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "skyjo"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m skyjo_client "$@"\n')
    command.chmod(0o755)
    return tmp_path


def completed(home: Path, name: str, line: str) -> list[str]:
    """What a shell offers at the end of a line."""
    *words, begun = line.split(" ")
    script = ASKING[name].format(words=" ".join(words), begun=begun, count=len(words))
    env = environment(home, HOME=str(home), PATH=f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}")
    done = subprocess.run(
        [name, "-c", script], capture_output=True, encoding="utf-8", env=env, check=False
    )
    offered = [text.split("\t")[0].split(":")[0] for text in done.stdout.splitlines()]
    return [text for text in offered if text]


@pytest.mark.slow
@pytest.mark.parametrize("name", [shell(name) for name in SHELLS])
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("skyjo pl", {"play"}),
        ("skyjo play --level ", set(LEVELS)),
        ("skyjo --theme hi", {"high-contrast"}),
    ],
)
def test_a_shell_completes_a_line(home: Path, name: str, line: str, expected: set[str]) -> None:
    assert set(completed(home, name, line)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("play --clock ", {*PRESETS, OFF}),
        ("host --clock bot-", {"bot-fast", "bot-think"}),
        ("host --level be", {"beginner"}),
        ("--theme ", set(SETTINGS["theme"].allowed)),
        ("join --colors bl", {"blue-orange"}),
        ("watch --motion ", set(SETTINGS["motion"].allowed)),
        ("host --bell a", {"always"}),
        ("--lang ", set(LANGUAGES)),
        ("record ve", {"verify"}),
        ("check-bot --only seco", {"second-opening", "second-game"}),
        ("check-bot --server there --only pr", {"practice-game"}),
        ("completion ", set(SHELLS)),
    ],
)
def test_names_of_all_kinds_are_offered(line: str, expected: set[str]) -> None:
    *words, begun = line.split(" ")
    completing = BashComplete(translated(main), {}, "skyjo", VARIABLE)
    assert {item.value for item in completing.get_completions(words, begun)} == expected


def test_another_shell_is_refused_with_those_there_are(tmp_path: Path) -> None:
    done = run(tmp_path, "completion", "tcsh")
    assert done.returncode == 2
    assert all(name in done.stderr for name in SHELLS)
