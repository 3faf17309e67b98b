"""What anybody could be told of a table."""

from skyjo_server.table import Table


def shown(table: Table) -> list[object]:
    """All that anybody could be told of a table, but for who is attached."""
    seats = [(o.index, o.name, o.kind, o.strikes, o.out) for o in table.seats.taken()]
    held = [[holder.token_hash for holder in o.holders()] for o in table.seats.taken()]
    host = table.seats.host.index if table.seats.host else None
    attempt = (table.attempt.game_id, table.attempt.commitment, table.attempt.key)
    common = [table.plan, seats, held, host, table.seats.barred, table.game_index, attempt]
    play = table.play
    if play is None:
        return common
    viewers = [None, *range(len(play.players))]
    told = [(play.view(v), [frame.payload for frame in play.backlog(0, v)]) for v in viewers]
    banks = [play.clocks.bank_ms(seat) for seat in range(len(play.players))]
    return [*common, table.stage, told, play.open_decisions(), banks]
