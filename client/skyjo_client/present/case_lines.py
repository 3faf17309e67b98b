"""A case as lines of text, for whoever mends the bot; seats count from 0, as in the contract."""

from typing import Final

from skyjo.v1.play_pb2 import Act, Decision, ServerFrame
from skyjo_client.act_words import act_words
from skyjo_client.case_file import Case
from skyjo_client.json_lines import BadLineError, compact, message_of
from skyjo_client.present.board_lines import lap_line, piles_line
from skyjo_client.present.escape import LINE_LIMIT, escape, escape_lines
from skyjo_client.present.grids import grid_lines
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import slots_listed
from skyjo_client.seat_lost import seat_lost
from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Take
from skyjo_wire import to_engine
from skyjo_wire.errors import RefusalError

_LOST: Final = "lost"
"""The fault that is nothing but what became of the seat."""


def case_lines(case: Case) -> list[str]:
    """All of a case: what was asked, as far as it is known, and what came of it."""
    bot = escape(case.bot.name or "a bot")
    asked = f", decision {case.decision.decision_id}" if case.decision else ""
    game = escape(case.welcome.game_id)
    head = f"{escape(case.at)}: {bot} in seat {case.seat} of game {game}{asked}."
    seed = "" if case.bot.seed is None else f" SKYJO_SEED {case.bot.seed}."
    seed += "" if case.bot.bot_seed is None else f" bot_seed {case.bot.bot_seed}."
    build = f" Build {escape(case.bot.build)}." if case.bot.build else ""
    lines = [head + seed + build, *_fault_lines(case)]
    if case.decision is not None:
        lines += ["", *decision_lines(case, case.decision), *_answer_lines(case.answer)]
    for title, text in (("Traceback", case.traceback), ("Standard error", case.stderr)):
        if text.strip():
            lines += ["", f"{title}:", *escape_lines(text.strip()).split("\n")]
    return lines


def _fault_lines(case: Case) -> list[str]:
    """Its kind and sentence, and what it cost the seat."""
    cost = "" if case.seat_changed is None else seat_lost(case.seat_changed)
    says = cost if cost and case.fault == _LOST else case.says
    lines = [f"Fault ({escape(case.fault.replace('_', ' '))}): {escape(says, LINE_LIMIT)}"]
    return [*lines, f"What it cost: {cost}"] if cost and says is not cost else lines


def _answer_lines(answer: dict[str, object] | str | None) -> list[str]:
    """What came from the bot: an act, or the text that came instead."""
    if answer is None:
        return ["Answer: none."]
    if isinstance(answer, str):
        return ["Answer:", *escape_lines(answer.strip()).split("\n")]
    try:
        return [f"Answer: {answer_words(message_of(answer, Act()))}."]
    except BadLineError:
        return [f"Answer: {escape(compact(answer))}"]


def answer_words(act: Act) -> str:
    """An act in a few words, with slots as screens name them where there are such."""
    try:
        return action_words(to_engine.action(act))
    except RefusalError:
        return act_words(act)


def decision_lines(case: Case, decision: Decision) -> list[str]:
    """The grids, the piles, and what may be done."""
    store = TableStore()
    store.take(ServerFrame(welcome=case.welcome))
    if decision.HasField("view"):
        seen = ServerFrame(welcome=case.welcome)
        seen.welcome.view.CopyFrom(decision.view)
        store.take(seen)
    board = store.board
    if not board.round:
        return ["The view was not kept.", *_legal(decision)]
    seats = [case.seat, *(seat for seat in range(len(board.seats)) if seat != case.seat)]
    lap = [lap] if (lap := lap_line(store)) else []
    return [
        *grid_lines(store, seats, first=0),
        piles_line(store, card=str),
        *lap,
        *_legal(decision),
    ]


def _legal(decision: Decision) -> list[str]:
    legal = decision.legal
    ways = [
        (f"flip {legal.flip_count} of", legal.flip),
        ("take onto", legal.take),
        ("keep on", legal.keep),
        ("discard and turn up", legal.discard),
    ]
    told = [f"{name} {slots_listed(slots)}" for name, slots in ways if slots]
    return [f"Legal: {'; '.join([*told, *(['draw'] if legal.draw else [])])}."]


def action_words(action: Action) -> str:
    """An action in a few words, with slots as screens name them."""
    match action:
        case Flip(slots):
            return f"flip {slots_listed(slots)}"
        case Take(slot):
            return f"take onto {slots_listed([slot])}"
        case Draw():
            return "draw"
        case Keep(slot):
            return f"keep on {slots_listed([slot])}"
        case Discard(slot):
            return f"discard and turn up {slots_listed([slot])}"
