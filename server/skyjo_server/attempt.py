"""The preparation of one game's deals, so that nobody can choose the cards (docs/fair-deals.md).

The server commits to a key before any player shows entropy, and the players commit to their
entropy before any of it is shown.
"""

from skyjo.v1 import error_pb2
from skyjo_engine.chance import Chance
from skyjo_engine.fair import KEY_BYTES, KeyedChance, commitment, entropy_hash, game_key
from skyjo_engine.record import Deal, DealSource, Restart
from skyjo_engine.rules import Rules
from skyjo_wire.errors import RefusalError


class Attempt:
    """One game being prepared: its identifier, its rules, its key K and the seats' entropy.

    ``hashes`` and ``entropy`` hold H and E by seat; a seat without a hash adds no entropy.
    """

    def __init__(
        self,
        game_id: str,
        rules: Rules,
        key: bytes,
        source: DealSource,
        restarts: tuple[Restart, ...] = (),
    ) -> None:
        """Commit to ``key`` for a game of ``rules``."""
        self.game_id = game_id
        self.rules = rules
        self.source = source
        self.key = key
        self.restarts = restarts
        self.commitment = commitment(game_id, rules.digest(), key)
        self.hashes: list[bytes | None] = [None] * rules.players
        self.entropy: list[bytes | None] = [None] * rules.players

    @property
    def withheld(self) -> bool:
        """Whether the key stays secret after the game, until the organiser's event is closed."""
        return self.source is DealSource.ORGANISER

    def promise(self, seat: int, hashed: bytes | None) -> None:
        """Note the seat's H, or that it adds nothing. Raises :class:`RefusalError`.

        Into deals that are chosen otherwise no entropy enters, whatever a seat promises.
        """
        if hashed is not None:
            _check_length(hashed, "ready.entropy_hash")
        self.entropy[seat] = None
        self.hashes[seat] = hashed if self.source is DealSource.PLAYERS else None

    def open(self, seat: int, entropy: bytes) -> None:
        """Take the seat's E. Raises :class:`RefusalError` unless it is what H promised."""
        _check_length(entropy, "ready.entropy")
        if self.hashes[seat] is None or entropy_hash(entropy) != self.hashes[seat]:
            raise RefusalError(error_pb2.ERROR_REASON_ENTROPY_MISMATCH, field="ready.entropy")
        self.entropy[seat] = entropy

    def unopened(self) -> list[int]:
        """The seats that promised entropy and have not shown it."""
        return [
            seat
            for seat, hashed in enumerate(self.hashes)
            if hashed is not None and self.entropy[seat] is None
        ]

    def given_up(self, seats: list[int]) -> tuple[Restart, ...]:
        """What a record says of this attempt when ``seats`` did not open."""
        own = tuple(Restart(self.commitment, self.key, seat) for seat in seats)
        return self.restarts + own

    def chance(self) -> Chance:
        """Every deal and reshuffle of the game."""
        shared = "" if self.source is not DealSource.PLAYERS else self.game_id
        return KeyedChance(game_key(self.key, shared, self.rules.digest(), self.entropy))

    def deal(self) -> Deal:
        """What the record says of the deals."""
        return Deal(self.source, self.commitment, tuple(self.entropy), self.restarts)


def _check_length(given: bytes, field: str) -> None:
    """Raise RefusalError (ENTROPY_INVALID) unless there are 32 bytes."""
    if len(given) != KEY_BYTES:
        raise RefusalError(
            error_pb2.ERROR_REASON_ENTROPY_INVALID,
            field=field,
            value=len(given),
            limits=(KEY_BYTES, KEY_BYTES),
        )
