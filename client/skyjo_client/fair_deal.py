"""A seat's part in a fair deal: entropy promised, checked and opened.

The server is bound by the commitment it gave before this seat opens its entropy, and the entropy
is bound by its hash before the server opens its key. So a new commitment needs new entropy, the
entropy is told only against the very commitment that the latest welcome named, and only for the
first hashes that are shown with it: whoever knew the entropy could choose another seat's hash to
go with it. How the cards follow from it: docs/fair-deals.md.
"""

import secrets
from dataclasses import replace

from skyjo.v1.play_pb2 import Opening, Ready
from skyjo.v1.table_pb2 import DEAL_SOURCE_PLAYERS, Welcome
from skyjo_client.errors import UnfairDealError
from skyjo_engine.fair import KEY_BYTES, entropy_hash
from skyjo_engine.receipt import Receipt
from skyjo_engine.rules import Rules


class FairDeal:
    """The promise of one seat for one game and one commitment.

    ``given_up`` has the commitments of this game that were opened to this seat and replaced.
    """

    def __init__(
        self,
        welcome: Welcome,
        rules: Rules,
        *,
        before: "FairDeal | None" = None,
        kept: Receipt | None = None,
    ) -> None:
        """Make fresh entropy where the players have a part in the deal.

        ``before`` is the seat's promise so far. ``kept`` is the receipt of an earlier program for
        the same commitment: its entropy counts, for it may have been told. Raises
        :class:`UnfairDealError` when the welcome goes back to a commitment that was opened.
        """
        self.game_id = welcome.game_id
        self.commitment = welcome.commitment
        self.seat = welcome.seat
        self.given_up = before.replaced_by(self.game_id) if before is not None else ()
        if self.commitment in self.given_up:
            raise UnfairDealError(self.game_id, "commitment")
        self._rules = rules
        self._receipt = kept
        shared = welcome.deal_source == DEAL_SOURCE_PLAYERS
        fresh = secrets.token_bytes(KEY_BYTES) if shared else None
        self._entropy = kept.entropy if kept is not None else fresh
        self.said_ready = False

    @property
    def is_unopened(self) -> bool:
        """Whether entropy was promised that was never asked for."""
        return self.said_ready and self._entropy is not None and self._receipt is None

    def fits(self, welcome: Welcome) -> bool:
        """Whether this promise holds for what ``welcome`` prepares."""
        same_game = (self.game_id, self.commitment) == (welcome.game_id, welcome.commitment)
        return same_game and self.seat == welcome.seat

    def replaced_by(self, game_id: str) -> tuple[bytes, ...]:
        """The commitments given up when ``game_id`` is prepared anew."""
        if game_id != self.game_id:
            return ()
        return self.given_up if self._receipt is None else (*self.given_up, self.commitment)

    def ready(self) -> Ready:
        """Ready for the game, with the hash of the entropy."""
        self.said_ready = True
        hashed = entropy_hash(self._entropy) if self._entropy else None
        return Ready(entropy_hash=hashed, commitment=self.commitment)

    def opened(self, opening: Opening) -> tuple[Ready | None, Receipt]:
        """What to answer (None: nothing), and the receipt to keep.

        Raises :class:`UnfairDealError` when the entropy must not be told.
        """
        if (opening.game_id, opening.commitment) != (self.game_id, self.commitment):
            raise UnfairDealError(self.game_id, "commitment")
        if [one.seat for one in opening.seats] != list(range(self._rules.players)):
            raise UnfairDealError(self.game_id, "seats")
        receipt = self._shown(opening)
        if self._receipt is not None:
            if replace(receipt, given_up=self._receipt.given_up) != self._receipt:
                raise UnfairDealError(self.game_id, "opening")
            receipt = self._receipt
        own = entropy_hash(self._entropy) if self._entropy else None
        if receipt.entropy_hashes[self.seat] != own:
            raise UnfairDealError(self.game_id, "own_hash")
        self._receipt = receipt
        if self._entropy is None:
            return None, receipt
        return Ready(entropy=self._entropy, commitment=self.commitment), receipt

    def _shown(self, opening: Opening) -> Receipt:
        """The receipt for what an opening shows."""
        hashes = tuple(
            one.entropy_hash if one.HasField("entropy_hash") else None for one in opening.seats
        )
        return Receipt(
            game_id=self.game_id,
            seat=self.seat,
            commitment=self.commitment,
            entropy=self._entropy,
            entropy_hashes=hashes,
            settings_digest=self._rules.digest(),
            given_up=self.given_up,
        )
