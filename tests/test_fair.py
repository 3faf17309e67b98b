"""Fair deals against the page that defines them, and the shuffle's uniformity."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from skyjo_engine.cards import SORTED_DECK, VALUES
from skyjo_engine.fair import (
    KeyedChance,
    _words,
    commitment,
    entropy_hash,
    game_key,
    seed_key,
    shuffled,
)
from skyjo_engine.record import DealSource
from skyjo_engine.record_text import dumps
from skyjo_engine.rules import Rules, original_en
from tests.recorded import record_game

PAGE = (Path(__file__).parents[1] / "docs" / "fair-deals.md").read_text(encoding="utf-8")
KEY = bytes(range(32))
ENTROPY = (b"\x11" * 32, None)
DIGEST = original_en(2).digest()
GAME_KEY = game_key(KEY, "example", DIGEST, ENTROPY)


def block(language: str) -> str:
    found = re.search(f"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


VECTORS: dict[str, Any] = json.loads(block("json"))


def test_the_settings_text_of_the_page_names_every_setting_in_order() -> None:
    settings = {n: json.dumps(v).strip('"') for n, v in original_en(2).settings().items()}
    assert block("text") == "".join(f"{name}={value}\n" for name, value in settings.items())


def test_vectors_of_the_keys() -> None:
    seeded = seed_key(7, 0)
    made = {
        "settings_digest": DIGEST,
        "commitment": commitment("example", DIGEST, KEY),
        "entropy_hash_of_seat_0": entropy_hash(b"\x11" * 32),
        "game_key": GAME_KEY,
        "seed_key_of_seed_7_game_0": seeded,
        "game_key_of_seed_7_game_0": game_key(seeded, "", DIGEST, (None, None)),
    }
    assert {name: VECTORS[name] for name in made} == {n: v.hex() for n, v in made.items()}


def test_vectors_of_the_shuffles() -> None:
    chance = KeyedChance(GAME_KEY)
    words = _words(GAME_KEY, 1, 0)
    assert [next(words) for _ in range(8)] == VECTORS["words_of_round_1_shuffle_0"]
    assert chance.deal(1) == VECTORS["deal_of_round_1"]
    one_each = VECTORS["reshuffle_1_of_round_1_over_one_card_of_each_value"]
    assert chance.reshuffle(1, 1, VALUES[::-1]) == one_each


def test_a_word_that_would_favour_a_card_is_dropped() -> None:
    words = _words(GAME_KEY, 726877, 0)
    naive = list(SORTED_DECK)
    for last, word in zip(range(149, 0, -1), words, strict=False):
        pick = word % (last + 1)
        naive[last], naive[pick] = naive[pick], naive[last]
    dealt = shuffled(GAME_KEY, 726877, 0, SORTED_DECK)
    assert dealt == VECTORS["deal_of_round_726877"] != naive


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    rounds = 24_000
    seen = Counter(tuple(shuffled(GAME_KEY, n, 0, (1, 2, 3, 4))) for n in range(rounds))
    assert len(seen) == 24
    chi_square = sum((count - rounds / 24) ** 2 / (rounds / 24) for count in seen.values())
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand


@pytest.mark.parametrize("place", [0, 75, 149])
def test_every_place_of_the_deck_gets_each_value_as_often_as_the_deck_has_it(place: int) -> None:
    rounds = 1_500
    seen = Counter(shuffled(GAME_KEY, n, 0, SORTED_DECK)[place] for n in range(rounds))
    share = {v: rounds * SORTED_DECK.count(v) / 150 for v in VALUES}
    chi_square = sum((seen[v] - share[v]) ** 2 / share[v] for v in VALUES)
    assert chi_square < 36.1  # 14 degrees of freedom, one in a thousand


def test_everything_that_enters_a_key_changes_it() -> None:
    other = Rules(players=2, rounds=1).digest()
    keys = [
        GAME_KEY,
        game_key(bytes(32), "example", DIGEST, ENTROPY),
        game_key(KEY, "examples", DIGEST, ENTROPY),
        game_key(KEY, "example", other, ENTROPY),
        game_key(KEY, "example", DIGEST, ENTROPY[::-1]),
        game_key(KEY, "example", DIGEST, (b"\x12" * 32, None)),
        seed_key(7, 0),
        seed_key(7, 1),
        seed_key(71, 0),
    ]
    assert len(set(keys)) == len(keys)


def run_page(record: bytes, folder: Path) -> list[str]:
    """What the program on the page prints for a record."""
    program, text = folder / "repeat.py", folder / "record.jsonl"
    program.write_text(block("python"), encoding="utf-8")
    text.write_bytes(record)
    command = [sys.executable, "-I", "-W", "ignore", str(program), str(text)]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    return done.stdout.splitlines()


@pytest.mark.parametrize("source", list(DealSource), ids=lambda source: source.value)
def test_the_program_of_the_page_repeats_every_shuffle(source: DealSource, tmp_path: Path) -> None:
    record = record_game(Rules(players=8, rounds=2, target=1000), 5, source=source)
    printed = run_page(dumps(record), tmp_path)
    assert printed[:2] == ["commitment True", "1 0 True"]
    assert {"1 1 True", "2 0 True"} <= set(printed)
    assert all(line.endswith("True") for line in printed)


def test_the_program_of_the_page_sees_two_cards_changing_places(tmp_path: Path) -> None:
    text = dumps(record_game(original_en(2), 5))
    head, deal, *rest = text.decode().splitlines(keepends=True)
    line = json.loads(deal)
    deck = line["deck"]
    other = next(i for i, card in enumerate(deck) if card != deck[0])
    deck[0], deck[other] = deck[other], deck[0]
    forged = "".join((head, json.dumps(line) + "\n", *rest)).encode()
    assert run_page(forged, tmp_path)[:2] == ["commitment True", "1 0 False"]
