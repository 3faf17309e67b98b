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
from skyjo_client.replay_page.texts import texts

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
        "texts": texts(),
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
