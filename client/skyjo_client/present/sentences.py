"""What is told of each change at a table: one line, or none."""

from typing import Final

from skyjo.v1 import play_pb2, table_pb2
from skyjo_client.present.away import away_sentence
from skyjo_client.present.changes import (
    Away,
    Back,
    BallotMoved,
    Change,
    Ended,
    Happened,
    Joined,
    Judged,
    Left,
    LinkMoved,
    NewHost,
    Refused,
    Said,
    Stops,
    Welcomed,
)
from skyjo_client.present.clock_lines import spoken
from skyjo_client.present.event_sentences import event_sentence
from skyjo_client.present.messages import _, mark, plural
from skyjo_client.present.refusals import reason_sentence, refusal_sentence
from skyjo_client.present.remarks import said
from skyjo_client.present.store import TableStore
from skyjo_client.present.table_lines import played_length
from skyjo_client.present.votes import ballot_line


def tell(store: TableStore, change: Change) -> str:
    """Return the line for a change that the store has just returned; "" when it needs none."""
    match change:
        case Happened(_number, event):
            return event_sentence(store, event)
        case Judged(receipt):
            return _judged(store, receipt)
        case Refused(refusal):
            return refusal_sentence(refusal)
        case Said(chat):
            return said(store, chat)
        case Ended() | LinkMoved() | Stops():
            return _told_of_server(change)
        case BallotMoved(ballot):
            return ballot_line(store, ballot)
    return _told_of_people(store, change)


def _told_of_server(change: Ended | LinkMoved | Stops) -> str:
    match change:
        case Ended(goodbye):
            return goodbye_sentence(goodbye)
        case LinkMoved(linked, back_after):
            return _link(back_after, linked=linked)
        case Stops(notice):
            return stop_sentence(notice)


def _told_of_people(store: TableStore, change: Change) -> str:
    match change:
        case Welcomed(again):
            return _again(store) if again else _welcome(store)
        case Joined(seat, name) if not store.is_you(seat):
            return _("{name} takes seat {seat}.").format(name=name, seat=seat + 1)
        case Left(seat, name) if not store.is_you(seat):
            return _("{name} is no longer in seat {seat}.").format(name=name, seat=seat + 1)
        case Away(seat):
            return away_sentence(store, seat)
        case Back(seat):
            return _("{name} is back.").format(name=store.name(seat))
        case NewHost(seat) if store.is_you(seat):
            return _("You are the host now.")
        case NewHost(seat):
            return _("{name} is the host now.").format(name=store.name(seat))
    return ""


def _again(store: TableStore) -> str:
    """Tell what a welcome changes in a game known before: free seats are dropped as it begins."""
    if store.begun:
        return ""
    seats = plural("{count} seat", "{count} seats", store.rules.players)
    if store.seat is None:
        return _("The table has {seats} now.").format(seats=seats)
    text = _("The table has {seats} now, and you are in seat {seat}.")
    return text.format(seats=seats, seat=store.seat + 1)


def _link(back_after: float | None, *, linked: bool) -> str:
    if linked:
        return _("The server is back.")
    if back_after is None:
        return _("The server is lost; trying again.")
    text = _("The server stops. The game goes on when it is back, in about {time}.")
    return text.format(time=spoken(round(back_after * 1000)))


def _welcome(store: TableStore) -> str:
    if store.game_index:
        return _("Game {number} at this table.").format(number=store.game_index + 1)
    seats = plural("{count} seat", "{count} seats", store.rules.players)
    titled = store.title if store.title.casefold() != store.code.casefold() else ""
    table = _("{code}, {title}").format(code=store.code, title=titled) if titled else store.code
    parts = {"table": table, "seats": seats}
    parts["length"] = played_length(store.rules)
    if store.seat is None:
        text = _("You are watching table {table}: {seats}, played {length}.")
        return text.format(**parts)
    text = _("You are {name} in seat {seat} of table {table}: {seats}, played {length}.")
    return text.format(name=store.name(store.seat), seat=store.seat + 1, **parts)


def _judged(store: TableStore, receipt: play_pb2.Receipt) -> str:
    sentence = reason_sentence(receipt.reason)
    if not receipt.strikes or receipt.verdict not in _STRUCK:
        return sentence
    if limit := store.clock.illegal_limit:
        text = _("{sentence} Faults so far: {strikes}; with {limit} the game is forfeited.")
        return text.format(sentence=sentence, strikes=receipt.strikes, limit=limit)
    return _("{sentence} Faults so far: {strikes}.").format(
        sentence=sentence, strikes=receipt.strikes
    )


def stop_sentence(notice: table_pb2.Stopping) -> str:
    """Tell when the server stops, and whether the table is there again afterwards."""
    within, goodbye = spoken(notice.within_ms), notice.goodbye
    if not notice.within_ms:
        return goodbye_sentence(goodbye)
    if not goodbye.HasField("retry_after_ms"):
        text = _("The server stops in {time} at the latest, and nobody has said when it is back.")
        return text.format(time=within)
    text = _("The server stops in {time} at the latest. The table goes on about {back} later.")
    return text.format(time=within, back=spoken(goodbye.retry_after_ms))


def goodbye_sentence(goodbye: table_pb2.Goodbye) -> str:
    """Tell why a table is over for its viewer."""
    if goodbye.reason == table_pb2.GOODBYE_REASON_DRAINING and goodbye.HasField("retry_after_ms"):
        text = _("The server stops. It is back in about {time}.")
        return text.format(time=spoken(goodbye.retry_after_ms))
    return _(_GOODBYES.get(goodbye.reason, _GOODBYE))


_STRUCK: Final = (play_pb2.VERDICT_ILLEGAL, play_pb2.VERDICT_MALFORMED)

_GOODBYE: Final = mark("The server says goodbye.")
_GOODBYES: Final = {
    table_pb2.GOODBYE_REASON_FINISHED: mark("The games at this table are over."),
    table_pb2.GOODBYE_REASON_RESIGNED: mark("You have given up your seat."),
    table_pb2.GOODBYE_REASON_KICKED: mark("You were removed from the table."),
    table_pb2.GOODBYE_REASON_TABLE_CLOSED: mark("The table was closed."),
    table_pb2.GOODBYE_REASON_NOT_READY: mark("You were not ready in time and lost the seat."),
    table_pb2.GOODBYE_REASON_FORFEITED: mark("You have forfeited the game and lost the seat."),
    table_pb2.GOODBYE_REASON_SUSPENDED: mark(
        "Too many games were forfeited, or the key is void: the server gives you no more seats."
    ),
    table_pb2.GOODBYE_REASON_DETACHED: mark("You have left the table; the seat is still yours."),
    table_pb2.GOODBYE_REASON_SUPERSEDED: mark("This seat is now played from somewhere else."),
    table_pb2.GOODBYE_REASON_SLOW_READER: mark("The server dropped you: reading was too slow."),
    table_pb2.GOODBYE_REASON_SILENT: mark("The server dropped you: no answer from here."),
    table_pb2.GOODBYE_REASON_DRAINING: mark(
        "The server stops, and nobody has said when it is back."
    ),
    table_pb2.GOODBYE_REASON_STORAGE_FAILED: mark(
        "The server could not store what happened, and stopped the table."
    ),
}
