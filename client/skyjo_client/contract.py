"""The contract as a set of descriptors, for programs that read any gRPC service."""

import importlib
from pathlib import Path

from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet

import skyjo.v1


def descriptor_set() -> bytes:
    """Every file of the contract after those that it imports, as ``protoc`` would write them."""
    files: dict[str, FileDescriptor] = {}
    for path in sorted(Path(skyjo.v1.__path__[0]).glob("*_pb2.py")):
        _collect(importlib.import_module(f"skyjo.v1.{path.stem}").DESCRIPTOR, files)
    found = FileDescriptorSet()
    for file in files.values():
        file.CopyToProto(found.file.add())
    return found.SerializeToString(deterministic=True)


def _collect(file: FileDescriptor, files: dict[str, FileDescriptor]) -> None:
    for imported in file.dependencies:
        _collect(imported, files)
    files[file.name] = file
