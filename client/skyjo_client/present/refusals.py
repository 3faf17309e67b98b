"""Why the server refused something, as a sentence that says what to do next."""

from typing import Final

from skyjo.v1 import error_pb2
from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _, mark


def refusal_sentence(refusal: error_pb2.Refusal) -> str:
    """Explain a refusal; a reason that this client does not know is given by number."""
    text = _SENTENCES.get(refusal.reason)
    if text is None:
        return _("The server refused this (reason {number}).").format(number=int(refusal.reason))
    sentence = _(text)
    bounded = refusal.HasField("low") and refusal.HasField("high")
    if bounded and refusal.reason != _E.ERROR_REASON_NAME_INVALID:  # which says so itself
        sentence = _("{sentence} Allowed: {low} to {high}.").format(
            sentence=sentence, low=refusal.low, high=refusal.high
        )
    if refusal.field and refusal.reason in _ABOUT_A_FIELD:
        known = _FIELDS.get(refusal.field)
        sentence = _("{sentence} It is about {field}.").format(
            sentence=sentence, field=escape(refusal.field) if known is None else _(known)
        )
    if refusal.HasField("retry_after_ms"):
        sentence = _("{sentence} Try again in {seconds} s.").format(
            sentence=sentence, seconds=-(-refusal.retry_after_ms // 1000)
        )
    return sentence


def reason_sentence(reason: error_pb2.ErrorReason) -> str:
    """Explain a bare reason, as a receipt carries it."""
    return refusal_sentence(error_pb2.Refusal(reason=reason))


_E = error_pb2

_ABOUT_A_FIELD: Final = (
    _E.ERROR_REASON_FIELD_MISSING,
    _E.ERROR_REASON_FIELD_OUT_OF_RANGE,
    _E.ERROR_REASON_FIELDS_CONFLICT,
)
"""Reasons that say nothing without the field at fault."""

_FIELDS: Final = {
    "rules.players": mark("the number of seats"),
    "rules.target": mark("the target"),
    "rules.rounds": mark("the number of rounds"),
    "joiner.name": mark("your name"),
    "seed": mark("the seed"),
    "bots": mark("the bots"),
    "code": mark("the table's code"),
}

_SENTENCES: Final = {
    _E.ERROR_REASON_FIELD_MISSING: mark("Something that is needed was not given."),
    _E.ERROR_REASON_FIELD_OUT_OF_RANGE: mark("A value lies outside its range."),
    _E.ERROR_REASON_FIELDS_CONFLICT: mark("Two of the values given do not go together."),
    _E.ERROR_REASON_NAME_INVALID: mark(
        "This name is not possible. Take 1 to 20 visible letters, with --name."
    ),
    _E.ERROR_REASON_NAME_TAKEN: mark("Somebody has this name already. Take another with --name."),
    _E.ERROR_REASON_NAME_RESERVED: mark(
        "Names that begin like this are the server's own. Take another with --name."
    ),
    _E.ERROR_REASON_TEXT_INVALID: mark("This text is too long or holds characters not allowed."),
    _E.ERROR_REASON_VERSION_UNSUPPORTED: mark(
        "Server and client speak different versions. Bring the older of the two up to date."
    ),
    _E.ERROR_REASON_DEADLINE_TOO_LONG: mark("The call allowed itself too much time."),
    _E.ERROR_REASON_TOKEN_UNKNOWN: mark(
        "The server does not know this seat any more. Join again with the table's code."
    ),
    _E.ERROR_REASON_KEY_UNKNOWN: mark("This needs a key that the server knows."),
    _E.ERROR_REASON_OPERATOR_ONLY: mark("Only the operator of the server may do this."),
    _E.ERROR_REASON_HOST_ONLY: mark("Only the host of the table may do this."),
    _E.ERROR_REASON_TABLE_UNKNOWN: mark(
        "There is no such table. See the open ones with: skyjo tables."
    ),
    _E.ERROR_REASON_GAME_UNKNOWN: mark(
        "There is no such game. See the finished ones with: skyjo record list."
    ),
    _E.ERROR_REASON_SEAT_UNKNOWN: mark("Nobody sits in that seat."),
    _E.ERROR_REASON_BOT_UNKNOWN: mark("There is no bot of this name with a free place."),
    _E.ERROR_REASON_BOT_SUSPENDED: mark(
        "This build of the bot forfeited too many games here; another build may wait for work."
    ),
    _E.ERROR_REASON_EVENT_UNKNOWN: mark("There is no such event."),
    _E.ERROR_REASON_TABLE_FULL: mark("Every seat of this table is taken. You can watch it."),
    _E.ERROR_REASON_SEAT_TAKEN: mark("That seat is taken."),
    _E.ERROR_REASON_TABLE_CLOSED: mark("This table takes nobody in any more."),
    _E.ERROR_REASON_GAME_RUNNING: mark("This is not possible while a game is running."),
    _E.ERROR_REASON_GAME_UNFINISHED: mark("This is possible only after the game has ended."),
    _E.ERROR_REASON_SEATS_EMPTY: mark(
        "Seats are still free. Wait for more players or fill them with: bot casual."
    ),
    _E.ERROR_REASON_WRONG_STAGE: mark("This is not possible at this point of the game."),
    _E.ERROR_REASON_WITHHELD: mark("This stays closed until the organiser closes the event."),
    _E.ERROR_REASON_WATCHING_CLOSED: mark("This table allows no spectators."),
    _E.ERROR_REASON_CHAT_CLOSED: mark("This table allows no such remark."),
    _E.ERROR_REASON_VOTE_CLOSED: mark("There is nothing of this kind to vote on now."),
    _E.ERROR_REASON_REMOVED: mark(
        "You were removed from this game. You may join again when it is over."
    ),
    _E.ERROR_REASON_RATE_LIMITED: mark("Too much in too short a time."),
    _E.ERROR_REASON_TOO_MANY_GUESSES: mark("Too many wrong codes. Wait before you try again."),
    _E.ERROR_REASON_TOO_MANY_FRAMES: mark("Too much at once."),
    _E.ERROR_REASON_TOO_MANY_SEATS: mark("No more seats are possible here."),
    _E.ERROR_REASON_TOO_MANY_TABLES: mark("The server holds as many tables as it may."),
    _E.ERROR_REASON_TOO_MANY_STREAMS: mark("The server holds as many connections as it may."),
    _E.ERROR_REASON_FRAME_EMPTY: mark("The server did not understand this client."),
    _E.ERROR_REASON_FRAME_NUMBER_INVALID: mark("The server did not understand this client."),
    _E.ERROR_REASON_FRAME_NUMBER_USED: mark("The server did not understand this client."),
    _E.ERROR_REASON_NOT_ATTACHED: mark("You do not sit at this table any more."),
    _E.ERROR_REASON_RESUME_AHEAD: mark(
        "The server knows less of this game than this client. Join again."
    ),
    _E.ERROR_REASON_ENTROPY_INVALID: mark("This client's share in the shuffle was not accepted."),
    _E.ERROR_REASON_ENTROPY_MISMATCH: mark("This client's share in the shuffle was not accepted."),
    _E.ERROR_REASON_ACTION_MISSING: mark("No action was given."),
    _E.ERROR_REASON_SLOT_MISSING: mark("Name a slot, such as b3."),
    _E.ERROR_REASON_SLOT_OUT_OF_RANGE: mark("There are only the slots a1 to c4."),
    _E.ERROR_REASON_SLOT_REPEATED: mark("Name different slots."),
    _E.ERROR_REASON_FLIP_COUNT: mark("That is not the number of slots asked for."),
    _E.ERROR_REASON_SLOT_OPEN: mark("That card lies open; only a hidden one can be turned up."),
    _E.ERROR_REASON_SLOT_CLEARED: mark("That slot is cleared."),
    _E.ERROR_REASON_WRONG_PHASE: mark("This is not possible at this point of your turn."),
    _E.ERROR_REASON_NOT_YOUR_TURN: mark("It is not your turn."),
    _E.ERROR_REASON_DECISION_UNKNOWN: mark("You were not asked for that."),
    _E.ERROR_REASON_DECISION_ANSWERED: mark("You have answered that already."),
    _E.ERROR_REASON_DECISION_OVER: mark("Too late: that is over."),
    _E.ERROR_REASON_DRAINING: mark("The server is about to stop and takes nothing new."),
    _E.ERROR_REASON_STORAGE_FAILED: mark(
        "The server could not store what happened, and stopped the table."
    ),
    _E.ERROR_REASON_INTERNAL: mark("The server made a mistake. Please report it."),
}
