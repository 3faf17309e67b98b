"""The rule of conftest.py: skips are reasons to read on a bare machine, and failures in CI."""

from pathlib import Path

import pytest

CONFTEST = (Path(__file__).parent / "conftest.py").read_text(encoding="utf-8")
SKIPPED_TEST = """
import pytest

@pytest.mark.skip(reason="no go toolchain")
def test_one(): pass

def test_two(): pytest.skip("no root")

@pytest.mark.xfail(strict=True)
def test_three(): assert False
"""
SKIPPED_FILE = """
import pytest
pytest.skip("not this system", allow_module_level=True)
"""


@pytest.fixture
def checkout(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(CONFTEST)
    pytester.makeini("[pytest]\naddopts = -p no:asyncio")
    return pytester


def test_a_bare_machine_skips_and_prints_reasons(
    checkout: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    checkout.makepyfile(SKIPPED_TEST)
    result = checkout.runpytest("-rs")
    result.assert_outcomes(skipped=2, xfailed=1)
    result.stdout.fnmatch_lines(["*no go toolchain*", "*no root*"])


def test_ci_fails_on_skipped_tests(
    checkout: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    checkout.makepyfile(SKIPPED_TEST)
    result = checkout.runpytest()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert result.parseoutcomes()["xfailed"] == 1
    result.stdout.fnmatch_lines(["*does not allow*no go toolchain*", "*does not allow*no root*"])


def test_ci_fails_on_skipped_files(
    checkout: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    checkout.makepyfile(SKIPPED_FILE)
    result = checkout.runpytest()
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*does not allow*not this system*"])
