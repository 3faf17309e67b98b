"""Parts of the bot with defects: which defect it has, what it chooses and how it connects."""

import asyncio
import itertools
import os
import queue
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
from cryptography import x509

from skyjo.v1 import play_pb2 as play
from skyjo_client.certificates import look

DEFECT = sys.argv[1] if len(sys.argv) > 1 else ""
Heard = queue.Queue[play.ServerFrame | None]


def has(defect: str) -> bool:
    return defect == DEFECT


def dies_if(defect: str) -> None:
    _ = has(defect) and sys.exit(3)


def chosen(decision: play.Decision, answers: int) -> play.Act:
    """The first action of each kind that is listed, in an order of its own."""
    legal, act = decision.legal, play.Act(decision_id=decision.decision_id)
    rng = random.Random(answers if has("fickle") else decision.decision_id)
    rng = random.Random() if has("ignores-seed") else rng
    if legal.flip_count:
        act.flip.slots.extend(rng.sample(list(legal.flip), legal.flip_count))
    elif decision.kind == play.DECISION_KIND_TURN:
        if has("knows-better"):
            slots = decision.view.seats[decision.view.viewer].grid.slots
            act.take.slot = next(slot for slot, one in enumerate(slots) if not one.cleared)
        elif legal.take and rng.random() < 0.3:
            act.take.slot = 12 if has("wrong-slot") else rng.choice(legal.take)
        else:
            act.draw.SetInParent()
    elif legal.discard:
        act.discard.slot = rng.choice(legal.discard)
    else:
        act.keep.slot = rng.choice(legal.keep)
    return act


def read(call: Iterator[play.PlayResponse], heard: Heard) -> None:
    """Read a stream, in a thread that ends with it."""
    try:
        for response in call:
            for frame in response.frames:
                heard.put(frame)
    except grpc.RpcError:
        pass
    heard.put(None)


channels = itertools.count()


def channel(address: str) -> grpc.Channel:
    options: list[tuple[str, str | int]] = [("grpc.use_local_subchannel_pool", 1)]
    file, insecure = os.environ.get("SKYJO_CA"), os.environ.get("SKYJO_INSECURE", "")
    clear = insecure == "1" and not has("heeds-ca-alone")
    clear = clear or (has("falls-back") and next(channels) > 0)
    if not file or has("ignores-ca") or clear or (insecure and has("insecure-by-zero")):
        return grpc.insecure_channel(address, options=options)
    roots = Path(file).read_bytes()
    own = x509.load_pem_x509_certificates(roots)[0].subject.rfc4514_string()
    if "O=skyjo server authority" in own or has("expects-one-name"):
        options.append(("grpc.ssl_target_name_override", "server.skyjo.invalid"))
    if has("takes-any-name"):
        options.append(("grpc.ssl_target_name_override", "elsewhere.invalid"))
    if has("trusts-anybody"):
        shown = asyncio.run(look(address))
        roots = shown.pin().certificate.encode() if shown else roots
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(roots), options=options)
