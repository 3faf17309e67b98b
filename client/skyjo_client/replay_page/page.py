"""The page itself: one file with everything in it, which may fetch and send nothing."""

import base64
import hashlib
import html
import json
from importlib.resources import files
from string import Template
from typing import Final

from skyjo_client.present.messages import _, spoken_language
from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.replay_page.film import film

_FOLDER: Final = files("skyjo_client.replay_page")
_POLICY: Final = (
    "default-src 'none'; script-src '{script}'; style-src '{style}'; "
    "base-uri 'none'; form-action 'none'"
)


def page(recording: Recording, viewpoint: Viewpoint) -> str:
    """Return the page of a recording, seen from ``viewpoint`` at first.

    Others' words are in it as data only; the policy in its head lets no script run but its own.
    """
    script, style = _read("page.js"), _read("page.css")
    data = {
        **film(recording),
        "texts": _texts(),
        "first": recording.viewpoints.index(viewpoint),
    }
    return Template(_read("page.html")).substitute(
        language=spoken_language(),
        title=html.escape(_("SKYJO, game {game}").format(game=recording.name)),
        without=html.escape(_("This page shows a game again and needs JavaScript for it.")),
        policy=html.escape(_POLICY.format(script=_digest(script), style=_digest(style))),
        script=script,
        style=style,
        film=_harmless(json.dumps(data, separators=(",", ":"))),
    )


def _read(name: str) -> str:
    return _FOLDER.joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _harmless(text: str) -> str:
    """Return JSON in which no tag can begin or end."""
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _texts() -> dict[str, str]:
    """What the page says, by the names that it uses."""
    return {
        "start": _("Beginning"),
        "roundBack": _("Round back"),
        "turnBack": _("Turn back"),
        "back": _("Back", "replay"),
        "play": _("Play", "replay"),
        "pause": _("Pause", "replay"),
        "on": _("On", "replay"),
        "nextTurn": _("Next turn"),
        "nextRound": _("Next round"),
        "end": _("End"),
        "speed": _("Seconds for each event"),
        "view": _("Seen by"),
        "everything": _("everybody, with all cards open"),
        "place": _("Event"),
        "progress": _("Event {place} of {end}, round {round} of {rounds}"),
        "piles": _("Piles"),
        "draw": _("{count} to draw"),
        "discard": _("Discard pile: {card} on top of {count}"),
        "held": _("{name} holds {card}"),
        "lap": _("Last lap"),
        "seat": _("{seat} {name}: {points}"),
        "turn": _("to play"),
        "finisher": _("ended the round"),
        "hidden": _("hidden"),
        "hiddenCard": _("hidden {card}"),
        "cleared": _("cleared"),
        "log": _("What has happened"),
        "scores": _("Scores"),
        "player": _("player"),
        "round": _("r{round}"),
        "total": _("total"),
        "rank": _("rank"),
        "keys": _(
            "Keys: right and left go one event on and back, down and up a turn, page down and "
            "page up a round, Home and End to the ends; space plays and pauses, + and - change "
            "the speed, 0 to 8 whose eyes see it."
        ),
    }
