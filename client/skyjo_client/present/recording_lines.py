"""A whole recorded game as sentences, one event one line."""

from collections.abc import Iterator

from skyjo_client.present.board import SeatBoard
from skyjo_client.present.board_lines import grid_line
from skyjo_client.present.messages import _
from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.present.score_lines import standings
from skyjo_client.present.sentences import tell
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import listed
from skyjo_engine.events import Dealt


def recording_lines(recording: Recording, viewpoint: Viewpoint) -> Iterator[str]:
    """Tell the game from its first deal to the final standings, as it is seen from there."""
    store = TableStore()
    store.take(recording.welcome(viewpoint))
    yield about_line(recording, store)
    for number, event in enumerate(recording.events, 1):
        told = [tell(store, one) for one in store.take(recording.frame(number, viewpoint))]
        yield from [line for line in told if line]
        if viewpoint.open and isinstance(event, Dealt):
            yield from _dealt_lines(recording, store, number)
    yield from standings(store)


def about_line(recording: Recording, store: TableStore) -> str:
    """Tell which game this is, who played, and whose eyes see it."""
    seats = range(len(recording.record.players))
    parts = {"game": recording.name, "names": listed(store.name(seat) for seat in seats)}
    if store.seat is None:
        return _("Game {game}, with all cards open: {names}.").format(**parts)
    text = _("Game {game}, as {viewer} saw it: {names}.")
    return text.format(viewer=store.name(store.seat), **parts)


def _dealt_lines(recording: Recording, store: TableStore, place: int) -> Iterator[str]:
    """Tell the cards that lie hidden after a deal."""
    for seat, cards in recording.dealt(place).items():
        grid = grid_line(SeatBoard(values=list(cards)))
        yield _("Dealt to {name}: {grid}").format(name=store.name(seat), grid=grid)
