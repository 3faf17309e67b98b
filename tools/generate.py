"""Generates the contract's Python code, beside its .proto files and in the kit for bots in Python.

It also writes the golden list of the contract's facts.

    .venv/bin/python tools/generate.py                    write them
    .venv/bin/python tools/generate.py --check            write nothing; exit 1 naming what differs
    .venv/bin/python tools/generate.py --accept-breaking  write them although old clients break

A fact is one line on which existing clients rely; see ``facts``. New facts are welcome, lost ones
break clients.
"""

import argparse
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"
TARGETS = (PROTOS, ROOT / "kits" / "python")
GOLDEN = ROOT / "tests" / "golden" / "skyjo_v1.descriptor.txt"


def main(arguments: list[str]) -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(description="Generate the contract's Python code.")
    parser.add_argument("--check", action="store_true", help="compare only")
    parser.add_argument("--accept-breaking", action="store_true", help="drop lost facts")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        compile_protos(made)
        lines = facts(descriptors(made / "contract.binpb"))
        if options.check:
            return report(differences(made, lines))
        lost = sorted(golden_facts() - set(lines))
        if lost and not options.accept_breaking:
            print("This breaks existing clients:", *lost, sep="\n  ", file=sys.stderr)
            return 1
        install(made, lines)
    return 0


def compile_protos(target: Path) -> None:
    """Run the pinned compiler over every .proto into ``target``."""
    sources = sorted(path.relative_to(PROTOS).as_posix() for path in PROTOS.rglob("*.proto"))
    serving = [name for name in sources if "\nservice " in (PROTOS / name).read_text("utf-8")]
    plugin = shutil.which("protoc-gen-mypy_grpc", path=sysconfig.get_path("scripts"))
    if plugin is None:
        sys.exit('protoc-gen-mypy_grpc is missing: install the extra "dev"')
    descriptor = target / "contract.binpb"
    protoc(f"--python_out={target}", f"--pyi_out={target}", *sources)
    protoc(f"--descriptor_set_out={descriptor}", "--include_source_info", *sources)
    grpc_flags = (f"--grpc_python_out={target}", f"--mypy_grpc_out=quiet:{target}")
    protoc(f"--plugin=protoc-gen-mypy_grpc={plugin}", *grpc_flags, *serving)


def protoc(*arguments: str) -> None:
    """Run grpcio-tools' compiler in the folder of the .proto files."""
    command = [sys.executable, "-m", "grpc_tools.protoc", "-I.", *arguments]
    subprocess.run(command, cwd=PROTOS, check=True)


def descriptors(path: Path) -> FileDescriptorSet:
    """The compiled contract, with its comments."""
    return FileDescriptorSet.FromString(path.read_bytes())


def facts(files: FileDescriptorSet) -> list[str]:
    """What clients rely on, one line each, sorted.

    Per field its message, number, type, label, group of alternatives and both names; per enum
    value its enum, number and name; per call its types and which sides stream. This is the
    level at which neither the binary nor the JSON form of a message changes.
    """
    lines: list[str] = []
    for file in files.file:
        for message in file.message_type:
            lines += message_facts(file.package, message)
        for enum in file.enum_type:
            lines += enum_facts(file.package, enum)
        for service in file.service:
            lines += service_facts(file.package, service)
    return sorted(lines)


def message_facts(scope: str, message: DescriptorProto) -> Iterator[str]:
    """The facts of a message and of what is nested in it."""
    name = f"{scope}.{message.name}"
    yield f"message {name}"
    for field in message.field:
        yield f"field {name} {field_fact(message, field)}"
    for nested in message.nested_type:
        yield from message_facts(name, nested)
    for enum in message.enum_type:
        yield from enum_facts(name, enum)


def field_fact(message: DescriptorProto, field: FieldDescriptorProto) -> str:
    """A field's number, label, type, group of alternatives and names."""
    label = FieldDescriptorProto.Label.Name(field.label).removeprefix("LABEL_").lower()
    kind = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    if field.proto3_optional:
        label = "explicit"
    elif field.HasField("oneof_index"):
        label = f"oneof:{message.oneof_decl[field.oneof_index].name}"
    type_name = field.type_name.removeprefix(".") or kind
    return f"{field.number} {label} {type_name} {field.name} {field.json_name}"


def enum_facts(scope: str, enum: EnumDescriptorProto) -> Iterator[str]:
    """The facts of an enum."""
    for value in enum.value:
        yield f"enum {scope}.{enum.name} {value.number} {value.name}"


def service_facts(scope: str, service: ServiceDescriptorProto) -> Iterator[str]:
    """The facts of a service."""
    for method in service.method:
        asked = "stream " * method.client_streaming + method.input_type.removeprefix(".")
        given = "stream " * method.server_streaming + method.output_type.removeprefix(".")
        yield f"rpc {scope}.{service.name}.{method.name} ({asked}) ({given})"


def golden_facts() -> set[str]:
    """The facts promised so far."""
    return set(GOLDEN.read_text("utf-8").splitlines()) if GOLDEN.exists() else set()


def generated(folder: Path) -> dict[str, bytes]:
    """Generated Python files below ``folder`` by relative path."""
    contract = folder / "skyjo"
    paths = [*contract.rglob("*_pb2*.py"), *contract.rglob("*_pb2*.pyi")]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def differences(made: Path, lines: list[str]) -> list[str]:
    """Names of the files in the checkout that are not what would be generated."""
    fresh, changed = generated(made), []
    for target in TARGETS:
        here, folder = generated(target), target.relative_to(ROOT)
        differing = [name for name in here.keys() | fresh if here.get(name) != fresh.get(name)]
        changed += [(folder / name).as_posix() for name in differing]
    if golden_facts() != set(lines):
        changed.append(GOLDEN.relative_to(ROOT).as_posix())
    return sorted(changed)


def report(changed: list[str]) -> int:
    """Name what differs; the exit status."""
    for name in changed:
        print(f"differs: {name}", file=sys.stderr)
    if changed:
        print("run tools/generate.py", file=sys.stderr)
    return 1 if changed else 0


def install(made: Path, lines: list[str]) -> None:
    """Replace the generated files of the checkout."""
    fresh = generated(made)
    for target in TARGETS:
        (target / "skyjo" / "v1").mkdir(parents=True, exist_ok=True)
        for name in generated(target).keys() - fresh:
            (target / name).unlink()
        for name, content in fresh.items():
            (target / name).write_bytes(content)
    GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
