"""What a viewer may do without anybody noticing: see boards, piles, scores, log; hear less."""

from collections.abc import Callable, Iterable
from typing import Final

from skyjo_client.present.board_lines import (
    lap_line,
    other_board_line,
    own_board_line,
    piles_line,
    players_lines,
)
from skyjo_client.present.clock_lines import clock_lines
from skyjo_client.present.grammar import HOSTING, LOOKING, PLAYING, Typed, understood
from skyjo_client.present.grids import grid_lines
from skyjo_client.present.languages import LANGUAGES
from skyjo_client.present.messages import _, mark, speak, speaking
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.prompts import invitation_lines
from skyjo_client.present.remarks import mute
from skyjo_client.present.rules_lines import settings_lines
from skyjo_client.present.score_lines import standings
from skyjo_client.present.seats import named_seat
from skyjo_client.present.store import TableStore
from skyjo_client.present.votes import ballot_lines
from skyjo_client.present.words import listed


def look(narrator: Narrator, typed: Typed) -> list[str] | None:
    """Return the lines for a command that nobody notices; None for another. Raises Mistake."""
    show = _LOOKS.get(typed.command)
    return None if show is None else show(narrator, typed)


def _board(narrator: Narrator, _typed: Typed) -> list[str]:
    return [own_board_line(narrator.store)]


def _other(narrator: Narrator, typed: Typed) -> list[str]:
    store = narrator.store
    if typed.text:
        return [other_board_line(store, named_seat(store, typed))]
    others = [seat for seat in range(len(store.board.seats)) if not store.is_you(seat)]
    return [other_board_line(store, seat) for seat in others]


def _grid(narrator: Narrator, typed: Typed) -> list[str]:
    store = narrator.store
    if typed.text:
        return grid_lines(store, [named_seat(store, typed)])
    return grid_lines(store, range(len(store.board.seats)))


def _piles(narrator: Narrator, _typed: Typed) -> list[str]:
    lap = lap_line(narrator.store)
    return [piles_line(narrator.store), *([lap] if lap else [])]


def _scores(narrator: Narrator, _typed: Typed) -> list[str]:
    return standings(narrator.store)


def _players(narrator: Narrator, _typed: Typed) -> list[str]:
    return players_lines(narrator.store)


def _last(narrator: Narrator, _typed: Typed) -> list[str]:
    return [narrator.log[-1] if narrator.log else _nothing(narrator.store)]


def _log(narrator: Narrator, typed: Typed) -> list[str]:
    count = typed.count(default=10)
    return list(narrator.log)[-count:] or [_nothing(narrator.store)]


def _nothing(store: TableStore) -> str:
    if store.begun:
        return _("Nothing has happened since you came. Type grid or scores for how it stands.")
    return _("Nothing has happened yet.")


def _rules(narrator: Narrator, _typed: Typed) -> list[str]:
    return settings_lines(narrator.store.rules)


def _invite(narrator: Narrator, _typed: Typed) -> list[str]:
    return invitation_lines(narrator.store)


def _clock(narrator: Narrator, _typed: Typed) -> list[str]:
    return clock_lines(narrator.store)


def _mute(narrator: Narrator, typed: Typed) -> list[str]:
    return [mute(narrator.store, typed)]


def _vote(narrator: Narrator, typed: Typed) -> list[str] | None:
    """Tell how votes stand; a vote itself is no look."""
    return None if typed.text else ballot_lines(narrator.store)


def _language(_narrator: Narrator, typed: Typed) -> list[str]:
    language = typed.text.lower()
    if language in LANGUAGES:
        speak(language)
        return [speaking()]
    names = listed(f"{code} {name}" for code, name in LANGUAGES.items())
    return [_("Type language and one of these: {languages}.").format(languages=names)]


def _help(narrator: Narrator, _typed: Typed) -> list[str]:
    store = narrator.store
    parts = [PLAYING if store.seat is not None else {}, LOOKING, HOSTING if store.is_host else {}]
    texts = {word: text for part in parts for word, text in part.items()}
    for word, possible in _TALKING.items():
        if not possible(store):
            del texts[word]
    if store.place.private:
        texts = {word: text for word, text in texts.items() if word not in _NOT_PRIVATE}
        texts["quit"] = _QUIT_PRIVATE
        if store.may_go_on:
            texts["start"] = _START_AGAIN
    if store.seat is None:
        del texts["board"]
        texts["quit"] = _QUIT_WATCHING
    return [*(_(text) for text in texts.values()), *_own_words(texts)]


def _own_words(commands: Iterable[str]) -> list[str]:
    """Tell which words of the player's language are understood, too; none for English."""
    own = [
        _("{own} for {command}").format(own=word, command=command)
        for word, command in understood().items()
        if word != command and command in commands
    ]
    return [_("You may also type: {words}.").format(words=listed(own))] if own else []


_TALKING: Final[dict[str, Callable[[TableStore], bool]]] = {
    "say": lambda store: store.phrases and store.seat is not None,
    "mute": lambda store: store.phrases,
    "vote": lambda store: store.seat is not None and not store.place.private,
}
"""Where help lists what people say and decide together."""
_NOT_PRIVATE: Final = (*HOSTING, "back", "clock", "invite")
_START_AGAIN: Final = mark("start: play another game.")
_QUIT_PRIVATE: Final = mark("quit: stop playing; an unfinished game ends with it.")
_QUIT_WATCHING: Final = mark("quit: stop watching.")


_LOOKS: Final[dict[str, Callable[[Narrator, Typed], list[str] | None]]] = {
    "board": _board,
    "other": _other,
    "grid": _grid,
    "piles": _piles,
    "scores": _scores,
    "players": _players,
    "last": _last,
    "log": _log,
    "rules": _rules,
    "invite": _invite,
    "clock": _clock,
    "language": _language,
    "mute": _mute,
    "vote": _vote,
    "help": _help,
}
