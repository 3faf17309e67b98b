"""What a duel hears between a bot and the server."""

import asyncio

from skyjo.v1.error_pb2 import ERROR_REASON_NOT_ATTACHED, Refusal
from skyjo.v1.event_pb2 import GAME_END_REASON_ROUNDS_PLAYED, Event, Events, GameEnded
from skyjo.v1.play_pb2 import Act, ClientFrame, ServerFrame
from skyjo.v1.table_pb2 import GOODBYE_REASON_FORFEITED, Goodbye, Welcome
from skyjo_client.duel.tap import Tap, Watched

REFUSED = ServerFrame(number=2, refused=Refusal(reason=ERROR_REASON_NOT_ATTACHED, frame="act"))


async def test_what_crosses_a_goodbye_and_is_refused_is_no_fault() -> None:
    watched = Watched(set(), logging=False, spoken=asyncio.sleep)
    tap = Tap(watched, None)
    tap.down(ServerFrame(number=2, welcome=Welcome(table_id="t1")))
    tap.down(REFUSED)
    assert watched.seat("t1").faults == {"refused": 1}
    tap.down(ServerFrame(number=2, goodbye=Goodbye(reason=GOODBYE_REASON_FORFEITED)))
    tap.up(ClientFrame(number=2, act=Act(decision_id=1)))
    assert list(tap.down(REFUSED)) == [REFUSED]
    assert watched.seat("t1").faults == {"refused": 1}


async def test_no_bot_gets_the_key_of_cards_that_are_dealt_again() -> None:
    tap = Tap(Watched(set(), logging=False, spoken=asyncio.sleep), None)
    ended = GameEnded(reason=GAME_END_REASON_ROUNDS_PLAYED, key=bytes(32))
    (passed,) = tap.down(ServerFrame(number=2, events=Events(events=[Event(game_ended=ended)])))
    (event,) = passed.events.events
    assert event.game_ended == GameEnded(reason=GAME_END_REASON_ROUNDS_PLAYED)
