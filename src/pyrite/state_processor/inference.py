"""What Spark type a column of Python values can have: by a declared type, or by looking at some values."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any, Final, Optional
from uuid import UUID

from pyspark.sql import types as spark

from pyrite.common import typeinfo
from pyrite.common.types import Row
from pyrite.common.windows import GlobalWindow
from pyrite.state.by_field import is_named_tuple
from pyrite.state.description import LIST, MAP, StateDescription

_SCALARS: Final[list[tuple[frozenset[type], Callable[[], spark.DataType]]]] = [
    (frozenset({bool}), spark.BooleanType),
    (frozenset({int}), spark.LongType),
    (frozenset({int, float}), spark.DoubleType),
    (frozenset({str}), spark.StringType),
    (frozenset({bytes, bytearray}), spark.BinaryType),
    (frozenset({Decimal}), lambda: spark.DecimalType(38, 18)),
    (frozenset({date}), spark.DateType),
    (frozenset({timedelta}), spark.DayTimeIntervalType),
    (frozenset({time, UUID}), spark.StringType),
]
_NAMES: Final = {
    "BYTE": spark.ByteType,
    "BOOLEAN": spark.BooleanType,
    "SHORT": spark.ShortType,
    "INT": spark.IntegerType,
    "LONG": spark.LongType,
    "FLOAT": spark.FloatType,
    "DOUBLE": spark.DoubleType,
    "CHAR": spark.StringType,
    "STRING": spark.StringType,
}
_LONGS: Final = range(-(1 << 63), 1 << 63)


class UntypedError(Exception):
    """The values have no Spark type in common."""


def infer(values: Iterable[Any]) -> spark.DataType:
    """The type of a column of such values; NullType if all are None. UntypedError if there is none."""
    present = [value for value in values if value is not None]
    if not present:
        return spark.NullType()
    kinds = set(map(type, present))
    for scalars, make in _SCALARS:
        if kinds <= scalars:
            if kinds == {int} and not all(value in _LONGS for value in present):
                raise UntypedError
            return make()
    if kinds <= {datetime}:
        return _timestamps(present)
    if all(issubclass(kind, Enum) for kind in kinds) or kinds <= {GlobalWindow}:
        return spark.StringType()
    if kinds <= {list, set, frozenset}:
        return spark.ArrayType(infer(element for value in present for element in value))
    if kinds <= {dict}:
        return _dicts(present)
    return _records(present)


def _timestamps(values: list[datetime]) -> spark.DataType:
    aware = {value.tzinfo is not None for value in values}
    if len(aware) > 1:
        raise UntypedError
    return spark.TimestampType() if aware == {True} else spark.TimestampNTZType()


def _dicts(values: list[dict[Any, Any]]) -> spark.DataType:
    """A map, or else, of texts as keys, a struct."""
    keys = infer(key for value in values for key in value)
    try:
        return spark.MapType(keys, infer(item for value in values for item in value.values()))
    except UntypedError:
        if not isinstance(keys, spark.StringType):
            raise
    names = list(dict.fromkeys(key for value in values for key in value))
    return _struct(names, [[value.get(name) for value in values] for name in names])


def _records(values: list[Any]) -> spark.DataType:
    fields = {fields_of(value) for value in values}
    if len(fields) != 1 or (names := next(iter(fields))) is None:
        raise UntypedError
    return _struct(list(names), list(zip(*(parts_of(value) for value in values), strict=True)))


def _struct(names: list[str], columns: Iterable[Iterable[Any]]) -> spark.StructType:
    return spark.StructType(
        [spark.StructField(name, infer(column)) for name, column in zip(names, columns, strict=True)]
    )


def fields_of(value: Any) -> Optional[tuple[str, ...]]:
    """The names of a record's fields: f0, f1, ... where it has none. None: it is no record."""
    kind = type(value)
    if isinstance(value, Row):
        return tuple(value.as_dict()) if value._fields is not None else _numbered(len(value))
    if is_named_tuple(kind):
        return tuple(kind._fields)
    if kind is tuple:
        return _numbered(len(value))
    if dataclasses.is_dataclass(kind):
        return tuple(found.name for found in dataclasses.fields(kind))
    return None


def parts_of(value: Any) -> tuple[Any, ...]:
    """The values of a record's fields."""
    if isinstance(value, (tuple, Row)):
        return tuple(value)
    return tuple(getattr(value, found.name) for found in dataclasses.fields(value))


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(f"f{number}" for number in range(count))


def of_type_info(type_info: Optional[typeinfo.TypeInformation]) -> Optional[spark.DataType]:
    """The type that a declared one stands for; None where that is not known."""
    match type_info:
        case typeinfo.BasicTypeInfo():
            made = _NAMES.get(type_info.name)
            return None if made is None else made()
        case typeinfo.DateTypeInfo():
            return spark.DateType()
        case typeinfo.TimestampTypeInfo():
            return spark.TimestampNTZType()
        case typeinfo.RowTypeInfo():
            return _of_fields(type_info.get_field_names(), type_info.get_field_types())
        case typeinfo.TupleTypeInfo():
            kinds = type_info.get_field_types()
            return _of_fields(list(_numbered(len(kinds))), kinds)
        case typeinfo.MapTypeInfo():
            keys, values = map(of_type_info, type_info._arguments())
            return None if keys is None or values is None else spark.MapType(keys, values)
        case typeinfo.ListTypeInfo() | typeinfo.ObjectArrayTypeInfo() | typeinfo.BasicArrayTypeInfo():
            (element,) = map(of_type_info, type_info._arguments())
            return None if element is None else spark.ArrayType(element)
    return None


def declared(description: Optional[StateDescription]) -> Optional[spark.DataType]:
    """The type that a state's values were declared to have; None where that is not known."""
    if description is None:
        return None
    value = of_type_info(description.type_info)
    if value is None or description.kind not in (LIST, MAP):
        return value
    if description.kind == LIST:
        return spark.ArrayType(value)
    keys = of_type_info(description.key_type_info)
    return None if keys is None else spark.MapType(keys, value)


def _of_fields(names: list[str], kinds: list[typeinfo.TypeInformation]) -> Optional[spark.DataType]:
    found = [of_type_info(kind) for kind in kinds]
    if any(kind is None for kind in found):
        return None
    return spark.StructType([spark.StructField(name, kind) for name, kind in zip(names, found, strict=True)])


def without_nulls(kind: spark.DataType) -> spark.DataType:
    """The type with text where nothing but None was seen."""
    match kind:
        case spark.NullType():
            return spark.StringType()
        case spark.ArrayType():
            return spark.ArrayType(without_nulls(kind.elementType))
        case spark.MapType():
            return spark.MapType(without_nulls(kind.keyType), without_nulls(kind.valueType))
        case spark.StructType():
            return spark.StructType([spark.StructField(f.name, without_nulls(f.dataType)) for f in kind.fields])
    return kind
