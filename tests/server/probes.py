"""Everything a viewer may try at a table, in case an answer tells it what it may not know."""

from collections.abc import Iterator

from skyjo.v1.play_pb2 import Act, ClientFrame, Detach, Note, Pong, Ready
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
from skyjo_server.services.listing import summary
from skyjo_server.services.watch import WatchLink
from skyjo_wire import from_engine
from skyjo_wire.errors import RefusalError
from tests.server.simple_player import SimplePlayer
from tests.server.worlds import Viewer, World

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


def _resumes(world: World, *, every_number: bool) -> Iterator[Resume]:
    latest, game_id = world.table.latest, world.table.attempt.game_id
    numbers = range(latest + 2) if every_number else (0, latest // 2, latest, latest + 1)
    return (Resume(game_id=game_id, after=after) for after in numbers)


def answers(world: World, viewer: Viewer, tried: list[ClientFrame], *, every_number: bool) -> bytes:
    """What a viewer has been sent, what it is answered to all it tries, and what the lobby says."""
    answered = summary(world.table).SerializeToString() + counted(world)
    if viewer.wire is None:
        answered += b"".join(_watched(world, every_number=every_number))
    else:
        wire = world.wires[viewer.wire]
        wire.connection.beat()
        for frame in tried:
            wire.receive(frame)
    return answered + world.sent(viewer)


def counted(world: World) -> bytes:
    """What metrics show of a world, but for how long things took."""
    hall = world.inside.hall
    stages = [table.stage for table in hall.tables.values()]
    meters = hall.meters
    return repr((stages, meters.games, meters.refusals, sum(meters.moves.counts()))).encode()


def _watched(world: World, *, every_number: bool) -> Iterator[bytes]:
    for resume in _resumes(world, every_number=every_number):
        link = WatchLink()
        try:
            world.table.watch(link, resume)
        except RefusalError as error:
            yield error.refusal.SerializeToString()
        yield b"".join(link.outbox.take())
