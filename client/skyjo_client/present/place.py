"""Where a table stands, for what is said about inviting friends and about leaving."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from skyjo_client.present.escape import SafeText

_UNNAMED: Final = SafeText("")


@dataclass(frozen=True, slots=True)
class Place:
    """``private``: a server of one's own, which ends with the program and has no other people.

    ``server`` is how friends name the server, empty where they need not; ``link`` leads them to
    the table and is empty where there is none. ``invitation`` gives what the viewer was told
    already to tell them, in the language that is spoken now. ``begins_full``: the first game begins
    by itself once every seat is taken.
    """

    private: bool = False
    server: SafeText = _UNNAMED
    link: SafeText = _UNNAMED
    invitation: Callable[[], list[str]] = list
    begins_full: bool = False
