"""A seat's part in a fair deal: entropy promised, checked and opened.

The server is bound by the commitment it gave before this seat opens its entropy, and the entropy
is bound by its hash before the server opens its key. So a new commitment needs new entropy, and
the entropy is told only against the very commitment that the latest welcome named. How the cards
follow from it: docs/fair-deals.md.
"""

import secrets

from skyjo.v1.play_pb2 import Opening, Ready
from skyjo.v1.table_pb2 import DEAL_SOURCE_PLAYERS, Welcome
from skyjo_client.errors import UnfairDealError
from skyjo_engine.fair import KEY_BYTES, entropy_hash
from skyjo_engine.receipt import Receipt
from skyjo_engine.rules import Rules


class FairDeal:
    """The promise of one seat for one game and one commitment."""

    def __init__(self, welcome: Welcome, rules: Rules) -> None:
        """Make fresh entropy where the players have a part in the deal."""
        self.game_id = welcome.game_id
        self.commitment = welcome.commitment
        self.seat = welcome.seat
        self._rules = rules
        shared = welcome.deal_source == DEAL_SOURCE_PLAYERS
        self._entropy = secrets.token_bytes(KEY_BYTES) if shared else None
        self.said_ready = False

    def fits(self, welcome: Welcome) -> bool:
        """Whether this promise holds for what ``welcome`` prepares."""
        same_game = (self.game_id, self.commitment) == (welcome.game_id, welcome.commitment)
        return same_game and self.seat == welcome.seat

    def ready(self) -> Ready:
        """Ready for the game, with the hash of the entropy."""
        self.said_ready = True
        return Ready(entropy_hash=entropy_hash(self._entropy) if self._entropy else None)

    def opened(self, opening: Opening) -> tuple[Ready | None, Receipt]:
        """What to answer (None: nothing), and the receipt to keep.

        Raises :class:`UnfairDealError` when the entropy must not be told.
        """
        if (opening.game_id, opening.commitment) != (self.game_id, self.commitment):
            raise UnfairDealError(self.game_id, "commitment")
        hashes = tuple(
            one.entropy_hash if one.HasField("entropy_hash") else None for one in opening.seats
        )
        if [one.seat for one in opening.seats] != list(range(self._rules.players)):
            raise UnfairDealError(self.game_id, "seats")
        own = entropy_hash(self._entropy) if self._entropy else None
        if hashes[self.seat] != own:
            raise UnfairDealError(self.game_id, "own_hash")
        receipt = Receipt(
            game_id=self.game_id,
            seat=self.seat,
            commitment=self.commitment,
            entropy=self._entropy,
            entropy_hashes=hashes,
            settings_digest=self._rules.digest(),
        )
        return Ready(entropy=self._entropy) if self._entropy else None, receipt
