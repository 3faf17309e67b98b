"""Which bot of a server is meant by a name that somebody typed."""

from skyjo.v1.lobby_pb2 import BotChoice, ListBotsResponse


def bot_choice(there: ListBotsResponse, name: str) -> BotChoice | None:
    """A house bot or one that waits for work, small letters or large; None: there is none."""
    wanted = name.casefold()
    if wanted in there.house_levels:
        return BotChoice(house_level=wanted)
    for bot in there.enlisted:
        if bot.name.casefold() == wanted:
            return BotChoice(enlisted_name=bot.name)
    return None
