"""Every claim of SECURITY.md names tests, and they exist."""

import ast
import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
PAGE = (CHECKOUT / "SECURITY.md").read_text(encoding="utf-8")
CLAIMS = PAGE.partition("## What is claimed")[2].partition("## What is not claimed")[0]
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", CLAIMS)))


def functions_of(path: str) -> set[str]:
    tree = ast.parse((CHECKOUT / path).read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name for node in tree.body if isinstance(node, kinds)}


@pytest.mark.parametrize(("path", "name"), NAMED, ids=[name for _, name in NAMED])
def test_the_test_exists(path: str, name: str) -> None:
    assert name in functions_of(path)


def test_no_claim_is_without_a_test() -> None:
    claims = [line for line in CLAIMS.splitlines() if line.startswith("- ")]
    assert len(claims) > 15
    assert [claim for claim in claims if "::test_" not in claim] == []
