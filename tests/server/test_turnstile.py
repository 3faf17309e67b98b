"""Newcomers have their time while games run flat out, and the games have theirs."""

import asyncio

import pytest

from skyjo_server.turnstile import CROWD_SECONDS, FRAMES, Turnstile

MANY = 40 * FRAMES


def waiting(turnstile: Turnstile, count: int, done: list[int]) -> list[asyncio.Task[None]]:
    """Streams that each have one frame to be read."""

    async def read(number: int) -> None:
        await turnstile.turn(1)
        done.append(number)

    return [asyncio.create_task(read(number)) for number in range(count)]


async def passes(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_without_newcomers_nobody_waits() -> None:
    done: list[int] = []
    waiting(Turnstile(), MANY, done)
    await passes(1)
    assert len(done) == MANY


async def test_with_newcomers_a_few_frames_are_read_and_then_none_for_a_while() -> None:
    turnstile, done = Turnstile(), list[int]()
    turnstile.opened()
    waiting(turnstile, MANY, done)
    await passes(1)
    assert len(done) == FRAMES


async def test_all_are_read_in_order_however_many_newcomers_there_are() -> None:
    turnstile, done = Turnstile(), list[int]()
    turnstile.opened()
    reading = waiting(turnstile, MANY, done)
    while not all(task.done() for task in reading):
        turnstile.opened()
        await passes(1)
    assert done == list(range(MANY))


async def test_the_rest_is_read_at_once_when_newcomers_stop_coming(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turnstile, done = Turnstile(), list[int]()
    turnstile.opened()
    loop = asyncio.get_running_loop()
    now = loop.time
    monkeypatch.setattr(loop, "time", lambda: now() + CROWD_SECONDS)
    reading = waiting(turnstile, MANY, done)
    await asyncio.gather(*reading)
    assert done == list(range(MANY))
    waiting(turnstile, MANY, done)
    await passes(1)
    assert len(done) == 2 * MANY


async def test_a_stream_that_is_gone_does_not_hold_up_the_others() -> None:
    turnstile, done = Turnstile(), list[int]()
    turnstile.opened()
    reading = waiting(turnstile, MANY, done)
    await passes(1)
    for task in reading[FRAMES : 2 * FRAMES]:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)
    assert len(done) == MANY - FRAMES


async def test_a_message_of_many_frames_counts_as_many() -> None:
    turnstile, done = Turnstile(), list[int]()
    turnstile.opened()
    await turnstile.turn(10 * FRAMES)
    reading = waiting(turnstile, 1, done)
    await passes(1)
    assert done == []
    await asyncio.gather(*reading)
