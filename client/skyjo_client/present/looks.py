"""What a player may look at without anybody noticing: boards, piles, scores, log, help."""

from collections.abc import Callable
from typing import Final

from skyjo_client.present.board_lines import (
    lap_line,
    other_board_line,
    own_board_line,
    piles_line,
    players_lines,
)
from skyjo_client.present.grammar import HOSTING, LOOKING, PLAYING, Mistake, Typed
from skyjo_client.present.messages import _
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.rules_lines import settings_lines
from skyjo_client.present.score_lines import standings


def look(narrator: Narrator, typed: Typed) -> list[str] | None:
    """Return the lines for a command that only looks; None for another. Raises Mistake."""
    show = _LOOKS.get(typed.command)
    return None if show is None else show(narrator, typed)


def _board(narrator: Narrator, _typed: Typed) -> list[str]:
    return [own_board_line(narrator.store)]


def _other(narrator: Narrator, typed: Typed) -> list[str]:
    seats = len(narrator.store.board.seats)
    seat = typed.seat()
    if seat >= seats:
        raise Mistake(_("There are only the seats 1 to {seats}.").format(seats=seats))
    return [other_board_line(narrator.store, seat)]


def _piles(narrator: Narrator, _typed: Typed) -> list[str]:
    lap = lap_line(narrator.store)
    return [piles_line(narrator.store), *([lap] if lap else [])]


def _scores(narrator: Narrator, _typed: Typed) -> list[str]:
    return standings(narrator.store)


def _players(narrator: Narrator, _typed: Typed) -> list[str]:
    return players_lines(narrator.store)


def _last(narrator: Narrator, _typed: Typed) -> list[str]:
    return [narrator.log[-1] if narrator.log else _("Nothing has happened yet.")]


def _log(narrator: Narrator, typed: Typed) -> list[str]:
    count = typed.count(default=10)
    return list(narrator.log)[-count:] if count else []


def _rules(narrator: Narrator, _typed: Typed) -> list[str]:
    return settings_lines(narrator.store.rules)


def _help(narrator: Narrator, _typed: Typed) -> list[str]:
    store = narrator.store
    parts = [PLAYING if store.seat is not None else {}, LOOKING, HOSTING if store.is_host else {}]
    return [_(text) for part in parts for text in part.values()]


_LOOKS: Final[dict[str, Callable[[Narrator, Typed], list[str]]]] = {
    "board": _board,
    "other": _other,
    "piles": _piles,
    "scores": _scores,
    "players": _players,
    "last": _last,
    "log": _log,
    "rules": _rules,
    "help": _help,
}
