"""A folder of case files, of which the newest are kept."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from skyjo_client import environment
from skyjo_client.case_file import Case
from skyjo_client.data_folder import state_folder
from skyjo_client.present.escape import escape
from skyjo_client.private_file import file_stem, write_private

MOST_OF_A_RUN: Final = 20
"""So many cases are kept of one program; more tell nothing new, and would drive others out."""
MOST_OF_A_FOLDER: Final = 100
"""The oldest cases beyond these are deleted."""


def chosen_cases(given: Path | None) -> "Cases | None":
    """Those of the folder given, else of SKYJO_CASES, else of the state folder; None: nowhere."""
    said = environment.text(environment.CASES)
    if given is None and said == "0":
        return None
    return Cases(given or (Path(said) if said else None))


class Cases:
    """Keeps the faults of bots, each as a file that only its owner may read."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep them in ``folder``, by default ``cases`` in the state folder."""
        self._folder = folder
        self._kept = 0
        self._latest: dict[tuple[str, int], tuple[Case, Path]] = {}

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self._folder or state_folder() / "cases"

    def keep(self, case: Case, secrets: frozenset[bytes] = frozenset()) -> Path | None:
        """Write a case without ``secrets``; None when there are enough of this run.

        What a fault cost the seat is put in the file of that fault, where there is one. Raises
        OSError, and ValueError for a case that is too large.
        """
        seat = (case.welcome.game_id, case.seat)
        fault, path = self._latest.get(seat, (None, None))
        if fault and path and _is_of(case, fault):
            whole = replace(fault, seat_changed=case.seat_changed)
            write_private(path, whole.dumps(secrets))
            return path
        if self._kept >= MOST_OF_A_RUN:
            return None
        content = case.dumps(secrets)
        path = self._free(case)
        write_private(path, content)
        self._kept += 1
        self._latest[seat] = (case, path)
        self._thin_out()
        return path

    def told(self, case: Case, secrets: frozenset[bytes] = frozenset()) -> str:
        """Write a case, and say where it lies, to be put behind the sentence about the fault."""
        try:
            path = self.keep(case, secrets)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return f" No case can be kept in {escape(str(self.folder))}: {escape(reason)}."
        return "" if path is None else f" Case: {escape(str(path))}"

    def _free(self, case: Case) -> Path:
        decision = f"-decision-{case.decision.decision_id}" if case.decision else ""
        stem = f"case-{file_stem(case.welcome.game_id)}-seat-{case.seat}{decision}"
        return free_path(self.folder, stem)

    def _thin_out(self) -> None:
        paths = sorted(self.folder.glob("case-*.json"), key=lambda path: path.stat().st_mtime_ns)
        for path in paths[:-MOST_OF_A_FOLDER]:
            path.unlink(missing_ok=True)


def with_case(sentence: str, told: str) -> str:
    """A sentence that may lack its full stop, with what is told of its case, if anything is."""
    return f"{sentence.removesuffix('.')}.{told}" if told else sentence


def free_path(folder: Path, stem: str) -> Path:
    """Where a case of that name may lie beside others of the folder."""
    names = (f"{stem}{f'_{n + 1}' if n else ''}.json" for n in range(MOST_OF_A_FOLDER + 1))
    paths = [folder / name for name in names]
    return next((path for path in paths if not path.exists()), paths[-1])


def _is_of(change: Case, fault: Case) -> bool:
    """Whether a change of the seat is what ``fault`` cost it."""
    return (
        change.seat_changed is not None
        and change.decision is not None
        and fault.decision is not None
        and change.decision.decision_id == fault.decision.decision_id
    )
