"""No text for people reaches them without having passed through the catalogues."""

import ast
from collections.abc import Iterator
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "client" / "skyjo_client"
TELLING = {"UsageError", "ClickException", "BadParameter", "Mistake", "echo", "prompt", "fail"}


def told(path: Path) -> Iterator[ast.expr]:
    """Yield what is passed to those functions that tell people something."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in TELLING:
                yield node.args[0]


def words(text: ast.expr) -> str:
    """Return what stands in a text literally, "" for what is no literal."""
    if isinstance(text, ast.JoinedStr):
        parts = [part.value for part in text.values if isinstance(part, ast.Constant)]
        return "".join(map(str, parts)).replace("skyjo: ", "")
    value = text.value if isinstance(text, ast.Constant) else None
    return value if isinstance(value, str) else ""


def test_no_command_tells_people_a_text_as_it_stands_in_the_program() -> None:
    plain = [
        f"{path.relative_to(CLIENT)}:{text.lineno}: {words(text)}"
        for path in CLIENT.rglob("*.py")
        if path.parent.name != "conformance"  # authors of bots are told in English
        for text in told(path)
        if any(char.isalpha() for char in words(text))
    ]
    assert plain == []


def test_no_text_hides_in_another_where_the_catalogues_do_not_find_it() -> None:
    hidden = [
        f"{path.relative_to(CLIENT)}:{call.lineno}"
        for path in CLIENT.rglob("*.py")
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"_", "plural", "mark"}
    ]
    assert hidden == []
