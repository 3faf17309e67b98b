"""Which language is spoken, and that no text is bound to one before it is shown."""

import re
import shutil
from pathlib import Path

import pytest

from skyjo.v1 import play_pb2, talk_pb2
from skyjo_client.language_choice import UnknownLanguageError, chosen_language
from skyjo_client.present import messages
from skyjo_client.present.grammar import WORDS, parse
from skyjo_client.present.languages import CHAINS, LANGUAGES
from skyjo_client.present.looks import look
from skyjo_client.present.messages import FOLDER, _, plural
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.rules_text import rules_text
from skyjo_client.present.wrapped import width
from skyjo_client.screen.lobby_app import LobbyApp
from skyjo_engine.cards import DECK_COUNTS
from tests.client.programs import environment, run
from tests.client.scenes import your_turn
from tests.client.speaking import speaking
from tests.client.tables import presence, welcome


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
    assert ("SKYJO_LANG: " in done.stderr) == bool(more)
    assert ", ".join(LANGUAGES) in done.stderr


def test_every_language_but_the_source_has_a_catalogue() -> None:
    found = {path.parts[-3] for path in FOLDER.glob("*/LC_MESSAGES/skyjo.mo")}
    assert found == set(LANGUAGES) - {"en"} == {one for chain in CHAINS.values() for one in chain}


@pytest.mark.parametrize("language", [*LANGUAGES])
def test_the_rules_are_told_in_every_language_with_the_deck_that_is_dealt(language: str) -> None:
    with speaking(language):
        told = rules_text()
    rows = [line.split() for line in told.splitlines()]
    for card, count in DECK_COUNTS.items():
        assert [str(card), str(count)] in rows
    assert max(map(width, told.splitlines())) <= 80
    assert told.count("  a |") == 4
    assert "#### " not in told
    assert {"100", "60", "20", "24", "10", "9"} <= set(re.findall(r"\d+", told))


@pytest.mark.parametrize("group", [[], ["record"]], ids=["skyjo", "record"])
@pytest.mark.parametrize("language", [*LANGUAGES])
def test_the_help_is_told_in_every_language_each_command_in_a_whole_line(
    tmp_path: Path, language: str, group: list[str]
) -> None:
    more = {"COLUMNS": "80", "SKYJO_LANG": language}
    shown = run(tmp_path, *group, "--help", env=environment(tmp_path, **more)).stdout
    with speaking(language):
        title, usage, help_ = _("Commands"), _("Usage:"), _("Show this message and exit.")
    assert shown.startswith(usage)
    assert help_ in shown
    commands = shown.split(f"{title}:\n")[1].splitlines()
    assert [line for line in commands if not line.endswith(".") or line.endswith("...")] == []


def test_what_is_wrong_in_a_command_line_is_told_in_the_players_language(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--seats", "9", "--lang", "nds")
    assert done.returncode == 2
    assert "'9' is keen hele Tall vun 2 bet 8." in done.stderr
    done = run(tmp_path, "play", "--lnag", "nds", env=environment(tmp_path, SKYJO_LANG="fi"))
    assert "Valitsinta '--lnag' ei ole." in done.stderr


def test_a_language_stands_in_for_another_that_lacks_a_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in ("de", "gsw"):
        shutil.copytree(messages.FOLDER / language, tmp_path / language)
    (tmp_path / "gsw" / "LC_MESSAGES" / "skyjo.mo").unlink()
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    messages._catalogue.cache_clear()
    with speaking("gsw"):
        assert _("Wait for the others.") == "Warte auf die anderen."
        assert plural("{count} card", "{count} cards", 2) == "2 Karten"
    with speaking("fi"):
        assert _("Wait for the others.") == "Wait for the others."
    messages._catalogue.cache_clear()


@pytest.mark.parametrize("language", [*LANGUAGES])
def test_words_of_the_players_language_are_commands_and_ours_stay_so(language: str) -> None:
    with speaking(language):
        for command in WORDS:
            assert parse(command).command == command
            assert parse(_(command, "command").upper()).command == command
        assert parse("d").command == "draw"
        assert parse("t b3").slots == (6,)


def test_the_same_frames_are_told_to_each_player_in_their_language() -> None:
    hello = talk_pb2.Chat(seat=1, phrase=talk_pb2.CHAT_PHRASE_THANKS)
    told = {}
    for language in LANGUAGES:
        with speaking(language):
            narrator = Narrator()
            lines = narrator.take(welcome(0, 2)) + narrator.take(presence(2))
            lines += narrator.take(play_pb2.ServerFrame(chat=hello))
            told[language] = lines[-1]
    assert told["nds"] == "Berta seggt: Danke."
    assert told["fi"] == "Berta sanoo: Kiitos."
    assert told["gsw"] == "Berta seit: Merci."
    assert len(set(told.values())) == len(LANGUAGES)


def test_the_language_is_changed_by_a_word_in_the_middle_of_a_game() -> None:
    scene = your_turn(2)
    answer = look(scene.narrator, parse("language nds"))
    assert answer == ["De Texten sünd nu op Plattdüütsch."]
    assert look(scene.narrator, parse("kaarten")) == look(scene.narrator, parse("board"))
    assert "Du büst an de Reeg" in scene.shown()
    assert look(scene.narrator, parse("spraak en")) == ["Texts are in English now."]
    assert "Your turn" in scene.shown()
    unknown = look(scene.narrator, parse("language fr"))
    assert unknown is not None
    assert all(code in unknown[0] for code in LANGUAGES)


async def test_a_key_changes_the_language_of_a_screen_that_runs(address: str) -> None:
    app = LobbyApp(address, (), "")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f2")
        await pilot.pause()
        assert "Hilfe" in screen(app)
        assert "Die Texte sind jetzt auf Deutsch." in screen(app)
        for _language in list(LANGUAGES)[2:]:
            await pilot.press("f2")
        await pilot.press("f2")
        await pilot.pause()
        assert "help" in screen(app)


def screen(app: LobbyApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)
