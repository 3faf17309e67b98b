"""Errors become one sentence and an exit code, and goodbyes an exit code."""

import errno
import os
from pathlib import Path

import pytest

from skyjo.v1 import error_pb2, table_pb2
from skyjo_client import exit_codes
from skyjo_client.errors import (
    ChangedServerError,
    ClientError,
    NotEncryptedServerError,
    RefusedError,
    ServerFailedError,
    TableNotFoundError,
    UnfairDealError,
    UnknownHostError,
    UnknownServerError,
    UnreachableError,
)
from skyjo_client.lobby_trouble import explain_in_lobby
from skyjo_client.present.messages import speak
from skyjo_client.trouble import TRACEBACK, explain
from tests.hostile import HOSTILE


def refused(reason: error_pb2.ErrorReason) -> RefusedError:
    return RefusedError(error_pb2.Refusal(reason=reason))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnreachableError("10.0.0.1:17595"), exit_codes.UNREACHABLE),
        (UnknownHostError("nosuch.invalid:17595"), exit_codes.UNREACHABLE),
        (ServerFailedError("port taken"), exit_codes.UNREACHABLE),
        (refused(error_pb2.ERROR_REASON_TABLE_FULL), exit_codes.REFUSED),
        (refused(error_pb2.ERROR_REASON_VERSION_UNSUPPORTED), exit_codes.VERSION),
        (UnfairDealError("game-1", "seats"), exit_codes.REFUSED),
        (PermissionError(13, "Permission denied", "/data"), exit_codes.UNFINISHED),
        (ZeroDivisionError("oh"), exit_codes.UNFINISHED),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
def test_each_error_has_a_sentence_and_a_code(
    error: Exception, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence, found = explain(error)
    assert found == code
    assert sentence.endswith((".", "port taken"))
    assert "Traceback" not in capsys.readouterr().err


def test_each_broken_promise_of_a_deal_is_told_as_what_it_is() -> None:
    kinds = ("own_hash", "commitment", "seats", "opening", "unopened")
    sentences = {explain(UnfairDealError("game-1", what))[0] for what in kinds}
    assert len(sentences) == len(kinds)
    assert all("game-1" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.EACCES, "keine Berechtigung"),
        (errno.EROFS, "das Dateisystem ist nur lesbar"),
        (errno.ENOENT, "das gibt es nicht"),
        (errno.EISDIR, "das ist ein Ordner"),
        (errno.ENOSPC, "der Speicher ist voll"),
    ],
)
def test_what_the_system_says_is_told_in_the_players_language(number: int, reason: str) -> None:
    speak("de")
    error = OSError(number, os.strerror(number), "/data")
    assert explain(error)[0] == f"/data: {reason}."


def test_an_unexpected_error_can_be_traced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(TRACEBACK, "1")
    explain(ZeroDivisionError("oh"))
    assert "ZeroDivisionError: oh" in capsys.readouterr().err


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_what_a_server_says_in_an_error_stays_harmless(text: str) -> None:
    wire = text.encode("utf-8", "replace").decode()
    refusal = error_pb2.Refusal(reason=error_pb2.ERROR_REASON_FIELD_OUT_OF_RANGE, field=wire)
    for error in (
        RefusedError(refusal),
        ServerFailedError(text),
        UnreachableError(text),
        UnfairDealError(text, "opening"),
    ):
        assert explain(error)[0].isprintable()


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        (table_pb2.GOODBYE_REASON_FINISHED, exit_codes.FINISHED),
        (table_pb2.GOODBYE_REASON_RESIGNED, exit_codes.FINISHED),
        (table_pb2.GOODBYE_REASON_KICKED, exit_codes.REFUSED),
        (table_pb2.GOODBYE_REASON_SUPERSEDED, exit_codes.REFUSED),
        (table_pb2.GOODBYE_REASON_DRAINING, exit_codes.UNREACHABLE),
    ],
)
def test_goodbyes_have_codes(reason: table_pb2.GoodbyeReason, code: int) -> None:
    assert exit_codes.after(table_pb2.Goodbye(reason=reason)) == code


SHELL = ("--", "skyjo join", "skyjo serve", "skyjo host")


@pytest.mark.parametrize(
    "error",
    [
        UnreachableError("127.0.0.1:17595"),
        TableNotFoundError("KIWI-42", [], announced=False),
        UnknownServerError("10.0.0.1:17595", "able-acid-acoustic"),
        ChangedServerError("10.0.0.1:17595", "able-acid-acoustic"),
        NotEncryptedServerError("10.0.0.1:17595"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_in_the_lobby_nobody_is_told_of_options_and_commands(error: ClientError) -> None:
    told = explain_in_lobby(error)
    assert not [word for word in SHELL if word in told]
    assert told.endswith(".")
    assert told != explain(error)[0]


def test_in_the_lobby_an_error_names_the_key_that_is_bound(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[keys]\njoin = "g"\n', "utf-8")
    monkeypatch.setenv("SKYJO_CONFIG", str(path))
    assert "press g" in explain_in_lobby(ChangedServerError("10.0.0.1:17595", "x"))
    assert explain_in_lobby(refused(error_pb2.ERROR_REASON_TABLE_FULL)).endswith(".")
