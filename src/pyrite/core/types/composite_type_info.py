"""The types of composite values: rows, tuples, lists, arrays and maps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, islice
from typing import Any, Final

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.basic_type_info import BasicTypeInfo
from pyrite.core.types.rows import Row, RowKind
from pyrite.core.types.type_information import NONE, TypeInformation, checked, fit_column, inside, misfit, only


class _FieldsTypeInfo(TypeInformation):
    """Values with several fields, each with its type."""

    def __init__(self, field_types: Sequence[TypeInformation]) -> None:
        self._field_types = tuple(map(checked, field_types))

    def get_field_types(self) -> list[TypeInformation]:
        """The types of the fields, in order."""
        return list(self._field_types)

    def need_conversion(self) -> bool:
        return True

    def _arguments(self) -> tuple[Any, ...]:
        return (self._field_types,)

    def _check_count(self, value: Any) -> None:
        if len(value) != len(self._field_types):
            raise misfit(f"{len(self._field_types)} fields", value, f"{len(value)} fields")


@persisted("row-type-info/1")
class RowTypeInfo(_FieldsTypeInfo):
    """Rows. Fields may be None. Row types with equal field types are equal, even with different names."""

    def __init__(self, field_types: Sequence[TypeInformation], field_names: Sequence[str] | None = None) -> None:
        super().__init__(field_types)
        self._has_names = field_names is not None
        default_names = (f"f{index}" for index in range(len(self._field_types)))
        self._names = tuple(default_names if field_names is None else field_names)
        is_each_named = len(set(self._names)) == len(self._names) == len(self._field_types)
        if not is_each_named or not only(self._names, str):
            raise InvalidProgramError(f"expected distinct names for {field_types}, got {self._names}")

    def get_field_names(self) -> list[str]:
        """The names of the fields, in order."""
        return list(self._names)

    def get_field_index(self, field_name: str) -> int:
        """The position of a field, from 0. ValueError if no field has this name."""
        return self._names.index(field_name)

    def fit(self, value: Any) -> Row:
        """Accepts a row, or a tuple, list or dict of its fields. Fields of a row with names are matched by name."""
        fitted: list[Any] = []
        for kind, item in zip(self._field_types, self._fields_of(value), strict=True):
            try:
                fitted.append(None if item is None else kind.fit(item))
            except TypeError as error:
                raise inside(f"field {self._names[len(fitted)]!r} ({len(fitted)})", error) from None
        return self._row(fitted, value)

    def fit_all(self, values: list[Any]) -> list[Any]:
        try:
            columns = list(map(list, zip(*self._fields_of_all(values), strict=True)))
            fitted = list(map(fit_column, self._field_types, columns))
        except TypeError:
            return super().fit_all(values)  # adds the field to the error
        if not columns:
            return super().fit_all(values)
        is_same = all(new is old for new, old in zip(fitted, columns, strict=True))
        if is_same and only(values, Row) and {row._fields for row in values} == {self._names}:
            return values
        return list(map(self._row, zip(*fitted, strict=True), values))

    def _fields_of_all(self, values: list[Any]) -> list[Collection[Any]]:
        if only(values, Row) and {row._fields for row in values} <= {None, self._names}:
            items = [row._values for row in values]
            if set(map(len, items)) <= {len(self._names)}:
                return items
        return list(map(self._fields_of, values))

    def _fields_of(self, value: Any) -> Collection[Any]:
        if isinstance(value, Row):
            if value._fields is None or value._fields == self._names:
                self._check_count(value)
                return value._values
            return self._by_name(value, value.as_dict())
        if isinstance(value, (tuple, list)):
            self._check_count(value)
            return value
        if isinstance(value, dict):
            return self._by_name(value, value)
        raise misfit("ROW", value)

    def _by_name(self, value: Any, fields: dict[Any, Any]) -> list[Any]:
        if fields.keys() != set(self._names):
            raise misfit(f"the fields {self.get_field_names()}", value)
        return [fields[name] for name in self._names]

    def _row(self, items: Iterable[Any], origin: Any) -> Row:
        row = Row(*items)
        row._fields = self._names
        row._row_kind = origin._row_kind if isinstance(origin, Row) else RowKind.INSERT
        return row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RowTypeInfo) and other._field_types == self._field_types

    def __hash__(self) -> int:
        return hash((RowTypeInfo, self._field_types))

    def _arguments(self) -> tuple[Any, ...]:
        return (self._field_types, self._names if self._has_names else None)

    def __repr__(self) -> str:
        names = [f"{name}: " if self._has_names else "" for name in self._names]
        return f"RowTypeInfo({', '.join(map('{}{!r}'.format, names, self._field_types))})"


@persisted("tuple-type-info/1")
class TupleTypeInfo(_FieldsTypeInfo):
    """Tuples. A field may be None only if its type accepts None."""

    def fit(self, value: Any) -> tuple[Any, ...]:
        """Accepts a tuple, a list or a row."""
        if not isinstance(value, (tuple, list, Row)):
            raise misfit("TUPLE", value)
        self._check_count(value)
        fitted: list[Any] = []
        for kind, item in zip(self._field_types, value, strict=True):
            try:
                fitted.append(kind.fit(item))
            except TypeError as error:
                raise inside(f"field {len(fitted)}", error) from None
        return tuple(fitted)

    def fit_all(self, values: list[Any]) -> list[Any]:
        if not self._field_types or not only(values, tuple) or not set(map(len, values)) <= {len(self._field_types)}:
            return super().fit_all(values)
        columns = list(map(list, zip(*values, strict=True)))
        try:
            fitted = [kind.fit_all(column) for kind, column in zip(self._field_types, columns, strict=bool(values))]
        except TypeError:
            return super().fit_all(values)  # adds the field to the error
        is_same = all(new is old for new, old in zip(fitted, columns, strict=False))
        return values if is_same else list(zip(*fitted, strict=True))

    def __repr__(self) -> str:
        return f"TupleTypeInfo({', '.join(map(repr, self._field_types))})"


class _ElementsTypeInfo(TypeInformation):
    """Lists of elements of one type; tuples are accepted too."""

    _name: str
    _may_hold_none = False

    def __init__(self, element_type: TypeInformation) -> None:
        self._element_type = checked(element_type)

    def fit(self, value: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            raise misfit(self._name, value)
        fitted: list[Any] = []
        for item in value:
            try:
                fitted.append(None if item is None and self._may_hold_none else self._element_type.fit(item))
            except TypeError as error:
                raise inside(f"element {len(fitted)}", error) from None
        return fitted

    def fit_all(self, values: list[Any]) -> list[Any]:
        if not only(values, list):
            return super().fit_all(values)
        flat = list(chain.from_iterable(values))
        try:
            fitted = fit_column(self._element_type, flat) if self._may_hold_none else self._element_type.fit_all(flat)
        except TypeError:
            return super().fit_all(values)  # adds the element to the error
        rest = iter(fitted)
        return values if fitted is flat else [list(islice(rest, len(value))) for value in values]

    def _arguments(self) -> tuple[Any, ...]:
        return (self._element_type,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}<{self._element_type}>"


@persisted("list-type-info/1")
class ListTypeInfo(_ElementsTypeInfo):
    """Lists. An element may be None only if its type accepts None."""

    _name = "LIST"


@persisted("primitive-array-type-info/1")
class PrimitiveArrayTypeInfo(_ElementsTypeInfo):
    """Lists of numbers, booleans or characters, without None; with BYTE elements, bytes."""

    _name = "PRIMITIVE_ARRAY"
    _ELEMENTS: Final = frozenset({"BOOLEAN", "BYTE", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE", "CHAR"})

    def __init__(self, element_type: TypeInformation) -> None:
        basic_type = _basic(self._name, element_type, self._ELEMENTS)
        super().__init__(basic_type)
        self._is_bytes = basic_type.name == "BYTE"

    def fit(self, value: Any) -> list[Any] | bytes:
        if not self._is_bytes:
            return list(super().fit(value))
        if not isinstance(value, (bytes, bytearray)):
            raise misfit("bytes", value)
        return bytes(value)

    def fit_all(self, values: list[Any]) -> list[Any]:
        if not self._is_bytes:
            return super().fit_all(values)
        return values if only(values, bytes) else list(map(self.fit, values))


@persisted("basic-array-type-info/1")
class BasicArrayTypeInfo(_ElementsTypeInfo):
    """Lists of numbers, booleans, characters or strings, which may be None."""

    _name = "BASIC_ARRAY"
    _may_hold_none = True

    def __init__(self, element_type: TypeInformation) -> None:
        super().__init__(_basic(self._name, element_type, PrimitiveArrayTypeInfo._ELEMENTS | {"STRING"}))


@persisted("object-array-type-info/1")
class ObjectArrayTypeInfo(_ElementsTypeInfo):
    """Lists of elements that may be None."""

    _name = "OBJECT_ARRAY"
    _may_hold_none = True


def _basic(name: str, element_type: Any, allowed: frozenset[str]) -> BasicTypeInfo:
    if not isinstance(element_type, BasicTypeInfo) or element_type.name not in allowed:
        raise InvalidProgramError(f"{name}: expected elements of {', '.join(sorted(allowed))}, got {element_type!r}")
    return element_type


@persisted("map-type-info/1")
class MapTypeInfo(TypeInformation):
    """Dicts. Values may be None, keys may not."""

    def __init__(self, key_type_info: TypeInformation, value_type_info: TypeInformation) -> None:
        self._key_type_info = checked(key_type_info)
        self._value_type_info = checked(value_type_info)

    def fit(self, value: Any) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise misfit("MAP", value)
        fitted: dict[Any, Any] = {}
        for key, item in value.items():
            try:
                fitted_key = self._fit_key(key)
                fitted[fitted_key] = None if item is None else self._value_type_info.fit(item)
            except TypeError as error:
                raise inside(f"key {key!r}", error) from None
        if len(fitted) != len(value):
            raise misfit("MAP", value, f"distinct keys become equal as {self._key_type_info}")
        return fitted

    def _fit_key(self, key: Any) -> Any:
        if key is None:
            raise misfit("a key", None)
        return self._key_type_info.fit(key)

    def fit_all(self, values: list[Any]) -> list[Any]:
        keys = list(chain.from_iterable(values)) if only(values, dict) else [None]
        if NONE not in set(map(type, keys)):
            items = list(chain.from_iterable(value.values() for value in values))
            try:
                if self._key_type_info.fit_all(keys) is keys and fit_column(self._value_type_info, items) is items:
                    return values
            except TypeError:
                pass  # `fit` identifies the entry
        return super().fit_all(values)

    def _arguments(self) -> tuple[Any, ...]:
        return (self._key_type_info, self._value_type_info)

    def __repr__(self) -> str:
        return f"MapTypeInfo<{self._key_type_info}, {self._value_type_info}>"
