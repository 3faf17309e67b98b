"""Looking for bytes on which a decoder does anything but answer, or refuse as it says.

``python -m tests.fuzz.decoders [TARGET [OPTIONS OF LIBFUZZER]]``, guided by coverage; without a
target all are tried for a minute each. It needs the extra ``fuzz``.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import atheris  # type: ignore[import-untyped]

with atheris.instrument_imports(include=["skyjo_engine", "skyjo_wire", "skyjo_server"]):
    from tests.fuzz.targets import TARGETS

FOUND: Final = Path(__file__).parents[2] / "build" / "fuzz"
"""Where bytes go that a target did not stand."""
OPTIONS: Final = ("-max_total_time=60", "-max_len=20000", "-timeout=10", "-print_final_stats=1")


def main() -> None:
    name, *options = sys.argv[1:] or [""]
    if name:
        fuzz(name, options)
    FOUND.mkdir(parents=True, exist_ok=True)
    for each in TARGETS:
        print(f"--- {each}", flush=True)  # noqa: T201
        where = f"-artifact_prefix={FOUND}/{each}-"
        command = (sys.executable, "-m", "tests.fuzz.decoders", each, *OPTIONS, "-verbosity=0")
        subprocess.run([*command, where], check=True)


def fuzz(name: str, options: list[str]) -> None:
    """Try one target until it fails or its time is over; the process ends then."""
    with TemporaryDirectory() as corpus:
        for number, seed in enumerate(TARGETS[name].seeds()):
            Path(corpus, str(number)).write_bytes(seed)
        atheris.Setup([name, corpus, *options], TARGETS[name].check)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
