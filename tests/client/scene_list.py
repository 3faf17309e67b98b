"""Every screen by its name: those of tables, of the lobby and of replays."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from skyjo_client.present.canvas import Size
from tests.client.lobbies import (
    asking_lobby,
    empty_lobby,
    kept_lobby,
    lobby,
    making_lobby,
    network_lobby,
    rules_lobby,
    silent_lobby,
)
from tests.client.replays import REPLAYS
from tests.client.scenes import (
    SIZES,
    Scene,
    again,
    flipping,
    gathering,
    holding,
    hosting,
    last_lap,
    leaving,
    logged,
    lost,
    over,
    scored,
    taking,
    timed,
    typing,
    watching,
    your_turn,
)

FOLDER: Final = Path(__file__).parent.parent / "golden" / "screens"

SCENES: Final[dict[str, Callable[[], Scene]]] = {
    **{f"turn-{players}": partial(your_turn, players) for players in range(2, 9)},
    "last-lap": last_lap,
    "holding": holding,
    "taking": taking,
    "flipping": flipping,
    "watching": watching,
    "scored": scored,
    "over": over,
    "again": again,
    "gathering": gathering,
    "hosting": hosting,
    "lost": lost,
    "leaving": leaving,
    "log": logged,
    "typing": typing,
    "clock": timed,
    "clock-8": partial(timed, 8),
}

LOBBIES: Final = {
    "lobby": lobby,
    "lobby-kept": kept_lobby,
    "lobby-making": making_lobby,
    "lobby-network": network_lobby,
    "lobby-silent": silent_lobby,
    "lobby-empty": empty_lobby,
    "lobby-asking": asking_lobby,
    "rules": rules_lobby,
}

SMALL: Final = ("turn-8", "watching", "turn-4", "clock-8", "scored", "gathering", "hosting")
"""Scenes that are shown at the smallest size, too."""


def screens() -> dict[str, str]:
    """Every screen as text, by the name of its file."""
    sizes = {name: [*SIZES, *([Size(60, 20)] if name in SMALL else [])] for name in SCENES}
    shown = {
        f"{name}-{size.columns}x{size.lines}.txt": scene().shown(size)
        for name, scene in SCENES.items()
        for size in sizes[name]
    }
    return {
        **shown,
        **_usual(LOBBIES),
        **_usual(REPLAYS),
        "too-small-50x10.txt": your_turn(4).shown(Size(50, 10)),
    }


class _Shown(Protocol):
    def shown(self, size: Size) -> str: ...


def _usual(scenes: Mapping[str, Callable[[], _Shown]]) -> dict[str, str]:
    """Scenes at the usual sizes."""
    return {
        f"{name}-{size.columns}x{size.lines}.txt": scene().shown(size)
        for name, scene in scenes.items()
        for size in SIZES
    }
