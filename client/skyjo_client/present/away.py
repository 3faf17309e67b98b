"""What is told of players who are not connected, so that nobody waits without knowing for whom."""

from skyjo_client.present.clock_lines import grace_left
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore


def away_sentence(store: TableStore, seat: int) -> str:
    """Tell that a player is away, and what can be done about it."""
    if store.is_host:
        text = _("{name} is away. Wait, or type kick {seat}.")
    elif store.seat is not None and store.host not in (None, seat):
        text = _("{name} is away; the host may type kick {seat}.")
    elif store.seat is not None and may_be_voted_out(store, seat):
        text = _("{name} is away; you may vote with: vote remove {seat} yes.")
    else:
        text = _("{name} is away.")
    away = text.format(name=store.name(seat), seat=seat + 1)
    time = grace_left(store, seat)
    if not time:
        return away
    return _("{away} {time} left to come back.").format(away=away, time=time)


def may_be_voted_out(store: TableStore, seat: int) -> bool:
    """Whether somebody could vote with the viewer on removing a player."""
    others = (player for s, player in store.players.items() if s not in (seat, store.seat))
    return any(player.is_person for player in others)


def to_play(store: TableStore, seat: int) -> str:
    """Tell whose turn it is, and whether that player is there."""
    turn = _("{name} to play.").format(name=store.name(seat))
    if not store.is_away(seat):
        return turn
    return _("{turn} {away}").format(turn=turn, away=away_sentence(store, seat))
