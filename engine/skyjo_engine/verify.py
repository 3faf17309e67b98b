"""The check of a record: its replay, its deals against the key, all of it against a receipt.

A record alone can show that it is consistent. That nobody chose the cards is shown only to the
holder of a receipt whose own entropy went into the key; see docs/fair-deals.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from skyjo_engine.cards import SORTED_DECK
from skyjo_engine.errors import EngineError
from skyjo_engine.fair import commitment, entropy_hash, game_key, shuffled
from skyjo_engine.receipt import Receipt
from skyjo_engine.record import DealEntry, DealSource, Record, ReshuffleEntry
from skyjo_engine.record_text import loads
from skyjo_engine.replay import replay
from skyjo_engine.rules import RANGES


class Check(Enum):
    """What can be checked about a record."""

    CHECKSUM = "checksum"
    REPLAY = "replay"
    COMMITMENT = "commitment"
    DEALS = "deals"
    RECEIPT = "receipt"
    ENTROPY = "entropy"


class NotChecked(Enum):
    """Why something could not be checked."""

    NOT_TEXT = "not_text"
    KEY_WITHHELD = "key_withheld"
    NO_RECEIPT = "no_receipt"
    NO_OWN_ENTROPY = "no_own_entropy"


class VerifyCode(Enum):
    """What a record that replays can still be caught at."""

    COMMITMENT_MISMATCH = "commitment_mismatch"
    RESTART_MISMATCH = "restart_mismatch"
    DEAL_MISMATCH = "deal_mismatch"
    RESHUFFLE_MISMATCH = "reshuffle_mismatch"
    UNEXPECTED_ENTROPY = "unexpected_entropy"
    RECEIPT_GAME = "receipt_game"
    RECEIPT_SETTINGS = "receipt_settings"
    RECEIPT_COMMITMENT = "receipt_commitment"
    RECEIPT_SEAT = "receipt_seat"
    RECEIPT_ENTROPY = "receipt_entropy"
    RECEIPT_HASH = "receipt_hash"
    RECEIPT_RESTART = "receipt_restart"


class VerifyError(EngineError):
    """A record whose deals are not those that were promised.

    ``round`` and ``seat`` say where, None when the failure belongs to no round or seat.
    """

    def __init__(
        self, code: VerifyCode, *, round_number: int | None = None, seat: int | None = None
    ) -> None:
        """Keep the code and the place."""
        where = [f" in round {round_number}"] if round_number is not None else []
        where += [f" at seat {seat}"] if seat is not None else []
        super().__init__(f"verify: {code.value}{''.join(where)}")
        self.code = code
        self.round = round_number
        self.seat = seat


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found right, and what could not be checked and why.

    ``given_up`` is how often, by the record, the preparation of the game began anew with another
    key because somebody's entropy was not shown.
    """

    source: DealSource
    checked: frozenset[Check]
    not_checked: dict[Check, NotChecked]
    given_up: int

    @property
    def nobody_chose(self) -> bool:
        """Whether it is shown, to the receipt's holder, that nobody chose the cards."""
        return self.source is DealSource.PLAYERS and self.checked >= set(Check) - {Check.CHECKSUM}


def verify_text(text: bytes, receipt: Receipt | None = None) -> Verdict:
    """Check a record as exported; see :func:`verify`. Raises RecordError when it cannot be read."""
    verdict = verify(loads(text), receipt)
    del verdict.not_checked[Check.CHECKSUM]
    return replace(verdict, checked=verdict.checked | {Check.CHECKSUM})


def verify(record: Record, receipt: Receipt | None = None) -> Verdict:
    """Check everything about ``record`` that can be checked with what is at hand.

    Raises :class:`ReplayError` when the game did not go by its rules, and :class:`VerifyError`
    when its deals do not follow from its key or are not those that ``receipt`` was given for.
    """
    replay(record)
    open_: dict[Check, NotChecked] = {Check.CHECKSUM: NotChecked.NOT_TEXT}
    if record.deal.source is not DealSource.PLAYERS and any(record.deal.entropy):
        raise VerifyError(VerifyCode.UNEXPECTED_ENTROPY)
    _check_restarts(record)
    if record.key is None:
        open_ |= dict.fromkeys((Check.COMMITMENT, Check.DEALS), NotChecked.KEY_WITHHELD)
    else:
        _check_commitment(record, record.key)
        _check_deals(record, record.key)
    if receipt is None:
        open_ |= dict.fromkeys((Check.RECEIPT, Check.ENTROPY), NotChecked.NO_RECEIPT)
    else:
        _check_receipt(record, receipt)
        if receipt.entropy is None:
            open_[Check.ENTROPY] = NotChecked.NO_OWN_ENTROPY
    given_up = len({restart.commitment for restart in record.deal.restarts})
    return Verdict(record.deal.source, frozenset(set(Check) - set(open_)), open_, given_up)


def _check_commitment(record: Record, key: bytes) -> None:
    if commitment(record.game_id, record.rules.digest(), key) != record.deal.commitment:
        raise VerifyError(VerifyCode.COMMITMENT_MISMATCH)


def _check_restarts(record: Record) -> None:
    """Each abandoned key must be the one committed to, whatever the number of seats then was."""
    low, high = RANGES["players"]
    digests = [replace(record.rules, players=n).digest() for n in range(low, high + 1)]
    for restart in record.deal.restarts:
        made = (commitment(record.game_id, digest, restart.key) for digest in digests)
        if restart.commitment not in made:
            raise VerifyError(VerifyCode.RESTART_MISMATCH, seat=restart.seat)


def _check_deals(record: Record, key: bytes) -> None:
    """Derive every deal and reshuffle again; the replay has seen that they hold the right cards."""
    chosen = record.deal.source is not DealSource.PLAYERS
    name = "" if chosen else record.game_id
    derived = game_key(key, name, record.rules.digest(), record.deal.entropy)
    for round_number, shuffle, cards in _shuffles(record):
        expected = shuffled(derived, round_number, shuffle, cards if shuffle else SORTED_DECK)
        if list(cards) != expected:
            reshuffle, deal = VerifyCode.RESHUFFLE_MISMATCH, VerifyCode.DEAL_MISMATCH
            raise VerifyError(reshuffle if shuffle else deal, round_number=round_number)


def _shuffles(record: Record) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Each deal and reshuffle as round, number of the shuffle within it, and order of the cards."""
    round_number = shuffle = 0
    for entry in record.entries:
        match entry:
            case DealEntry(round_number, deck):
                shuffle = 0
                yield round_number, shuffle, deck
            case ReshuffleEntry(pile):
                shuffle += 1
                yield round_number, shuffle, pile


def _check_receipt(record: Record, receipt: Receipt) -> None:
    """The record must be of the game, the seat and the promise that the receipt is for."""
    for wrong, code in (
        (receipt.game_id != record.game_id, VerifyCode.RECEIPT_GAME),
        (receipt.settings_digest != record.rules.digest(), VerifyCode.RECEIPT_SETTINGS),
        (receipt.commitment != record.deal.commitment, VerifyCode.RECEIPT_COMMITMENT),
        (not 0 <= receipt.seat < record.rules.players, VerifyCode.RECEIPT_SEAT),
        (len(receipt.entropy_hashes) != record.rules.players, VerifyCode.RECEIPT_SEAT),
    ):
        if wrong:
            raise VerifyError(code)
    if record.deal.entropy[receipt.seat] != receipt.entropy:
        raise VerifyError(VerifyCode.RECEIPT_ENTROPY, seat=receipt.seat)
    opened = [None if one is None else entropy_hash(one) for one in record.deal.entropy]
    for seat, (given, shown) in enumerate(zip(receipt.entropy_hashes, opened, strict=True)):
        if given != shown:
            raise VerifyError(VerifyCode.RECEIPT_HASH, seat=seat)
    if not {restart.commitment for restart in record.deal.restarts}.issuperset(receipt.given_up):
        raise VerifyError(VerifyCode.RECEIPT_RESTART)
