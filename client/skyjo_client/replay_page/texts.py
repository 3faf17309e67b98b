"""What the page of a game says, by the names that it uses."""

from typing import Final

from skyjo_client.present.messages import _, mark

_BUTTONS: Final = {
    "back": mark("Back", "replay"),
    "play": mark("Play", "replay"),
    "pause": mark("Pause", "replay"),
    "on": mark("On", "replay"),
}
_TEXTS: Final = {
    "start": mark("Beginning"),
    "roundBack": mark("Round back"),
    "turnBack": mark("Turn back"),
    "nextTurn": mark("Next turn"),
    "nextRound": mark("Next round"),
    "end": mark("End"),
    "speed": mark("Seconds for each event"),
    "view": mark("Seen by"),
    "everything": mark("everybody, with all cards open"),
    "place": mark("Event"),
    "progress": mark("Event {place} of {end}, round {round} of {rounds}"),
    "piles": mark("Piles"),
    "draw": mark("{count} to draw"),
    "discard": mark("Discard pile: {card} on top of {count}"),
    "held": mark("{name} holds {card}"),
    "lap": mark("Last lap"),
    "seat": mark("{seat} {name}: {points}"),
    "turn": mark("to play"),
    "finisher": mark("ended the round"),
    "hidden": mark("hidden"),
    "hiddenCard": mark("hidden {card}"),
    "cleared": mark("cleared"),
    "log": mark("What has happened"),
    "scores": mark("Scores"),
    "player": mark("player"),
    "round": mark("r{round}"),
    "total": mark("total"),
    "rank": mark("rank"),
    "keys": mark(
        "Keys: right and left go one event on and back, down and up a turn, page down and "
        "page up a round, Home and End to the ends; space plays and pauses, + and - change "
        "the speed, 0 to 8 whose eyes see it."
    ),
}


def texts() -> dict[str, str]:
    """Return all texts in the player's language."""
    buttons = {name: _(text, "replay") for name, text in _BUTTONS.items()}
    return buttons | {name: _(text) for name, text in _TEXTS.items()}
