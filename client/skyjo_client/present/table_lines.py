"""Tables of a lobby, a line each."""

from typing import Final

from skyjo.v1 import lobby_pb2, table_pb2
from skyjo_client.present.escape import escape_name
from skyjo_client.present.messages import _, mark
from skyjo_client.present.words import listed


def table_line(table: lobby_pb2.TableSummary) -> str:
    """Tell one table: code, title, who plays, how many seats, where it stands."""
    names = listed(escape_name(player.name) for player in table.players)
    text = _("{code}: {title}, {taken} of {seats} seats taken, {stage}, played to {target}")
    line = text.format(
        code=escape_name(table.code),
        title=escape_name(table.title),
        taken=len(table.players),
        seats=table.rules.players,
        stage=_(_STAGES.get(table.stage, "open")),
        target=table.rules.target,
    )
    return _("{line}: {names}").format(line=line, names=names) if names else line


_STAGES: Final = {
    table_pb2.TABLE_STAGE_GATHERING: mark("waiting for players"),
    table_pb2.TABLE_STAGE_OPENING: mark("about to begin"),
    table_pb2.TABLE_STAGE_PLAYING: mark("playing"),
    table_pb2.TABLE_STAGE_BETWEEN_ROUNDS: mark("between rounds"),
    table_pb2.TABLE_STAGE_GAME_OVER: mark("game over"),
    table_pb2.TABLE_STAGE_CLOSED: mark("closed"),
}
