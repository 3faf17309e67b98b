"""How a game stands that runs already when its viewer arrives."""

from skyjo.v1 import game_pb2
from skyjo_client.present.away import away_sentence, to_play
from skyjo_client.present.board_lines import lap_line, other_board_line, piles_line
from skyjo_client.present.messages import _
from skyjo_client.present.score_lines import standings
from skyjo_client.present.store import TableStore


def summary(store: TableStore) -> list[str]:
    """Tell round, piles, every seat's points and cards, whose turn it is and who is away.

    Empty before the first deal.
    """
    board = store.board
    if not store.begun:
        return []
    if board.phase == game_pb2.PHASE_OVER:
        return [_("The game is over."), *standings(store)]
    seats = [other_board_line(store, seat) for seat in range(len(board.seats))]
    away = [away_sentence(store, seat) for seat in store.players if store.is_away(seat)]
    return [
        _round(store),
        *seats,
        *[line for line in (lap_line(store), _turn(store)) if line],
        *away,
    ]


def _round(store: TableStore) -> str:
    board = store.board
    if board.phase == game_pb2.PHASE_BETWEEN:
        return _("Round {round} is over.").format(round=board.round)
    return _("Round {round} is being played. {piles}").format(
        round=board.round, piles=piles_line(store)
    )


def _turn(store: TableStore) -> str:
    turn = store.board.turn
    return "" if turn is None or store.is_you(turn) else to_play(store, turn)
