"""The catalogues fit the program that they translate, and the languages that they are in."""

import ast
import re
import string
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog

from skyjo_client import click_texts
from skyjo_client.cli import main
from skyjo_client.present.grammar import ABBREVIATIONS, VOTED_ON, WORDS
from skyjo_client.present.messages import FOLDER
from tools.catalogues import current, on_disk, paths, read, rendered, template, untranslated

CATALOGUES = {path.parts[-3]: path for path in paths()}
TEXTS = template()
PLURALS = dict.fromkeys(CATALOGUES, "nplurals=2; plural=(n != 1);")
"""As CLDR has it; of Low German, which CLDR does not know, it is ours."""
LETTERS = {
    "de": "äöüß",
    "nl": "äéëïóöü",
    "fi": "äö",
    "nds": "äöü",
    "gsw": "äöü",
}
"""What a language writes beside a to z; names in placeholders are nobody's business."""


def translations(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    """Yield each translated form with the English it stands for."""
    for message in catalogue:
        ids = (message.id,) if isinstance(message.id, str) else message.id
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        if ids[0]:
            yield from ((ids[-1] if n else ids[0], str(form)) for n, form in enumerate(forms))


def placeholders(text: str) -> list[str]:
    """Return what is filled in, with how it is written. Raises ValueError for a stray brace."""
    parsed = string.Formatter().parse(text)
    return sorted(f"{name}!{how}:{form}" for _, name, form, how in parsed if name is not None)


def test_what_is_compiled_is_what_the_program_says() -> None:
    files = rendered(TEXTS, {path: current(path, TEXTS) for path in paths()})
    stale = [str(path) for path, content in files.items() if on_disk(path) != content]
    assert stale == [], "run tools/catalogues.py"


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_text_is_translated_and_none_is_fuzzy(language: str) -> None:
    catalogue = current(CATALOGUES[language], TEXTS)
    assert [message.id for message in untranslated(catalogue)] == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    assert read(CATALOGUES[language]).plural_forms == PLURALS[language]


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_placeholder_is_there_as_it_is_called(language: str) -> None:
    wrong = [
        (english, translated)
        for english, translated in translations(read(CATALOGUES[language]))
        if placeholders(english) != placeholders(translated)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_no_letter_of_another_script_or_language_has_slipped_in(language: str) -> None:
    foreign = {
        (char, translated)
        for _english, translated in translations(read(CATALOGUES[language]))
        for char in unicodedata.normalize("NFC", translated).lower()
        if char.isalpha() and not char.isascii() and char not in LETTERS[language]
    }
    assert foreign == set()


@pytest.mark.parametrize("language", CATALOGUES)
def test_spaces_and_signs_around_a_text_are_kept(language: str) -> None:
    wrong = [
        (english, translated)
        for english, translated in translations(read(CATALOGUES[language]))
        if (english[0].isspace(), english[-1].isspace(), english[-1] in ".?!:")
        != (translated[0].isspace(), translated[-1].isspace(), translated[-1] in ".?!:")
    ]
    assert wrong == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_what_is_typed_is_the_same_in_every_language(language: str) -> None:
    commands = "|".join(main.list_commands(click.Context(main)))
    typed = re.compile(rf"(?<![\w-])--?[a-z][a-z-]*|\$?SKYJO_[A-Z_]+|skyjo (?:{commands})\b")
    wrong = [
        (english, translated)
        for english, translated in translations(read(CATALOGUES[language]))
        if set(typed.findall(english)) - set(typed.findall(translated))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_own_words_for_commands_are_single_and_mean_one_command(language: str) -> None:
    catalogue = read(CATALOGUES[language])
    own: dict[str, str] = {}
    for command in WORDS:
        message = catalogue.get(command, "command")
        assert message is not None
        word = message.string
        assert isinstance(word, str)
        assert word.split() == [word.casefold()]
        assert own.setdefault(word, command) == command
        assert word not in ABBREVIATIONS
        assert word not in WORDS or word == command
    topics = [catalogue.get(topic, "command") for topic in VOTED_ON]
    assert len({topic.string for topic in topics if topic}) == len(VOTED_ON)


def test_click_says_what_it_is_translated_for() -> None:
    """With a new click some text may read differently; then it would be told in English."""
    said = {
        node.value
        for path in Path(click.__path__[0]).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    }
    assert set(click_texts.CLICK_TEXTS) - said == set()


def test_there_is_no_language_without_its_letters() -> None:
    assert set(LETTERS) == {path.parts[-3] for path in FOLDER.glob("*/LC_MESSAGES/skyjo.po")}
