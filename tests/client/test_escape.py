import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyjo_client.present.escape import NAME_LIMIT, escape, escape_lines, escape_name
from tests.hostile import HOSTILE


@pytest.mark.parametrize(
    "name", ["Anke", "Dörte", "小林", "Ζωή", "नीता", "שרה", "a b-c'd", "O\u02bb"]
)
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert escape_name(name) == name


def assert_harmless(shown: str) -> None:
    for char in shown:
        assert unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        assert char == " " or not char.isspace()
    shown.encode("utf-8")


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_texts_become_harmless(text: str) -> None:
    assert_harmless(escape(text))
    assert_harmless(escape_name(text))
    assert escape(text) != text


@given(st.text())
def test_no_text_gets_a_control_through(text: str) -> None:
    assert_harmless(escape(text))


def test_what_is_left_out_is_shown_as_a_code() -> None:
    assert escape("a\u202eb\U000e0041") == "a\\u202eb\\U000e0041"


def test_long_names_end_in_dots() -> None:
    shown = escape_name("x" * 1000)
    assert len(shown) == NAME_LIMIT
    assert shown.endswith("...")


def test_a_third_mark_on_a_letter_is_shown_as_a_code() -> None:
    assert escape("q\u0301\u0323") == "q\u0323\u0301"
    assert escape("q\u0301\u0323\u0302") == "q\u0323\u0301\\u0302"


def test_tabs_of_several_lines_become_spaces() -> None:
    assert escape_lines("go:\n\tmain.go\x1b\tx") == "go:\n        main.go\\u001b        x"
