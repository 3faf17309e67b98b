"""Verification: what a record and a receipt show together, and which forgery shows where."""

from dataclasses import replace

import pytest

from skyjo_engine.fair import KeyedChance, commitment, game_key
from skyjo_engine.receipt import Receipt
from skyjo_engine.record import (
    Deal,
    DealEntry,
    DealSource,
    Record,
    RecordError,
    ReshuffleEntry,
    Restart,
)
from skyjo_engine.record_text import dumps
from skyjo_engine.replay import ReplayError
from skyjo_engine.rules import Rules
from skyjo_engine.verify import Check, NotChecked, VerifyCode, VerifyError, verify, verify_text
from tests.recorded import receipt_of, record_game

RULES = Rules(players=8, rounds=1, target=1000)
GAME = record_game(RULES, 7)
SEAT = next(seat for seat, one in enumerate(GAME.deal.entropy) if one)
RECEIPT = receipt_of(GAME, SEAT)
OTHER = b"\7" * 32


def refused(record: Record, receipt: Receipt | None = None) -> VerifyError:
    with pytest.raises(VerifyError) as caught:
        verify(record, receipt)
    return caught.value


def with_deal(record: Record, **changes: object) -> Record:
    deal: Deal = replace(record.deal, **changes)  # type: ignore[arg-type]
    return replace(record, deal=deal)


def test_a_fair_game_with_its_receipt_leaves_nothing_open() -> None:
    verdict = verify_text(dumps(GAME), RECEIPT)
    assert verdict.checked == set(Check)
    assert not verdict.not_checked
    assert verdict.nobody_chose


def test_without_a_receipt_it_says_so() -> None:
    verdict = verify_text(dumps(GAME))
    no_receipt = NotChecked.NO_RECEIPT
    assert verdict.not_checked == {Check.RECEIPT: no_receipt, Check.ENTROPY: no_receipt}
    assert not verdict.nobody_chose


def test_a_record_that_was_not_read_from_text_has_no_checksum() -> None:
    verdict = verify(GAME, RECEIPT)
    assert verdict.not_checked == {Check.CHECKSUM: NotChecked.NOT_TEXT}
    assert verdict.nobody_chose


def test_with_the_key_withheld_only_the_rules_and_the_receipt_are_checked() -> None:
    verdict = verify_text(dumps(replace(GAME, key=None)), RECEIPT)
    assert verdict.checked == {Check.CHECKSUM, Check.REPLAY, Check.RECEIPT, Check.ENTROPY}
    withheld = NotChecked.KEY_WITHHELD
    assert verdict.not_checked == {Check.COMMITMENT: withheld, Check.DEALS: withheld}
    assert not verdict.nobody_chose


def test_a_receipt_without_own_entropy_proves_less() -> None:
    seat = GAME.deal.entropy.index(None)
    verdict = verify(GAME, receipt_of(GAME, seat))
    assert verdict.not_checked[Check.ENTROPY] is NotChecked.NO_OWN_ENTROPY
    assert not verdict.nobody_chose


@pytest.mark.parametrize("source", [DealSource.SEED, DealSource.ORGANISER], ids=str)
def test_chosen_deals_verify_but_prove_nothing_about_choice(source: DealSource) -> None:
    record = record_game(RULES, 5, source=source)
    verdict = verify_text(dumps(record), receipt_of(record, 0))
    assert {Check.COMMITMENT, Check.DEALS} <= verdict.checked
    assert verdict.source is source
    assert not verdict.nobody_chose


def test_equal_keys_of_a_seed_give_equal_deals_under_different_commitments() -> None:
    one, two = (
        record_game(RULES, 5, source=DealSource.SEED, game_id=game_id) for game_id in ("a", "b")
    )
    assert one.entries == two.entries
    assert one.deal.commitment != two.deal.commitment
    verify(two)


def test_entropy_in_a_chosen_deal_is_refused() -> None:
    record = record_game(RULES, 5, source=DealSource.SEED)
    error = refused(with_deal(record, entropy=(OTHER, *[None] * 7)))
    assert error.code is VerifyCode.UNEXPECTED_ENTROPY


@pytest.mark.parametrize(
    "forged",
    [
        replace(GAME, key=OTHER),
        replace(GAME, game_id="game-2"),
        with_deal(GAME, commitment=OTHER),
    ],
    ids=["key", "game", "commitment"],
)
def test_a_key_that_was_not_committed_to_is_refused(forged: Record) -> None:
    assert refused(forged).code is VerifyCode.COMMITMENT_MISMATCH


def resealed(record: Record, key: bytes) -> Record:
    """The record with another key and the commitment that fits it, over the same cards."""
    sealed = commitment(record.game_id, record.rules.digest(), key)
    return with_deal(replace(record, key=key), commitment=sealed)


def test_cards_that_do_not_follow_from_the_key_are_refused() -> None:
    error = refused(resealed(GAME, OTHER))
    assert (error.code, error.round) == (VerifyCode.DEAL_MISMATCH, 1)


def test_entropy_that_was_left_out_of_the_shuffle_is_refused() -> None:
    entropy = list(GAME.deal.entropy)
    entropy[SEAT] = OTHER
    assert refused(with_deal(GAME, entropy=tuple(entropy))).code is VerifyCode.DEAL_MISMATCH


def test_a_reshuffle_that_does_not_follow_from_the_key_is_refused() -> None:
    at = next(i for i, e in enumerate(GAME.entries) if isinstance(e, ReshuffleEntry))
    entry = GAME.entries[at]
    assert isinstance(entry, ReshuffleEntry)
    # The bottom of the pile is not drawn any more, so the game replays all the same.
    other = (*entry.pile[:-9], *sorted(entry.pile[-9:]))
    assert other != entry.pile
    record = replace(
        GAME, entries=(*GAME.entries[:at], ReshuffleEntry(other), *GAME.entries[at + 1 :])
    )
    error = refused(record)
    assert (error.code, error.round) == (VerifyCode.RESHUFFLE_MISMATCH, 1)


def test_the_replay_comes_first() -> None:
    with pytest.raises(ReplayError):
        verify(replace(GAME, entries=GAME.entries[:-1]))


def test_restarts_must_fit_their_keys_whatever_the_number_of_seats_was() -> None:
    for players in (8, 5):
        digest = replace(RULES, players=players).digest()
        restart = Restart(commitment("game-1", digest, OTHER), OTHER, 3)
        verify(with_deal(GAME, restarts=(restart,)))
        wrong = replace(restart, key=bytes(32))
        error = refused(with_deal(GAME, restarts=(restart, wrong)))
        assert (error.code, error.seat) == (VerifyCode.RESTART_MISMATCH, 3)


def test_restarts_that_the_receipt_knows_must_stand_in_the_record() -> None:
    keys = (b"k" * 32, b"l" * 32)
    sealed = [commitment("game-1", RULES.digest(), key) for key in keys]
    restarts = [
        Restart(one, key, seat) for seat in (3, 4) for one, key in zip(sealed, keys, strict=True)
    ]
    receipt = replace(RECEIPT, given_up=(sealed[1],))
    verdict = verify(with_deal(GAME, restarts=tuple(restarts)), receipt)
    assert verdict.given_up == 2
    cut = tuple(one for one in restarts if one.commitment != sealed[1])
    error = refused(with_deal(GAME, restarts=cut), receipt)
    assert error.code is VerifyCode.RECEIPT_RESTART


def hashes(seat: int, value: bytes | None) -> tuple[bytes | None, ...]:
    return (*RECEIPT.entropy_hashes[:seat], value, *RECEIPT.entropy_hashes[seat + 1 :])


LAST = 7 if SEAT != 7 else 6


@pytest.mark.parametrize(
    ("receipt", "code", "seat"),
    [
        (replace(RECEIPT, game_id="game-2"), VerifyCode.RECEIPT_GAME, None),
        (replace(RECEIPT, settings_digest=OTHER), VerifyCode.RECEIPT_SETTINGS, None),
        (replace(RECEIPT, commitment=OTHER), VerifyCode.RECEIPT_COMMITMENT, None),
        (replace(RECEIPT, seat=8), VerifyCode.RECEIPT_SEAT, None),
        (replace(RECEIPT, seat=-1), VerifyCode.RECEIPT_SEAT, None),
        (replace(RECEIPT, entropy_hashes=()), VerifyCode.RECEIPT_SEAT, None),
        (replace(RECEIPT, entropy=OTHER), VerifyCode.RECEIPT_ENTROPY, SEAT),
        (replace(RECEIPT, entropy=None), VerifyCode.RECEIPT_ENTROPY, SEAT),
        (replace(RECEIPT, entropy_hashes=hashes(LAST, OTHER)), VerifyCode.RECEIPT_HASH, LAST),
        (replace(RECEIPT, entropy_hashes=hashes(SEAT, None)), VerifyCode.RECEIPT_HASH, SEAT),
        (replace(RECEIPT, given_up=(OTHER,)), VerifyCode.RECEIPT_RESTART, None),
    ],
)
def test_a_receipt_for_something_else_is_refused(
    receipt: Receipt, code: VerifyCode, seat: int | None
) -> None:
    error = refused(GAME, receipt)
    assert (error.code, error.seat) == (code, seat)


def test_a_whole_game_dealt_anew_is_consistent_and_only_the_receipt_shows_it() -> None:
    forged = record_game(RULES, 6)
    verify(forged)
    assert refused(forged, RECEIPT).code is VerifyCode.RECEIPT_COMMITMENT


def test_the_deals_of_a_record_are_those_of_the_keyed_chance() -> None:
    assert GAME.key
    digest = GAME.rules.digest()
    chance = KeyedChance(game_key(GAME.key, GAME.game_id, digest, GAME.deal.entropy))
    deal = GAME.entries[0]
    assert isinstance(deal, DealEntry)
    assert list(deal.deck) == chance.deal(1)


def test_a_receipt_comes_back_from_its_text() -> None:
    assert Receipt.loads(RECEIPT.dumps()) == RECEIPT
    restarted = replace(RECEIPT, given_up=(OTHER,))
    assert Receipt.loads(restarted.dumps()) == restarted
    bare = receipt_of(GAME, GAME.deal.entropy.index(None))
    assert Receipt.loads(bare.dumps()) == bare


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        RECEIPT.dumps().replace(b'"seat":', b'"seat":1'),
        RECEIPT.dumps().replace(b'"seat":', b'"seat":-1'),
        RECEIPT.dumps().replace(b'"commitment":"', b'"commitment":"00'),
        RECEIPT.dumps().replace(b'"given_up":[', b'"given_up":[null'),
    ],
    ids=["empty", "list", "bare", "seat too high", "seat below 0", "long", "nothing given up"],
)
def test_what_is_no_receipt_is_refused(text: bytes) -> None:
    with pytest.raises(RecordError):
        Receipt.loads(text)
