"""Conversions between logical types and Spark's, in the form of Spark's JSON schemas.

`pyspark` may be imported only where Spark runs. JSON needs neither it nor a running JVM, unlike DDL text.
`StructType.fromJson` and `DataType.jsonValue` use this form, and so does Delta for schemas.
"""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from pyrite.core.types.basic import BooleanType, NullType, VariantType
from pyrite.core.types.collection import ArrayType, MapType, MultisetType
from pyrite.core.types.conversion import element_path, field_path, key_path, unsupported, value_path
from pyrite.core.types.intervals import (
    DayTimeIntervalType,
    DayTimeResolution,
    YearMonthIntervalType,
    YearMonthResolution,
)
from pyrite.core.types.logical_type import LogicalType
from pyrite.core.types.numeric import (
    BigIntType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    SmallIntType,
    TinyIntType,
)
from pyrite.core.types.row import RowField, RowType
from pyrite.core.types.strings import (
    BinaryStringType,
    CharacterStringType,
    CharType,
    VarCharType,
    bytes_type,
    string_type,
)
from pyrite.core.types.temporal import DateType, LocalZonedTimestampType, TimestampType, TimeType

SparkJson: TypeAlias = "str | dict[str, Any]"
"""A type as returned by `pyspark.sql.types.DataType.jsonValue()`."""

_PLAIN: Final[dict[type[LogicalType], str]] = {
    BooleanType: "boolean",
    TinyIntType: "byte",
    SmallIntType: "short",
    IntType: "integer",
    BigIntType: "long",
    FloatType: "float",
    DoubleType: "double",
    DateType: "date",
    NullType: "void",
    VariantType: "variant",
}
_FROM_PLAIN: Final[dict[str, LogicalType]] = {
    **{name: kind() for kind, name in _PLAIN.items()},
    "string": string_type(),
    "binary": bytes_type(),
    "timestamp": LocalZonedTimestampType(6),
    "timestamp_ntz": TimestampType(6),
}
_DIGITS: Final = 6
"""Spark's times are in microseconds."""
_WITH_ARGUMENTS: Final = re.compile(r"(char|varchar|decimal|time)\((\d+)(?:,\s*(\d+))?\)")


# To Spark -------------------------------------------------------------------------------------------------------------


def to_spark_json(kind: LogicalType, path: str = "") -> SparkJson:
    """The type as Spark's JSON. Types without an equivalent, or with too many digits, are refused."""
    plain = _PLAIN.get(type(kind))
    if plain is not None:
        return plain
    match kind:
        case CharacterStringType():
            return "string"  # Spark takes char(n) and varchar(n) in the definitions of tables only
        case BinaryStringType():
            return "binary"
        case DecimalType():
            return f"decimal({kind.precision},{kind.scale})"
        case TimeType(precision=digits) if digits <= _DIGITS:
            return f"time({digits})"
        case TimestampType(precision=digits) if digits <= _DIGITS:
            return "timestamp_ntz"
        case LocalZonedTimestampType(precision=digits) if digits <= _DIGITS:
            return "timestamp"
        case DayTimeIntervalType(fractional_precision=digits) if digits <= _DIGITS:
            return _interval(kind.resolution)
        case YearMonthIntervalType():
            return _interval(kind.resolution)
    return _to_nested(kind, path)


def _interval(resolution: DayTimeResolution | YearMonthResolution) -> str:
    return "interval " + resolution.name.lower().replace("_", " ")


def _to_nested(kind: LogicalType, path: str) -> SparkJson:
    match kind:
        case ArrayType():
            element = to_spark_json(kind.element_type, element_path(path))
            return {"type": "array", "elementType": element, "containsNull": kind.element_type.nullable}
        case MultisetType():
            return _map(to_spark_json(kind.element_type, element_path(path)), "integer", False)
        case MapType():
            keys = to_spark_json(kind.key_type, key_path(path))
            return _map(keys, to_spark_json(kind.value_type, value_path(path)), kind.value_type.nullable)
        case RowType():
            return {"type": "struct", "fields": [_to_field(part, path) for part in kind.fields]}
    raise unsupported(
        "Spark", kind, path, f"declare a supported type, for example STRING, BINARY or TIMESTAMP_LTZ({_DIGITS})"
    )


def _map(keys: SparkJson, values: SparkJson, contains_null: bool) -> SparkJson:
    return {"type": "map", "keyType": keys, "valueType": values, "valueContainsNull": contains_null}


def _to_field(field: RowField, path: str) -> dict[str, Any]:
    return {
        "name": field.name,
        "type": to_spark_json(field.type, field_path(path, field.name)),
        "nullable": field.type.nullable,
        "metadata": {} if field.description is None else {"comment": field.description},
    }


# From Spark -----------------------------------------------------------------------------------------------------------


def from_spark_json(kind: SparkJson, path: str = "") -> LogicalType:
    """The nullable logical type of a Spark type."""
    if isinstance(kind, dict):
        return _from_nested(kind, path)
    plain = _FROM_PLAIN.get(kind) or _INTERVALS.get(kind)
    if plain is not None:
        return plain
    matched = _WITH_ARGUMENTS.fullmatch(kind)
    if matched is None:
        raise unsupported("SQL", f"Spark's {kind}", path, "cast the column in Spark, for example to string or binary")
    first, second = int(matched[2]), int(matched[3] or 0)
    match matched[1]:
        case "char":
            return CharType(first)
        case "varchar":
            return VarCharType(first)
        case "time":
            return TimeType(first)
    return DecimalType(first, second)


_INTERVALS: Final[dict[str, LogicalType]] = {
    **{_interval(resolution): YearMonthIntervalType(resolution) for resolution in YearMonthResolution},
    **{_interval(resolution): DayTimeIntervalType(resolution) for resolution in DayTimeResolution},
}


def _from_nested(kind: dict[str, Any], path: str) -> LogicalType:
    match kind:
        case {"type": "array"}:
            element = from_spark_json(kind["elementType"], element_path(path))
            return ArrayType(_with_nullability(element, kind["containsNull"]))
        case {"type": "map"}:
            keys = from_spark_json(kind["keyType"], key_path(path))
            values = from_spark_json(kind["valueType"], value_path(path))
            return MapType(_with_nullability(keys, False), _with_nullability(values, kind["valueContainsNull"]))
        case {"type": "struct"}:
            return RowType(tuple(_from_field(part, path) for part in kind["fields"]))
    raise unsupported("SQL", f"Spark's {kind}", path, "cast the column in Spark, for example to string or binary")


def _from_field(field: dict[str, Any], path: str) -> RowField:
    kind = from_spark_json(field["type"], field_path(path, field["name"]))
    return RowField(field["name"], _with_nullability(kind, field["nullable"]), field["metadata"].get("comment"))


def _with_nullability(kind: LogicalType, nullable: bool) -> LogicalType:
    return kind if isinstance(kind, NullType) else kind.copy(nullable)
