"""Which bot of a server is meant by a name that somebody typed."""

from skyjo.v1.lobby_pb2 import BotChoice, ListBotsResponse


def bot_choice(there: ListBotsResponse, name: str) -> BotChoice | None:
    """A house bot or one that waits for work, small letters or large; None: there is none.

    Where several differ by small and large letters alone, only one of just that name is meant.
    """
    wanted = name.casefold()
    if wanted in there.house_levels:
        return BotChoice(house_level=wanted)
    alike = [bot.name for bot in there.enlisted if bot.name.casefold() == wanted]
    if name not in alike and len(alike) != 1:
        return None
    return BotChoice(enlisted_name=name if name in alike else alike[0])
