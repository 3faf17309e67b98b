"""Points of rounds and of the game, as sentences and as a table of lines."""

from typing import Final

from skyjo.v1 import event_pb2, game_pb2
from skyjo_client.present.escape import SafeText
from skyjo_client.present.messages import _, mark, plural
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import listed, number


def round_ended_line(store: TableStore, event: event_pb2.RoundEnded) -> str:
    """Tell the points of every seat, and whether the finisher's were raised."""
    seats = " ".join(_score(store, event, seat, score) for seat, score in enumerate(event.scores))
    return _("Round {round} is scored. {seats}").format(round=event.round, seats=seats)


def _score(
    store: TableStore, event: event_pb2.RoundEnded, seat: int, score: event_pb2.SeatScore
) -> str:
    parts = {
        "name": _who(store, seat),
        "raw": number(score.raw),
        "score": number(score.score),
        "total": number(score.total),
    }
    if not score.HasField("score"):
        return _("{name}: no points, total {total}.").format(**parts)
    if score.raw == score.score:
        return _("{name}: {score}, total {total}.").format(**parts)
    if event.HasField("finisher") and event.finisher == seat:
        if score.score == 2 * score.raw:
            text = _(
                "{name}: {raw} becomes {score}, doubled for ending the round "
                "while somebody else has as few points or fewer; total {total}."
            )
        else:
            text = _(
                "{name}: {raw} becomes {score}, raised for ending the round "
                "while somebody else has as few points or fewer; total {total}."
            )
        return text.format(**parts)
    return _("{name}: {raw} becomes {score}, total {total}.").format(**parts)


def game_ended_line(store: TableStore, event: event_pb2.GameEnded) -> str:
    """Tell why the game ended and who won."""
    reason = _(_REASONS.get(event.reason, _OVER))
    winners = [seat for seat, result in enumerate(event.results) if result.rank == 1]
    if not winners:
        return reason
    points = _points(event.results[winners[0]].total)
    if len(winners) > 1:
        text = _("{reason} Shared victory with {points}: {names}.")
        names = listed(_winner(store, seat) for seat in winners)
        return text.format(reason=reason, points=points, names=names)
    if _is_stood_in(store, winners[0]):
        text = _("{reason} A stand-in for {name} wins with {points}.")
        return text.format(reason=reason, name=store.name(winners[0]), points=points)
    if store.is_you(winners[0]):
        return _("{reason} You win with {points}.").format(reason=reason, points=points)
    return _("{reason} {name} wins with {points}.").format(
        reason=reason, name=store.name(winners[0]), points=points
    )


def _winner(store: TableStore, seat: int) -> str:
    if not _is_stood_in(store, seat):
        return _who(store, seat)
    return _("a stand-in for {name}").format(name=store.name(seat))


def _is_stood_in(store: TableStore, seat: int) -> bool:
    """Whether somebody plays here for a player who is gone: no win of the player's."""
    return store.board.seat(seat).status == game_pb2.SEAT_STATUS_STAND_IN


_OVER: Final = mark("The game is over.")
_REASONS: Final = {
    event_pb2.GAME_END_REASON_TARGET_REACHED: mark("The game is over: a total reached the target."),
    event_pb2.GAME_END_REASON_ROUNDS_PLAYED: mark("The game is over: all rounds are played."),
    event_pb2.GAME_END_REASON_ROUND_CAP: mark("The game is over: no more rounds are allowed."),
    event_pb2.GAME_END_REASON_ABANDONED: mark("The game was given up."),
}


def standings(store: TableStore) -> list[str]:
    """Return one line a seat, the lowest total first: place, name, points of each round, total.

    Rounds that this client has not seen are left out.
    """
    return [_standing(store, place, seat) for place, seat in places(store)]


def places(store: TableStore) -> list[tuple[int, int]]:
    """Return the place of each seat and the seat, the lowest total first."""
    return sorted((_place(store, seat), seat) for seat in range(len(store.board.seats)))


def _place(store: TableStore, seat: int) -> int:
    if store.result is not None and seat < len(store.result.results):
        result = store.result.results[seat]
        return result.rank if result.HasField("rank") else len(store.board.seats)
    totals = [other.total for other in store.board.seats]
    return 1 + sum(total < totals[seat] for total in totals)


def _standing(store: TableStore, place: int, seat: int) -> str:
    rounds = [
        _("round {round}: {score}").format(round=number_, score=number(event.scores[seat].score))
        for number_, event in sorted(store.rounds.items())
        if seat < len(event.scores) and event.scores[seat].HasField("score")
    ]
    points = _points(store.board.seats[seat].total)
    if not rounds:
        return _("{place}. {name}, {points}.").format(
            place=place, name=_standing_name(store, seat), points=points
        )
    return _("{place}. {name}, {points} ({rounds}).").format(
        place=place, name=_standing_name(store, seat), points=points, rounds=listed(rounds)
    )


def _standing_name(store: TableStore, seat: int) -> str:
    name = _who(store, seat)
    return _("{name} (stand-in)").format(name=name) if _is_stood_in(store, seat) else name


def _points(total: int) -> str:
    if total < 0:
        return plural("minus {count} point", "minus {count} points", -total)
    return plural("{count} point", "{count} points", total)


def _who(store: TableStore, seat: int) -> SafeText:
    return SafeText(_("You")) if store.is_you(seat) else store.name(seat)
