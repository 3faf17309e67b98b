"""The starter kits for bots and the contract, and how they are written into a folder."""

import shutil
from pathlib import Path
from typing import Final

_SHIPPED: Final = Path(__file__).with_name("kits")
_FOLDER: Final = _SHIPPED if _SHIPPED.is_dir() else Path(__file__).parents[2] / "kits"
"""In an installed package, else in the checkout."""


def languages() -> list[str]:
    """The languages that there is a kit for, by their names on the command line."""
    return sorted(path.parent.name for path in _FOLDER.glob("*/README.md"))


def write_kit(language: str, target: Path) -> None:
    """Write a kit and the ``.proto`` files of the contract into the folder ``target``.

    What building leaves in a kit's folder stays behind. Raises OSError.
    """
    source = _FOLDER / language
    left_over = shutil.ignore_patterns(*_ignored(source), "__pycache__")
    # New times: what is built from old files would never be newer than they are.
    shutil.copytree(source, target, ignore=left_over, copy_function=shutil.copy, dirs_exist_ok=True)
    write_protos(target / "protos")


def write_protos(target: Path) -> None:
    """Write the ``.proto`` files of the contract below ``target``, by their packages.

    Raises OSError.
    """
    import skyjo.v1

    folder = target / "skyjo" / "v1"
    folder.mkdir(parents=True, exist_ok=True)
    for proto in Path(skyjo.v1.__path__[0]).glob("*.proto"):
        shutil.copyfile(proto, folder / proto.name)


def _ignored(folder: Path) -> list[str]:
    """What git is told to ignore in a kit: plain names, each with slashes around it or without."""
    lines = (folder / ".gitignore").read_text(encoding="utf-8").splitlines()
    return [line.strip("/") for line in lines if line and not line.startswith("#")]
