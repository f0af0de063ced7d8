"""Inference of types from Python values, as in PyFlink, and verification of values against declared types."""

from __future__ import annotations

import array
import datetime
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Any, Final, Optional

from pyrite.core.types import (
    MAX_LENGTH,
    ArrayType,
    BigIntType,
    BinaryType,
    BooleanType,
    CharType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    RowField,
    RowType,
    SmallIntType,
    TimestampType,
    TimeType,
    TinyIntType,
    VarBinaryType,
    VarCharType,
)
from pyrite.core.types.instant import Instant
from pyrite.core.types.rows import Row
from pyrite.table.user_defined_type import UserDefinedType

_TYPES: Final[dict[type, LogicalType]] = {
    bool: BooleanType(),
    int: BigIntType(),
    float: DoubleType(),
    str: VarCharType(MAX_LENGTH),
    bytes: VarBinaryType(MAX_LENGTH),
    bytearray: VarBinaryType(MAX_LENGTH),
    Decimal: DecimalType(38, 18),
    datetime.date: DateType(),
    datetime.datetime: LocalZonedTimestampType(),
    datetime.time: TimeType(),
    Instant: LocalZonedTimestampType(),
}
_CODES: Final[dict[str, LogicalType]] = {
    "f": FloatType(),
    "d": DoubleType(),
    "b": TinyIntType(),
    "h": SmallIntType(),
    "i": IntType(),
    "l": BigIntType(),
    "B": SmallIntType(),
    "H": IntType(),
    "I": BigIntType(),
}


def infer_type(value: Any) -> LogicalType:
    """Infers the type of one value; NULL for None."""
    if value is None:
        return NullType()
    direct = getattr(value, "__UDT__", None) or _TYPES.get(type(value))
    if direct is not None:
        return direct
    if isinstance(value, dict):
        pairs = [(k, v) for k, v in value.items() if k is not None and v is not None]
        if not pairs:
            return MapType(NullType(), NullType())
        return MapType(infer_type(pairs[0][0]).not_null(), infer_type(pairs[0][1]))
    if isinstance(value, list):
        return ArrayType(_merged(map(infer_type, value)))
    if isinstance(value, array.array):
        if value.typecode not in _CODES:
            raise TypeError(f"not supported type: array({value.typecode})")
        return ArrayType(_CODES[value.typecode].not_null())
    try:
        return infer_row_type(value)
    except TypeError:
        raise TypeError(f"not supported type: {type(value)}") from None


def infer_row_type(row: Any, names: Optional[Sequence[str]] = None) -> RowType:
    """Infers the type of one row: a tuple, list, Row, dict or object with attributes."""
    if isinstance(row, dict):
        items = sorted(row.items())
    elif isinstance(row, (Row, tuple, list)):
        own = getattr(row, "_fields", None)
        items = list(zip(own or _names(names, len(row)), tuple(row), strict=False))
    elif hasattr(row, "__dict__"):
        items = sorted(vars(row).items())
    else:
        raise TypeError(f"Can not infer schema for type: {type(row)}")
    return RowType(tuple(RowField(name, infer_type(value)) for name, value in items))


def _names(names: Optional[Sequence[str]], width: int) -> list[str]:
    declared_names = list(names or [])
    return [*declared_names, *(f"_{i}" for i in range(len(declared_names) + 1, width + 1))]


def infer_schema(rows: Sequence[Any], names: Optional[Sequence[str]] = None) -> RowType:
    """Infers the common type of all rows."""
    if not rows:
        raise ValueError("can not infer schema from empty data set")
    schema = _merged(infer_row_type(row, names) for row in rows)
    if _has_null(schema):
        raise ValueError("Some column types cannot be determined after inferring")
    assert isinstance(schema, RowType)
    return schema


def merged_type(left: LogicalType, right: LogicalType) -> LogicalType:
    """Returns the type for values of both types. NULL merges with any type; other types must be of the same kind."""
    if isinstance(left, NullType):
        return right
    if isinstance(right, NullType):
        return left
    if type(left) is not type(right):
        raise TypeError(f"Can not merge type {left} and {right}")
    if isinstance(left, RowType) and isinstance(right, RowType):
        others = {field.name: field for field in right.fields}
        fields = [
            RowField(field.name, merged_type(field.type, others.pop(field.name).type))
            if field.name in others
            else field
            for field in left.fields
        ]
        return RowType((*fields, *others.values()))
    if left.children:
        return left.with_children([merged_type(a, b) for a, b in zip(left.children, right.children, strict=True)])
    return left


def _merged(kinds: Iterable[LogicalType]) -> LogicalType:
    result: LogicalType = NullType()
    for kind in kinds:
        result = merged_type(result, kind)
    return result


def _has_null(kind: LogicalType) -> bool:
    return isinstance(kind, NullType) or any(map(_has_null, kind.children))


# Checks ---------------------------------------------------------------------------------------------------------------

_ACCEPTED: Final[tuple[tuple[type[LogicalType], tuple[type, ...]], ...]] = (
    (BooleanType, (bool,)),
    (TinyIntType, (int,)),
    (SmallIntType, (int,)),
    (IntType, (int,)),
    (BigIntType, (int,)),
    (FloatType, (float,)),
    (DoubleType, (float,)),
    (DecimalType, (Decimal,)),
    (CharType, (str,)),
    (VarCharType, (str,)),
    (BinaryType, (bytearray, bytes)),
    (VarBinaryType, (bytearray, bytes)),
    (DateType, (datetime.date, datetime.datetime)),
    (TimeType, (datetime.time,)),
    (TimestampType, (datetime.datetime,)),
    (LocalZonedTimestampType, (datetime.datetime, Instant)),
    (ArrayType, (list, tuple, array.array)),
    (MapType, (dict,)),
    (MultisetType, (dict,)),
)
_BITS: Final[dict[type[LogicalType], int]] = {TinyIntType: 7, SmallIntType: 15, IntType: 31, BigIntType: 63}
Verify = Callable[[Any], None]


def verifier(kind: LogicalType, name: str = "") -> Verify:
    """Returns a function that raises PyFlink's error for a value that does not fit the type."""
    prefix = f"{name}: " if name else ""
    if isinstance(kind, RowType):
        check = _row_check(kind, name)
    elif isinstance(kind, UserDefinedType):
        check = _instance_check(kind, prefix, name)
    else:
        check = _value_check(kind, prefix, name)

    def verify(value: Any) -> None:
        if value is not None:
            check(value)
        elif not kind.nullable:
            raise ValueError(f"{prefix}This field is not nullable, but got None")

    return verify


def _value_check(kind: LogicalType, prefix: str, name: str) -> Verify:
    accepted = next((types for exact, types in _ACCEPTED if type(kind) is exact), None)
    limit = _BITS.get(type(kind))
    parts = [verifier(child, f"element in {name}") for child in kind.children]
    length = getattr(kind, "length", None)

    def check(value: Any) -> None:
        if accepted is not None and type(value) not in accepted:
            raise TypeError(f"{prefix}{kind} can not accept object {value!r} in type {type(value)}")
        if limit is not None and not -(1 << limit) <= value < 1 << limit:
            raise ValueError(f"{prefix}object of {type(kind).__name__} out of range, got: {value}")
        if isinstance(kind, (CharType, BinaryType)) and len(value) != length:
            raise ValueError(f"{prefix}length of object ({value}) of {type(kind).__name__} is not: {length}")
        if isinstance(kind, (VarCharType, VarBinaryType)) and len(value) > kind.length:
            raise ValueError(f"{prefix}length of object ({value}) of {type(kind).__name__} exceeds: {length}")
        if isinstance(kind, MapType):
            for key, item in value.items():
                parts[0](key)
                parts[1](item)
        elif isinstance(kind, ArrayType):
            for element in value:
                parts[0](element)

    return check


def _instance_check(kind: UserDefinedType, prefix: str, name: str) -> Verify:
    verify_stored = verifier(kind.sql_type(), name)

    def check(value: Any) -> None:
        if getattr(value, "__UDT__", None) != kind.copy(nullable=True):
            raise ValueError(f"{prefix}{value!r} is not an instance of type {kind!r}")
        verify_stored(kind.serialize(value))

    return check


def _row_check(kind: RowType, name: str) -> Verify:
    names = [field.name for field in kind.fields]
    inner = f" in {name}" if name else ""
    checks = [verifier(field.type, f"field {field.name}{inner}") for field in kind.fields]

    def check(value: Any) -> None:
        for each, part in zip(checks, _parts(value, names, name), strict=True):
            each(part)

    return check


def _parts(value: Any, names: Sequence[str], name: str) -> list[Any]:
    prefix = f"{name}: " if name else ""
    if isinstance(value, dict):
        return [value.get(each) for each in names]
    if isinstance(value, (Row, tuple, list)):
        if len(value) != len(names):
            raise ValueError(
                f"{prefix}Length of object ({len(value)}) does not match with length of fields ({len(names)})"
            )
        return list(value)
    if hasattr(value, "__dict__"):
        return [vars(value).get(each) for each in names]
    raise TypeError(f"{prefix}RowType can not accept object {value!r} in type {type(value)}")
