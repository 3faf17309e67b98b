"""How frames become requests."""

from skyjo.v1.play_pb2 import Act, ClientFrame, Pong
from skyjo_client.outbox import MAX_BYTES, MAX_FRAMES, requests


def test_all_that_waits_goes_in_one_request() -> None:
    frames = [ClientFrame(number=n + 1, pong=Pong(nonce=n)) for n in range(MAX_FRAMES)]
    (request,) = requests(frames)
    assert list(request.frames) == frames


def test_a_request_is_split_at_the_most_frames() -> None:
    frames = [ClientFrame(number=n + 1, pong=Pong(nonce=n)) for n in range(MAX_FRAMES + 1)]
    assert [len(one.frames) for one in requests(frames)] == [MAX_FRAMES, 1]


def test_a_request_is_split_before_the_most_bytes() -> None:
    frames = [ClientFrame(number=1, act=Act(decision_id=n, note="x" * 900)) for n in range(600)]
    made = list(requests(frames))
    assert len(made) == 3
    assert all(one.ByteSize() <= MAX_BYTES for one in made)
    assert [frame for one in made for frame in one.frames] == frames


def test_a_frame_beyond_all_limits_goes_alone() -> None:
    small = ClientFrame(number=1, pong=Pong())
    large = ClientFrame(number=2, act=Act(note="x" * MAX_BYTES))
    assert [list(one.frames) for one in requests([small, large, small])] == [
        [small],
        [large],
        [small],
    ]
