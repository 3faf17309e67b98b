"""Write the transcripts and screens under tests/golden anew: ``python -m tools.golden``.

Read the difference before you commit it: it is what a change changes for players.
"""

import re
from pathlib import Path

from tests.client.looks import FOLDER as LOOKS
from tests.client.looks import files as looks
from tests.client.scene_list import FOLDER as SCREENS
from tests.client.scene_list import screens
from tests.client.speaking import FOLDER as LANGUAGES
from tests.client.speaking import SPOKEN, language_screens
from tests.engine.transcript import GAMES, transcript

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "games"


README = Path(__file__).parent.parent / "README.md"


def with_screens(page: str) -> str:
    """Return a page with the screens that it shows, ``<!-- screen: NAME -->``, as they are now."""

    def block(found: re.Match[str]) -> str:
        screen = (SCREENS / f"{found[1]}.txt").read_text(encoding="utf-8")
        return f"<!-- screen: {found[1]} -->\n```text\n{screen}```\n<!-- end of screen -->"

    pattern = r"<!-- screen: (\S+) -->\n.*?<!-- end of screen -->"
    return re.sub(pattern, block, page, flags=re.DOTALL)


def path_of(players: int) -> Path:
    """Where the transcript of that many players lies."""
    return FOLDER / f"players-{players}.txt"


def main() -> None:
    """Write every transcript and every screen."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for players in GAMES:
        path_of(players).write_text(transcript(players), encoding="utf-8", newline="\n")
        print(path_of(players))
    languages = {f"{language}.txt": language_screens(language) for language in SPOKEN}
    for folder, files in ((SCREENS, screens()), (LOOKS, looks()), (LANGUAGES, languages)):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        print(folder)
    README.write_text(with_screens(README.read_text(encoding="utf-8")), encoding="utf-8")
    print(README)


if __name__ == "__main__":
    main()
