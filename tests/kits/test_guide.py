"""The guide and the kits say the same."""

import re
from pathlib import Path

import pytest

from skyjo_client.kits import languages
from tests.kits.toolchains import CHECKOUT, KITS, Kit

GUIDE = (CHECKOUT / "docs" / "bot-guide.md").read_text(encoding="utf-8")
VARIABLE = re.compile(r"^\| `(SKYJO_\w+)` \|", re.MULTILINE)


def test_every_kit_has_a_row() -> None:
    assert sorted(kit.language for kit in KITS) == languages()


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.language)
def test_guide_and_readme_fit(kit: Kit) -> None:
    readme = Path(CHECKOUT, "kits", kit.language, "README.md").read_text(encoding="utf-8")
    assert VARIABLE.findall(readme) == VARIABLE.findall(GUIDE)
    assert f"`{kit.player}`" in readme
    assert "docs/bot-guide.md" in readme
    for tool in ("skyjo check-bot -- ", "skyjo duel --against ", "skyjo case run FILE -- "):
        assert f"`{tool}" in readme
    assert "The first " in readme
    table = "    SKYJO_CODE=KIWI-42 "
    assert -1 < readme.find("    skyjo duel") < readme.find("    skyjo serve") < readme.find(table)
    row = rf"^\| \[kits/{kit.language}\]\(\S+\) \| .* \| `{kit.player}` \|$"
    assert re.search(row, GUIDE, re.MULTILINE)
