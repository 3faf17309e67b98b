"""Every rule number from 1 to 41 has a case: a test of this folder named ``test_rNN_...``.

None is prose only. Of R37 the engine has what a grace time ends in (stand-in and return); how long
it is belongs to the server's clocks.
"""

import ast
import re
from pathlib import Path

RULES = range(1, 42)


def test_every_rule_has_a_case() -> None:
    cited = {
        int(match[1])
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and (match := re.match(r"test_r(\d\d)_", node.name))
    }
    assert cited == set(RULES)
