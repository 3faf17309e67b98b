"""Frames for tests of the presentation layer: a table of people with plain names."""

from collections.abc import Sequence

from skyjo.v1 import event_pb2, game_pb2, play_pb2, rules_pb2, table_pb2
from skyjo_client.present.narrator import Narrator

NAMES = ("Anke", "Berta", "Chris", "Dörte", "Emil", "Frauke", "Gustav", "Holger")


def welcome(  # noqa: PLR0913 # what a welcome says
    seat: int | None = 0,
    players: int = 3,
    *,
    names: Sequence[str] = NAMES,
    stage: table_pb2.TableStage = table_pb2.TABLE_STAGE_PLAYING,
    view: game_pb2.View | None = None,
    next_number: int = 1,
    game_id: str = "game-1",
) -> play_pb2.ServerFrame:
    rules = rules_pb2.Rules(players=players, target=100, initial_flips=2)
    return play_pb2.ServerFrame(
        number=1,
        welcome=table_pb2.Welcome(
            code="otter42",
            title="Evening",
            seat=seat,
            game_id=game_id,
            next_number=next_number,
            rules=rules,
            presence=presence(players, names=names, stage=stage).presence,
            view=view,
        ),
    )


def presence(
    players: int,
    *,
    names: Sequence[str] = NAMES,
    stage: table_pb2.TableStage = table_pb2.TABLE_STAGE_PLAYING,
    host: int = 0,
) -> play_pb2.ServerFrame:
    human = table_pb2.PLAYER_KIND_HUMAN
    people = [
        table_pb2.Player(seat=s, name=names[s], kind=human, connected=True) for s in range(players)
    ]
    shown = table_pb2.Presence(players=people, host=host, stage=stage)
    return play_pb2.ServerFrame(number=1, presence=shown)


def events(first: int, *kinds: event_pb2.Event) -> play_pb2.ServerFrame:
    return play_pb2.ServerFrame(number=1, events=event_pb2.Events(first_number=first, events=kinds))


def dealt(players: int = 3, *, top: int = 7) -> event_pb2.Event:
    return event_pb2.Event(
        dealt=event_pb2.Dealt(
            round=1, seats=range(players), discard_top=top, draw_pile=149 - 12 * players
        )
    )


def seated(seat: int | None = 0, players: int = 3) -> Narrator:
    """A narrator that has heard its welcome."""
    narrator = Narrator()
    narrator.take(welcome(seat, players))
    return narrator


def told(narrator: Narrator, event: event_pb2.Event) -> str:
    """The one line for the next event."""
    (line,) = narrator.take(events(narrator.store.board.latest_number + 1, event))
    return line


def decision(
    kind: play_pb2.DecisionKind, legal: game_pb2.LegalActions, number: int = 1
) -> play_pb2.ServerFrame:
    return play_pb2.ServerFrame(
        number=1, decision=play_pb2.Decision(decision_id=number, kind=kind, legal=legal)
    )
