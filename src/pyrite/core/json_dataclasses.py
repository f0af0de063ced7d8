"""Frozen dataclasses as JSON, and back, and their JSON schemas.

A field has its Python name, unless it is annotated with a `Wire`. None is written as null, unless the field is
`Omitted`. An enum member is written as its name, and NaN as the text NaN, as Flink's servers do.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from typing import Annotated, Any, Final, Optional, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

_SCALARS: Final[Mapping[Any, Mapping[str, Any]]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"anyOf": [{"type": "number"}, {"const": "NaN"}]},
    type(None): {"type": "null"},
    Any: {},
}


@dataclass(frozen=True)
class Wire:
    """In `Annotated`: the name of a field in JSON."""

    name: str = ""


@dataclass(frozen=True)
class Omitted(Wire):
    """In `Annotated`: the field is left out of the JSON while it is None."""


@dataclass(frozen=True)
class Internal(Omitted):
    """In `Annotated`: an optional field between processes of Pyrite, which schemas for clients leave out."""


@dataclass(frozen=True)
class _Field:
    attribute: str
    name: str
    kind: Any
    is_omitted: bool
    is_internal: bool
    is_required: bool


@cache
def _fields_of(cls: Any) -> tuple[_Field, ...]:
    kinds = get_type_hints(cls, include_extras=True)
    return tuple(_field(each, kinds[each.name]) for each in fields(cls))


def _field(each: Field[Any], kind: Any) -> _Field:
    kind, *notes = get_args(kind) if get_origin(kind) is Annotated else (kind,)
    wire = next((note for note in notes if isinstance(note, Wire)), Wire())
    is_required = each.default is MISSING and each.default_factory is MISSING
    return _Field(
        each.name, wire.name or each.name, kind, isinstance(wire, Omitted), isinstance(wire, Internal), is_required
    )


def to_json(value: Any) -> Any:
    """A value for `json.dumps`."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value) if math.isinf(value) else "NaN"
    if is_dataclass(value) and not isinstance(value, type):
        content = {}
        for each in _fields_of(type(value)):
            inner = getattr(value, each.attribute)
            if inner is not None or not each.is_omitted:
                content[each.name] = to_json(inner)
        return content
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Mapping):
        return {str(key): to_json(inner) for key, inner in value.items()}
    if isinstance(value, (Sequence, set, frozenset)) and not isinstance(value, (bytes, bytearray)):
        return [to_json(inner) for inner in value]
    return str(value)


def of_json(cls: type[T], content: Any) -> T:
    """The inverse of `to_json`. Unknown fields are ignored. ValueError: the content does not fit the class."""
    kind: Any = cls
    try:
        value: T = _reader(kind)(content)
    except _UnfitError as error:
        place = "".join(reversed(error.steps))
        raise ValueError(f"{cls.__name__}{place}: expected {error.expected}, not {str(error.content)[:80]!r}") from None
    return value


class _UnfitError(Exception):
    """Content does not have the expected type. Each enclosing reader adds a step of the path, innermost first."""

    def __init__(self, expected: str, content: Any) -> None:
        super().__init__(expected)
        self.expected = expected
        self.content = content
        self.steps: list[str] = []


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """The reader of a type. Created once per type: documents have thousands of values."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda content: content
    if origin in (Union, types.UnionType):
        present = [inner for inner in arguments if inner is not type(None)]
        return _optional(_reader(present[0]), type(None) in arguments)
    if is_dataclass(kind):
        return _object_reader(kind)
    if origin in (tuple, list, Sequence):
        return _list_reader(_reader(arguments[0]), list if origin is list else tuple)
    if origin in (dict, Mapping):
        return _map_reader(arguments[0], _reader(arguments[1]))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return partial(_member, kind)
    return _number if kind is float else partial(_scalar, kind)


def _optional(parse: Callable[[Any], Any], may_be_none: bool) -> Callable[[Any], Any]:
    return lambda content: None if content is None and may_be_none else parse(content)


def _number(content: Any) -> float:
    if type(content) not in (int, float) and content not in ("NaN", "inf", "-inf"):
        raise _UnfitError("a number", content)
    return float(content)


def _scalar(kind: type[Any], content: Any) -> Any:
    if type(content) is not kind:
        raise _UnfitError(kind.__name__, content)
    return content


def _member(kind: type[Enum], content: Any) -> Enum:
    if not isinstance(content, str) or content not in kind.__members__:
        raise _UnfitError(f"one of {', '.join(kind.__members__)}", content)
    return kind[content]


def _list_reader(parse: Callable[[Any], Any], make: Callable[[list[Any]], Any]) -> Callable[[Any], Any]:
    def read_list(content: Any) -> Any:
        if not isinstance(content, list):
            raise _UnfitError("a list", content)
        values: list[Any] = []
        try:
            values.extend(map(parse, content))
        except _UnfitError as error:
            error.steps.append(f"[{len(values)}]")
            raise
        return make(values)

    return read_list


def _map_reader(read_key: Callable[[str], Any], parse: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read_map(content: Any) -> dict[Any, Any]:
        if not isinstance(content, dict):
            raise _UnfitError("an object", content)
        values = {}
        for key, inner in content.items():
            try:
                values[read_key(key)] = parse(inner)
            except _UnfitError as error:
                error.steps.append(f".{key}")
                raise
        return values

    return read_map


def _object_reader(cls: Any) -> Callable[[Any], Any]:
    readers = [(each, _reader(each.kind)) for each in _fields_of(cls)]

    def read_object(content: Any) -> Any:
        if not isinstance(content, dict):
            raise _UnfitError("an object", content)
        values = {}
        for each, parse in readers:
            if each.name in content:
                try:
                    values[each.attribute] = parse(content[each.name])
                except _UnfitError as error:
                    error.steps.append(f".{each.name}")
                    raise
            elif each.is_required:
                raise _UnfitError(f"a field '{each.name}'", content)
        return cls(**values)

    return read_object


class JsonSchemas:
    """The JSON schemas of classes, each under its name; `of` returns a reference."""

    def __init__(self, place: str = "#/components/schemas/") -> None:
        self.schemas: dict[str, dict[str, Any]] = {}
        self._place = place
        self._classes: dict[str, Any] = {}

    def of(self, kind: Any) -> dict[str, Any]:
        if kind in _SCALARS:
            return dict(_SCALARS[kind])
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(inner) for inner in arguments]}
        if origin in (tuple, list, Sequence):
            return {"type": "array", "items": self.of(arguments[0])}
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        assert is_dataclass(kind), kind
        return self._reference(kind)

    def _reference(self, cls: Any) -> dict[str, Any]:
        name = cls.__name__
        if self._classes.setdefault(name, cls) is not cls:
            raise AssertionError(f"two classes have the name {name}: {cls} and {self._classes[name]}")
        if name not in self.schemas:
            self.schemas[name] = {}  # the class may refer to itself
            fields = [each for each in _fields_of(cls) if not each.is_internal]
            self.schemas[name] = {
                "type": "object",
                "properties": {each.name: self.of(_present(each)) for each in fields},
                "required": [each.name for each in fields if not each.is_omitted],
            }
        return {"$ref": self._place + name}


def _present(each: _Field) -> Any:
    """The type of a field that is present."""
    if not each.is_omitted:
        return each.kind
    present = tuple(inner for inner in get_args(each.kind) if inner is not type(None))
    return Optional[each.kind] if not present else Union[present]
