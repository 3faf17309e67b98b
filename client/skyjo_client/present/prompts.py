"""What the table wants from the viewer now, in one line."""

from skyjo.v1 import game_pb2, play_pb2, table_pb2
from skyjo_client.present.away import to_play
from skyjo_client.present.event_sentences import your_turn
from skyjo_client.present.messages import _, plural
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import listed, number


def wanted(store: TableStore) -> str:
    """Tell what is asked of the viewer, or what everybody waits for."""
    if store.decision is not None:
        return _decision(store, store.decision)
    if store.stood_in:
        return _("A stand-in plays for you. Type back to take your seat again.")
    if store.is_settling:
        return _("The server has your move; wait for it.")
    if store.awaits_ready:
        return _("Press {enter} for the next round.").format(enter="Enter")
    return _waiting(store)


def join_command(store: TableStore) -> str:
    """Return what friends type to join this table."""
    if store.place.link:
        return f"skyjo join {store.place.link}"
    if not store.place.server:
        return f"skyjo join {store.code}"
    return f"skyjo join {store.code} --server {store.place.server}"


def invitation_lines(store: TableStore) -> list[str]:
    """Tell how others come to this table."""
    if store.place.private:
        return [_("This game is your own: nobody else can join it.")]
    if lines := store.place.invitation():
        return lines
    lines = [_("Friends join with: {command}").format(command=join_command(store))]
    if store.place.link:
        text = _("Where the server is found by itself, the code is enough: skyjo join {code}")
        lines.append(text.format(code=store.code))
    return lines


def missing(store: TableStore) -> list[str]:
    """Return the names of those without whom no game begins; house bots come by themselves."""
    house = table_pb2.PLAYER_KIND_HOUSE_BOT
    players = store.players.values()
    return [player.name for player in players if not player.connected and player.kind != house]


def starting(store: TableStore) -> str:
    """Tell whom a game waits for that is to begin."""
    names = missing(store)
    if not names:
        return _("The game is about to begin.")
    text = _("Waiting for {names} (not connected). With kick and a name it begins without them.")
    return text.format(names=listed(names))


def how_to(store: TableStore) -> str:
    """Tell what may be typed for the decision that waits; empty when none does."""
    match store.decision.kind if store.decision else None:
        case play_pb2.DECISION_KIND_TURN:
            top = number(store.board.discard_top or 0)
            return _("Type d to draw, or t and a slot to take {top}.").format(top=top)
        case play_pb2.DECISION_KIND_PLACE:
            return _(
                "Type a slot to put it there, "
                "or x and a hidden slot to throw it away and turn that one up."
            )
    return ""


def _decision(store: TableStore, decision: play_pb2.Decision) -> str:
    match decision.kind:
        case play_pb2.DECISION_KIND_FLIP:
            return plural(
                "Turn up {count} card: type its slot, such as a1.",
                "Turn up {count} cards: type their slots, such as a1 b2.",
                decision.legal.flip_count,
            )
        case play_pb2.DECISION_KIND_PLACE:
            card = number(store.board.drawn or 0)
            return _("You hold {card}. {how}").format(card=card, how=how_to(store))
    return _("{turn} {how}").format(turn=your_turn(store), how=how_to(store))


def _waiting(store: TableStore) -> str:
    board = store.board
    match store.stage:
        case table_pb2.TABLE_STAGE_GATHERING:
            return _gathering(store)
        case table_pb2.TABLE_STAGE_OPENING:
            return _("The game is about to begin.")
        case table_pb2.TABLE_STAGE_BETWEEN_ROUNDS:
            return _("The next round begins when everybody is ready.")
        case table_pb2.TABLE_STAGE_GAME_OVER:
            return _another_game(store)
        case table_pb2.TABLE_STAGE_CLOSED:
            return _("The game is over.")
    if board.turn is not None:
        return to_play(store, board.turn)
    if board.phase == game_pb2.PHASE_FLIP:
        return _("The others turn up their first cards.")
    return _("Wait for the others.")


def _another_game(store: TableStore) -> str:
    if store.is_host:
        return _("Type start for another game, or quit to stop.")
    if store.seat is None:
        return _("The game is over. The host may start another one.")
    return _(
        "The host may start another game. Wait for it, ask for it with vote again yes, "
        "or type quit to stop."
    )


def free_seats(store: TableStore) -> list[str]:
    """Tell how many seats are free, if any are."""
    free = len(store.board.seats) - len(store.players)
    return [plural("{count} seat is free.", "{count} seats are free.", free)] if free > 0 else []


def _gathering(store: TableStore) -> str:
    free = max(0, len(store.board.seats) - len(store.players))
    if not free:
        if store.starting:
            return starting(store)
        if store.is_host:
            return _("All seats are taken. Type start to begin.")
        return _("All seats are taken. The host is about to begin.")
    seats = plural("{count} seat is free.", "{count} seats are free.", free)
    if store.is_host:
        if store.place.invitation():
            text = _("{seats} Type invite to hear how friends join, bot casual for a house bot.")
            return text.format(seats=seats)
        text = _("{seats} Friends join with: {command}. House bots with: bot casual.")
        return text.format(seats=seats, command=join_command(store))
    return seats
