"""What a replay says of itself: whose eyes see it, what happened last, how far one is, the keys."""

from bisect import bisect_right
from typing import Final

from skyjo_client.present.footer import Key
from skyjo_client.present.frame_parts import BAR_SIGNS, Caption
from skyjo_client.present.keymap import Keymap, Where
from skyjo_client.present.messages import _
from skyjo_client.present.narrator import Narrator
from skyjo_client.present.recording import Recording, Viewpoint

BAR: Final = 10
"""Cells of the bar that shows how far one is."""


def caption(
    recording: Recording, viewpoint: Viewpoint, place: int, narrator: Narrator, pace: float | None
) -> Caption:
    """Tell it all for one place; ``pace`` is how long each event is shown, None in a pause."""
    happened = narrator.log[-1] if place else _("The game has not begun yet.")
    return Caption(
        viewer=viewer_text(viewpoint, narrator),
        lines=(happened, progress(recording, place, pace)),
        keys=replay_keys(playing=pace is not None),
        dealt=recording.dealt(place) if viewpoint.open else {},
    )


def viewer_text(viewpoint: Viewpoint, narrator: Narrator) -> str:
    """Tell whose eyes see a replay."""
    if viewpoint.seat is None:
        return _("replay, all cards open")
    text = _("replay, as {name} saw it")
    return text.format(name=narrator.store.name(viewpoint.seat))


def progress(recording: Recording, place: int, pace: float | None) -> str:
    """Tell how far one is, as a bar and in numbers."""
    full = place * BAR // recording.end if recording.end else BAR
    behind, ahead = BAR_SIGNS
    text = _("{bar}  event {place} of {end} · round {round} of {rounds} · {playing}")
    playing = _("paused") if pace is None else _("{seconds:g} s each").format(seconds=pace)
    return text.format(
        bar=behind * full + ahead * (BAR - full),
        place=place,
        end=recording.end,
        round=bisect_right(recording.rounds, place),
        rounds=len(recording.rounds),
        playing=playing,
    )


def replay_keys(*, playing: bool) -> list[Key]:
    """The keys of a replay, the most wanted first."""
    return [
        Key("left", "left", _("back", "replay")),
        Key("right", "right", _("on", "replay")),
        Key("space", "space", _("pause", "replay") if playing else _("play", "replay")),
        Key("tab", "tab", _("seat")),
        Key("s", "s", _("scores")),
        Key("l", "l", _("log")),
        Key("question_mark", "?", _("help")),
        Key("q", "q", _("leave")),
    ]


def replay_help(keymap: Keymap) -> list[str]:
    """What each key of a replay does."""
    return [
        *keymap.lines(Where.REPLAY),
        "",
        _("The number of a seat shows what that player saw, 0 shows all cards."),
        _("A card in parentheses is hidden: nobody at the table saw it then."),
    ]
