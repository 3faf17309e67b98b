"""What is voted on at a table, and how the viewer votes."""

from skyjo.v1 import talk_pb2
from skyjo_client.present.away import may_be_voted_out
from skyjo_client.present.grammar import VOTED_ON, Mistake, Typed
from skyjo_client.present.messages import _
from skyjo_client.present.seats import named_seat
from skyjo_client.present.store import TableStore
from skyjo_client.present.yes_or_no import yes_or_no


def vote(store: TableStore, typed: Typed) -> talk_pb2.Vote:
    """Return the vote that was typed. Raises :class:`Mistake`, which says how to vote."""
    if store.place.private:
        raise Mistake(_("In a private game there is nobody to vote with."))
    topic, *seat, answer = typed.words if len(typed.words) > 1 else ("", "")
    yes = yes_or_no(answer)
    topic = _means(topic.lower())
    if yes is not None and topic == "again" and not seat:
        return talk_pb2.Vote(kind=talk_pb2.BALLOT_KIND_PLAY_AGAIN, yes=yes)
    if yes is not None and topic == "remove" and seat:
        concerned = named_seat(store, Typed(f"{typed.command} {topic}", text=" ".join(seat)))
        if store.is_you(concerned):
            raise Mistake(_("You cannot remove yourself. To give up your seat, type resign."))
        if not may_be_voted_out(store, concerned):
            raise Mistake(
                _("This vote takes two people besides whoever is to go, and here are fewer.")
            )
        kind = talk_pb2.BALLOT_KIND_REMOVE_SEAT
        return talk_pb2.Vote(kind=kind, seat=concerned, yes=yes)
    raise Mistake(
        _("Type vote again or vote remove and a seat, and yes or no, such as vote remove 2 yes.")
    )


def _means(word: str) -> str:
    """What is voted on, by a word of English or of the player's language."""
    return next((one for one in VOTED_ON if word == _(one, "command")), word)


def ballot_lines(store: TableStore) -> list[str]:
    """Tell how all votes stand."""
    return [ballot_line(store, one) for one in store.ballots.values()] or [
        _("Nothing is voted on.")
    ]


def ballot_line(store: TableStore, ballot: talk_pb2.Ballot, before: str = "") -> str:
    """Tell how a vote stands, and how to vote where the viewer may and has not; "" if unknown.

    What is to be typed begins with ``before``.
    """
    topic = _topic(store, ballot)
    if not topic:
        return ""
    if ballot.outcome == talk_pb2.BALLOT_OUTCOME_CARRIED:
        return _("{topic}: carried.").format(topic=topic)
    if ballot.outcome == talk_pb2.BALLOT_OUTCOME_FAILED:
        return _("{topic}: not carried.").format(topic=topic)
    if ballot.outcome == talk_pb2.BALLOT_OUTCOME_INTERRUPTED:
        text = _("{topic}: the server was started again, and the votes are lost. Vote anew.")
        return text.format(topic=topic)
    parts = {"topic": topic, "yes": len(ballot.yes), "no": len(ballot.no), "needed": ballot.needed}
    text = _("{topic}: {yes} of {needed} votes needed.")
    if ballot.no:
        text = _("{topic}: {yes} of {needed} votes needed, {no} against.")
    line = text.format(**parts)
    if not _may_vote(store, ballot):
        return line
    how = _("{line} Type {command} yes or {command} no.")
    return how.format(line=line, command=f"{before}{_command(ballot)}")


def vote_asked(store: TableStore, command: str) -> str:
    """Ask the viewer for the vote on who has to go that runs and that it has not given; "" if none.

    ``command`` begins what is typed.
    """
    kind = talk_pb2.BALLOT_KIND_REMOVE_SEAT
    for ballot in store.ballots.values():
        if ballot.kind == kind and _may_vote(store, ballot):
            return ballot_line(store, ballot, before=command)
    return ""


def _topic(store: TableStore, ballot: talk_pb2.Ballot) -> str:
    if ballot.kind == talk_pb2.BALLOT_KIND_PLAY_AGAIN:
        return _("Vote on another game")
    if ballot.kind != talk_pb2.BALLOT_KIND_REMOVE_SEAT:
        return ""
    if store.is_you(ballot.seat):
        return _("Vote on removing you")
    return _("Vote on removing {name}").format(name=store.name(ballot.seat))


def _may_vote(store: TableStore, ballot: talk_pb2.Ballot) -> bool:
    """Whether the viewer is asked for a vote and has not given it."""
    own = store.players.get(-1 if store.seat is None else store.seat)
    concerned = ballot.HasField("seat") and store.is_you(ballot.seat)
    voted = store.seat in (*ballot.yes, *ballot.no)
    return own is not None and own.is_person and not concerned and not voted


def _command(ballot: talk_pb2.Ballot) -> str:
    return f"vote remove {ballot.seat + 1}" if ballot.HasField("seat") else "vote again"
