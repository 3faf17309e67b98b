"""Brings the catalogues of texts up to date with the program, and compiles them.

    .venv/bin/python tools/catalogues.py           write them, and say what is not translated
    .venv/bin/python tools/catalogues.py --check   only compare; exit 1 naming what is wrong

A language is a folder under ``client/skyjo_client/locale`` with a ``skyjo.po``; docs/languages.md
says how to add one. A text that was changed keeps its old translation, marked as fuzzy: mend it and
take the mark away.
"""

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from skyjo_client.cli import main as skyjo
from skyjo_client.localised import help_texts
from skyjo_client.present.grammar import VOTED_ON, WORDS

ROOT: Final = Path(__file__).resolve().parent.parent
CLIENT: Final = ROOT / "client" / "skyjo_client"
FOLDER: Final = CLIENT / "locale"
TEMPLATE: Final = FOLDER / "skyjo.pot"
_Places = tuple[int | tuple[int, int] | tuple[int, str], ...]
KEYWORDS: Final[dict[str, dict[int | None, _Places | None]]] = {
    "_": {1: (1,), 2: (1, (2, "c"))},
    "mark": {1: (1,), 2: (1, (2, "c"))},
    "plural": {None: (1, 2)},
    "_forms": {None: (1, 2)},
}
"""Functions that texts pass through, and which arguments are texts and which a context ("c")."""


class Catalogue(Catalog):
    """A catalogue whose file depends on its texts only: not on dates, versions or people."""

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale_identifier or "en")),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def main(arguments: list[str]) -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(description="Bring the catalogues of texts up to date.")
    parser.add_argument("--check", action="store_true", help="compare only")
    options = parser.parse_args(arguments)
    texts = template()
    catalogues = {path: current(path, texts) for path in paths()}
    files = rendered(texts, catalogues)
    if not options.check:
        for path, content in files.items():
            path.write_bytes(content)
    stale = [path for path, content in files.items() if on_disk(path) != content]
    for path in stale:
        print(f"not current: {path.relative_to(ROOT)}; run tools/catalogues.py", file=sys.stderr)
    missing = [(path, text) for path, one in catalogues.items() for text in untranslated(one)]
    for path, text in missing:
        print(f"not translated in {path.relative_to(ROOT)}: {text.id!r}", file=sys.stderr)
    return 1 if options.check and (stale or missing) else 0


def paths() -> list[Path]:
    """The catalogue of each language but the program's own."""
    return sorted(FOLDER.glob("*/LC_MESSAGES/skyjo.po"))


def template() -> Catalogue:
    """Every text of the program, in its own language."""
    catalogue = Catalogue(
        header_comment="# Written by tools/catalogues.py: do not edit.", fuzzy=False
    )
    for path in sorted(CLIENT.rglob("*.py")):
        name = path.relative_to(CLIENT).as_posix()
        for _line, text, comments, context in extract_from_file("python", path, KEYWORDS):
            catalogue.add(text, locations=[(name, 0)], auto_comments=comments, context=context)
    for text in help_texts(skyjo):
        catalogue.add(text, locations=[("help", 0)])
    for word in (*WORDS, *VOTED_ON):
        catalogue.add(word, locations=[("present/grammar.py", 0)], context="command")
    return catalogue


def read(path: Path) -> Catalogue:
    """A catalogue as it stands in its file, and that alone."""
    catalogue = Catalogue(fuzzy=False)
    with path.open("rb") as file:
        for message in read_po(file, abort_invalid=True, ignore_obsolete=True):
            catalogue[message.id] = message
    catalogue.header_comment = "# Sorted by tools/catalogues.py; see docs/languages.md."
    return catalogue


def current(path: Path, texts: Catalogue) -> Catalogue:
    """A catalogue with exactly the texts that the program has."""
    catalogue = read(path)
    catalogue.update(texts)
    return catalogue


def untranslated(catalogue: Catalogue) -> Iterator[Message]:
    """The texts that are shown in another language because they are missing or fuzzy."""
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and (message.fuzzy or not all(forms)):
            yield message


def rendered(texts: Catalogue, catalogues: dict[Path, Catalogue]) -> dict[Path, bytes]:
    """What belongs into each file."""
    files = {TEMPLATE: text_of(texts)}
    for path, catalogue in catalogues.items():
        files[path] = text_of(catalogue)
        files[path.with_suffix(".mo")] = compiled(catalogue)
    return files


def text_of(catalogue: Catalogue) -> bytes:
    """A catalogue as people edit it: sorted, one line a text, so that changes merge easily."""
    file = io.BytesIO()
    write_po(file, catalogue, width=0, include_lineno=False, sort_output=True, ignore_obsolete=True)
    return file.getvalue()


def compiled(catalogue: Catalogue) -> bytes:
    """A catalogue as the program reads it."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def on_disk(path: Path) -> bytes:
    """What a file has, empty if there is none."""
    return path.read_bytes() if path.exists() else b""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
