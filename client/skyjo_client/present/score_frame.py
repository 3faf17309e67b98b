"""The scoreboard after a round and after a game, with who is ready to go on."""

from typing import Final

from skyjo.v1 import event_pb2, table_pb2
from skyjo_client.present.canvas import Canvas, Role, Size, cut, cut_name, padded
from skyjo_client.present.frame_parts import BOTTOM, Sight, put_bottom, put_header
from skyjo_client.present.messages import _
from skyjo_client.present.score_lines import game_ended_line, places
from skyjo_client.present.store import TableStore
from skyjo_client.present.table_lines import played_length
from skyjo_client.present.votes import ballot_line
from skyjo_client.present.wrapped import width, wrapped

_NAME_COLUMNS: Final = 16
_NAME_MOST: Final = 28
"""Columns for a name at most, with the mark behind one's own."""
_SCORE_COLUMNS: Final = 5
_BAR: Final = 20


def score_frame(store: TableStore, sight: Sight, size: Size) -> Canvas:
    """Draw ranks, points of the latest rounds, totals, and how far it is to the target."""
    canvas = Canvas(size)
    over = store.result is not None
    what = _("game over") if over else _("round {round}").format(round=store.board.round)
    left = " · ".join([_("SKYJO"), store.code, what])
    right = _("first to {target} ends it").format(target=store.rules.target)
    if store.rules.rounds:
        right = played_length(store.rules)
    put_header(canvas, left, sight.caption.viewer if sight.caption else right)
    y = _Board(canvas, store).draw(2)
    y = _winner(canvas, store, y)
    _bars(canvas, store, y)
    put_bottom(canvas, store, sight, scores=True)
    return canvas


class _Board:
    def __init__(self, canvas: Canvas, store: TableStore) -> None:
        self._canvas = canvas
        self._store = store
        self._asks, self._answers = _answers(store)
        self._names = max(6, width(_("rank")) + 1) + 1
        ready = max(map(width, (self._asks, *self._answers.values()))) + 2 if self._asks else 0
        sums = max(width(_("total")), 7)
        seats = range(len(store.board.seats))
        notes = max((width(_note(store, seat)) for seat in seats), default=0)
        room = canvas.size.columns - self._names - _NAME_COLUMNS - sums - ready - 4
        self._rounds = sorted(store.rounds)[-max(room // _SCORE_COLUMNS, 1) :]
        room -= _SCORE_COLUMNS * len(self._rounds)
        self._beside = notes <= room
        longest = max((width(_named(store, seat)) + 1 for seat in seats), default=0)
        spare = room - notes if self._beside else room
        self._columns = _NAME_COLUMNS + min(max(longest - _NAME_COLUMNS, 0), max(spare, 0))
        self._total = self._names + self._columns + _SCORE_COLUMNS * len(self._rounds) + sums - 7
        self._notes = self._total + 9 + ready

    def draw(self, y: int) -> int:
        """Draw the heading and a line for each seat, and notes; returns the line below a free one.

        Notes without room beside the points stand below them.
        """
        canvas = self._canvas
        rounds = [_("r{round}").format(round=number) for number in self._rounds]
        heading = padded(_("rank"), self._names - 1) + padded(_("player"), self._columns)
        heading += "".join(text.rjust(_SCORE_COLUMNS) for text in rounds)
        canvas.put(1, y, heading, Role.FAINT)
        total = _("total")
        canvas.put(self._total + 7 - width(total), y, total, Role.FAINT)
        canvas.put(self._total + 9, y, self._asks, Role.FAINT)
        ranked = places(self._store)
        for line, (place, seat) in enumerate(ranked):
            self._line(y + 1 + line, place, seat)
        y += 2 + len(ranked)
        return y if self._beside else self._put_notes(y)

    def _put_notes(self, y: int) -> int:
        """Write what was special below the points; returns the line below a free one."""
        seats = [seat for _place, seat in places(self._store) if _note(self._store, seat)]
        for line, seat in enumerate(seats):
            text = _("{name}: {sentence}")
            note = text.format(name=self._store.name(seat), sentence=_note(self._store, seat))
            self._canvas.put(1, y + line, cut(note, self._canvas.size.columns - 2), Role.FAINT)
        return y + len(seats) + 1

    def _line(self, y: int, place: int, seat: int) -> None:
        store, canvas = self._store, self._canvas
        role = Role.STRONG if store.is_you(seat) else Role.PLAIN
        canvas.put(1, y, f"{place:>3}", role)
        canvas.put(
            self._names, y, padded(_named(store, seat, self._columns - 1), self._columns - 1), role
        )
        for column, number in enumerate(self._rounds):
            x = self._names + self._columns + _SCORE_COLUMNS * column
            canvas.put(x, y, _points(store.rounds[number], seat).rjust(_SCORE_COLUMNS))
        canvas.put(self._total, y, f"{store.board.seat(seat).total:>7}", role)
        canvas.put(self._total + 9, y, self._answers.get(seat, ""))
        if self._beside:
            canvas.put(self._notes, y, _note(store, seat), Role.FAINT)


def _answers(store: TableStore) -> tuple[str, dict[int, str]]:
    """What players are asked now and what each answers; "" and nothing when nobody is asked."""
    yes, no, not_yet = _("yes"), _("no"), _("not yet")
    if store.stage == table_pb2.TABLE_STAGE_BETWEEN_ROUNDS:
        told = {seat: yes if one.ready else not_yet for seat, one in store.players.items()}
        return _("ready"), told
    ballot = store.another_game
    if ballot is None:
        return "", {}
    people = [seat for seat, player in store.players.items() if player.is_person]
    voted = {**dict.fromkeys(ballot.yes, yes), **dict.fromkeys(ballot.no, no)}
    return _("again?"), {seat: voted.get(seat, not_yet) for seat in people}


def _named(store: TableStore, seat: int, columns: int = _NAME_MOST) -> str:
    """Name a seat; a name too long is cut, and not whose it is."""
    text = _("{name} (you)") if store.is_you(seat) else _("{name}")
    return text.format(name=cut_name(store.name(seat), columns - width(text.format(name=""))))


def _points(ended: event_pb2.RoundEnded, seat: int) -> str:
    if seat >= len(ended.scores) or not ended.scores[seat].HasField("score"):
        return "-"
    return str(ended.scores[seat].score)


def _note(store: TableStore, seat: int) -> str:
    """What was special about a seat's latest round."""
    ended = store.rounds.get(store.board.round)
    notes = []
    if ended is not None and ended.HasField("finisher") and ended.finisher == seat:
        score = ended.scores[seat]
        text = _("ended it") if score.raw == score.score else _("ended it: {raw} became {score}")
        notes.append(text.format(raw=score.raw, score=score.score))
    gone = store.board.seat(seat).cleared_columns
    if gone:
        notes.append(_("columns gone: {count}").format(count=len(gone)))
    return _(", ").join(notes)


def _winner(canvas: Canvas, store: TableStore, y: int) -> int:
    """Tell who won and how a vote on another game stands; returns the line below a free one."""
    if store.result is None:
        return y
    lines = [(game_ended_line(store, store.result), Role.ALERT)]
    if store.another_game is not None:
        lines.append((ballot_line(store, store.another_game), Role.STRONG))
    for text, role in lines:
        for row in wrapped(text, canvas.size.columns - 2):
            canvas.put(1, y, row, role)
            y += 1
    return y + 1


def _bars(canvas: Canvas, store: TableStore, y: int) -> None:
    """Draw how near each total is to the target, if there is room for all."""
    target = max(store.rules.target, 1)
    if len(store.board.seats) > canvas.size.lines - BOTTOM - y:
        return
    for line, (_place, seat) in enumerate(places(store)):
        total = store.board.seat(seat).total
        full = min(max(total * _BAR // target, 0), _BAR)
        canvas.put(
            1,
            y + line,
            padded(_named(store, seat, _NAME_COLUMNS - 1), _NAME_COLUMNS - 1),
            Role.FAINT,
        )
        canvas.put(1 + _NAME_COLUMNS, y + line, "■" * full + "□" * (_BAR - full))
        canvas.put(2 + _NAME_COLUMNS + _BAR, y + line, f"{total:>5}")
