"""Tables in the middle of a game, made of frames, and the screens that show them."""

import random
from functools import partial
from typing import Final

from skyjo.v1 import event_pb2, game_pb2, play_pb2, rules_pb2, table_pb2, talk_pb2
from skyjo_client.hosted_server import HostedServer
from skyjo_client.inviting import invitation
from skyjo_client.present.canvas import DISCARD, Size
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.place import Place
from skyjo_client.screen.table_view import TableView
from tests.client.tables import dealt, decision, events, presence, welcome

E = event_pb2.Event
SIZES: Final = (Size(80, 24), Size(120, 40))

TURN: Final = decision(
    play_pb2.DECISION_KIND_TURN, game_pb2.LegalActions(draw=True, take=range(12))
)


class Scene:
    """A view of a table whose frames are given one after the other."""

    def __init__(self, players: int, seat: int | None = 0, place: Place | None = None) -> None:
        self.players = players
        self.lines: list[str] = []
        self.redrawn = 0
        self.now = 1000.0
        self.view = TableView(self.lines.append, self._redraw)
        self.view.narrator = Narrator(place, now=lambda: self.now)
        self.number = 1
        self._source = random.Random(players)
        first = welcome(seat, players)
        first.welcome.rules.CopyFrom(
            rules_pb2.Rules(
                players=players, target=100, initial_flips=2, penalty_factor=2, columns=True
            )
        )
        self.take(first)

    def _redraw(self) -> None:
        self.redrawn += 1

    @property
    def narrator(self) -> Narrator:
        return self.view.narrator

    def take(self, frame: play_pb2.ServerFrame) -> None:
        """Give the view a frame as a front end does."""
        self.view.tell(self.narrator.take(frame))
        self.view.settle()

    def happen(self, *kinds: event_pb2.Event) -> None:
        for kind in kinds:
            self.take(events(self.number, kind))
            self.number += 1

    def shown(self, size: Size = SIZES[0]) -> str:
        """The screen as text."""
        return "\n".join(self.view.frame(size).rows()) + "\n"

    def press(self, *keys: str) -> None:
        for key in keys:
            self.view.press(key, key if len(key) == 1 else None)

    def begin(self) -> None:
        """Deal, and let everybody turn up two cards."""
        self.happen(dealt(self.players))
        for seat in range(self.players):
            slots = self._source.sample(range(12), 2)
            self.happen(E(flipped=event_pb2.Flipped(seat=seat, slots=slots, values=self._cards(2))))

    def lap(self, times: int = 1) -> None:
        """Let everybody play a turn, from seat 0 on, and then ask seat 0."""
        for _ in range(times):
            for seat in range(self.players):
                self.happen(E(turn=event_pb2.TurnStarted(seat=seat)), self._move(seat))
        self.happen(E(turn=event_pb2.TurnStarted(seat=0)))

    def _move(self, seat: int) -> event_pb2.Event:
        board = self.narrator.store.board.seat(seat)
        slot = self._source.choice(board.hidden)
        card, other = self._cards(2)
        if self._source.random() < 0.3:
            return E(took=event_pb2.Took(seat=seat, slot=slot, card=card, replaced=other))
        if self._source.random() < 0.5:
            return E(kept=event_pb2.Kept(seat=seat, slot=slot, card=card, replaced=other))
        return E(discarded=event_pb2.Discarded(seat=seat, slot=slot, card=card, revealed=other))

    def _cards(self, count: int) -> list[int]:
        return [self._source.randint(-2, 12) for _ in range(count)]

    def score(self, number: int, *, finisher: int = 1) -> None:
        """Score a round; the finisher's points are doubled."""
        scores = []
        for seat in range(self.players):
            raw = self._source.randint(2, 30)
            score = 2 * raw if seat == finisher else raw
            total = self.narrator.store.board.seat(seat).total + score
            scores.append(event_pb2.SeatScore(raw=raw, score=score, total=total))
        self.happen(
            E(round_ended=event_pb2.RoundEnded(round=number, finisher=finisher, scores=scores))
        )
        self.take(presence(self.players, stage=table_pb2.TABLE_STAGE_BETWEEN_ROUNDS))


def your_turn(players: int) -> Scene:
    """Everybody has had two turns and it is the viewer's."""
    scene = Scene(players)
    scene.begin()
    scene.lap(2)
    scene.take(TURN)
    return scene


def last_lap(players: int = 8) -> Scene:
    """Gustav has finished and cleared a column, and it is the viewer's last turn."""
    scene = your_turn(players)
    seat = min(6, players - 1)
    grid = scene.narrator.store.board.seat(seat)
    scene.happen(
        E(revealed=event_pb2.Revealed(seat=seat, slots=grid.hidden, values=[3] * len(grid.hidden))),
        E(cleared=event_pb2.Cleared(seat=seat, slots=[1, 5, 9], value=3)),
        E(finished=event_pb2.Finished(seat=seat)),
        E(turn=event_pb2.TurnStarted(seat=0)),
    )
    scene.take(TURN)
    return scene


def holding() -> Scene:
    """The viewer holds a drawn 1 and is about to throw it away, with the cursor on a slot."""
    scene = your_turn(2)
    scene.happen(E(drew=event_pb2.Drew(seat=0, card=1, draw_pile=100)))
    own = scene.narrator.store.board.own
    assert own is not None
    legal = game_pb2.LegalActions(keep=range(12), discard=own.hidden)
    scene.take(decision(play_pb2.DECISION_KIND_PLACE, legal, 2))
    scene.view.click(DISCARD)
    scene.press("right", "right", "right")
    return scene


def taking() -> Scene:
    """The viewer has chosen the discard and looks for a slot."""
    scene = your_turn(4)
    scene.press("right", "right", "enter", "left", "left")
    return scene


def flipping() -> Scene:
    """The viewer has chosen one of two first cards."""
    scene = Scene(3)
    scene.happen(dealt(3))
    legal = game_pb2.LegalActions(flip=range(12), flip_count=2)
    scene.take(decision(play_pb2.DECISION_KIND_FLIP, legal))
    scene.press("right", "right", "enter", "down")
    return scene


def watching() -> Scene:
    """Somebody without a seat watches four players."""
    scene = Scene(4, seat=None)
    scene.begin()
    scene.lap()
    return scene


def scored(players: int = 8) -> Scene:
    """Two rounds are scored and somebody is ready already."""
    scene = your_turn(players)
    scene.score(1)
    again = dealt(players)
    again.dealt.round = 2
    scene.happen(again)
    scene.score(2, finisher=0)
    between = presence(players, stage=table_pb2.TABLE_STAGE_BETWEEN_ROUNDS)
    between.presence.players[2].ready = True
    scene.take(between)
    return scene


def over() -> Scene:
    """A game is over and its host may start another one."""
    scene = scored(4)
    third = dealt(4)
    third.dealt.round = 3
    scene.happen(third)
    scene.score(3, finisher=1)
    totals = [seat.total for seat in scene.narrator.store.board.seats]
    results = [
        event_pb2.SeatResult(total=total, rank=1 + sum(other < total for other in totals))
        for total in totals
    ]
    reason = event_pb2.GAME_END_REASON_TARGET_REACHED
    scene.happen(E(game_ended=event_pb2.GameEnded(results=results, reason=reason)))
    scene.take(presence(4, stage=table_pb2.TABLE_STAGE_GAME_OVER))
    return scene


def again() -> Scene:
    """A game is over, and somebody wants another one."""
    scene = over()
    kind = talk_pb2.BALLOT_KIND_PLAY_AGAIN
    open_still = talk_pb2.BALLOT_OUTCOME_OPEN
    ballot = talk_pb2.Ballot(kind=kind, yes=[2], no=[3], needed=3, outcome=open_still)
    scene.take(play_pb2.ServerFrame(ballot=ballot))
    return scene


def gathering() -> Scene:
    """Three of four seats are taken and the viewer is host."""
    scene = Scene(4)
    scene.take(presence(3, stage=table_pb2.TABLE_STAGE_GATHERING))
    return scene


def hosting() -> Scene:
    """The viewer has opened a table on a server for the network and waits for others."""
    server = HostedServer(
        "192.0.2.2:17595", "zmeGeGsWB4CGKhDcyJLs", "output-mean-zebra", "data", operator_key="00"
    )
    place = Place(invitation=partial(invitation, server, "otter42"))
    scene = Scene(4, place=place)
    scene.take(presence(1, stage=table_pb2.TABLE_STAGE_GATHERING))
    return scene


def lost() -> Scene:
    """The server is not heard in the middle of a turn."""
    scene = your_turn(3)
    scene.view.tell(scene.narrator.link(linked=False))
    scene.view.settle()
    return scene


def leaving() -> Scene:
    """The viewer is asked whether to leave."""
    scene = your_turn(2)
    scene.press("q")
    return scene


def logged() -> Scene:
    """The viewer reads the log."""
    scene = your_turn(8)
    scene.press("l")
    return scene


def typing() -> Scene:
    """The viewer types a move."""
    scene = your_turn(2)
    scene.press("t", "b", "3")
    return scene


def timed(players: int = 4) -> Scene:
    """The viewer's clock runs in a first turn, and the others' are known."""
    scene = Scene(players)
    scene.begin()
    told = presence(players)
    for seat, player in enumerate(told.presence.players):
        player.bank_ms = 909_000 - 95_000 * seat
    scene.take(told)
    frame = decision(
        play_pb2.DECISION_KIND_TURN, game_pb2.LegalActions(draw=True, take=range(12)), 2
    )
    frame.decision.clock.bank_ms = frame.decision.clock.deadline_ms = 101_000
    scene.take(frame)
    scene.now += 60
    return scene
