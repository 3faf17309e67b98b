"""Tables of a lobby, a line each."""

from typing import Final

from skyjo.v1 import lobby_pb2, rules_pb2, table_pb2
from skyjo_client.present.escape import escape_name
from skyjo_client.present.messages import _, mark, plural
from skyjo_client.present.words import listed


def table_line(table: lobby_pb2.TableSummary) -> str:
    """Tell one table: code, title, how many seats, where it stands, how long it plays, and who."""
    names = listed(escape_name(player.name) for player in table.players)
    text = _("{table}: {taken} of {seats} seats taken, {stage}, played {length}")
    line = text.format(
        table=_called(table),
        taken=len(table.players),
        seats=table.rules.players,
        stage=stage_word(table.stage),
        length=played_length(table.rules),
    )
    return _("{line}: {names}").format(line=line, names=names) if names else line


def stage_word(stage: table_pb2.TableStage) -> str:
    """Return where a table stands."""
    return _(_STAGES.get(stage, _SOMEWHERE))


def _called(table: lobby_pb2.TableSummary) -> str:
    """The code, and the title where somebody gave it one."""
    code, title = escape_name(table.code), escape_name(table.title)
    if title in ("", code):
        return code
    return _("{code} ({title})").format(code=code, title=title)


def played_length(rules: rules_pb2.Rules) -> str:
    """Tell when a game ends: "to 100 points, 2 rounds at most"."""
    points = plural("to {count} point", "to {count} points", rules.target)
    if not rules.rounds:
        return points
    rounds = plural("{count} round", "{count} rounds", rules.rounds)
    return _("{points}, {rounds} at most").format(points=points, rounds=rounds)


_SOMEWHERE: Final = mark("open")
_STAGES: Final = {
    table_pb2.TABLE_STAGE_GATHERING: mark("waiting for players"),
    table_pb2.TABLE_STAGE_OPENING: mark("about to begin"),
    table_pb2.TABLE_STAGE_PLAYING: mark("playing"),
    table_pb2.TABLE_STAGE_BETWEEN_ROUNDS: mark("between rounds"),
    table_pb2.TABLE_STAGE_GAME_OVER: mark("game over"),
    table_pb2.TABLE_STAGE_CLOSED: mark("closed"),
}
