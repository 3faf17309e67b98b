"""A bot from the protos alone that gives its seat up, before the game or at its first decision.

The argument says when: ``welcome`` or ``decision``. It goes on waiting for work.
"""

import os
import queue
import sys
from collections.abc import Iterator

import grpc

from skyjo.v1.enlist_pb2 import Enlist
from skyjo.v1.play_pb2 import Attach, ClientFrame, PlayRequest, Ready, Resign, ServerFrame
from skyjo.v1.play_pb2_grpc import PlayServiceStub
from skyjo.v1.table_pb2 import ProtocolVersion

VERSION = ProtocolVersion(major=1)
to_send: queue.SimpleQueue[ClientFrame] = queue.SimpleQueue()


def requests() -> Iterator[PlayRequest]:
    while True:
        yield PlayRequest(frames=[to_send.get()])


def answer(frame: ServerFrame, number: int, when: str) -> None:
    kind = frame.WhichOneof("frame")
    if kind == when:
        os.write(1, b"I give up\n")
        to_send.put(ClientFrame(number=frame.number, resign=Resign()))
    elif kind == "assigned":
        attach = Attach(version=VERSION, seat_token=frame.assigned.seat_token)
        to_send.put(ClientFrame(number=number, attach=attach))
    elif kind == "welcome":
        to_send.put(ClientFrame(number=frame.number, ready=Ready()))


def main() -> None:
    key, name = bytes.fromhex(os.environ["SKYJO_KEY"]), os.environ["SKYJO_NAME"]
    enlist = Enlist(version=VERSION, key=key, name=name, seats=1)
    to_send.put(ClientFrame(number=1, enlist=enlist))
    number = 1
    with grpc.insecure_channel(os.environ["SKYJO_SERVER"]) as channel:
        for response in PlayServiceStub(channel).Play(requests()):
            for frame in response.frames:
                number += frame.HasField("assigned")
                answer(frame, number, sys.argv[1])


if __name__ == "__main__":
    main()
