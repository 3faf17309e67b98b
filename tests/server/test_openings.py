"""The opening of a game: promises, what was promised, and those who do not show it."""

from collections.abc import Iterator
from typing import Any

import pytest

from skyjo.v1.error_pb2 import (
    ERROR_REASON_ENTROPY_INVALID,
    ERROR_REASON_ENTROPY_MISMATCH,
    ERROR_REASON_FIELD_MISSING,
    ERROR_REASON_WRONG_STAGE,
)
from skyjo.v1.play_pb2 import ClientFrame, Opening, Ready
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_NOT_READY,
    GOODBYE_REASON_RESIGNED,
    TABLE_STAGE_GATHERING,
    TABLE_STAGE_OPENING,
)
from skyjo_engine.fair import entropy_hash
from skyjo_engine.record import Record
from skyjo_engine.verify import Check, verify
from skyjo_server.preparation import OPENING_SECONDS
from skyjo_server.table import Table
from skyjo_wire import records
from tests.server.desk import joiner, short
from tests.server.inside import Inside, Wire, play
from tests.server.simple_player import SimplePlayer


class Silent(SimplePlayer):
    """Promises entropy and does not show it."""

    def _opened(self, _: Opening) -> Iterator[ClientFrame]:
        return iter(())


class Sitting:
    """A table with a player on each seat; all promise entropy, the last seat's own way."""

    def __init__(
        self, players: int, last: type[SimplePlayer] = SimplePlayer, **settings: Any
    ) -> None:
        self.inside = Inside()
        self.table, seats = self.inside.create(short(players), **settings)
        self.wire = Wire(self.inside.hall)
        kinds: list[type[SimplePlayer]] = [*[SimplePlayer] * (players - 1), last]
        self.players = [
            kind(seated.token, number, entropy=bytes([number]) * 32)
            for number, (kind, seated) in enumerate(zip(kinds, seats, strict=True), 1)
        ]
        self.wire.receive(*(player.attach() for player in self.players))
        self.play()

    def play(self) -> None:
        play(self.wire, *self.players)

    def reason(self, frame: ClientFrame) -> int:
        """Why a frame is refused."""
        self.play()
        self.wire.receive(frame)
        (refused,) = (f.refused for f in self.wire.read() if f.HasField("refused"))
        return refused.reason

    def record(self) -> Record:
        found = self.inside.store.get(self.players[0].welcome.game_id)
        assert found
        return records.from_message(found[0])


def shown_opening(player: SimplePlayer) -> Opening:
    return [frame.opening for frame in player.frames if frame.HasField("opening")][-1]


def test_everybody_sees_every_promise_before_any_is_opened() -> None:
    sitting = Sitting(3, Silent)
    assert sitting.table.stage == TABLE_STAGE_OPENING
    for player in sitting.players:
        opening = shown_opening(player)
        assert opening.commitment == player.welcome.commitment
        assert [seat.entropy_hash for seat in opening.seats] == [
            entropy_hash(bytes([number]) * 32) for number in (1, 2, 3)
        ]
        sent = b"".join(frame.SerializeToString() for frame in player.frames)
        assert not any(bytes([number]) * 32 in sent for number in (1, 2, 3))


def test_all_entropies_are_in_the_record() -> None:
    sitting = Sitting(3)
    record = sitting.record()
    assert record.deal.entropy == tuple(bytes([number]) * 32 for number in (1, 2, 3))
    verify(record)


def test_who_does_not_open_is_removed_and_the_record_shows_the_key_given_up() -> None:
    sitting = Sitting(3, Silent, start_when_full=False)
    sitting.table.start()
    sitting.play()
    first = sitting.players[0].welcome
    assert sitting.table.stage == TABLE_STAGE_OPENING
    sitting.inside.clock.advance(OPENING_SECONDS)
    sitting.play()
    assert [player.goodbye for player in sitting.players] == [
        GOODBYE_REASON_FINISHED,
        GOODBYE_REASON_FINISHED,
        GOODBYE_REASON_NOT_READY,
    ]
    record = sitting.record()
    (restart,) = record.deal.restarts
    assert (restart.seat, restart.commitment) == (2, first.commitment)
    assert record.deal.commitment != first.commitment
    assert record.rules.players == 2
    assert verify(record).checked >= {Check.COMMITMENT, Check.DEALS}


@pytest.mark.parametrize("leaves", [False, True])
def test_when_too_few_are_left_the_table_waits_for_others(*, leaves: bool) -> None:
    sitting = Sitting(2, Silent, start_when_full=False)
    sitting.table.start()
    sitting.play()
    if leaves:
        sitting.wire.receive(sitting.players[1].frame(resign={}))
    else:
        sitting.inside.clock.advance(OPENING_SECONDS)
    sitting.play()
    removed = GOODBYE_REASON_RESIGNED if leaves else GOODBYE_REASON_NOT_READY
    assert [player.goodbye for player in sitting.players] == [None, removed]
    assert sitting.table.stage == TABLE_STAGE_GATHERING
    assert sitting.table.free_seats() == [1]
    finish_with_a_newcomer(sitting, sitting.table)
    assert len(sitting.record().deal.restarts) == 1


def finish_with_a_newcomer(sitting: Sitting, table: Table) -> None:
    newcomer = SimplePlayer(sitting.inside.hall.join(table, joiner("New"), None).token, 9)
    sitting.wire.receive(newcomer.attach())
    sitting.players[1] = newcomer
    table.start()
    sitting.play()
    assert newcomer.goodbye == GOODBYE_REASON_FINISHED


def test_a_table_that_starts_when_full_waits_for_somebody_else() -> None:
    sitting = Sitting(2, Silent)
    sitting.inside.clock.advance(OPENING_SECONDS)
    sitting.play()
    newcomer = sitting.inside.hall.join(sitting.table, joiner("New"), None)
    sitting.players[1] = SimplePlayer(newcomer.token, 9)
    sitting.wire.receive(sitting.players[1].attach())
    sitting.play()
    assert sitting.players[1].goodbye == GOODBYE_REASON_FINISHED


def test_leaving_in_the_opening_counts_as_not_opening() -> None:
    sitting = Sitting(3, Silent, start_when_full=False)
    sitting.table.start()
    sitting.play()
    sitting.wire.receive(sitting.players[2].frame(resign={}))
    sitting.play()
    assert [restart.seat for restart in sitting.record().deal.restarts] == [2]


def test_a_seat_that_comes_back_in_the_opening_is_shown_it_again() -> None:
    sitting = Sitting(2, Silent)
    again = SimplePlayer(sitting.players[1].token, 9, entropy=bytes([2]) * 32)
    again.welcome = sitting.players[1].welcome
    sitting.wire.receive(again.attach(resume=True))
    sitting.players.append(again)
    sitting.play()
    assert again.goodbye == GOODBYE_REASON_FINISHED


def test_what_is_not_what_was_promised_is_refused_and_the_right_one_taken() -> None:
    sitting = Sitting(2, Silent)
    silent = sitting.players[1]
    wrong = silent.frame(ready=Ready(entropy=bytes(32)))
    assert sitting.reason(wrong) == ERROR_REASON_ENTROPY_MISMATCH
    assert sitting.reason(silent.frame(ready=Ready())) == ERROR_REASON_FIELD_MISSING
    assert silent.entropy
    sitting.wire.receive(silent.frame(ready=Ready(entropy=silent.entropy)))
    sitting.play()
    assert silent.goodbye == GOODBYE_REASON_FINISHED


def test_a_promise_of_another_length_is_none() -> None:
    inside = Inside()
    _, seats = inside.create(short(2))
    wire = Wire(inside.hall)
    player = SimplePlayer(seats[0].token)
    wire.receive(player.attach(), player.frame(ready=Ready(entropy_hash=b"short")))
    wire.receive(player.frame(ready=Ready(entropy=bytes(32))))
    reasons = [frame.refused.reason for frame in wire.read() if frame.HasField("refused")]
    assert reasons == [ERROR_REASON_ENTROPY_INVALID, ERROR_REASON_WRONG_STAGE]


def test_no_entropy_enters_where_a_seed_chooses_the_cards() -> None:
    sitting = Sitting(2, seed=3)
    assert {player.goodbye for player in sitting.players} == {GOODBYE_REASON_FINISHED}
    assert sitting.record().deal.entropy == (None, None)
    verify(sitting.record())
