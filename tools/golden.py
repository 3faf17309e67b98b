"""Write the transcripts and screens under tests/golden anew: ``python -m tools.golden``.

Read the difference before you commit it: it is what a change changes for players.
"""

from pathlib import Path

from tests.client.scenes import FOLDER as SCREENS
from tests.client.scenes import screens
from tests.engine.transcript import GAMES, transcript

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "games"


def path_of(players: int) -> Path:
    """Where the transcript of that many players lies."""
    return FOLDER / f"players-{players}.txt"


def main() -> None:
    """Write every transcript and every screen."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for players in GAMES:
        path_of(players).write_text(transcript(players), encoding="utf-8", newline="\n")
        print(path_of(players))
    SCREENS.mkdir(parents=True, exist_ok=True)
    for old in SCREENS.iterdir():
        old.unlink()
    for name, text in screens().items():
        (SCREENS / name).write_text(text, encoding="utf-8", newline="\n")
    print(SCREENS)


if __name__ == "__main__":
    main()
