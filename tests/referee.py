"""A second referee: replays the text of a record by code of its own and contradicts what is wrong.

It reads nothing but the text and shares nothing with the engine, so that a mistake has to be made
twice, in two different ways, to go unnoticed.
"""

import hashlib
import json
from typing import Any

Line = dict[str, Any]
COLUMNS = [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]
ROWS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
DECK = sorted([-2] * 5 + [-1] * 10 + [0] * 15 + [v for v in range(1, 13) for _ in range(10)])


class Card:
    def __init__(self, value: int) -> None:
        self.value = value
        self.open = False


class Referee:
    """Reads line after line; ``due`` holds the lines that the last input makes compulsory."""

    def __init__(self, head: Line) -> None:
        self.rules: Line = head["rules"]
        self.count: int = self.rules["players"]
        self.totals = [0] * self.count
        self.left: set[int] = set()
        self.finisher: int | None = None
        self.round = 0
        self.running = False
        self.over = False
        self.due: list[Line] = []
        self.fresh: list[int] | None = None

    def read(self, line: Line) -> None:
        assert not self.over or self.due, f"after the end: {line}"
        if self.due:
            expected = self.due.pop(0)
            assert line == expected, f"expected {expected}, found {line}"
            return
        if line["type"] not in {"deal", "action", "seat", "reshuffle"}:
            raise AssertionError(f"not due: {line}")
        getattr(self, "read_" + line["type"])(line)

    # --- inputs ---

    def read_deal(self, line: Line) -> None:
        assert not self.running
        assert sorted(line["deck"]) == DECK
        self.round += 1
        assert line["round"] == self.round
        self.previous, self.finisher = self.finisher, None
        self.dealt = [seat for seat in range(self.count) if seat not in self.left]
        deck = list(line["deck"])
        self.grids: dict[int, list[Card | None]] = {}
        for seat in self.dealt:
            self.grids[seat] = [Card(deck.pop(0)) for _ in range(12)]
        self.discard = [deck.pop(0)]
        self.stack(deck)
        self.running, self.turn, self.hand = True, None, None
        self.forfeited: set[int] = set()
        self.turns = dict.fromkeys(self.dealt, 0)
        self.opened: dict[int, list[int]] = {}
        if self.rules["initial_flips"] == 0:
            self.opened = {seat: [] for seat in self.dealt}
            self.begin()

    turn: int | None
    hand: int | None

    def stack(self, cards: list[int]) -> None:
        streams = len(self.dealt) if self.rules["dealing"] == "STREAMS" else 1
        self.streams = [cards[i::streams] for i in range(streams)]

    def read_reshuffle(self, line: Line) -> None:
        assert self.running
        assert self.fresh is None
        assert not any(self.streams)
        assert sorted(line["pile"]) == sorted(self.discard[:-1])
        self.fresh = list(line["pile"])

    def read_action(self, line: Line) -> None:
        assert self.running
        seat, action = line["seat"], line["action"]
        if action == "flip":
            assert seat not in self.forfeited | self.left
            assert "by" not in line or line["slots"] == [0, 5] or len(line["slots"]) != 2
            self.flip(seat, line["slots"])
            return
        assert "by" not in line
        assert seat == self.turn
        assert (self.hand is not None) == (action in {"keep", "discard"})
        if action == "draw":
            self.hand = self.draw(seat)
            assert line["card"] == self.hand
            return
        self.place(seat, action, line["slot"])
        self.turns[seat] += 1
        self.clear(seat)
        if self.finisher is None and all(card is None or card.open for card in self.grids[seat]):
            self.finisher = seat
        self.pass_on(seat)

    def place(self, seat: int, action: str, slot: int) -> None:
        card = self.grids[seat][slot]
        assert card is not None
        if action == "discard":
            assert not card.open
            assert self.hand is not None
            self.discard.append(self.hand)
        else:
            value = self.discard.pop() if action == "take" else self.hand
            assert value is not None
            self.discard.append(card.value)
            card.value = value
        card.open = True
        self.hand = None

    def read_seat(self, line: Line) -> None:
        seat, change = line["seat"], line["change"]
        assert seat not in self.left
        if change in {"bot_took_over", "returned"}:
            return
        if change == "forfeited":
            assert self.running
            assert seat not in self.forfeited
            self.forfeited.add(seat)
        else:
            assert change == "left"
            assert self.rules["on_leave"] in {"SKIP", "ABORT"}
            self.left.add(seat)
            if self.rules["on_leave"] == "ABORT" or self.count - len(self.left) < 2:
                self.finish("abandoned")
                return
        if self.running:
            self.withdraw(seat)

    # --- what follows ---

    def flip(self, seat: int, slots: list[int]) -> None:
        assert seat in self.dealt
        assert seat not in self.opened
        assert len(set(slots)) == len(slots) == self.rules["initial_flips"]
        self.opened[seat] = []
        for slot in slots:
            card = self.grids[seat][slot]
            assert card is not None
            card.open = True
            self.opened[seat].append(card.value)
        if len(self.opened) == len(self.dealt):
            self.begin()

    def begin(self) -> None:
        for seat in self.dealt:
            if seat not in self.left:
                self.clear(seat)
        able = [s for s in self.dealt if s not in self.left and s not in self.forfeited]
        if not able:
            self.score()
            return
        seat, reason = self.starter(able)
        self.turn = seat
        self.due.append({"type": "turn", "seat": seat, "reason": reason})

    def starter(self, able: list[int]) -> tuple[int, str]:
        if self.previous is not None and self.rules["later_round_starter"] == "FINISHER":
            if self.previous in able:
                return self.previous, "finisher"
            seat = self.previous
            while seat not in able:
                seat = (seat + 1) % self.count
            return seat, "next_seat"
        top = max(sum(self.opened[seat]) for seat in able)
        able = [seat for seat in able if sum(self.opened[seat]) == top]
        if len(able) == 1:
            return able[0], "highest_sum"
        if self.rules["initial_flips"]:
            top = max(max(self.opened[seat]) for seat in able)
            able = [seat for seat in able if max(self.opened[seat]) == top]
        return able[0], "highest_card" if len(able) == 1 else "lowest_seat"

    def draw(self, seat: int) -> int:
        if not any(self.streams):
            assert self.fresh is not None
            self.discard = [self.discard[-1]]
            self.stack(self.fresh)
            self.fresh = None
        assert self.fresh is None
        own = self.streams[self.dealt.index(seat) % len(self.streams)]
        if own:
            return own.pop(0)
        longest = max(map(len, self.streams))
        return next(stream for stream in self.streams if len(stream) == longest).pop()

    def clear(self, seat: int) -> None:
        grid = self.grids[seat]
        for switch, lines in (("columns", COLUMNS), ("rows", ROWS)):
            for slots in lines if self.rules[switch] else ():
                cards = [card for slot in slots if (card := grid[slot]) is not None and card.open]
                if len(cards) == len(slots) and len({card.value for card in cards}) == 1:
                    self.discard += [card.value for card in cards]
                    for slot in slots:
                        grid[slot] = None

    def pass_on(self, seat: int) -> None:
        for step in range(1, self.count + 1):
            after = (seat + step) % self.count
            if after == self.finisher:
                break
            if after in self.dealt and after not in self.left | self.forfeited:
                if self.finisher is None and self.turns[after] == self.rules["turn_cap"]:
                    break
                self.turn = after
                return
        self.score()

    def withdraw(self, seat: int) -> None:
        if self.turn is None and seat in self.dealt and seat not in self.opened:
            count = self.rules["initial_flips"]
            order = [0, 5, 10, 3, 4, 9, 2, 7, 8, 1, 6, 11]
            flip: Line = {"type": "action", "seat": seat, "action": "flip", "slots": order[:count]}
            self.due.append({**flip, "by": "server"})
            self.flip(seat, order[:count])
        elif self.turn == seat:
            if self.hand is not None:
                self.discard.append(self.hand)
                self.hand = None
            self.pass_on(seat)

    # --- the end of a round and of the game ---

    def score(self) -> None:
        self.running, self.turn = False, None
        raw: list[int | None] = [None] * self.count
        for seat in self.dealt:
            if seat not in self.left:
                for card in self.grids[seat]:
                    if card is not None:
                        card.open = True
                self.clear(seat)
                raw[seat] = sum(card.value for card in self.grids[seat] if card is not None)
        scores = self.scores(raw)
        self.totals = [
            total + (score or 0) for total, score in zip(self.totals, scores, strict=True)
        ]
        line: Line = {"type": "round", "round": self.round, "finisher": self.finisher}
        self.due.append({**line, "raw": raw, "scores": scores, "totals": [*self.totals]})
        if max(self.totals) >= self.rules["target"]:
            self.finish("target_reached")
        elif self.round == self.rules["rounds"]:
            self.finish("rounds_played")
        elif self.round == 50:
            self.finish("round_cap")

    def scores(self, raw: list[int | None]) -> list[int | None]:
        scores = list(raw)
        honest = {s: r for s, r in enumerate(raw) if r is not None and s not in self.forfeited}
        own = honest.pop(self.finisher, None) if self.finisher is not None else None
        if self.finisher is not None and own is not None and own > 0:
            if any(other <= own for other in honest.values()):
                own = own * self.rules["penalty_factor"] + self.rules["penalty_points"]
            scores[self.finisher] = own
        out = [seat for seat in self.forfeited if raw[seat] is not None]
        for seat in out:
            scores[seat] = max(raw[seat] or 0, 2 * (raw[seat] or 0))
        worst = max((score for score in scores if score is not None), default=None)
        return [worst if seat in out else score for seat, score in enumerate(scores)]

    def finish(self, reason: str) -> None:
        self.over, self.running = True, False
        stayed = sorted(t for seat, t in enumerate(self.totals) if seat not in self.left)
        gone = sorted(t for seat, t in enumerate(self.totals) if seat in self.left)
        ranks: list[int | None] = [
            gone.index(total) + len(stayed) + 1 if seat in self.left else stayed.index(total) + 1
            for seat, total in enumerate(self.totals)
        ]
        if reason == "abandoned":
            ranks = [None] * self.count
        result: Line = {"type": "result", "totals": self.totals, "ranks": ranks}
        self.due.append({**result, "reason": reason})


def referee(text: bytes) -> Referee:
    """Read a whole record. Raises AssertionError at the first line that is wrong."""
    *lines, end = text.splitlines(keepends=True)
    seal = json.loads(end)
    assert seal["type"] == "end"
    assert seal["lines"] == len(lines)
    assert seal["sha256"] == hashlib.sha256(b"".join(lines)).hexdigest()
    parsed = [json.loads(line) for line in lines]
    game = Referee(parsed[0])
    for line in parsed[1:]:
        if line["type"] not in {"note", "key"}:
            game.read(line)
    assert game.over
    assert not game.due
    return game
