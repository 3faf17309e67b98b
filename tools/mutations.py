"""Make each known mistake of public engines in ours, and show that the rule tests see it.

Every mutation replaces exact pieces of the engine's text in a copy of its sources. The rule tests
then run against the copy and have to fail. Prints one line a mutation; exits with 1 if any
survives, or does not fit the sources any more.

    python tools/mutations.py [M1 M6 ...]
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "engine" / "skyjo_engine"
RULE_TESTS: Final = tuple(
    str(path)
    for path in sorted((ROOT / "tests" / "engine").glob("test_*.py"))
    if re.search(r"def test_r\d\d_", path.read_text(encoding="utf-8"))
)
TESTS_FAILED: Final = 1


@dataclass(frozen=True)
class Mutation:
    """A known mistake: in ``file`` each old text, found exactly once, becomes the new one."""

    name: str
    mistake: str
    file: str
    changes: tuple[tuple[str, str], ...]

    def apply(self, package: Path) -> None:
        """Change the copy at ``package``. Raises ValueError when a text does not fit."""
        path = package / self.file
        text = path.read_text(encoding="utf-8")
        for old, new in self.changes:
            if text.count(old) != 1:
                raise ValueError(f"{self.name}: {text.count(old)} times in {self.file}: {old!r}")
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")


MUTATIONS: Final = (
    Mutation(
        "M1",
        "ten cards of every value",
        "cards.py",
        (("5 if value == LOWEST else 15 if value == 0 else 10", "10"),),
    ),
    Mutation(
        "M2",
        "ten zeros instead of fifteen",
        "cards.py",
        (("15 if value == 0 else 10", "10"),),
    ),
    Mutation(
        "M3a",
        "a cleared column leaves one card on the discard pile",
        "round.py",
        (("extend([value] * len(slots))", "append(value)"),),
    ),
    Mutation(
        "M3b",
        "a cleared column leaves other cards on the discard pile",
        "round.py",
        (("extend([value] * len(slots))", "extend([0] * len(slots))"),),
    ),
    Mutation(
        "M4",
        "a finisher's tie for the lowest score is not doubled",
        "scoring.py",
        (("score <= own", "score < own"),),
    ),
    Mutation(
        "M5",
        "a negative or zero finisher score is doubled",
        "scoring.py",
        (("own is None or own <= 0", "own is None"),),
    ),
    Mutation(
        "M6",
        "of two neighbouring equal columns only the first is cleared",
        "grid.py",
        (("for mask, _ in equal:", "for mask, _ in (equal := equal[:1]):"),),
    ),
    Mutation(
        "M7a",
        "a drawn card may be discarded for a card that is already open",
        "legality.py",
        (("if not seat.grid.is_hidden(slot)", "if False"),),
    ),
    Mutation(
        "M7b",
        "open cards are offered for turning up",
        "legality.py",
        (("discard=seat.grid.hidden_slots()", "discard=present"),),
    ),
    Mutation(
        "M8a",
        "the round ends at once, without the others' last turn",
        "round.py",
        (("if following == self.finisher:", "if self.finisher is not None:"),),
    ),
    Mutation(
        "M8b",
        "the finisher gets another turn",
        "round.py",
        (("if following == self.finisher:", "if index == self.finisher == following:"),),
    ),
    Mutation(
        "M9",
        "the game ends only above 100",
        "game.py",
        (("total >= self.rules.target", "total > self.rules.target"),),
    ),
    Mutation(
        "M10",
        "the replaced card lands on the cleared triple instead of under it",
        "round.py",
        (("discard.extend([value] * len(slots))", "discard[-1:-1] = [value] * len(slots)"),),
    ),
    Mutation(
        "M11",
        "a column with a hidden third card is cleared because the server knows it",
        "grid.py",
        (("if not unseen & mask", "if not self.cleared & mask"),),
    ),
    Mutation(
        "M12a",
        "the lowest sum starts",
        "scoring.py",
        (("== max(sums.values())", "== min(sums.values())"),),
    ),
    Mutation(
        "M12b",
        "the highest sum starts every later round under the English preset",
        "round.py",
        (("if last is None or self._rules", "if True or self._rules"),),
    ),
    Mutation(
        "M13a",
        "the reshuffle takes the top discard with it",
        "round.py",
        (
            ("tuple(self.discard[:-1])", "tuple(self.discard)"),
            ("self.discard = self.discard[-1:]", "self.discard = []"),
        ),
    ),
    Mutation(
        "M13b",
        "the reshuffle duplicates cards",
        "round.py",
        (("self.discard = self.discard[-1:]", "self.discard = [*cards, self.discard[-1]]"),),
    ),
    Mutation(
        "M13c",
        "a held card is lost",
        "round.py",
        (
            (
                "                self.discard.append(card)\n                revealed",
                "                revealed",
            ),
        ),
    ),
    Mutation(
        "M13d",
        "any cards are accepted as the reshuffled pile",
        "round.py",
        (("        _check_permutation(pile, sorted(cards))\n", ""),),
    ),
    Mutation(
        "M14",
        "triples at the final reveal are not cleared",
        "round.py",
        (
            (
                "            self._clear(index)\n        self.phase = Phase.BETWEEN",
                "            pass\n        self.phase = Phase.BETWEEN",
            ),
        ),
    ),
)


def run_tests(engine: Path) -> subprocess.CompletedProcess[str]:
    """Run the rule tests up to the first failure, with ``engine`` as the engine's import root."""
    roots = [str(ROOT), str(engine)]
    output = ["-x", "-q", "--no-header", "--tb=no", "-rf", "--timeout=60"]
    plugins = ["-p", "no:cacheprovider", "-p", "no:hypothesispytest"]  # not needed, and slow
    path = ["-o", f"pythonpath={' '.join(roots)}"]
    command = [sys.executable, "-m", "pytest", *output, *plugins, *path]
    return subprocess.run(  # its exit code is the result
        [*command, *RULE_TESTS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def try_mutation(mutation: Mutation | None) -> tuple[bool, str]:
    """Say whether the tests did what they should on a copy of the engine, and how it went.

    Without a mutation they have to pass: else a failure would show nothing.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "skyjo_engine"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        if mutation:
            try:
                mutation.apply(copy)
            except ValueError as error:
                return False, f"DOES NOT FIT    {error}"
        result = run_tests(Path(folder))
    if mutation is None:
        return result.returncode == 0, result.stdout.splitlines()[-1]
    if result.returncode != TESTS_FAILED:
        return False, f"SURVIVED        pytest exit code {result.returncode}"
    failed = re.search(r"^FAILED \S*::(\S+)", result.stdout, re.MULTILINE)
    return True, f"seen by {failed[1] if failed else '?'}"


def main(names: Sequence[str]) -> int:
    """Try the mutations whose names start with one of ``names``, or all, and print a table."""
    chosen = [m for m in MUTATIONS if not names or m.name.rstrip("abcd") in names]
    passed, summary = try_mutation(None)
    print(f"{'none':5}{summary}")
    if not passed or not chosen:
        return 1
    with ThreadPoolExecutor(2) as workers:
        results = list(workers.map(try_mutation, chosen))
    for mutation, (seen, report) in zip(chosen, results, strict=True):
        print(f"{mutation.name:5}{mutation.mistake}\n{'':5}{report}")
        passed = passed and seen
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
