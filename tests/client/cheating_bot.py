"""A bot from the protos alone that answers its first turn with what is not allowed, then plays on.

It also sends a frame that means nothing, and plays one round a game. ``skyjo duel`` starts it.
"""

import os
import queue
from collections.abc import Iterator

import grpc

from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.play_pb2 import (
    VERDICT_ACCEPTED,
    Act,
    Attach,
    ClientFrame,
    Decision,
    PlayRequest,
    Ready,
    ServerFrame,
)
from skyjo.v1.play_pb2_grpc import PlayServiceStub
from skyjo.v1.table_pb2 import ProtocolVersion

VERSION = ProtocolVersion(major=1)
to_send: queue.SimpleQueue[ClientFrame] = queue.SimpleQueue()
cheated: set[int] = set()


def requests() -> Iterator[PlayRequest]:
    while True:
        yield PlayRequest(frames=[to_send.get()])


def act(decision: Decision, *, cheat: bool) -> Act:
    legal, answer = decision.legal, Act(decision_id=decision.decision_id)
    if cheat:
        answer.keep.slot = 0
    elif legal.flip_count:
        answer.flip.slots[:] = legal.flip[: legal.flip_count]
    elif legal.take:
        answer.take.slot = legal.take[-1]
    else:
        answer.draw.SetInParent()
    return answer


def answer(frame: ServerFrame, last: dict[int, Decision]) -> Iterator[ClientFrame]:
    number = frame.number
    match frame.WhichOneof("frame"):
        case "assigned":
            number = max(last, default=1) + 1
            last[number] = Decision()
            attach = Attach(version=VERSION, seat_token=frame.assigned.seat_token)
            yield ClientFrame(number=number, attach=attach)
        case "welcome":
            yield ClientFrame(number=number, ready=Ready())
            yield ClientFrame(number=number)  # which is refused
        case "decision":
            last[number] = frame.decision
            cheat = bool(frame.decision.legal.take) and number not in cheated
            if cheat:
                cheated.add(number)
            yield ClientFrame(number=number, act=act(frame.decision, cheat=cheat))
        case "receipt" if frame.receipt.verdict != VERDICT_ACCEPTED:
            yield ClientFrame(number=number, act=act(last[number], cheat=False))


def main() -> None:
    enlist = Enlist(
        version=VERSION,
        key=bytes.fromhex(os.environ["SKYJO_KEY"]),
        name=os.environ["SKYJO_NAME"],
        seats=int(os.environ["SKYJO_SEATS"]),
    )
    to_send.put(ClientFrame(number=1, enlist=enlist))
    last: dict[int, Decision] = {}
    with grpc.insecure_channel(os.environ["SKYJO_SERVER"]) as channel:
        for response in PlayServiceStub(channel).Play(requests()):
            for frame in response.frames:
                for said in answer(frame, last):
                    to_send.put(said)


if __name__ == "__main__":
    main()
