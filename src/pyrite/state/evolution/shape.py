"""Shape: how instances of a dataclass or NamedTuple are written, field by field."""

from __future__ import annotations

import copyreg
import dataclasses
import sys
from collections.abc import Callable
from operator import attrgetter
from types import MemberDescriptorType
from typing import Any, Final, Optional

from pyrite.core.persistence.persisted import by_name, entry_point, is_nameable, name_of
from pyrite.state.evolution.by_field import BY_FIELD, empty, fill, is_named_tuple, maker_of

_HEAP_TYPE: Final = 1 << 9
SHAPES: Final[dict[type, Optional[Shape | _ByName]]] = {}
"""The shapes of types seen so far. None: as `pickle` does."""


class Shape:
    """A class and its fields. A pickle contains it once, and reads it as the function that rebuilds the instances."""

    __slots__ = ("_fields", "_get", "_in_dict", "_is_tuple", "_name", "_with_more")

    def __init__(self, kind: type, fields: tuple[str, ...]) -> None:
        name = name_of(kind)
        self._name = (kind.__module__, kind.__qualname__) if name is None else ("pyrite", name)
        self._fields = fields
        self._with_more: Shape | _WithMore = _WithMore(*self._name, fields)
        self._is_tuple = issubclass(kind, tuple)
        self._in_dict: Optional[int] = None
        """The number of fields in an instance's dict; further entries are other attributes. None if it has no dict."""
        if kind.__dictoffset__:
            slots = sum(isinstance(getattr(kind, name, None), MemberDescriptorType) for name in fields)
            self._in_dict = 0 if self._is_tuple else len(fields) - slots
        self._get: Callable[[Any], tuple[Any, ...]] = tuple if self._is_tuple else getter(fields)

    def reduce(self, obj: Any, cyclic: bool) -> Any:
        """The reduction of an instance. `cyclic`: it may contain itself, so it is created before its fields."""
        try:
            values = self._get(obj)
        except AttributeError:
            return NotImplemented  # a field was deleted: pickled as it is
        more = self._more(obj)
        if cyclic and not self._is_tuple:
            return empty, self._name, (self._fields, values, more), None, None, fill
        return (self._with_more, (*values, more)) if more else (self, values)

    def _more(self, obj: Any) -> dict[str, Any]:
        if self._in_dict is None or len(obj.__dict__) == self._in_dict:
            return {}
        field_names = () if self._is_tuple else self._fields
        return {name: value for name, value in obj.__dict__.items() if name not in field_names}

    def __call__(self, *values: Any) -> Any:
        """Required by the pickler, which accepts only callables."""
        return maker_of(*self._name, self._fields)(*values)

    def __reduce__(self) -> tuple[Any, ...]:
        return entry_point, (BY_FIELD, *self._name, self._fields)


class _WithMore:
    """A shape for instances with attributes besides their fields."""

    def __init__(self, module: str, name: str, fields: tuple[str, ...]) -> None:
        self._arguments = module, name, fields, True

    def __call__(self, *values: Any) -> Any:
        return maker_of(*self._arguments)(*values)

    def __reduce__(self) -> tuple[Any, ...]:
        return entry_point, (BY_FIELD, *self._arguments)


class _ByName:
    """Classes and functions: Pyrite's are written by their persisted names."""

    def reduce(self, target: Any, cyclic: bool) -> Any:
        return by_name(target)


def shape_of(kind: type) -> Optional[Shape | _ByName]:
    """Determines how instances of a new class are written; None: as `pickle` does."""
    if is_nameable(kind):
        return SHAPES.setdefault(kind, _ByName())
    fields: Optional[tuple[str, ...]] = None
    if is_named_tuple(kind):
        fields = kind._fields  # type: ignore[attr-defined]
    elif dataclasses.is_dataclass(kind):
        fields = tuple(field.name for field in dataclasses.fields(kind))
        fields = fields if _is_its_fields(kind, fields) else None
    if fields is None or _pickles_itself(kind):
        SHAPES[kind] = None
    elif is_importable(kind):
        SHAPES[kind] = Shape(kind, fields)
    return SHAPES.get(kind)  # pickle raises for a class that cannot be imported


def getter(fields: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if len(fields) > 1:
        return attrgetter(*fields)
    return lambda obj: tuple(getattr(obj, name) for name in fields)


def is_importable(kind: type) -> bool:
    target: Any = sys.modules.get(kind.__module__)
    for part in kind.__qualname__.split("."):
        target = getattr(target, part, None)
    return target is kind


def _pickles_itself(kind: Any) -> bool:
    """Whether a class customizes its pickling.

    The methods that `dataclass` generates for frozen classes do not count.
    """
    generated = (getattr(dataclasses, "_dataclass_getstate", None), getattr(dataclasses, "_dataclass_setstate", None))
    return (
        kind.__reduce__ is not object.__reduce__
        or kind.__reduce_ex__ is not object.__reduce_ex__
        or kind.__getstate__ not in (object.__getstate__, *generated)  # type: ignore[attr-defined,unused-ignore]
        or (hasattr(kind, "__setstate__") and kind.__setstate__ not in generated)
        or hasattr(kind, "__getnewargs_ex__")
        or (hasattr(kind, "__getnewargs__") and not issubclass(kind, tuple))
        or kind in copyreg.dispatch_table
    )


def _is_its_fields(kind: type, fields: tuple[str, ...]) -> bool:
    """Whether instances consist of their fields and their dict: no other slots, no properties in place of fields."""
    for base in kind.__mro__[:-1]:
        if not base.__flags__ & _HEAP_TYPE:
            return False
        for name, attribute in vars(base).items():
            is_slot = isinstance(attribute, MemberDescriptorType)
            if name in fields:
                if not is_slot and hasattr(type(attribute), "__set__"):
                    return False
            elif is_slot:
                return False
    return True
