"""Frozen dataclasses as JSON, and back, and their JSON schemas.

A field is called what Python calls it, unless it is annotated with a `Wire`. What is None is written as null, unless
that is an `Omitted`. Numbers that are none are written as the text NaN, as Flink's servers do.
"""

from __future__ import annotations

import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
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
    """In `Annotated`: the name that a field has in JSON."""

    name: str = ""


@dataclass(frozen=True)
class Omitted(Wire):
    """In `Annotated`: a field that is left out of the JSON while it is None."""


@dataclass(frozen=True)
class _Field:
    attribute: str
    name: str
    kind: Any
    is_omitted: bool
    is_required: bool


@cache
def _fields_of(cls: Any) -> tuple[_Field, ...]:
    kinds = get_type_hints(cls, include_extras=True)
    return tuple(_field(each, kinds[each.name]) for each in fields(cls))


def _field(each: Field[Any], kind: Any) -> _Field:
    kind, *notes = get_args(kind) if get_origin(kind) is Annotated else (kind,)
    wire = next((note for note in notes if isinstance(note, Wire)), Wire())
    is_required = each.default is MISSING and each.default_factory is MISSING
    return _Field(each.name, wire.name or each.name, kind, isinstance(wire, Omitted), is_required)


def to_json(value: Any) -> Any:
    """A value as `json.dumps` takes it."""
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
    if isinstance(value, Mapping):
        return {str(key): to_json(inner) for key, inner in value.items()}
    if isinstance(value, (Sequence, set, frozenset)) and not isinstance(value, (bytes, bytearray)):
        return [to_json(inner) for inner in value]
    return str(value)


def of_json(cls: type[T], content: Any) -> T:
    """What `to_json` made of a value of the class. Unknown fields are ignored. ValueError: it is something else."""
    value: T = _read(cls, content, cls.__name__)
    return value


def _read(kind: Any, content: Any, where: str) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return content
    if origin in (Union, types.UnionType):
        if content is None and type(None) in arguments:
            return None
        present = [inner for inner in arguments if inner is not type(None)]
        return _read(present[0], content, where)
    if is_dataclass(kind):
        return _read_fields(kind, content, where)
    if origin in (tuple, list, Sequence):
        _check(isinstance(content, list), "a list", content, where)
        read = (_read(arguments[0], inner, f"{where}[{n}]") for n, inner in enumerate(content))
        return list(read) if origin is list else tuple(read)
    if origin in (dict, Mapping):
        _check(isinstance(content, dict), "an object", content, where)
        return {arguments[0](key): _read(arguments[1], inner, f"{where}.{key}") for key, inner in content.items()}
    if kind is float:
        is_text = content in ("NaN", "inf", "-inf")
        _check(
            is_text or (isinstance(content, (int, float)) and not isinstance(content, bool)), "number", content, where
        )
        return float(content)
    _check(isinstance(content, kind) and not (kind is int and isinstance(content, bool)), kind.__name__, content, where)
    return content


def _read_fields(cls: Any, content: Any, where: str) -> Any:
    _check(isinstance(content, dict), "an object", content, where)
    known = {}
    for each in _fields_of(cls):
        if each.name in content:
            known[each.attribute] = _read(each.kind, content[each.name], f"{where}.{each.name}")
        elif each.is_required:
            raise ValueError(f"{where} has no field '{each.name}'")
    return cls(**known)


def _check(is_so: bool, expected: str, content: Any, where: str) -> None:
    if not is_so:
        raise ValueError(f"{where}: expected {expected}, not {str(content)[:80]!r}")


class JsonSchemas:
    """The JSON schemas of classes, each under its name: `of` gives a reference."""

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
            raise AssertionError(f"two classes are called {name}: {cls} and {self._classes[name]}")
        if name not in self.schemas:
            self.schemas[name] = {}  # it may refer to itself
            known = _fields_of(cls)
            self.schemas[name] = {
                "type": "object",
                "properties": {each.name: self.of(_present(each)) for each in known},
                "required": [each.name for each in known if not each.is_omitted],
            }
        return {"$ref": self._place + name}


def _present(each: _Field) -> Any:
    """The type of a field when it is there."""
    if not each.is_omitted:
        return each.kind
    present = tuple(inner for inner in get_args(each.kind) if inner is not type(None))
    return Optional[each.kind] if not present else Union[present]
