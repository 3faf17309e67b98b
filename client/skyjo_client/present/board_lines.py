"""Grids and piles as spoken lines."""

from collections.abc import Callable

from skyjo.v1 import game_pb2
from skyjo_client.present.board import SeatBoard
from skyjo_client.present.messages import _, plural
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import ROW_LETTERS, listed, number
from skyjo_engine.cards import COLUMN_SLOTS, ROW_SLOTS


def own_board_line(store: TableStore) -> str:
    """Tell the viewer's own cards, or that there are none."""
    own = store.board.own
    if own is None:
        return _("You are watching and have no cards. Say other and a seat, such as other 1.")
    if not own.values:
        return _("You have no cards yet.")
    return _("{grid} Open sum {sum}.").format(grid=grid_line(own), sum=number(own.open_sum))


def other_board_line(store: TableStore, seat: int) -> str:
    """Tell somebody's points and cards."""
    board = store.board.seat(seat)
    parts = {"name": store.name(seat), "seat": seat + 1, "total": number(board.total)}
    if not board.values:
        return _("{name}, seat {seat}, {total} points. No cards.").format(**parts)
    return _("{name}, seat {seat}, {total} points. {grid} Open sum {sum}.").format(
        **parts, grid=grid_line(board), sum=number(board.open_sum)
    )


def grid_line(seat: SeatBoard) -> str:
    """Tell twelve slots row by row; cleared columns are named first and then left out."""
    gone = seat.cleared_columns
    skipped = {slot for column in gone for slot in COLUMN_SLOTS[column]}
    rows = [
        _("Row {row}: {cards}.").format(
            row=letter, cards=listed(_cell(seat, slot) for slot in slots if slot not in skipped)
        )
        for letter, slots in zip(ROW_LETTERS, ROW_SLOTS, strict=True)
        if not skipped.issuperset(slots)
    ]
    cleared = [_("Column {column} cleared.").format(column=column + 1) for column in gone]
    return " ".join(cleared + rows)


def _cell(seat: SeatBoard, slot: int) -> str:
    value = seat.values[slot]
    if value is not None:
        return number(value)
    return _("cleared") if slot in seat.cleared else _("hidden")


def piles_line(store: TableStore, card: Callable[[int], str] = number) -> str:
    """Tell both piles, and the card in hand where the viewer holds one; ``card`` words a card."""
    board = store.board
    if board.discard_top is None:
        return _("No cards are dealt yet.")
    discard = plural("{count} card", "{count} cards", board.discard_pile)
    line = _("Discard shows {top}, {discard} in that pile. {draw}").format(
        top=card(board.discard_top),
        discard=discard,
        draw=plural("{count} card to draw.", "{count} cards to draw.", board.draw_pile),
    )
    if board.drawn is None:
        return line
    return _("{line} You hold {card}.").format(line=line, card=card(board.drawn))


def lap_line(store: TableStore) -> str:
    """Tell whose last lap it is; empty outside a last lap."""
    board = store.board
    if not board.last_lap or board.finisher is None:
        return ""
    if store.is_you(board.finisher):
        return _("Last lap: you have finished.")
    return _("Last lap: {name} has finished.").format(name=store.name(board.finisher))


def players_lines(store: TableStore) -> list[str]:
    """Tell who sits where, one line a seat, free seats included."""
    lines = []
    for seat in range(len(store.board.seats)):
        player = store.players.get(seat)
        if player is None:
            lines.append(_("Seat {seat}: free.").format(seat=seat + 1))
            continue
        notes = [note for holds, note in _notes(store, seat) if holds]
        text = _("Seat {seat}: {name} ({notes}).") if notes else _("Seat {seat}: {name}.")
        lines.append(text.format(seat=seat + 1, name=player.name, notes=listed(notes)))
    if store.spectators:
        lines.append(plural("{count} looks on.", "{count} look on.", store.spectators))
    return lines


def _notes(store: TableStore, seat: int) -> list[tuple[bool, str]]:
    player = store.players[seat]
    left = (
        seat < len(store.board.seats)
        and store.board.seats[seat].status == game_pb2.SEAT_STATUS_LEFT
    )
    return [
        (store.is_you(seat), _("you")),
        (store.host == seat, _("host")),
        (bool(player.level), _("house bot, {level}").format(level=player.level)),
        (player.stand_in, _("a stand-in plays")),
        (left, _("has left")),
        (not player.connected, _("not connected")),
    ]
