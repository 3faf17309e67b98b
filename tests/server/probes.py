"""Everything a viewer may try at a table, in case an answer tells it what it may not know."""

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from prometheus_client.core import Metric

from skyjo.v1.play_pb2 import Act, ClientFrame, Detach, Note, Pong, Ready
from skyjo.v1.record_pb2 import GetGameRequest
from skyjo.v1.table_pb2 import Resume
from skyjo.v1.talk_pb2 import (
    BALLOT_KIND_PLAY_AGAIN,
    BALLOT_KIND_REMOVE_SEAT,
    CHAT_PHRASE_HELLO,
    Say,
    Vote,
)
from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Take
from skyjo_engine.cards import SLOTS
from skyjo_server.metrics import Figures
from skyjo_server.services.listing import summary
from skyjo_server.services.records import RecordService
from skyjo_server.services.watch import WatchLink
from skyjo_wire import from_engine
from skyjo_wire.errors import RefusalError
from tests.server.simple_player import SimplePlayer
from tests.server.worlds import Viewer, World

_RUNNER = asyncio.Runner()
"""For the reading of metrics, which tables do not need."""
TRIED = (0, 5, SLOTS - 1)
VOTES = (
    Vote(yes=True),
    Vote(kind=BALLOT_KIND_PLAY_AGAIN, yes=True),
    Vote(kind=BALLOT_KIND_REMOVE_SEAT, seat=0, yes=True),
)


def frames(world: World, viewer: Viewer, *, every_number: bool) -> list[ClientFrame]:
    """What a seat may send, except what would play a card; some of it comes too late."""
    number = viewer.number
    acts = [
        *_illegal(world, viewer),
        Act(decision_id=_open_decision(world, viewer)),
        Act(decision_id=_open_decision(world, viewer), draw={}, note="\n"),
        Act(draw={}),
        Act(decision_id=1, draw={}),
        Act(decision_id=world.table.latest, take={}),
        Act(decision_id=world.table.latest + 1, draw={}),
    ]
    found = [ClientFrame(number=number, act=act) for act in acts]
    found += [
        ClientFrame(number=number),
        ClientFrame(number=number + 50, pong=Pong()),
        ClientFrame(number=number, pong=Pong(nonce=1)),
        ClientFrame(number=number, say=Say(text="hello")),
        ClientFrame(number=number, say=Say(phrase=CHAT_PHRASE_HELLO)),
        *(ClientFrame(number=number, vote=vote) for vote in VOTES),
        ClientFrame(number=number, note=Note(decision_id=1, text="hm")),
        ClientFrame(number=number, ready=Ready(entropy_hash=b"short")),
        ClientFrame(number=number, ready=Ready(entropy=bytes(32))),
    ]
    found += _attaches(world, viewer, every_number=every_number)
    return found


def _open_decision(world: World, viewer: Viewer) -> int:
    """The viewer's open decision, or else anybody's."""
    play = world.table.play
    decisions = play._running.decisions if play else {}
    return decisions.get(viewer.seat or 0, next(iter(decisions.values()), 0))


def _illegal(world: World, viewer: Viewer) -> Iterator[Act]:
    play, decision_id = world.table.play, _open_decision(world, viewer)
    legal = play._running.game.legal(viewer.seat or 0) if play else None
    tried: list[Action] = [Draw(), Flip((0,)), Flip((0, 1, 2))]
    tried += [kind(slot) for kind in (Take, Keep, Discard) for slot in TRIED]
    for action in tried:
        if legal is None or not legal.allows(action):
            yield from_engine.act(decision_id, action)
    yield Act(decision_id=decision_id, flip={"slots": [3, 3]})
    yield Act(decision_id=decision_id, take={"slot": SLOTS})
    yield Act(decision_id=decision_id, keep={})


def _attaches(world: World, viewer: Viewer, *, every_number: bool) -> Iterator[ClientFrame]:
    """The seat taken up again from event numbers until now, and from one that is yet to come."""
    for number, resume in enumerate(_resumes(world, every_number=every_number), 200):
        attach = SimplePlayer(viewer.token, number).attach()
        attach.attach.resume.CopyFrom(resume)
        yield attach
    yield SimplePlayer(viewer.token, 199).attach()
    yield ClientFrame(number=199, detach=Detach())


def again(world: World, viewer: Viewer) -> list[ClientFrame]:
    """A program that plays stand-ins waits for work again, and is given its live seats anew."""
    stand_ins = len(world.wires) - 1
    return [world.inside.enlistment()] if viewer.wire == stand_ins else []


def _resumes(world: World, *, every_number: bool) -> Iterator[Resume]:
    latest, game_id = world.table.latest, world.table.attempt.game_id
    numbers = range(latest + 2) if every_number else (0, latest // 2, latest, latest + 1)
    return (Resume(game_id=game_id, after=after) for after in numbers)


def answers(world: World, viewer: Viewer, tried: list[ClientFrame], *, every_number: bool) -> bytes:
    """What a viewer has been sent, what it is answered to all it tries, and what anybody may ask.

    That is the lobby, the metrics and the records.
    """
    answered = summary(world.table).SerializeToString() + counted(world) + recorded(world)
    if viewer.wire is None:
        answered += b"".join(_watched(world, every_number=every_number))
    else:
        wire = world.wires[viewer.wire]
        wire.connection.beat()
        for frame in tried:
            wire.receive(frame)
    return answered + world.sent(viewer)


def counted(world: World) -> bytes:
    """What metrics show of a world."""

    async def read() -> list[Metric]:
        nothing: Any = SimpleNamespace(durable=None, restarts=0)
        return await Figures(world.inside.hall, nothing, nothing)._read()

    samples = [sample for metric in _RUNNER.run(read()) for sample in metric.samples]
    return repr([(s.name, s.labels, s.value) for s in samples]).encode()


def recorded(world: World) -> bytes:
    """What is said of the record of the table's game to those who ask for it.

    A record that everybody may have shows all there was to know.
    """
    service = RecordService(world.inside.hall, world.inside.store)
    get: Any = RecordService.GetGame
    guest = world.inside.hall.doorkeeper.guest("ipv4:192.0.2.1:1")
    try:
        request = GetGameRequest(game_id=world.table.attempt.game_id)
        found = get.__wrapped__(service, request, guest).record
    except RefusalError as error:
        return error.refusal.SerializeToString()
    return found.SerializeToString() if world.table.attempt.withheld else b"public"


def _watched(world: World, *, every_number: bool) -> Iterator[bytes]:
    """The table watched from its view on, as by one who begins anew, and from event numbers."""
    for resume in (None, *_resumes(world, every_number=every_number)):
        link = WatchLink()
        try:
            world.table.watch(link, resume)
        except RefusalError as error:
            yield error.refusal.SerializeToString()
        yield b"".join(link.outbox.take())
