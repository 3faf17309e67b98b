"""What both sieges make up, and how long they last."""

import os

from google.protobuf import message_factory
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from skyjo.v1 import lobby_pb2, operator_pb2, record_pb2, watch_pb2
from skyjo.v1.play_pb2 import ClientFrame
from tests.server.generated import messages

STREAMS = 3
PLACES = st.integers(0, STREAMS - 1)
FRAMES = st.lists(messages(ClientFrame), min_size=1, max_size=4)
METHODS: list[MethodDescriptor] = [
    method
    for file in (lobby_pb2, operator_pb2, record_pb2, watch_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
    if method.name != "Drain"
]
Request = tuple[MethodDescriptor, Message]


def _requests(method: MethodDescriptor) -> st.SearchStrategy[Request]:
    kind = message_factory.GetMessageClass(method.input_type)
    return st.tuples(st.just(method), messages(kind))


REQUESTS = st.one_of(*map(_requests, METHODS))
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "0"))
"""Sieges of each kind; 0: the same few in every run."""
SETTINGS = settings(
    max_examples=EXAMPLES or 30,
    derandomize=not EXAMPLES,
    stateful_step_count=50,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
