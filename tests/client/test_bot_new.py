"""``skyjo bot new`` and ``skyjo protos export``: what they write, and what they leave alone."""

from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass

from skyjo.v1.play_pb2 import Act
from skyjo_client.kits import languages
from tests.client.programs import run

CHECKOUT = Path(__file__).parents[2]
PROTOS = {path.name for path in (CHECKOUT / "protos/skyjo/v1").glob("*.proto")}


@pytest.mark.parametrize("language", languages())
def test_a_new_bot_comes_with_the_contract_and_says_what_to_do(
    tmp_path: Path, language: str
) -> None:
    target = tmp_path / "my bot"
    done = run(tmp_path, "bot", "new", "--language", language, str(target))
    assert (done.returncode, done.stderr) == (0, "")
    assert str(target) in done.stdout
    assert "README.md" in done.stdout
    assert (target / "README.md").read_text("utf-8").startswith("# A SKYJO bot in ")
    assert {path.name for path in (target / "protos/skyjo/v1").iterdir()} == PROTOS


def test_a_language_without_a_kit_is_told_the_way_out(tmp_path: Path) -> None:
    done = run(tmp_path, "bot", "new", "--language", "kotlin", str(tmp_path / "mine"))
    assert done.returncode == 2
    told = " ".join(done.stderr.split())
    assert "'typescript'." in told
    assert "skyjo bot --stdio, or skyjo protos export" in told


@pytest.mark.parametrize("command", [("bot", "new", "--language", "go"), ("protos", "export")])
def test_nothing_that_is_there_is_overwritten(tmp_path: Path, command: tuple[str, ...]) -> None:
    target = tmp_path / "used"
    target.mkdir()
    mine = target / "README.md"
    mine.write_text("mine", encoding="utf-8")
    refused = run(tmp_path, *command, str(target))
    assert refused.returncode == 2
    assert "Name a new folder" in refused.stderr
    assert mine.read_text("utf-8") == "mine"
    assert list(target.iterdir()) == [mine]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run(tmp_path, "bot", "new", "--language", "go", str(tmp_path / "file" / "below"))
    assert done.returncode != 0
    assert str(tmp_path / "file") in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_called_new_is_played_when_it_is_named_with_its_folder(tmp_path: Path) -> None:
    (tmp_path / "new").touch()
    done = run(tmp_path, "bot", str(tmp_path / "new"))
    assert "new has no subclass of Bot" in done.stderr


def test_a_slip_is_told_what_was_meant(tmp_path: Path) -> None:
    slip = run(tmp_path, "bot", "nwe", "--language", "go", str(tmp_path / "mine"))
    assert slip.returncode == 2
    assert "No such command 'nwe'. Did you mean new?" in slip.stderr
    other = run(tmp_path, "bot", "new", "--lang", "go", str(tmp_path / "mine"))
    assert "Did you mean --language?" in other.stderr
    assert run(tmp_path, "bot", "new", "--language", "Go", str(tmp_path / "it")).returncode == 0


def test_a_file_that_is_no_python_is_told_how_to_play(tmp_path: Path) -> None:
    (tmp_path / "mybot").touch()
    done = run(tmp_path, "bot", str(tmp_path / "mybot"))
    assert f"A command in any language: skyjo bot --stdio -- {tmp_path / 'mybot'}" in done.stderr


def test_help_shows_both_ways(tmp_path: Path) -> None:
    shown = run(tmp_path, "bot", "--help").stdout
    assert "[FILE | COMMAND...]" in shown
    assert "--house" in shown
    assert "Commands:\n  new " in shown
    assert "skyjo bot new [OPTIONS] DIR" in run(tmp_path, "bot", "new", "--help").stdout


def test_the_exported_descriptors_are_enough_to_read_messages(tmp_path: Path) -> None:
    target = tmp_path / "contract"
    done = run(tmp_path, "protos", "export", str(target))
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name for path in (target / "skyjo/v1").iterdir()} == PROTOS
    pool = DescriptorPool()
    for file in FileDescriptorSet.FromString((target / "skyjo.binpb").read_bytes()).file:
        pool.AddSerializedFile(file.SerializeToString())  # refused before what it imports
    act = GetMessageClass(pool.FindMessageTypeByName("skyjo.v1.Act"))
    sent = Act(decision_id=3, keep={"slot": 0})
    assert str(act.FromString(sent.SerializeToString())) == str(sent)
    services = {"Lobby", "Play", "Watch", "Record", "Operator"}
    assert all(pool.FindServiceByName(f"skyjo.v1.{name}Service").methods for name in services)
