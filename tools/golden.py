"""Write the transcripts under tests/golden/games anew: ``python -m tools.golden``.

Read the difference before you commit it: it is what a change of the engine changes for players.
"""

from pathlib import Path

from tests.engine.transcript import GAMES, transcript

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "games"


def path_of(players: int) -> Path:
    """Where the transcript of that many players lies."""
    return FOLDER / f"players-{players}.txt"


def main() -> None:
    """Write every transcript."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for players in GAMES:
        path_of(players).write_text(transcript(players), encoding="utf-8", newline="\n")
        print(path_of(players))


if __name__ == "__main__":
    main()
