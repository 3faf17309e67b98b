"""Settings: which of several counts, and what is told of one that cannot be understood."""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from skyjo_client.present.keymap import ACTIONS
from skyjo_client.settings import Settings, Source, settings
from skyjo_client.settings_file import KEYS, SettingsError, SettingsFile, template
from skyjo_client.settings_path import file_language
from skyjo_client.settings_table import SETTINGS
from tests.client.programs import environment, run
from tests.hostile import HOSTILE

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def test_a_flag_counts_more_than_a_variable_and_that_more_than_the_file(path: Path) -> None:
    path.write_text('theme = "dark"\n')
    for flags, variables, expected in (
        ({"theme": "ansi"}, {"SKYJO_THEME": "light"}, ("ansi", Source.FLAG)),
        ({}, {"SKYJO_THEME": "light"}, ("light", Source.VARIABLE)),
        ({}, {"SKYJO_THEME": ""}, ("dark", Source.FILE)),
    ):
        assert Settings(flags, variables, lambda: SettingsFile(path)).value("theme") == expected
    nowhere = Settings({}, {}, lambda: SettingsFile(None))
    assert nowhere.value("theme") == ("ansi", Source.DEFAULT)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('name = "A"\ntehme = "dark"\n', "line 2: There is no setting tehme. Did you mean theme?"),
        ("\nqwertz = 1\n", "line 2: There is no setting qwertz. There are: name, language, "),
        ('"colors" = "mono"', "line 1: There is no setting colors. Did you mean colours?"),
        ('theme = "pink"', "line 1: theme cannot be pink. It can be: ansi, dark, light"),
        ("bell = true", "line 1: bell cannot be True. It can be: off, once, always."),
        ("name = 7", "line 1: name cannot be 7. Write a text in quotes"),
        ('name = ""', 'line 1: name cannot be "". Write a text in quotes'),
        ("[theme]\n", "line 1: theme cannot be {}."),
        ("name = 'A'\ntheme = dark\n", "line 2: This is not TOML: Invalid value. Write lines"),
        ("theme = ", "line 1: This is not TOML: "),
        pytest.param("name = " + "[" * 9999, "This is nested too deeply.", id="nested"),
        ("name = 'A'\n\n'", "line 3: This is not TOML: "),
        ("name = 'A'\nname = 'B'\n", "This is not TOML: "),
        ('bell = "off"\ntheme = "\\u001b[31m"', "theme cannot be \\u001b[31m."),
        ('name = "\\u0007"', "line 1: This name is not possible."),
        (f'mouse = "off"\nname = "{"x" * 41}"', "line 2: This name is not possible. Take 1 to 20"),
    ],
)
def test_what_is_not_understood_is_told_with_its_line_and_what_is_allowed(
    path: Path, text: str, expected: str
) -> None:
    path.write_text(text)
    with pytest.raises(SettingsError) as caught:
        SettingsFile(path)
    assert str(caught.value).startswith(str(path))
    assert expected in str(caught.value)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_no_character_of_a_file_reaches_the_terminal_raw(path: Path, text: str) -> None:
    key = text.encode("utf-8", "replace").decode()
    for line in (f"{json.dumps(key, ensure_ascii=False)} = 1", f"theme = {json.dumps(key)}"):
        path.write_text(line, "utf-8")
        with pytest.raises(SettingsError) as caught:
            SettingsFile(path)
        assert str(caught.value).isprintable()


def test_bytes_that_are_no_text_are_told_with_their_line(path: Path) -> None:
    path.write_bytes(b'name = "A"\n# caf\xe9\n')
    with pytest.raises(SettingsError, match="line 2: This is not UTF-8"):
        SettingsFile(path)


def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKYJO_BELL", "loud")
    with pytest.raises(SettingsError, match=r"SKYJO_BELL: bell cannot be loud\. It can be: off"):
        settings()["bell"]


def test_switches_are_said_in_several_ways() -> None:
    mouse = SETTINGS["mouse"]
    assert [mouse.understood(said) for said in (True, "On", "1", "yes")] == ["on"] * 4
    assert [mouse.understood(said) for said in (False, "off", "0", "no")] == ["off"] * 4
    assert [mouse.understood(said) for said in ("maybe", "", 1, None)] == [None] * 4


def test_the_language_of_a_broken_file_is_none(path: Path) -> None:
    assert file_language() == ""
    path.write_text('language = "nds"')
    assert file_language() == "nds"
    path.write_text('language = "nds"\ntheme = "pink"')
    assert file_language() == "nds", "so that this is told in it"
    for broken in ('language = "nds"\nbroken', 'language = "xx"', "language = 7"):
        path.write_text(broken)
        assert file_language() == ""


def test_every_line_of_the_template_may_be_taken(path: Path) -> None:
    assert tomllib.loads(template()) == {KEYS: {}}
    path.write_text(re.sub(r"^#([\w\[])", r"\1", template(), flags=re.MULTILINE), "utf-8")
    assert set(SettingsFile(path).values) == set(SETTINGS)
    assert set(SettingsFile(path).keymap.own) == set(ACTIONS)
    path.write_text(re.sub(r"^#(hint =)", r"\1", template(), flags=re.MULTILINE), "utf-8")
    assert set(SettingsFile(path).keymap.own) == {"hint"}, "one of them alone"


def test_every_setting_and_its_variable_are_documented() -> None:
    page = PAGE.read_text("utf-8")
    for setting in SETTINGS.values():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{setting.name}` |"))
        assert f"`{setting.variable}`" in row
        for value in setting.allowed:
            assert f"`{value}`" in row


def test_the_command_shows_and_writes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "own" / "settings.toml"
    env = environment(tmp_path, SKYJO_NAME="Dörte", SKYJO_CONFIG=str(path))
    shown = run(tmp_path, "settings", env=env)
    assert shown.stderr == "", "it tells where others would warn"
    none_yet = f"{path} (there is none yet)"
    assert f"File: {none_yet}. skyjo settings --write makes one." in shown.stdout
    assert none_yet in run(tmp_path, "doctor", env=env).stdout
    assert re.search(r'name = "Dörte" +SKYJO_NAME', shown.stdout)
    assert run(tmp_path, "settings", "--write", env=env).returncode == 0
    again = run(tmp_path, "settings", "--write", env=env)
    assert again.returncode == 2
    assert "exists already" in again.stderr
    path.write_text('name = "Anke"\n')
    told = json.loads(run(tmp_path, "settings", "--json", env=env | {"SKYJO_NAME": ""}).stdout)
    assert told["file"] == str(path)
    assert told["settings"]["name"] == {"value": "Anke", "source": "file"}


def test_the_command_tells_what_flags_before_and_behind_it_say(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('theme = "dark"\nlanguage = "fi"\n')
    flags = ("--theme", "light", "--no-mouse", "settings", "--json", "--lang", "de_AT")
    told = json.loads(run(tmp_path, *flags).stdout)["settings"]
    assert told["theme"] == {"value": "light", "source": "flag"}
    assert told["mouse"] == {"value": "off", "source": "flag"}
    assert told["language"] == {"value": "de", "source": "flag"}


def test_a_broken_file_ends_a_command_with_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("theme = dark")
    for command in ("settings", "tables"):
        done = run(tmp_path, command)
        assert done.returncode == 2
        assert done.stderr.startswith("skyjo: ")
        assert len(done.stderr.splitlines()) == 1
    assert run(tmp_path, "--help").returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX has pseudo-terminals")
def test_a_screen_that_cannot_start_joins_no_table(tmp_path: Path) -> None:
    from tests.client.pseudo_terminal import Terminal  # noqa: PLC0415  # POSIX only

    (tmp_path / "settings.toml").write_text('motion = "fast"')
    env = environment(tmp_path, TERM="xterm-256color", SKYJO_NAME="Anke")
    with Terminal(tmp_path, "join", "127.0.0.1:1", env=env) as terminal:
        assert terminal.end() == 2
    assert "motion cannot be fast" in terminal.text


def test_a_folder_in_place_of_the_file_is_told_without_advice_that_does_not_fit(
    tmp_path: Path,
) -> None:
    env = environment(tmp_path, SKYJO_CONFIG=str(tmp_path))
    first, *_values, keys = run(tmp_path, "settings", env=env).stdout.splitlines()
    assert first == f"File: {tmp_path} (not read: Is a directory)."
    assert keys == "Keys: by default; skyjo keys lists all."


def test_where_nothing_can_be_kept_nothing_is_set(tmp_path: Path) -> None:
    no_home = tmp_path / "file"
    no_home.write_text("a home that is no folder: not even root can write there")
    env = environment(tmp_path, HOME=str(no_home), SKYJO_CONFIG="", XDG_CONFIG_HOME="")
    assert "not read" in run(tmp_path, "settings", env=env).stdout
    written = run(tmp_path, "settings", "--write", env=env)
    assert written.returncode == 1
    assert len(written.stderr.splitlines()) == 1
    assert str(no_home) in written.stderr


@pytest.mark.parametrize(
    ("language", "missing", "folder"),
    [
        ("en", "No such file or directory", "Is a directory"),
        ("de", "das gibt es nicht", "das ist ein Ordner"),
        ("fi", "sellaista ei ole", "se on kansio"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows gives another reason for a folder")
def test_a_file_that_is_named_and_not_read_is_told_in_the_players_language(
    tmp_path: Path, language: str, missing: str, folder: str
) -> None:
    for path, reason in ((tmp_path / "none.toml", missing), (tmp_path, folder)):
        env = environment(tmp_path, SKYJO_CONFIG=str(path), SKYJO_LANG=language)
        done = run(tmp_path, "rules", env=env)
        assert done.returncode == 0
        (line,) = done.stderr.splitlines()
        assert "SKYJO_CONFIG" in line
        assert str(path) in line
        assert f"({reason})" in line
    named = environment(tmp_path, SKYJO_LANG=language)
    assert run(tmp_path, "rules", env=named).stderr == ""
