"""What a viewer is told first: the table, its game, and who is there."""

from dataclasses import dataclass
from importlib.metadata import version
from typing import Final

from skyjo.v1 import play_pb2, table_pb2
from skyjo_server.attempt import Attempt
from skyjo_server.frames import OPENING, PRESENCE, WELCOME, Frame, frame
from skyjo_server.plan import Plan
from skyjo_server.seats import Seats
from skyjo_wire import enums, from_engine
from skyjo_wire.framing import delimited, tag
from skyjo_wire.version import protocol_version

SERVER_VERSION: Final = version("skyjo-terminal")
_VIEW: Final = tag(table_pb2.Welcome.VIEW_FIELD_NUMBER)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands, who is there, what times hold, and what may be said."""

    stage: table_pb2.TableStage
    players: list[table_pb2.Player]
    host: int | None
    spectators: int
    game_index: int
    next_round_ms: int | None
    starting: bool
    between_rounds_ms: int
    heartbeat_ms: int
    phrases_allowed: bool
    text_allowed: bool
    stopping: table_pb2.Stopping | None


def presence(standing: Standing) -> table_pb2.Presence:
    """Who is at the table now."""
    return table_pb2.Presence(
        players=standing.players,
        host=standing.host,
        stage=standing.stage,
        spectators=standing.spectators,
        next_round_ms=standing.next_round_ms,
        starting=standing.starting,
        stopping=standing.stopping,
    )


def presence_frame(standing: Standing) -> Frame:
    """Frame :func:`presence`."""
    return frame(PRESENCE, presence(standing))


def welcome_frame(
    plan: Plan,
    attempt: Attempt,
    standing: Standing,
    *,
    seat: int | None,
    next_number: int,
    view: bytes | None,
) -> Frame:
    """The welcome of a seat, or of a spectator (None); ``view`` is absent before a game."""
    message = table_pb2.Welcome(
        version=protocol_version(),
        server_version=SERVER_VERSION,
        table_id=plan.table_id,
        code=plan.code,
        title=plan.title,
        seat=seat,
        game_id=attempt.game_id,
        game_index=standing.game_index,
        next_number=next_number,
        rules=from_engine.rules(attempt.rules),
        rules_digest=attempt.rules.digest(),
        clock=plan.clock,
        heartbeat_ms=standing.heartbeat_ms,
        between_rounds_ms=standing.between_rounds_ms,
        deal_source=enums.DEAL_SOURCE[attempt.source],
        commitment=attempt.commitment,
        event_id=plan.event_id,
        phrases_allowed=standing.phrases_allowed,
        text_allowed=standing.text_allowed,
        presence=presence(standing),
    )
    payload = message.SerializeToString(deterministic=True)
    return Frame(WELCOME, payload if view is None else payload + delimited(_VIEW, view))


def opening_frame(attempt: Attempt, seats: Seats) -> Frame:
    """Seats and order are fixed: show every seat's promise."""
    shown = [
        play_pb2.SeatOpening(
            seat=occupant.index,
            name=occupant.name,
            entropy_hash=attempt.hashes[occupant.index],
        )
        for occupant in seats.taken()
    ]
    message = play_pb2.Opening(game_id=attempt.game_id, commitment=attempt.commitment, seats=shown)
    return frame(OPENING, message)
