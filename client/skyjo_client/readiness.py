"""When a seat says that it is ready, and with what."""

from skyjo.v1.event_pb2 import Events
from skyjo.v1.play_pb2 import Opening, Ready
from skyjo.v1.table_pb2 import TABLE_STAGE_BETWEEN_ROUNDS, TABLE_STAGE_OPENING, Welcome
from skyjo_client.errors import UnfairDealError
from skyjo_client.fair_deal import FairDeal
from skyjo_client.receipts import Receipts
from skyjo_engine.receipt import Receipt
from skyjo_engine.rules import Rules


class Readiness:
    """Says ready for the first game unasked, and for all that follows when ``auto`` or asked.

    What was said is said again when a new stream's welcome shows that it did not arrive, or when
    the same game is prepared anew. ``receipts`` are those that earlier programs may have kept.
    """

    def __init__(self, *, auto: bool, receipts: Receipts | None = None) -> None:
        self._auto = auto
        self._receipts = receipts
        self._deal: FairDeal | None = None
        self._prepares = False
        self._first_game = ""
        self._round_over: int | None = None
        self._said_round = 0

    def say(self) -> Ready:
        """The player is ready for whatever the table waits for."""
        if self._deal is not None and self._prepares:
            return self._deal.ready()
        self._said_round = self._round_over or 0
        return Ready(round=self._round_over)

    def welcomed(self, welcome: Welcome, rules: Rules) -> Ready | None:
        """What to say to a welcome. Raises :class:`UnfairDealError`."""
        self._first_game = self._first_game or welcome.game_id
        self._prepares = not welcome.HasField("view")
        if not self._prepares:
            self._begun(welcome.game_id, self._kept(welcome))
            return self._between(welcome)
        before = self._deal
        if before is None or not before.fits(welcome):
            self._deal = FairDeal(welcome, rules, before=before, kept=self._kept(welcome))
        said = before is not None and before.game_id == welcome.game_id and before.said_ready
        if welcome.presence.stage == TABLE_STAGE_OPENING:  # too late for a promise
            return None
        if not (self._auto or said or welcome.game_id == self._first_game):
            return None
        heard = self._deal is before and said and _heard(welcome)
        return None if heard else self.say()

    def _kept(self, welcome: Welcome) -> Receipt | None:
        if self._receipts is None:
            return None
        return self._receipts.kept(welcome.game_id, welcome.seat, welcome.commitment)

    def _begun(self, game_id: str, kept: Receipt | None = None) -> None:
        """The game is dealt: what was promised for it must have been opened, here or elsewhere."""
        deal = self._deal
        if deal is not None and deal.game_id == game_id and deal.is_unopened and kept is None:
            raise UnfairDealError(game_id, "unopened")

    def _between(self, welcome: Welcome) -> Ready | None:
        self._round_over = None
        if welcome.presence.stage != TABLE_STAGE_BETWEEN_ROUNDS:
            return None
        self._round_over = welcome.view.round
        said = self._auto or self._said_round == self._round_over
        return self.say() if said and not _heard(welcome) else None

    def opened(self, opening: Opening) -> tuple[Ready | None, Receipt | None]:
        """What to answer to an opening, and the receipt to keep.

        Raises :class:`UnfairDealError`.
        """
        return self._deal.opened(opening) if self._deal is not None else (None, None)

    def happened(self, events: Events) -> Ready | None:
        """What to say to events. Raises :class:`UnfairDealError`."""
        if self._deal is not None:
            self._begun(self._deal.game_id)
        self._prepares = False
        ended = None
        for event in events.events:
            if event.HasField("round_ended"):
                ended = event.round_ended.round
            elif event.HasField("game_ended") or event.HasField("dealt"):
                ended = None
        self._round_over = ended
        return self.say() if ended is not None and self._auto else None


def _heard(welcome: Welcome) -> bool:
    """Whether the server already counts the welcomed seat as ready."""
    return any(one.ready for one in welcome.presence.players if one.seat == welcome.seat)
