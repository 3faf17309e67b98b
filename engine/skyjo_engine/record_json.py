"""Typed access to one line of JSON: each value has the kind that is asked for, or a typed error."""

import json
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final, NoReturn, TypeVar

from skyjo_engine.record import RecordCode, RecordError

_E = TypeVar("_E", bound=Enum)
_COMPACT: Final = (",", ":")
_OCTETS: Final = re.compile("[0-9a-f]{64}")


def compact(value: object) -> str:
    """``value`` as JSON without spaces, keys in the order given, text beyond ASCII as it is."""
    return json.dumps(value, ensure_ascii=False, separators=_COMPACT, allow_nan=False)


def parse(text: bytes, line: int) -> "Fields":
    """The object on one line. Raises :class:`RecordError` for anything else."""
    try:
        value = json.loads(text.decode(), object_pairs_hook=_Pairs, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise RecordError(RecordCode.NOT_UTF8, line) from error
    except (ValueError, RecursionError) as error:
        raise RecordError(RecordCode.NOT_JSON, line) from error
    return Fields(value, line)


class _Pairs(list[tuple[str, object]]):
    """A JSON object as written, with keys that may repeat; never mistaken for an array."""


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


class Fields:
    """The keys of one JSON object; keys that nobody asks for are ignored."""

    def __init__(self, value: object, line: int) -> None:
        """Hold a parsed ``value``. Raises :class:`RecordError` when it is no object."""
        if not isinstance(value, _Pairs):
            raise RecordError(RecordCode.NOT_AN_OBJECT, line)
        self.line = line
        self._values = dict(value)
        if len(self._values) != len(value):
            raise RecordError(RecordCode.REPEATED_KEY, line)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def value(self, key: str) -> object:
        """Whatever stands under ``key``, which must be there."""
        if key not in self._values:
            raise RecordError(RecordCode.MISSING_KEY, self.line, key)
        return self._values[key]

    def bad(self, key: str) -> RecordError:
        """The error that the value of ``key`` is of the wrong kind."""
        return RecordError(RecordCode.BAD_VALUE, self.line, key)

    def integer(self, key: str) -> int:
        """A whole number; true and false are none."""
        return self._integer(key, self.value(key))

    def integer_or_none(self, key: str) -> int | None:
        """A whole number or null."""
        return None if self.value(key) is None else self.integer(key)

    def integers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return tuple([self._integer(key, item) for item in self._items(key)])

    def integers_or_none(self, key: str) -> tuple[int | None, ...]:
        """A list of whole numbers and nulls."""
        items = self._items(key)
        return tuple([None if item is None else self._integer(key, item) for item in items])

    def text(self, key: str) -> str:
        """A text that UTF-8 can hold: no lone surrogates."""
        value = self.value(key)
        if not isinstance(value, str) or any("\ud800" <= char <= "\udfff" for char in value):
            raise self.bad(key)
        return value

    def choice(self, key: str, choices: type[_E]) -> _E:
        """The member of ``choices`` with the text as its value."""
        try:
            return choices(self.text(key))
        except ValueError as error:
            if isinstance(error, RecordError):
                raise
            raise self.bad(key) from error

    def octets(self, key: str) -> bytes:
        """32 bytes, written as 64 lower-case hexadecimal digits."""
        return self._octets(key, self.value(key))

    def octets_or_none(self, key: str) -> bytes | None:
        """32 bytes or null."""
        return None if self.value(key) is None else self.octets(key)

    def octets_list(self, key: str) -> tuple[bytes | None, ...]:
        """A list of 32 bytes and nulls."""
        items = self._items(key)
        return tuple([None if item is None else self._octets(key, item) for item in items])

    def nested(self, key: str) -> "Fields":
        """An object within this one."""
        return Fields(self.value(key), self.line)

    def nested_list(self, key: str) -> list["Fields"]:
        """A list of objects."""
        return [Fields(item, self.line) for item in self._items(key)]

    def _items(self, key: str) -> Iterable[object]:
        value = self.value(key)
        if not isinstance(value, list) or isinstance(value, _Pairs):
            raise self.bad(key)
        return value

    def _integer(self, key: str, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise self.bad(key)

    def _octets(self, key: str, value: object) -> bytes:
        if not isinstance(value, str) or not _OCTETS.fullmatch(value):
            raise self.bad(key)
        return bytes.fromhex(value)
