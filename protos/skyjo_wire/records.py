"""The record of a game as the engine has it, and as the message GameRecord."""

from collections.abc import Iterable
from typing import Final

from skyjo.v1 import record_pb2, table_pb2
from skyjo_engine import record as engine
from skyjo_engine.errors import EngineError
from skyjo_engine.events import RoundEnded, TurnStarted
from skyjo_engine.rules import Rules
from skyjo_wire import enums, from_engine, from_events, to_engine, to_events
from skyjo_wire.errors import RefusalError


class RecordMessageError(ValueError):
    """A GameRecord that cannot be right; ``where`` names the part of it."""

    def __init__(self, where: str) -> None:
        """Keep the place."""
        super().__init__(f"not a record of a game: {where}")
        self.where = where


def to_message(record: engine.Record) -> record_pb2.GameRecord:
    """The record as a message."""
    return record_pb2.GameRecord(
        game_id=record.game_id,
        rules=from_engine.rules(record.rules),
        players=[_recorded(player) for player in record.players],
        deal=_deal(record.deal),
        entries=[_entry(entry) for entry in record.entries],
        key=record.key,
    )


def _recorded(player: engine.Player) -> record_pb2.RecordedPlayer:
    kind = enums.PLAYER_KIND[player.kind]
    return record_pb2.RecordedPlayer(
        seat=player.seat,
        name=player.name,
        kind=table_pb2.PLAYER_KIND_HOUSE_BOT if player.level else kind,
        house_level=player.level,
        build_hash=player.build,
    )


def _deal(deal: engine.Deal) -> record_pb2.RecordedDeal:
    return record_pb2.RecordedDeal(
        scheme=deal.scheme,
        source=enums.DEAL_SOURCE[deal.source],
        commitment=deal.commitment,
        entropy=[record_pb2.SeatEntropy(entropy=entropy) for entropy in deal.entropy],
        restarts=[
            record_pb2.RecordedRestart(commitment=r.commitment, key=r.key, seat=r.seat)
            for r in deal.restarts
        ],
    )


def _entry(entry: engine.Entry) -> record_pb2.RecordEntry:
    match entry:
        case engine.DealEntry(number, deck):
            return record_pb2.RecordEntry(deck=record_pb2.RecordedDeck(round=number, cards=deck))
        case engine.ReshuffleEntry(pile):
            return record_pb2.RecordEntry(reshuffle=record_pb2.RecordedReshuffle(pile=pile))
        case engine.ActionEntry():
            return record_pb2.RecordEntry(action=_action(entry))
        case engine.NoteEntry(seat, text):
            return record_pb2.RecordEntry(note=record_pb2.RecordedNote(seat=seat, text=text))
        case _:
            return _decided(entry)


def _decided(
    entry: engine.TurnEntry | engine.SeatEntry | engine.RoundEntry | engine.ResultEntry,
) -> record_pb2.RecordEntry:
    match entry:
        case engine.TurnEntry(seat, reason):
            turn = from_events.event(TurnStarted(seat, reason)).turn
            return record_pb2.RecordEntry(turn=turn)
        case engine.SeatEntry():
            return record_pb2.RecordEntry(seat_changed=from_events.seat_changed(entry))
        case engine.RoundEntry(number, finisher, raw, scores, totals):
            ended = RoundEnded(number, finisher, raw, scores, totals)
            return record_pb2.RecordEntry(round_ended=from_events.event(ended).round_ended)
        case engine.ResultEntry(totals, ranks, end):
            result = from_events.game_ended(totals, ranks, end)
            return record_pb2.RecordEntry(game_ended=result)


def _action(entry: engine.ActionEntry) -> record_pb2.RecordedAction:
    message = record_pb2.RecordedAction(seat=entry.seat, by_server=entry.by_server, card=entry.card)
    from_engine.put_action(message, entry.action)
    return message


def from_message(message: record_pb2.GameRecord) -> engine.Record:
    """The record that a message holds; entries of kinds this version does not know are skipped.

    Raises :class:`RecordMessageError` for what cannot be right. Whether the game was played by the
    rules is for the engine's replay to say.
    """
    rules = _rules(message)
    try:
        return engine.Record(
            game_id=message.game_id,
            rules=rules,
            players=tuple(_player(player) for player in message.players),
            deal=_deal_back(message.deal),
            entries=tuple(_entries(message.entries)),
            key=message.key if message.HasField("key") else None,
        )
    except EngineError as error:
        raise RecordMessageError(str(error)) from None


def _rules(message: record_pb2.GameRecord) -> Rules:
    try:
        return to_engine.rules(message.rules)
    except RefusalError as error:
        raise RecordMessageError(error.refusal.field) from None


def _player(message: record_pb2.RecordedPlayer) -> engine.Player:
    kind = enums.PLAYER_KIND_BACK.get(message.kind)
    if kind is None:
        raise RecordMessageError("players.kind")
    return engine.Player(message.seat, message.name, kind, message.house_level, message.build_hash)


def _deal_back(message: record_pb2.RecordedDeal) -> engine.Deal:
    source = enums.DEAL_SOURCE_BACK.get(message.source)
    if source is None:
        raise RecordMessageError("deal.source")
    return engine.Deal(
        source=source,
        commitment=message.commitment,
        entropy=tuple(e.entropy if e.HasField("entropy") else None for e in message.entropy),
        restarts=tuple(engine.Restart(r.commitment, r.key, r.seat) for r in message.restarts),
        scheme=message.scheme,
    )


def _entries(messages: Iterable[record_pb2.RecordEntry]) -> Iterable[engine.Entry]:
    for message in messages:
        kind = message.WhichOneof("entry")
        if kind in _CARDS_AND_ACTIONS:
            yield _played(message)
        elif kind is not None:
            yield _decided_back(message)


_CARDS_AND_ACTIONS: Final = ("deck", "reshuffle", "action", "note")


def _played(message: record_pb2.RecordEntry) -> engine.Entry:
    match message.WhichOneof("entry"):
        case "deck":
            return engine.DealEntry(message.deck.round, tuple(message.deck.cards))
        case "reshuffle":
            return engine.ReshuffleEntry(tuple(message.reshuffle.pile))
        case "note":
            return engine.NoteEntry(message.note.seat, message.note.text)
        case _:
            return _action_back(message.action)


def _decided_back(message: record_pb2.RecordEntry) -> engine.Entry:
    match message.WhichOneof("entry"):
        case "turn":
            turn = to_events.turn_started(message.turn)
            return engine.TurnEntry(turn.seat, turn.reason)
        case "seat_changed":
            changed = to_events.seat_changed(message.seat_changed)
            if changed is None:
                raise RecordMessageError("entries.seat_changed.change")
            return engine.SeatEntry(
                changed.seat, changed.change, changed.fault, changed.whole_game, changed.removed
            )
        case "round_ended":
            scored = to_events.round_ended(message.round_ended)
            return engine.RoundEntry(
                scored.round, scored.finisher, scored.raw, scored.scores, scored.totals
            )
        case _:
            result = to_events.game_ended(message.game_ended)
            return engine.ResultEntry(result.totals, result.ranks, result.reason)


def _action_back(message: record_pb2.RecordedAction) -> engine.ActionEntry:
    try:
        action = to_engine.action(message)
    except RefusalError as error:
        raise RecordMessageError(f"entries.action: {error}") from None
    card = message.card if message.HasField("card") else None
    return engine.ActionEntry(message.seat, action, card, message.by_server)
