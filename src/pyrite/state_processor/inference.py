"""Finds the type of a column of Python values: from a declared type, or by inference from some values."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any, Final, Optional
from uuid import UUID

from pyspark.sql import types as spark

from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BooleanType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    NullType,
    RowType,
    TimestampType,
    VarCharType,
    all_nullable,
    bytes_type,
    string_type,
    transformed,
)
from pyrite.core.types.basic_type_info import BasicType
from pyrite.core.types.logical_type_info import from_type_info
from pyrite.core.types.rows import Row
from pyrite.core.types.types_factory import (
    BasicArrayTypeInfo,
    BasicTypeInfo,
    DateTypeInfo,
    ListTypeInfo,
    MapTypeInfo,
    ObjectArrayTypeInfo,
    RowTypeInfo,
    TimestampTypeInfo,
    TupleTypeInfo,
    TypeInformation,
)
from pyrite.core.windows.windows import GlobalWindow
from pyrite.state.description import LIST, MAP, StateDescription
from pyrite.state.evolution.by_field import is_named_tuple
from pyrite.state_processor.spark_types import spark_type

_SCALARS: Final[list[tuple[frozenset[type], LogicalType]]] = [
    (frozenset({bool}), BooleanType()),
    (frozenset({int}), BigIntType()),
    (frozenset({int, float}), DoubleType()),
    (frozenset({str}), string_type()),
    (frozenset({bytes, bytearray}), bytes_type()),
    (frozenset({Decimal}), DecimalType(38, 18)),
    (frozenset({date}), DateType()),
    (frozenset({timedelta}), DayTimeIntervalType()),
    (frozenset({time, UUID}), string_type()),
]
_OPEN: Final = (BasicType.BIG_INT, BasicType.BIG_DEC, BasicType.INSTANT)
"""Unbounded numbers, and nanoseconds: Spark columns do not support all values."""
_LONGS: Final = range(-(1 << 63), 1 << 63)


class UntypedError(Exception):
    """The values have no type in common."""


def infer(values: Iterable[Any]) -> LogicalType:
    """The type of a column of these values; NULL if all are None. Raises UntypedError if they have no common type."""
    present = [value for value in values if value is not None]
    if not present:
        return NullType()
    kinds = set(map(type, present))
    for scalars, scalar_type in _SCALARS:
        if kinds <= scalars:
            if kinds == {int} and not all(value in _LONGS for value in present):
                raise UntypedError
            return scalar_type
    if kinds <= {datetime}:
        return _timestamps(present)
    if all(issubclass(kind, Enum) for kind in kinds) or kinds <= {GlobalWindow}:
        return string_type()
    if kinds <= {list, set, frozenset}:
        return ArrayType(infer(element for value in present for element in value))
    if kinds <= {dict}:
        return _dicts(present)
    return _records(present)


def _timestamps(values: list[datetime]) -> LogicalType:
    aware = {value.tzinfo is not None for value in values}
    if len(aware) > 1:
        raise UntypedError
    return LocalZonedTimestampType(6) if aware == {True} else TimestampType(6)


def _dicts(values: list[dict[Any, Any]]) -> LogicalType:
    """A map, or, if the keys are strings, a struct."""
    keys = infer(key for value in values for key in value)
    try:
        return MapType(keys, infer(item for value in values for item in value.values()))
    except UntypedError:
        if not isinstance(keys, VarCharType):
            raise
    names = list(dict.fromkeys(key for value in values for key in value))
    return _struct(names, [[value.get(name) for value in values] for name in names])


def _records(values: list[Any]) -> LogicalType:
    fields = {fields_of(value) for value in values}
    if len(fields) != 1 or (names := next(iter(fields))) is None:
        raise UntypedError
    return _struct(list(names), list(zip(*(parts_of(value) for value in values), strict=True)))


def _struct(names: list[str], columns: Iterable[Iterable[Any]]) -> LogicalType:
    if not all(isinstance(name, str) and name.strip() for name in names):  # fields must have names
        raise UntypedError
    return RowType.of([infer(column) for column in columns], names)


def fields_of(value: Any) -> Optional[tuple[str, ...]]:
    """The names of a record's fields, f0, f1, ... without names. None if the value is not a record."""
    kind = type(value)
    if isinstance(value, Row):
        return tuple(value.as_dict()) if value._fields is not None else _numbered(len(value))
    if is_named_tuple(kind):
        return tuple(kind._fields)
    if kind is tuple:
        return _numbered(len(value))
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return None


def parts_of(value: Any) -> tuple[Any, ...]:
    """The values of a record's fields."""
    if isinstance(value, (tuple, Row)):
        return tuple(value)
    return tuple(getattr(value, field.name) for field in dataclasses.fields(value))


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(f"f{number}" for number in range(count))


def without_nulls(kind: LogicalType) -> LogicalType:
    """The type with strings in place of types of which only None was seen."""
    return transformed(kind, lambda part: string_type() if isinstance(part, NullType) else part)


def of_type_info(type_info: Optional[TypeInformation]) -> Optional[spark.DataType]:
    """Spark's type for a declared type; None if unknown."""
    if type_info is None or not _is_exact(type_info):
        return None
    return spark_type(all_nullable(from_type_info(type_info)))


def _is_exact(type_info: TypeInformation) -> bool:
    """Whether a declared type determines the column type; for other types, it is inferred from values."""
    match type_info:
        case BasicTypeInfo():
            return type_info._basic_type not in _OPEN
        case DateTypeInfo() | TimestampTypeInfo():
            return True
        case RowTypeInfo() | TupleTypeInfo():
            return all(map(_is_exact, type_info.get_field_types()))
        case MapTypeInfo():
            return _is_exact(type_info._key_type_info) and _is_exact(type_info._value_type_info)
        case ListTypeInfo() | ObjectArrayTypeInfo() | BasicArrayTypeInfo():
            return _is_exact(type_info._element_type)
    return False


def declared_type(description: Optional[StateDescription]) -> Optional[spark.DataType]:
    """The column type from a state's declaration; None if unknown."""
    if description is None:
        return None
    value = of_type_info(description.type_info)
    if value is None or description.kind not in (LIST, MAP):
        return value
    if description.kind == LIST:
        return spark.ArrayType(value)
    keys = of_type_info(description.key_type_info)
    return None if keys is None else spark.MapType(keys, value)
