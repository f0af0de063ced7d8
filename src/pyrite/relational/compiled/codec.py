"""Conversion of values in plans to and from JSON, by the declared fields of their classes.

An object has the name of its class under `$`, unless it is the declared class of its field. A field with its default
value is omitted. Tuples and sets are lists, members of enums are their names. In fields of any type, such as literals,
values without a JSON form are objects with one tag: `{"$decimal": "1.50"}`.

Only values that refer to objects outside of the plan need a special form: see `OwnForm`.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from typing import Any, Final, Optional, Union, get_args, get_origin, get_type_hints

from pyrite.relational.plan.names import named_class, plan_name

CLASS: Final = "$"
_SCALARS: Final = (str, int, float, bool)
_HINTS: Final[dict[Any, dict[str, Any]]] = {}


@dataclass(frozen=True)
class OwnForm:
    """Converts values of a class and its subclasses that refer to objects outside of the plan."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class UnfitValueError(Exception):
    """A value that cannot be written or read. Callers add the path of the field, from the inside out."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.steps: list[str] = []

    def __str__(self) -> str:
        place = "".join(reversed(self.steps)).removeprefix(".")
        return f"{place}: {self.args[0]}" if place else str(self.args[0])


class PlanCodec:
    """Writes and reads values. `own` has the classes with special forms."""

    def __init__(self, own: Mapping[type[Any], OwnForm]) -> None:
        self._own = own

    def _own_form(self, kind: Any) -> Optional[OwnForm]:
        if not isinstance(kind, type):
            return None
        return next((self._own[base] for base in kind.__mro__ if base in self._own), None)

    # Writing ----------------------------------------------------------------------------------------------------------

    def write(self, value: Any, hint: Any) -> Any:
        """Converts the value of a field with this annotation."""
        own = self._own_form(type(value))
        if own is not None:
            return own.write(value)
        if hint is Any:
            return self._write_any(value)
        if value is None or type(value) in (str, int, bool):
            return value
        if isinstance(value, Enum):
            return value.name
        if is_dataclass(value) and not isinstance(value, type):
            has_name = _only_class(hint) is not type(value)
            return {**({CLASS: plan_name(type(value))} if has_name else {}), **self.write_fields(value)}
        if isinstance(value, Mapping):
            return {str(key): self._write_at(f".{key}", value[key], _items(hint, 1)) for key in sorted(value)}
        if isinstance(value, (tuple, list)):
            hints = _item_hints(hint, len(value))
            return [self._write_at(f"[{place}]", *pair) for place, pair in enumerate(zip(value, hints, strict=True))]
        if isinstance(value, frozenset):
            return sorted(self.write(each, _items(hint, 0)) for each in value)
        return self._write_any(value)

    def write_fields(self, value: Any) -> dict[str, Any]:
        """Converts the fields of an object, except for defaults."""
        hints = field_hints(type(value))
        return {
            each.name: self._write_at(f".{each.name}", getattr(value, each.name), hints[each.name])
            for each in fields(value)
            if each.name in hints and not _has_default(each, getattr(value, each.name))
        }

    def _write_at(self, step: str, value: Any, hint: Any) -> Any:
        try:
            return self.write(value, hint)
        except UnfitValueError as error:
            error.steps.append(step)
            raise

    def _write_any(self, value: Any) -> Any:
        match value:
            case None | bool() | int() | str() if not isinstance(value, Enum):
                return value
            case float():
                return value if math.isfinite(value) else {"$float": str(value)}
            case Decimal():
                return {"$decimal": str(value)}
            case bytes():
                return {"$bytes": value.hex()}
            case tuple() | list():
                return [self._write_at(f"[{place}]", each, Any) for place, each in enumerate(value)]
            case dict():
                return {"$map": [[self.write(key, Any), self.write(each, Any)] for key, each in value.items()]}
        raise UnfitValueError(f"a compiled plan cannot hold {value!r}, a {type(value).__name__}")

    # Reading ----------------------------------------------------------------------------------------------------------

    def read(self, content: Any, hint: Any) -> Any:
        """Returns the value of a field with this annotation."""
        own = self._own_form(hint)
        if own is not None:
            return own.read(content)
        if hint is Any:
            return self._read_any(content)
        origin = get_origin(hint)
        if origin in (Union, types.UnionType):
            return self._read_union(content, get_args(hint))
        if origin in (tuple, list, frozenset, Sequence):
            return self._read_list(content, hint, frozenset if origin is frozenset else tuple)
        if origin in (dict, Mapping):
            _expect(content, dict)
            return {key: self._read_at(f".{key}", each, _items(hint, 1)) for key, each in content.items()}
        if hint is float and isinstance(content, dict):
            return self._read_any(content)
        if hint in _SCALARS:
            _expect(content, hint)
            return content
        if isinstance(hint, type) and issubclass(hint, Enum):
            if content not in hint.__members__:
                raise UnfitValueError(f"expected one of {', '.join(hint.__members__)}, not {content!r}")
            return hint[content]
        return self._read_object(content, hint)

    def _read_object(self, content: Any, kind: type[Any]) -> Any:
        _expect(content, dict)
        name = content.get(CLASS)
        found = kind if name is None else named_class(name, kind)
        if found is None or not is_dataclass(found):
            raise UnfitValueError(f"unknown {kind.__name__} '{name}': written by a later version of Pyrite")
        return found(**self.read_fields({key: each for key, each in content.items() if key != CLASS}, found))

    def read_fields(self, content: Mapping[str, Any], kind: type[Any]) -> dict[str, Any]:
        """Returns the arguments of a class from the fields of an object."""
        hints = field_hints(kind)
        unknown = sorted(set(content) - set(hints))
        if unknown:
            raise UnfitValueError(
                f"{plan_name(kind)} has no field '{unknown[0]}': written by a later version of Pyrite"
            )
        values = {name: self._read_at(f".{name}", each, hints[name]) for name, each in content.items()}
        for each in fields(kind):
            if each.name in hints and each.init and each.name not in values and _is_required(each):
                raise UnfitValueError(f"{plan_name(kind)} lacks the field '{each.name}'")
        return values

    def _read_at(self, step: str, content: Any, hint: Any) -> Any:
        try:
            return self.read(content, hint)
        except UnfitValueError as error:
            error.steps.append(step)
            raise

    def _read_list(self, content: Any, hint: Any, make: Callable[[list[Any]], Any]) -> Any:
        _expect(content, list)
        hints = _item_hints(hint, len(content))
        pairs = zip(content, hints, strict=True)
        return make([self._read_at(f"[{place}]", *pair) for place, pair in enumerate(pairs)])

    def _read_union(self, content: Any, arms: tuple[Any, ...]) -> Any:
        """Selects the type by the form of the content. Classes are distinguished by their names."""
        if content is None and type(None) in arms:
            return None
        arms = tuple(arm for arm in arms if arm is not type(None))
        if isinstance(content, dict) and CLASS in content:
            matching = [arm for arm in arms if isinstance(arm, type) and named_class(content[CLASS], arm) is not None]
            arms = tuple(matching) or arms
        elif type(content) in arms:
            return content
        return self.read(content, arms[0])

    def _read_any(self, content: Any) -> Any:
        if isinstance(content, list):
            return tuple(map(self._read_any, content))
        if not isinstance(content, dict):
            return content
        tag: str = next(iter(content), "") if len(content) == 1 else ""
        inner: Any = content.get(tag)
        match tag:
            case "$float":
                return float(inner)
            case "$decimal":
                return Decimal(inner)
            case "$bytes":
                return bytes.fromhex(inner)
            case "$map":
                return {self._read_any(key): self._read_any(each) for key, each in inner}
        own = next((form for kind, form in self._own.items() if tag == f"${plan_name(kind)}"), None)
        if own is None:
            raise UnfitValueError(f"expected a value, not {str(content)[:80]}")
        return own.read(content)


def field_hints(kind: type[Any]) -> dict[str, Any]:
    """Returns the annotations of a class's fields."""
    if kind not in _HINTS:
        hints = get_type_hints(kind)
        _HINTS[kind] = {each.name: hints[each.name] for each in fields(kind)}
    return _HINTS[kind]


def _only_class(hint: Any) -> Any:
    """Returns the class of an object without a name in a field of this type; None if objects need names."""
    arms = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    classes = [arm for arm in arms if isinstance(arm, type) and arm is not type(None)]
    return classes[0] if len(classes) == 1 else None


def _item_hints(hint: Any, count: int) -> list[Any]:
    """Returns the types of a tuple's items: `tuple[int, ...]` has any number, `tuple[int, str]` two."""
    arms = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    whole = next((arm for arm in arms if get_origin(arm) in (tuple, list, frozenset, Sequence)), None)
    items = get_args(whole) or (Any,)
    if get_origin(whole) is not tuple or items[-1] is Ellipsis:
        return [items[0]] * count
    if len(items) != count:
        raise UnfitValueError(f"expected {len(items)} items, not {count}")
    return list(items)


def _items(hint: Any, place: int) -> Any:
    """Returns the type of a container's items, or of a mapping's values."""
    arguments = get_args(hint)
    return arguments[place] if len(arguments) > place else Any


def _has_default(each: Field[Any], value: Any) -> bool:
    if each.default is not MISSING:
        return type(value) is type(each.default) and bool(value == each.default)
    return each.default_factory is not MISSING and bool(value == each.default_factory())


def _is_required(each: Field[Any]) -> bool:
    return each.default is MISSING and each.default_factory is MISSING


def _expect(content: Any, kind: type[Any]) -> None:
    if type(content) is not kind:
        raise UnfitValueError(f"expected {kind.__name__}, not {str(content)[:80]!r}")
