"""The bots that can be added to a table."""

from skyjo.v1 import lobby_pb2
from skyjo_client.present.escape import escape_name
from skyjo_client.present.messages import _
from skyjo_client.present.words import listed


def bot_lines(bots: lobby_pb2.ListBotsResponse, asked: str) -> list[str]:
    """Tell the bots there are; ``asked`` is a name that none of them has, or empty."""
    if asked:
        line = _("There is no bot {name}.").format(name=escape_name(asked))
    else:
        line = _("Say bot and a name, such as bot casual.")
    return [line, *bots_there(bots)]


def bots_there(bots: lobby_pb2.ListBotsResponse) -> list[str]:
    """Tell the bots there are."""
    levels = listed(escape_name(level) for level in bots.house_levels)
    lines = [_("House bots: {levels}.").format(levels=levels)]
    free = [bot for bot in bots.enlisted if bot.free_seats]
    if free:
        names = listed(
            _("{name} ({seats})").format(name=escape_name(bot.name), seats=bot.free_seats)
            for bot in free
        )
        lines.append(_("Waiting for work, with free places: {names}.").format(names=names))
    busy = [bot for bot in bots.enlisted if not bot.free_seats]
    if busy:
        names = listed(escape_name(bot.name) for bot in busy)
        lines.append(_("At work, without a free place: {names}.").format(names=names))
    return lines
