"""Which language is spoken, and that no text is bound to one before it is shown."""

from pathlib import Path

import pytest

from skyjo_client.language_choice import UnknownLanguageError, chosen_language
from skyjo_client.present.languages import CHAINS, LANGUAGES
from skyjo_client.present.messages import FOLDER
from tests.client.programs import environment, run


@pytest.mark.parametrize(
    ("option", "environ", "setting", "language"),
    [
        (None, {}, "", "en"),
        (None, {"LANG": "C.UTF-8", "LANGUAGE": "de"}, "", "en"),
        (None, {"LANG": "fi_FI.UTF-8"}, "", "fi"),
        (None, {"LANG": "fi_FI", "LC_MESSAGES": "nl_BE", "LC_ALL": ""}, "", "nl"),
        (None, {"LC_ALL": "gsw_CH.UTF-8", "LC_MESSAGES": "nl", "LANG": "fi"}, "", "gsw"),
        (None, {"LANG": "de_AT.UTF-8@euro", "LANGUAGE": "fr:nds_DE:nl"}, "", "nds"),
        (None, {"LC_ALL": "fr_FR.UTF-8", "LANG": "de_DE.UTF-8"}, "", "en"),
        (None, {"LC_ALL": "de_DE"}, "nl", "nl"),
        (None, {"SKYJO_LANG": "fi", "LC_ALL": "de_DE"}, "nl", "fi"),
        ("GSW-ch", {"SKYJO_LANG": "fi", "LC_ALL": "de_DE"}, "nl", "gsw"),
    ],
    ids=lambda value: " ".join(map("=".join, value.items())) if isinstance(value, dict) else None,
)
def test_what_is_said_most_narrowly_decides(
    option: str | None, environ: dict[str, str], setting: str, language: str
) -> None:
    assert chosen_language(option, environ, lambda: setting) == language


@pytest.mark.parametrize("name", ["fr", "deutsch", "*"])
def test_a_language_that_there_is_not_is_no_silent_english(name: str) -> None:
    with pytest.raises(UnknownLanguageError):
        chosen_language(name, {}, lambda: "nl")
    with pytest.raises(UnknownLanguageError):
        chosen_language(None, {"SKYJO_LANG": name}, lambda: "nl")


@pytest.mark.parametrize(
    ("arguments", "more"),
    [(["rules", "--lang", "fr"], {}), (["rules"], {"SKYJO_LANG": "fr"})],
    ids=["option", "variable"],
)
def test_the_command_names_the_languages_there_are(
    tmp_path: Path, arguments: list[str], more: dict[str, str]
) -> None:
    done = run(tmp_path, *arguments, env=environment(tmp_path, **more))
    assert (done.returncode, done.stdout) == (2, "")
    assert "'fr'" in done.stderr
    assert ", ".join(LANGUAGES) in done.stderr


def test_every_language_but_the_source_has_a_catalogue() -> None:
    found = {path.parts[-3] for path in FOLDER.glob("*/LC_MESSAGES/skyjo.mo")}
    assert found == set(LANGUAGES) - {"en"} == {one for chain in CHAINS.values() for one in chain}
