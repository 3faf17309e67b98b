"""A recording from one viewpoint, forwards and backwards."""

import copy
from typing import Final

from skyjo_client.present.narrator import Narrator
from skyjo_client.present.place import Place
from skyjo_client.present.recording import Recording, Viewpoint

_COPIED: Final = 32
"""Events from one copy to the next: so many are told again at most when one goes back."""


class Playback:
    """The table as it was after any number of events, as one viewer knew it and was told of it."""

    def __init__(self, recording: Recording, viewpoint: Viewpoint) -> None:
        """Begin before the first event."""
        self._recording = recording
        self._viewpoint = viewpoint
        narrator = Narrator(Place(private=True))
        narrator.take(recording.welcome(viewpoint))
        narrator.story.clear()  # nobody sits down here
        self._copies = {0: copy.deepcopy(narrator)}
        self._narrator = narrator
        self._place = 0

    def at(self, place: int) -> Narrator:
        """Go there; the narrator is good until one goes elsewhere."""
        if place < self._place:
            self._place = place - place % _COPIED
            self._narrator = copy.deepcopy(self._copies[self._place])
        while self._place < place:
            self._place += 1
            self._narrator.take(self._recording.frame(self._place, self._viewpoint))
            if self._place % _COPIED == 0 and self._place not in self._copies:
                self._copies[self._place] = copy.deepcopy(self._narrator)
        return self._narrator
