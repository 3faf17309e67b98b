"""A table as text, and back: what the journal keeps of a table beside the inputs of its game.

The text is JSON with plain values, bytes in hexadecimal. Here is everything that a table needs
after a restart and that does not follow from its game's inputs: its plan, its seats with the
hashes of their tokens, its host, and the preparation of its game. Streams are not: clients come
back and attach.
"""

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, cast

from skyjo.v1 import table_pb2
from skyjo.v1.rules_pb2 import ClockRules
from skyjo_engine.record import Player, PlayerKind, Restart
from skyjo_engine.rules import Rules
from skyjo_server.attempt import Attempt
from skyjo_server.input_text import KeptInput
from skyjo_server.plan import Plan
from skyjo_server.room import Room
from skyjo_server.seating import BotRef, Holder, Occupant
from skyjo_server.voting import KeptVotes

Saved = dict[str, Any]
"""What JSON has for a structure of ours."""


def dumps(room: Room, *, starting: bool, votes: KeptVotes) -> str:
    """The text of a table as it stands, with what is kept of its votes."""
    saved = {
        "plan": _save_plan(room.plan),
        "host_token": _hex(room.seats.host_token_hash),
        "stage": table_pb2.TableStage.Name(room.stage),
        "farewell": room.farewell.reason,
        "starting": starting,
        "game_index": room.game_index,
        "attempt": _save_attempt(room.attempt),
        "players": [_save_player(player) for player in room.play.players] if room.play else None,
        "host": room.seats.host.index if room.seats.host else None,
        "barred": sorted(room.seats.barred),
        "ballots": votes.topics,
        "hurried": votes.hurried,
        "seats": [_save_occupant(occupant) for occupant in room.seats.all()],
    }
    return json.dumps(saved, separators=(",", ":"), ensure_ascii=False)


def _save_plan(plan: Plan) -> Saved:
    values: Saved = {field.name: getattr(plan, field.name) for field in fields(plan)}
    values["rules"] = plan.rules.settings()
    values["clock"] = plan.clock.SerializeToString(deterministic=True).hex()
    values["organiser_keys"] = [key.hex() for key in plan.organiser_keys]
    return values


def _load_plan(saved: Saved) -> Plan:
    rules = Rules.from_settings(saved["rules"])
    clock = ClockRules.FromString(bytes.fromhex(saved["clock"]))
    keys = tuple(map(bytes.fromhex, saved["organiser_keys"]))
    return Plan(**{**saved, "rules": rules, "clock": clock, "organiser_keys": keys})


def _save_attempt(attempt: Attempt) -> Saved:
    return {
        "game_id": attempt.game_id,
        "key": attempt.key.hex(),
        "hashes": list(map(_hex, attempt.hashes)),
        "entropy": list(map(_hex, attempt.entropy)),
        "restarts": [[one.commitment.hex(), one.key.hex(), one.seat] for one in attempt.restarts],
    }


def _save_player(player: Player) -> list[object]:
    return [player.seat, player.name, player.kind.value, player.level, player.build.hex()]


def _save_occupant(occupant: Occupant | None) -> Saved | None:
    if occupant is None:
        return None
    return {
        "name": occupant.name,
        "kind": occupant.kind,
        "level": occupant.house_level,
        "strikes": occupant.strikes,
        "pauses": occupant.pauses,
        "out": occupant.out,
        "used_up": occupant.used_up,
        "holder": _save_holder(occupant.holder),
        "stand_in": _save_holder(occupant.stand_in),
    }


def _save_holder(holder: Holder | None) -> Saved | None:
    if holder is None:
        return None
    bot = holder.bot
    return {
        "token": holder.token_hash.hex(),
        "build": holder.build_hash.hex(),
        "bot": [bot.name, bot.key_hash.hex()] if bot else None,
    }


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)


def loads(room: Room, text: str, inputs: Sequence[KeptInput]) -> bool:
    """Put ``room``, which is new, where the saved table stood; return whether it was starting.

    Its game is played again from ``inputs``, in order.
    """
    saved = json.loads(text)
    room.seats.host_token_hash = _bytes(saved["host_token"])
    room.game_index = saved["game_index"]
    room.farewell = table_pb2.Goodbye(reason=saved["farewell"])
    room.seats.refill([_load_occupant(index, one) for index, one in enumerate(saved["seats"])])
    room.seats.host = None if saved["host"] is None else room.seats.at(saved["host"])
    room.seats.barred = set(saved.get("barred", ()))
    room.attempt = _load_attempt(room, saved["attempt"])
    room.stage = cast("table_pb2.TableStage", table_pb2.TableStage.Value(saved["stage"]))
    if saved["players"] is not None:
        players = tuple(map(_load_player, saved["players"]))
        room.play = room.new_play(players)
        room.play.repeat(inputs)
    return bool(saved["starting"])


def votes_in(text: str) -> KeptVotes:
    """What was kept of the votes at a saved table."""
    saved = json.loads(text)
    topics = [(kind, seat) for kind, seat in saved.get("ballots", ())]
    return KeptVotes(topics, hurried=saved.get("hurried", False))


def plan_in(text: str) -> Plan:
    """The plan of a saved table."""
    return _load_plan(json.loads(text)["plan"])


def _load_attempt(room: Room, saved: Saved) -> Attempt:
    hashes, entropy = list(map(_bytes, saved["hashes"])), list(map(_bytes, saved["entropy"]))
    rules = replace(room.plan.rules, players=len(hashes))
    restarts = tuple(
        Restart(bytes.fromhex(committed), bytes.fromhex(key), seat)
        for committed, key, seat in saved["restarts"]
    )
    key = bytes.fromhex(saved["key"])
    attempt = Attempt(saved["game_id"], rules, key, room.plan.source, restarts)
    attempt.hashes, attempt.entropy = hashes, entropy
    return attempt


def _load_player(saved: list[Any]) -> Player:
    seat, name, kind, level, build = saved
    return Player(seat, name, PlayerKind(kind), level, bytes.fromhex(build))


def _load_occupant(index: int, saved: Saved | None) -> Occupant | None:
    if saved is None:
        return None
    return Occupant(
        index,
        saved["name"],
        saved["kind"],
        _load_holder(saved["holder"]),
        saved["level"],
        stand_in=_load_holder(saved["stand_in"]),
        strikes=saved["strikes"],
        pauses=saved["pauses"],
        out=saved["out"],
        used_up=saved.get("used_up", 0),
    )


def _load_holder(saved: Saved | None) -> Holder | None:
    if saved is None:
        return None
    holder = Holder(bytes.fromhex(saved["token"]), build_hash=bytes.fromhex(saved["build"]))
    if saved["bot"]:
        name, key_hash = saved["bot"]
        holder.bot = BotRef(name, bytes.fromhex(key_hash))
    return holder
