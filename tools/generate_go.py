"""Generates the Go code of the contract for the Go kit; needs go on the PATH.

    .venv/bin/python tools/generate_go.py           write it
    .venv/bin/python tools/generate_go.py --check   write nothing; exit 1 naming what differs

The compiler is that of grpcio-tools, as for Python; kits/go/go.mod pins its Go plugins.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"
KIT = ROOT / "kits" / "go"
PLUGINS = ("protoc-gen-go", "protoc-gen-go-grpc")


def main(arguments: list[str]) -> int:
    """Run the command line; the exit status."""
    if shutil.which("go") is None:
        sys.exit("go is missing: see https://go.dev/dl")
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        here, fresh = generated(KIT), generated(Path(folder))
    if "--check" not in arguments:
        install(here, fresh)
        return 0
    differing = sorted(name for name in here.keys() | fresh if here.get(name) != fresh.get(name))
    for name in differing:
        print(f"differs: kits/go/{name}; run tools/generate_go.py", file=sys.stderr)
    return 1 if differing else 0


def generate(target: Path) -> None:
    """Write the Go code of every .proto below ``target``."""
    sources = sorted(path.relative_to(PROTOS).as_posix() for path in PROTOS.rglob("*.proto"))
    plugins = [f"--plugin={name}={plugin(name)}" for name in PLUGINS]
    outputs = [f"--go_out={target}", f"--go-grpc_out={target}"]
    command = [sys.executable, "-m", "grpc_tools.protoc", "-I.", *plugins, *outputs, *sources]
    subprocess.run(command, cwd=PROTOS, check=True)


def plugin(name: str) -> str:
    """The path of a compiler plugin, built first where needed."""
    command = ["go", "tool", "-n", name]
    made = subprocess.run(command, cwd=KIT, check=True, capture_output=True, text=True)
    return made.stdout.strip()


def generated(folder: Path) -> dict[str, bytes]:
    """Generated Go files below ``folder`` by relative path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.pb.go")
    }


def install(here: dict[str, bytes], fresh: dict[str, bytes]) -> None:
    """Replace the kit's generated files."""
    for name in here.keys() - fresh:
        (KIT / name).unlink()
    for name, content in fresh.items():
        path = KIT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
