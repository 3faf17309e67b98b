"""Whole games with everything that can happen in one, recorded: what record tests start from."""

import random

from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Legal, Take
from skyjo_engine.cards import UNASKED_FLIPS
from skyjo_engine.chance import Chance
from skyjo_engine.errors import IllegalActionError
from skyjo_engine.fair import KeyedChance, commitment, entropy_hash, game_key
from skyjo_engine.faults import Fault, FaultKind, FaultOwner
from skyjo_engine.game import Game
from skyjo_engine.inputs import Act, Forfeit, Input, Leave, Return, StandIn, StartRound
from skyjo_engine.phase import Phase
from skyjo_engine.receipt import Receipt
from skyjo_engine.record import (
    Deal,
    DealSource,
    Entry,
    Player,
    PlayerKind,
    Record,
    entries_of,
)
from skyjo_engine.rules import Dealing, LaterStarter, OnLeave, Rules

NAMES = ("Anna", "Jörg", "小林", 'a "b"\\', "Zoë\u2028", "bot 6", "G", "Ünal")


def any_rules(rng: random.Random) -> Rules:
    """Rules of any kind, with games of one to three rounds."""
    return Rules(
        players=rng.randint(2, 8),
        target=rng.choice((40, 100, 300)),
        rounds=rng.randint(1, 3),
        initial_flips=rng.choice((2, 2, rng.randint(0, 11))),
        penalty_factor=rng.randint(1, 4),
        penalty_points=rng.choice((0, 0, 7)),
        columns=rng.random() < 0.8,
        rows=rng.random() < 0.4,
        later_round_starter=rng.choice(list(LaterStarter)),
        on_leave=rng.choice(list(OnLeave)),
        turn_cap=rng.choice((20, 60)),
        dealing=rng.choice(list(Dealing)),
    )


def record_game(
    rules: Rules,
    seed: int,
    *,
    faults: float = 0.0,
    careful: bool = False,
    source: DealSource = DealSource.PLAYERS,
    game_id: str = "game-1",
) -> Record:
    """Play a game at random, or with care so that it has equal columns and low rounds.

    ``faults`` is how likely a seat leaves, returns or forfeits at each step.
    """
    rng = random.Random(seed)
    key = rng.randbytes(32)
    chosen = source is not DealSource.PLAYERS
    entropy = tuple(
        None if chosen or rng.random() < 0.2 else rng.randbytes(32) for _ in range(rules.players)
    )
    named = "" if chosen else game_id
    chance = KeyedChance(game_key(key, named, rules.digest(), entropy))
    sealed = commitment(game_id, rules.digest(), key)
    players = tuple(
        Player(seat, NAMES[seat], rng.choice(list(PlayerKind))) for seat in range(rules.players)
    )
    entries = _play(Game(rules), rng, chance, faults, careful=careful)
    return Record(game_id, rules, players, Deal(source, sealed, entropy), tuple(entries), key)


def receipt_of(record: Record, seat: int) -> Receipt:
    """What the player of ``seat`` kept when the game began."""
    hashes = tuple(None if one is None else entropy_hash(one) for one in record.deal.entropy)
    return Receipt(
        record.game_id,
        seat,
        record.deal.commitment,
        record.deal.entropy[seat],
        hashes,
        record.rules.digest(),
    )


def _play(
    game: Game, rng: random.Random, chance: Chance, faults: float, *, careful: bool
) -> list[Entry]:
    entries: list[Entry] = []
    while not game.over:
        given = _fault(game, rng) if rng.random() < faults else _move(game, rng, careful=careful)
        note = rng.choice(("", "", "", "", 'hm\n"é"')) if isinstance(given, Act) else ""
        try:
            entries += entries_of(game.apply(given, chance), note)
        except IllegalActionError:
            assert not isinstance(given, Act)
    return entries


def _fault(game: Game, rng: random.Random) -> Input:

    seat = rng.randrange(len(game.seats))
    kinds, owners = list(FaultKind), list(FaultOwner)
    cause = rng.choice((None, Fault(rng.choice(kinds), rng.choice(owners))))
    whole_game = rng.random() < 0.5
    leave = Leave(seat, removed=rng.random() < 0.5)
    inputs = (leave, StandIn(seat, cause), Return(seat), Forfeit(seat, cause, whole_game))
    return rng.choices(inputs, (1, 4, 4, 3))[0]


def _move(game: Game, rng: random.Random, *, careful: bool) -> Input:
    if game.phase is Phase.BETWEEN:
        return StartRound()
    waiting = [(s, legal) for s in range(len(game.seats)) if (legal := game.legal(s))]
    seat, legal = rng.choice(waiting)
    if legal.flip_count and rng.random() < 0.2:
        return Act(seat, Flip(UNASKED_FLIPS[: legal.flip_count]), by_server=True)
    if careful and not legal.flip_count:
        return Act(seat, _careful_action(game, seat, legal))
    return Act(seat, _action(legal, rng))


def _careful_action(game: Game, seat: int, legal: Legal) -> Action:
    """Play for few points and equal columns, so that rounds end low, and below zero at times."""
    assert game.round
    values = game.seats[seat].grid.open_values()
    card = game.round.discard[-1] if game.round.drawn is None else game.round.drawn

    def gain(slot: int) -> int:
        beside = [values[other] for other in range(slot % 4, 12, 4) if other != slot]
        now = 5 if values[slot] is None else values[slot] or 0
        return now - card + 4 * beside.count(card) - 4 * beside.count(values[slot] or 99)

    best = max(legal.take or legal.keep, key=gain)
    if legal.draw:
        return Take(best) if gain(best) > 3 else Draw()
    return Keep(best) if gain(best) > 0 or not legal.discard else Discard(legal.discard[0])


def _action(legal: Legal, rng: random.Random) -> Action:
    if legal.flip_count:
        return Flip(tuple(rng.sample(legal.flip, legal.flip_count)))
    if legal.draw:
        return Draw() if rng.random() < 0.8 else Take(rng.choice(legal.take))
    if legal.discard and rng.random() < 0.6:
        return Discard(rng.choice(legal.discard))
    return Keep(rng.choice(legal.keep))
