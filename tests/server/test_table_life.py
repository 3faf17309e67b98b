"""What happens at tables around their games, over a real socket."""

from skyjo.v1 import lobby_pb2
from skyjo.v1.error_pb2 import ERROR_REASON_HOST_ONLY, ERROR_REASON_SEATS_EMPTY
from skyjo.v1.event_pb2 import GAME_END_REASON_ABANDONED
from skyjo.v1.play_pb2 import ClientFrame, Ready, ServerFrame
from skyjo.v1.table_pb2 import (
    GOODBYE_REASON_FINISHED,
    GOODBYE_REASON_KICKED,
    GOODBYE_REASON_TABLE_CLOSED,
    PLAYER_KIND_HUMAN,
    TABLE_STAGE_BETWEEN_ROUNDS,
)
from skyjo.v1.talk_pb2 import (
    BALLOT_KIND_PLAY_AGAIN,
    BALLOT_KIND_REMOVE_SEAT,
    BALLOT_OUTCOME_OPEN,
    BallotKind,
    Say,
    Vote,
)
from skyjo.v1.watch_pb2 import WatchRequest
from skyjo_engine.record import ResultEntry
from skyjo_engine.rules import OnLeave, Rules
from skyjo_engine.verify import verify
from tests.server.desk import Desk, joiner, short
from tests.server.raw import RawStream, RawWatch, refused
from tests.server.simple_player import VERSION, SimplePlayer


def players_of(seats: list[lobby_pb2.Seating], **options: bool) -> list[SimplePlayer]:
    return [
        SimplePlayer(seat.seat_token, number, patient=options.get("patient", False))
        for number, seat in enumerate(seats, 1)
    ]


# --- games one after another ---


async def test_planned_games_follow_each_other(desk: Desk, stream: RawStream) -> None:
    players = players_of(await desk.seats(short(3), games=3))
    await stream.play(*players)
    listed = (await desk.page(table_id=players[0].welcome.table_id)).games
    assert [game.rounds for game in listed] == [1, 1, 1]
    assert len(players[0].games) == 3
    assert players[0].welcome.game_index == 2
    for game in listed:
        verify(await desk.record(game.game_id))


async def test_a_seed_gives_other_cards_in_each_game_and_the_same_again(
    desk: Desk, stream: RawStream
) -> None:
    played = []
    for number in (1, 3):
        seats = await desk.seats(short(2), games=2, seed=5)
        players = [SimplePlayer(seat.seat_token, number + n) for n, seat in enumerate(seats)]
        await stream.play(*players)
        played.append(players[0].games)
    assert played[0] == played[1]
    assert played[0][0] != played[0][1]


async def test_the_host_starts_each_game_and_guests_may_come_between(
    desk: Desk, stream: RawStream
) -> None:
    made = await desk.create(short(3), joiner=joiner("Ada", PLAYER_KIND_HUMAN))
    host = made.seating.seat_token
    assert (await refused(desk.start(host))).reason == ERROR_REASON_SEATS_EMPTY
    guest = await desk.join(made.code, "Ben")
    assert (await refused(desk.start(guest.seat_token))).reason == ERROR_REASON_HOST_ONLY
    players = players_of([made.seating, guest])
    await desk.start(host)
    await stream.play(*players, until=lambda: players[1].last == "game_ended")
    assert players[0].welcome.rules.players == 2  # the free seat was dropped
    players.append(SimplePlayer((await desk.join(made.code, "Cem")).seat_token, 3))
    await stream.send(players[2].attach())
    await desk.start(host)
    await stream.go_on(*players, until=lambda: players[2].last == "game_ended")
    listed = (await desk.page(table_id=made.table_id)).games
    assert [len(game.players) for game in listed] == [3, 2]
    assert listed[0].game_id == players[2].welcome.game_id


async def test_a_closed_table_gives_up_its_game_and_shows_the_key(
    desk: Desk, stream: RawStream
) -> None:
    seats = await desk.seats(Rules(players=2), kind=PLAYER_KIND_HUMAN)
    players = players_of(seats)
    await stream.play(*players, until=lambda: len(players[0].events) > 5)
    await desk.close(seats[0].seat_token)
    await stream.go_on(*players)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_TABLE_CLOSED}
    ended = players[1].events[-1].game_ended
    assert (ended.reason, len(ended.key)) == (GAME_END_REASON_ABANDONED, 32)
    record = await desk.record(players[0].welcome.game_id)
    verify(record)
    assert isinstance(result := record.entries[-1], ResultEntry)
    assert set(result.ranks) == {None}


# --- people between rounds ---


async def test_a_round_between_people_begins_when_all_have_said_so(
    desk: Desk, stream: RawStream
) -> None:
    seats = await desk.seats(short(2, rounds=2), kind=PLAYER_KIND_HUMAN)
    players = players_of(seats, patient=True)
    await stream.play(*players, until=lambda: players[1].last == "round_ended")
    await stream.send(players[0].frame(ready=Ready(round=1)))
    waiting = await stream.presence(
        2, lambda seen: [p.ready for p in seen.players] == [True, False]
    )
    assert waiting.stage == TABLE_STAGE_BETWEEN_ROUNDS
    assert waiting.next_round_ms > 0
    await stream.send(players[1].frame(ready=Ready(round=2)))  # of another round: no effect
    await stream.send(players[1].frame(ready=Ready(round=1)))
    await stream.frame(1, "decision")


async def test_bots_are_not_waited_for_between_rounds(desk: Desk, stream: RawStream) -> None:
    players = players_of(await desk.seats(short(2, rounds=3)), patient=True)
    await stream.play(*players)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_FINISHED}


# --- what people decide and say together ---


def vote(player: SimplePlayer, kind: BallotKind, seat: int | None = None) -> ClientFrame:
    return player.frame(vote=Vote(kind=kind, seat=seat, yes=True))


async def test_two_people_vote_for_another_game_and_play_it(desk: Desk, stream: RawStream) -> None:
    made = await desk.create(short(2), joiner=joiner("Ada", PLAYER_KIND_HUMAN))
    guest = await desk.join(made.code, "Ben", kind=PLAYER_KIND_HUMAN)
    players = players_of([made.seating, guest])
    await desk.start(made.seating.seat_token)
    await stream.play(*players, until=lambda: all(p.last == "game_ended" for p in players))
    await stream.send(vote(players[1], BALLOT_KIND_PLAY_AGAIN))
    ballot = (await stream.frame(1, "ballot")).ballot
    assert (list(ballot.yes), ballot.needed, ballot.outcome) == ([1], 2, BALLOT_OUTCOME_OPEN)
    assert 0 < ballot.closes_ms <= 60_000
    await stream.send(vote(players[0], BALLOT_KIND_PLAY_AGAIN))
    await stream.go_on(
        *players, until=lambda: players[1].welcome.game_index == 1 and bool(players[1].last)
    )
    await stream.go_on(*players, until=lambda: players[0].last == "game_ended")
    listed = (await desk.page(table_id=made.table_id)).games
    assert len(listed) == 2


async def test_a_vote_is_told_to_who_attaches_again_and_removes_in_mid_game(
    desk: Desk, stream: RawStream
) -> None:
    rules = short(3, initial_flips=4, on_leave=OnLeave.SKIP)
    players = players_of(await desk.seats(rules, kind=PLAYER_KIND_HUMAN))
    await stream.play(*players, until=lambda: players[2].latest > 6)
    await stream.send(vote(players[0], BALLOT_KIND_REMOVE_SEAT, seat=2))
    told = (await stream.frame(2, "ballot")).ballot
    stream.cancel()
    async with RawStream(desk.channel) as again:
        back: list[ServerFrame] = []
        players[1].frames = back
        await again.play(
            players[1], until=lambda: any(f.HasField("ballot") for f in back), resume=True
        )
        assert back[0].HasField("welcome")
        (ballot,) = (frame.ballot for frame in back if frame.HasField("ballot"))
        assert (ballot.seat, list(ballot.yes), ballot.needed) == (2, [0], 2)
        assert 0 < ballot.closes_ms <= told.closes_ms
        others = (players[0].attach(resume=True), players[2].attach(resume=True))
        await again.send(*others, vote(players[1], BALLOT_KIND_REMOVE_SEAT, seat=2))
        await again.go_on(*players)
    assert [player.goodbye for player in players] == [
        GOODBYE_REASON_FINISHED,
        GOODBYE_REASON_FINISHED,
        GOODBYE_REASON_KICKED,
    ]
    verify(await desk.record(players[0].welcome.game_id))


async def test_players_and_spectators_hear_what_is_said(desk: Desk, stream: RawStream) -> None:
    players = players_of(await desk.seats(Rules(players=2), kind=PLAYER_KIND_HUMAN))
    await stream.send(*(player.attach() for player in players))
    welcome = (await stream.frame(2, "welcome")).welcome
    assert welcome.phrases_allowed
    assert welcome.text_allowed
    spectator = RawWatch(desk.channel, WatchRequest(version=VERSION, code=welcome.code))
    await spectator.frame("welcome")
    await stream.send(players[1].frame(say=Say(text="N\u00e4chstes Mal")))
    heard = [(await stream.frame(1, "chat")).chat, (await spectator.frame("chat")).chat]
    assert [(chat.seat, chat.text) for chat in heard] == [(1, "N\u00e4chstes Mal")] * 2
    spectator.cancel()


# --- the host ---


async def test_a_kicked_player_is_told_and_the_seat_is_free(desk: Desk, stream: RawStream) -> None:
    made = await desk.create(Rules(players=2), joiner=joiner("Ada", PLAYER_KIND_HUMAN))
    (guest,) = await desk.fill(made.code, ["Ben"])
    (player,) = players_of([guest])
    await stream.send(player.attach())
    await stream.frame(1, "welcome")
    assert (await refused(desk.kick(guest.seat_token, 0))).reason == ERROR_REASON_HOST_ONLY
    await desk.kick(made.seating.seat_token, 1)
    assert (await stream.frame(1, "goodbye")).goodbye.reason == GOODBYE_REASON_KICKED
    assert (await desk.join(made.code, "Cem")).seat == 1


async def test_the_host_may_hand_the_table_over(desk: Desk) -> None:
    made = await desk.create(Rules(players=3), joiner=joiner("Ada", PLAYER_KIND_HUMAN))
    guest = await desk.join(made.code, "Ben", kind=PLAYER_KIND_HUMAN)
    await desk.hand_over(made.seating.seat_token, 1)
    again = await refused(desk.hand_over(made.seating.seat_token, 0))
    assert again.reason == ERROR_REASON_HOST_ONLY
    await desk.start(guest.seat_token)


async def test_the_next_person_is_host_when_the_host_leaves(desk: Desk) -> None:
    made = await desk.create(Rules(players=3), joiner=joiner("Ada", PLAYER_KIND_HUMAN))
    await desk.fill(made.code, ["Bot"])
    guest = await desk.join(made.code, "Cem", kind=PLAYER_KIND_HUMAN)
    await desk.leave(made.seating.seat_token)
    await desk.start(guest.seat_token)


async def test_a_table_without_a_seat_for_its_maker_has_a_host_token(
    desk: Desk, stream: RawStream
) -> None:
    made = await desk.create(short(2))
    assert not made.HasField("seating")
    players = players_of(await desk.fill(made.code, ["Ada", "Ben"]))
    await desk.start(made.host_token)
    await stream.play(*players, until=lambda: players[1].last == "game_ended")
    await desk.close(made.host_token)
    await stream.go_on(*players)
    assert {player.goodbye for player in players} == {GOODBYE_REASON_TABLE_CLOSED}
