"""The contract keeps its promises to clients that exist, and its own habits."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)

from tools import generate

FIELD, NESTED, ENUM_VALUE, METHOD = 2, 3, 2, 2
MESSAGES, ENUMS, SERVICES = 4, 5, 6
NESTED_ENUMS = 4


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generated")
    generate.compile_protos(folder)
    return folder


@pytest.fixture(scope="module")
def contract(made: Path) -> FileDescriptorSet:
    return generate.descriptors(made / "contract.binpb")


def messages(
    file: FileDescriptorProto,
) -> Iterator[tuple[tuple[int, ...], DescriptorProto]]:
    waiting: list[tuple[tuple[int, ...], DescriptorProto]] = []
    waiting += [((MESSAGES, i), message) for i, message in enumerate(file.message_type)]
    while waiting:
        path, message = waiting.pop()
        yield path, message
        waiting += [((*path, NESTED, i), m) for i, m in enumerate(message.nested_type)]


def enums(file: FileDescriptorProto) -> Iterator[tuple[tuple[int, ...], EnumDescriptorProto]]:
    for index, enum in enumerate(file.enum_type):
        yield (ENUMS, index), enum
    for path, message in messages(file):
        for index, enum in enumerate(message.enum_type):
            yield (*path, NESTED_ENUMS, index), enum


def named_paths(file: FileDescriptorProto) -> Iterator[tuple[tuple[int, ...], str]]:
    """Everything that must have a comment: its path in the descriptor, its name."""
    for path, message in messages(file):
        yield path, message.name
        for index, field in enumerate(message.field):
            yield (*path, FIELD, index), f"{message.name}.{field.name}"
    for path, enum in enums(file):
        yield path, enum.name
        for index, value in enumerate(enum.value):
            yield (*path, ENUM_VALUE, index), value.name
    for number, service in enumerate(file.service):
        yield (SERVICES, number), service.name
        for index, method in enumerate(service.method):
            yield (SERVICES, number, METHOD, index), f"{service.name}.{method.name}"


def test_generated_code_and_golden_facts_are_current(
    made: Path, contract: FileDescriptorSet
) -> None:
    assert generate.differences(made, generate.facts(contract)) == []


def test_no_promised_fact_is_lost(contract: FileDescriptorSet) -> None:
    golden = generate.golden_facts()
    assert golden
    assert golden - set(generate.facts(contract)) == set()


def change_number(file: FileDescriptorProto) -> None:
    file.message_type[0].field[0].number = 1000


def change_type(file: FileDescriptorProto) -> None:
    file.message_type[0].field[0].type = FieldDescriptorProto.TYPE_DOUBLE
    file.message_type[0].field[0].ClearField("type_name")


def change_label(file: FileDescriptorProto) -> None:
    file.message_type[0].field[0].label = FieldDescriptorProto.LABEL_REQUIRED
    file.message_type[0].field[0].ClearField("proto3_optional")


def change_name(file: FileDescriptorProto) -> None:
    file.message_type[0].field[0].name = "renamed"
    file.message_type[0].field[0].json_name = "renamed"


def remove_field(file: FileDescriptorProto) -> None:
    del file.message_type[0].field[0]


@pytest.mark.parametrize(
    "change", [change_number, change_type, change_label, change_name, remove_field]
)
def test_breaking_changes_lose_a_fact(
    contract: FileDescriptorSet, change: Callable[[FileDescriptorProto], None]
) -> None:
    broken = FileDescriptorSet.FromString(contract.SerializeToString())
    change(next(f for f in broken.file if f.name.endswith("/play.proto")))
    assert generate.golden_facts() - set(generate.facts(broken))


def test_streaming_and_enum_numbers_are_facts(contract: FileDescriptorSet) -> None:
    broken = FileDescriptorSet.FromString(contract.SerializeToString())
    play = next(f for f in broken.file if f.name.endswith("/play.proto"))
    play.service[0].method[0].client_streaming = False
    play.enum_type[0].value[1].number = 77
    lost = generate.golden_facts() - set(generate.facts(broken))
    assert {line.split()[0] for line in lost} == {"rpc", "enum"}


def test_additions_lose_nothing(contract: FileDescriptorSet) -> None:
    grown = FileDescriptorSet.FromString(contract.SerializeToString())
    grown.file[0].message_type.add(name="Later").field.add(
        name="x", json_name="x", number=1, type="TYPE_INT32", label="LABEL_OPTIONAL"
    )
    assert generate.golden_facts() - set(generate.facts(grown)) == set()


def test_everything_has_a_comment(contract: FileDescriptorSet) -> None:
    bare = []
    for file in contract.file:
        said = {
            tuple(place.path)
            for place in file.source_code_info.location
            if place.leading_comments.strip() or place.trailing_comments.strip()
        }
        bare += [f"{file.name}: {name}" for path, name in named_paths(file) if path not in said]
    assert bare == []


def test_no_map_fields(contract: FileDescriptorSet) -> None:
    found = [m.name for f in contract.file for _, m in messages(f) if m.options.map_entry]
    assert found == []


def test_enum_values_carry_their_enum_and_begin_unspecified(contract: FileDescriptorSet) -> None:
    for file in contract.file:
        for _, enum in enums(file):
            prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", enum.name).upper()
            assert enum.value[0].name == f"{prefix}_UNSPECIFIED"
            assert enum.value[0].number == 0
            assert all(value.name.startswith(f"{prefix}_") for value in enum.value)


def test_each_call_has_its_own_request_and_response(contract: FileDescriptorSet) -> None:
    for file in contract.file:
        for service in file.service:
            assert service.name.endswith("Service")
            for method in service.method:
                assert method.input_type == f".skyjo.v1.{method.name}Request"
                assert method.output_type == f".skyjo.v1.{method.name}Response"


def test_cards_and_points_are_zigzag_numbers_with_presence(contract: FileDescriptorSet) -> None:
    signed = {"card", "value", "values", "replaced", "revealed", "discard_top", "drawn"}
    signed |= {"raw", "score", "total"}
    for file in contract.file:
        for _, message in messages(file):
            for field in message.field:
                if field.name in signed and message.name not in {"Event", "Refusal"}:
                    assert field.type == FieldDescriptorProto.TYPE_SINT32, message.name
                    repeated = field.label == FieldDescriptorProto.LABEL_REPEATED
                    assert repeated or field.proto3_optional, message.name


@pytest.mark.parametrize("name", ["seat", "slot", "viewer", "turn", "finisher", "host"])
def test_seats_and_slots_tell_zero_from_absent(contract: FileDescriptorSet, name: str) -> None:
    for file in contract.file:
        for _, message in messages(file):
            for field in message.field:
                if field.name == name and field.type == FieldDescriptorProto.TYPE_UINT32:
                    assert field.proto3_optional, message.name


def test_the_frames_of_every_move_have_short_tags(contract: FileDescriptorSet) -> None:
    by_name = {m.name: m for f in contract.file for _, m in messages(f)}
    for frame in (by_name["ClientFrame"], by_name["ServerFrame"]):
        numbers = {field.name: field.number for field in frame.field}
        assert numbers["number"] == 1
        assert max(numbers.values()) < 16


def test_a_views_own_fields_come_last(contract: FileDescriptorSet) -> None:
    view = next(m for f in contract.file for _, m in messages(f) if m.name == "View")
    names = [field.name for field in sorted(view.field, key=lambda field: field.number)]
    assert names[-3:] == ["viewer", "drawn", "unseen"]
