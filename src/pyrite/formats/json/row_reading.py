"""Conversion of JSON values to typed ones, for each field of JsonRowDeserializationSchema.

An unambiguous value is converted as in Flink: the string "1" to a number, a number to a string. A value that Flink
would truncate or guess is refused: 1.5 for an INT, "yes" for a BOOLEAN, a number for a MAP.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.basic_type_info import (
    BooleanTypeInfo,
    CharTypeInfo,
    DecimalTypeInfo,
    FloatTypeInfo,
    InstantTypeInfo,
    PickledBytesTypeInfo,
    StringTypeInfo,
    WholeTypeInfo,
)
from pyrite.core.types.composite_type_info import (
    BasicArrayTypeInfo,
    ListTypeInfo,
    MapTypeInfo,
    ObjectArrayTypeInfo,
    PrimitiveArrayTypeInfo,
    RowTypeInfo,
    TupleTypeInfo,
)
from pyrite.core.types.instant import Instant
from pyrite.core.types.rows import Row, RowKind
from pyrite.core.types.type_information import TypeInformation, inside, misfit
from pyrite.formats.json.row_writing import any_text
from pyrite.formats.text_values import text_reader

Convert = Callable[[Any], Any]


@persisted("json-row-reading/1")
@dataclass(frozen=True)
class JsonRowReading:
    """The options of the conversion."""

    fails_on_missing_field: bool = False
    ignores_errors: bool = False
    """Converts an invalid field to None."""

    def converter(self, kind: TypeInformation) -> Convert:
        """Returns a function that converts a JSON value to the type. None stays None."""
        convert = self._converter(kind)
        if not self.ignores_errors:
            return convert

        def convert_or_none(value: Any) -> Any:
            try:
                return convert(value)
            except (TypeError, ValueError):
                return None

        return convert_or_none

    def _converter(self, kind: TypeInformation) -> Convert:
        if isinstance(kind, RowTypeInfo):
            return self._row(kind)
        if isinstance(kind, TupleTypeInfo):
            names = [f"f{index}" for index in range(len(kind.get_field_types()))]
            row = self._row(RowTypeInfo(kind.get_field_types(), names))
            return lambda value: None if value is None else tuple(row(value))
        if isinstance(kind, MapTypeInfo):
            return self._map(kind)
        reader = text_reader(kind)
        if reader is not None:
            return _single(kind, reader)
        if isinstance(kind, (ObjectArrayTypeInfo, BasicArrayTypeInfo, PrimitiveArrayTypeInfo, ListTypeInfo)):
            return self._list(kind, kind._element_type, may_hold_none=kind._may_hold_none)
        if isinstance(kind, PickledBytesTypeInfo):
            return lambda value: value
        if isinstance(kind, CharTypeInfo):
            return lambda value: None if value is None else kind.fit(value)
        raise InvalidProgramError(f"JSON rows: no field can be of type {kind!r}")

    def _row(self, kind: RowTypeInfo) -> Convert:
        names = tuple(kind.get_field_names())
        fields = list(zip(names, map(self.converter, kind.get_field_types()), strict=True))
        required = frozenset(names if self.fails_on_missing_field else ())
        new, insert = Row.__new__, RowKind.INSERT

        def convert(value: Any) -> Any:
            if type(value) is not dict:
                if value is None:
                    return None
                value = _by_name(names, value)
            if required and not value.keys() >= required:
                raise TypeError(f"the fields {[name for name in names if name not in value]} are missing")
            row = new(Row)
            row._fields, row._row_kind = names, insert
            get = value.get
            try:
                row._values = [field(get(name)) for name, field in fields]
            except TypeError:
                _raise_with_name(fields, value)
            return row

        return convert

    def _map(self, kind: MapTypeInfo) -> Convert:
        read_key, read_value = self.converter(kind._key_type_info), self.converter(kind._value_type_info)

        def convert(value: Any) -> Any:
            if value is None:
                return None
            if type(value) is not dict:
                raise misfit("MAP", value)
            entries = {}
            for key, item in value.items():
                try:
                    entries[read_key(key)] = read_value(item)
                except TypeError as error:
                    raise inside(f"key {key!r}", error) from None
            return entries

        return convert

    def _list(self, kind: TypeInformation, element: TypeInformation, may_hold_none: bool) -> Convert:
        reader = self.converter(element)

        def convert(value: Any) -> Any:
            if value is None:
                return None
            if type(value) is not list:
                raise misfit(kind, value)
            items: list[Any] = []
            for item in value:
                try:
                    items.append(element.fit(None) if item is None and not may_hold_none else reader(item))
                except TypeError as error:
                    raise inside(f"element {len(items)}", error) from None
            return items

        return convert


def _by_name(names: tuple[str, ...], value: Any) -> dict[str, Any]:
    """Returns the fields of a row that is a JSON array."""
    if type(value) is not list:
        raise misfit(f"an object with the fields {list(names)}", value)
    if len(value) != len(names):
        raise misfit(f"{len(names)} fields", value, f"{len(value)} fields")
    return dict(zip(names, value, strict=True))


def _raise_with_name(fields: list[tuple[str, Convert]], value: dict[str, Any]) -> None:
    for name, field in fields:
        try:
            field(value.get(name))
        except TypeError as error:
            raise inside(f"field {name!r}", error) from None


def _single(kind: TypeInformation, reader: Callable[[str], Any]) -> Convert:
    """Converts values that are neither objects nor arrays, of a type with a text form."""
    if isinstance(kind, StringTypeInfo):
        return _string
    fit = _fit_of(kind)

    def other(value: Any) -> Any:
        if value is None:
            return None
        if type(value) is bool:
            raise misfit(getattr(kind, "name", kind), value)
        return reader(value) if type(value) is str else fit(value)

    if isinstance(kind, BooleanTypeInfo):
        return lambda value: value if value is True or value is False else other(value)
    if isinstance(kind, WholeTypeInfo) and kind._limit is not None:
        low, high = -kind._limit, kind._limit - 1
        return lambda value: value if type(value) is int and low <= value <= high else other(value)
    if isinstance(kind, FloatTypeInfo) and kind.name == "DOUBLE":
        return lambda value: value if type(value) is float else other(value)
    return other


def _fit_of(kind: TypeInformation) -> Convert:
    """Returns a function that checks JSON numbers."""
    if isinstance(kind, InstantTypeInfo):
        return _instant
    if isinstance(kind, (WholeTypeInfo, FloatTypeInfo, DecimalTypeInfo)):
        return kind.fit

    def refuse(value: Any) -> Any:
        raise misfit(getattr(kind, "name", kind), value)

    return refuse


def _string(value: Any) -> Optional[str]:
    """Returns a string unchanged, and the JSON text of any other value."""
    return value if type(value) is str or value is None else any_text(value)


def _instant(value: Any) -> Instant:
    """Converts seconds since 1970, as Flink does."""
    try:
        seconds, rest = divmod(int(Decimal(str(value)) * 1_000_000_000), 1_000_000_000)
    except (ArithmeticError, ValueError):
        raise misfit("INSTANT", value) from None
    return Instant(seconds, rest)
