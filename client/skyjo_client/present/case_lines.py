"""A case as lines of text, for whoever mends the bot."""

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from skyjo.v1.event_pb2 import SeatChange, SeatChanged
from skyjo.v1.fault_pb2 import FaultKind, FaultOwner
from skyjo.v1.play_pb2 import Decision, ServerFrame
from skyjo_client.case_file import Case
from skyjo_client.present.board_lines import lap_line, piles_line
from skyjo_client.present.escape import escape, escape_lines
from skyjo_client.present.grids import grid_lines
from skyjo_client.present.store import TableStore
from skyjo_client.present.words import slots_listed
from skyjo_engine.actions import Action, Discard, Draw, Flip, Keep, Take


def case_lines(case: Case) -> list[str]:
    """All of a case: what was asked, as far as it is known, and what came of it."""
    bot = escape(case.bot.name or "a bot")
    asked = f", decision {case.decision.decision_id}" if case.decision else ""
    game = escape(case.welcome.game_id)
    head = f"{escape(case.at)}: {bot} in seat {case.seat + 1} of game {game}{asked}."
    seed = "" if case.bot.seed is None else f" SKYJO_SEED {case.bot.seed}."
    seed += "" if case.bot.bot_seed is None else f" bot_seed {case.bot.bot_seed}."
    build = f" Build {escape(case.bot.build)}." if case.bot.build else ""
    lines = [head + seed + build, f"Fault: {escape(case.fault)}. {escape(case.says)}"]
    if case.seat_changed is not None:
        lines.append(_cost(case.seat_changed))
    if case.decision is not None:
        lines += ["", *decision_lines(case, case.decision)]
    for title, text in (("Traceback", case.traceback), ("Standard error", case.stderr)):
        if text.strip():
            lines += ["", f"{title}:", *escape_lines(text.strip()).split("\n")]
    return lines


def _cost(changed: SeatChanged) -> str:
    """What became of the seat, and for which fault."""
    change = _name(SeatChange, changed.change, "SEAT_CHANGE_")
    if not changed.HasField("fault"):
        return f"The seat: {change}."
    kind = _name(FaultKind, changed.fault.kind, "FAULT_KIND_")
    owner = _name(FaultOwner, changed.fault.owner, "FAULT_OWNER_")
    return f"The seat: {change}, for {kind} of the {owner}."


def _name(names: EnumTypeWrapper, number: int, begins: str) -> str:
    """A value as the contract calls it, or its number where it is newer than this program."""
    known = names.DESCRIPTOR.values_by_number.get(number)
    return str(number) if known is None else known.name.removeprefix(begins)


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
    return [*grid_lines(store, seats), piles_line(store), *lap, *_legal(decision)]


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
