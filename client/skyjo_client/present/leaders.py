"""Who leads, over an evening and for all time, from finished games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from skyjo.v1 import event_pb2, record_pb2, table_pb2
from skyjo_client.present.escape import escape_name
from skyjo_client.present.messages import _, plural
from skyjo_client.present.words import decimal

PAUSE_SECONDS: Final = 6 * 60 * 60
"""An evening is over when no game has ended for so long."""


@dataclass(frozen=True, slots=True)
class Leader:
    """A player's games. ``place`` counts from 1, equal ones share it; ``mean`` is points a game."""

    place: int
    name: str
    bot: bool
    games: int
    wins: int
    mean: float


def counted(games: Iterable[record_pb2.GameSummary]) -> list[record_pb2.GameSummary]:
    """The games that count, latest first: played to the end, by a person, with unknown cards."""
    return sorted(filter(_counts, games), key=lambda game: -game.ended_unix_s)


def evening(games: Sequence[record_pb2.GameSummary]) -> list[record_pb2.GameSummary]:
    """Of games, latest first, those of the latest evening."""
    for place in range(1, len(games)):
        if games[place - 1].ended_unix_s - games[place].ended_unix_s > PAUSE_SECONDS:
            return list(games[:place])
    return list(games)


def leaders(games: Iterable[record_pb2.GameSummary]) -> list[Leader]:
    """Everybody who was ranked in these games: most wins first, then fewest points a game.

    A game counts once for each of them. Several seats of one have won it if one of them did, and
    their points are what they have on average.
    """
    totals: dict[tuple[bool, str], list[float]] = {}
    wins: dict[tuple[bool, str], int] = {}
    names: dict[tuple[bool, str], str] = {}
    for game in games:
        seats: dict[tuple[bool, str], list[event_pb2.SeatResult]] = {}
        for player in game.players:
            result = game.results[player.seat] if player.seat < len(game.results) else None
            if result is None or not result.HasField("rank"):
                continue
            who = _who(player)
            names.setdefault(who, _called(player))
            seats.setdefault(who, []).append(result)
        for who, results in seats.items():
            totals.setdefault(who, []).append(sum(one.total for one in results) / len(results))
            wins[who] = wins.get(who, 0) + any(one.rank == 1 for one in results)
    order = sorted((-wins[who], sum(sums) / len(sums), who) for who, sums in totals.items())
    keys = [(lost, mean) for lost, mean, _who_ in order]
    return [
        Leader(keys.index((lost, mean)) + 1, names[who], who[0], len(totals[who]), -lost, mean)
        for lost, mean, who in order
    ]


def leader_line(leader: Leader) -> str:
    """Tell one of them."""
    wins = plural("{count} win", "{count} wins", leader.wins)
    games = plural("{count} game", "{count} games", leader.games)
    mean = decimal(abs(leader.mean))
    return _("{place}. {name}: {wins} in {games}, {mean} points a game.").format(
        place=leader.place,
        name=escape_name(leader.name),
        wins=wins,
        games=games,
        mean=_("minus {number}").format(number=mean) if round(leader.mean, 1) < 0 else mean,
    )


def evening_line(games: Sequence[record_pb2.GameSummary]) -> str:
    """Tell which evening it is that these games, latest first, were played on."""
    text = plural("Evening of {day}, {count} game:", "Evening of {day}, {count} games:", len(games))
    return text.replace("{day}", _day(games[-1].ended_unix_s))


def all_time_line(games: Sequence[record_pb2.GameSummary]) -> str:
    """Tell how many games there are."""
    return plural("For all time, {count} game:", "For all time, {count} games:", len(games))


def _counts(game: record_pb2.GameSummary) -> bool:
    person = table_pb2.PLAYER_KIND_HUMAN
    return (
        game.reason != event_pb2.GAME_END_REASON_ABANDONED
        and game.deal_source != table_pb2.DEAL_SOURCE_SEED
        and any(player.kind == person for player in game.players)
    )


def _who(player: record_pb2.RecordedPlayer) -> tuple[bool, str]:
    """Who it is: people by their name, house bots by their level."""
    bot = player.kind != table_pb2.PLAYER_KIND_HUMAN
    return bot, (player.house_level or player.name).casefold()


def _called(player: record_pb2.RecordedPlayer) -> str:
    return f"bot:{player.house_level}" if player.house_level else player.name


def _day(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d")
    except (OverflowError, OSError, ValueError):
        return str(seconds)
