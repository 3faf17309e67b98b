"""What a player gets: a wheel with our packages only, which works in an empty environment."""

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from skyjo_client.kits import languages, write_kit

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

CHECKOUT = Path(__file__).parents[1]
PACKAGES = {"skyjo_engine", "skyjo_wire", "skyjo_bots", "skyjo_client", "skyjo_server"}


def run(*command: str | Path, cwd: Path) -> str:
    """Run a program that must succeed, away from the checkout's paths; return its output."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built by way of the sdist, so that both are known to be complete."""
    target = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", target, CHECKOUT, cwd=target)
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of an environment that holds the wheel and nothing of ours."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=True)
    folder = home / ("Scripts" if os.name == "nt" else "bin")
    pip = (folder / "python", "-m", "pip", "--disable-pip-version-check", "--quiet")
    run(*pip, "install", wheel, cwd=home)
    return folder


def test_wheel_holds_our_packages_only(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        paths = [PurePosixPath(name) for name in archive.namelist()]
    tops = {path.parts[0] for path in paths}
    metadata = {top for top in tops if top.endswith(".dist-info")}
    assert len(metadata) == 1
    assert tops - metadata == PACKAGES | {"skyjo"}
    contract = {path.parts[1] for path in paths if path.parts[0] == "skyjo"}
    assert contract - {"__init__.py", "py.typed"} == {"v1"}
    assert {path.parts[0] for path in paths if path.name == "py.typed"} >= PACKAGES
    assert any(path.match("skyjo/v1/*.proto") for path in paths)
    page = PurePosixPath("skyjo_client/replay_page")
    assert {page / f"page.{kind}" for kind in ("html", "css", "js")} <= set(paths)
    assert sum(path.match("skyjo_client/locale/*/LC_MESSAGES/skyjo.mo") for path in paths) == 5


def test_wheel_holds_each_kit_as_it_is_written(wheel: Path, tmp_path: Path) -> None:
    kits = "skyjo_client/kits/"
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if name.startswith(kits)}
    for language in languages():
        write_kit(language, tmp_path / language)
        shutil.rmtree(tmp_path / language / "protos")
    written = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    assert shipped == {kits + path.as_posix() for path in written}


def test_installed_packages_import_from_the_wheel(programs: Path, tmp_path: Path) -> None:
    for package in sorted(PACKAGES):
        script = f"import {package}; print({package}.__file__)"
        found = run(programs / "python", "-c", script, cwd=tmp_path)
        assert Path(found.strip()).is_relative_to(programs.parent)


def test_installed_command_says_what_it_does(programs: Path, tmp_path: Path) -> None:
    assert "SKYJO" in run(programs / "skyjo", "--help", cwd=tmp_path)


def test_installed_command_writes_a_bot_and_the_contract(programs: Path, tmp_path: Path) -> None:
    for language in languages():
        run(programs / "skyjo", "bot", "new", "--language", language, language, cwd=tmp_path)
        assert (tmp_path / language / "README.md").is_file()
    run(programs / "skyjo", "protos", "export", "contract", cwd=tmp_path)
    exported = {path.name for path in (tmp_path / "contract/skyjo/v1").iterdir()}
    assert exported == {path.name for path in (CHECKOUT / "protos/skyjo/v1").glob("*.proto")}
    assert exported == {path.name for path in (tmp_path / "go/protos/skyjo/v1").iterdir()}


def test_installed_command_plays_a_game_that_can_be_verified(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKYJO_DATA_DIR", str(tmp_path))
    shown = run(programs / "skyjo", "play", "--demo", "--rounds", "1", "--seed", "1", cwd=tmp_path)
    assert "Round 1 is scored." in shown
    assert "The game is over" in shown
    exported = tmp_path / "game.jsonl"
    run(programs / "skyjo", "record", "export", "--demo", "--output", exported, cwd=tmp_path)
    verdict = run(programs / "skyjo", "record", "verify", exported, cwd=tmp_path)
    assert "Right: the game went by its rules." in verdict
    assert "Right: all cards follow from the key." in verdict
    shown = run(programs / "skyjo", "replay", exported, "--html", "-", cwd=tmp_path)
    assert shown.startswith("<!DOCTYPE html>")
