"""Logical types and TypeInformation: columns of tables and values of streams.

It is not in `pyrite.core.types` with the other adapters because TypeInformation is not in core.
"""

from __future__ import annotations

from typing import Final

from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
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
    RawType,
    RowType,
    SmallIntType,
    TimestampType,
    TimeType,
    TinyIntType,
    bytes_type,
    string_type,
)
from pyrite.core.types.basic_type_info import (
    BasicType,
    BasicTypeInfo,
    DateTypeInfo,
    TimestampTypeInfo,
    TimeTypeInfo,
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
from pyrite.core.types.conversion import element_path, field_path, key_path, unsupported, value_path
from pyrite.core.types.type_information import TypeInformation
from pyrite.core.types.types_factory import Types

_FROM_BASIC: Final[dict[BasicType, LogicalType]] = {
    BasicType.STRING: string_type(),
    BasicType.CHAR: CharType(1, nullable=False),
    BasicType.BOOLEAN: BooleanType(nullable=False),
    BasicType.BYTE: TinyIntType(nullable=False),
    BasicType.SHORT: SmallIntType(nullable=False),
    BasicType.INT: IntType(nullable=False),
    BasicType.LONG: BigIntType(nullable=False),
    BasicType.FLOAT: FloatType(nullable=False),
    BasicType.DOUBLE: DoubleType(nullable=False),
    BasicType.BIG_INT: DecimalType(38, 0),
    BasicType.BIG_DEC: DecimalType(38, 18),
    BasicType.INSTANT: LocalZonedTimestampType(9),
}
_TO_BASIC: Final[dict[type[LogicalType], TypeInformation]] = {
    BooleanType: Types.BOOLEAN(),
    TinyIntType: Types.BYTE(),
    SmallIntType: Types.SHORT(),
    IntType: Types.INT(),
    BigIntType: Types.LONG(),
    FloatType: Types.FLOAT(),
    DoubleType: Types.DOUBLE(),
    DecimalType: Types.BIG_DEC(),
    DateType: Types.SQL_DATE(),
    LocalZonedTimestampType: Types.INSTANT(),
    RawType: Types.PICKLED_BYTE_ARRAY(),
    NullType: Types.PICKLED_BYTE_ARRAY(),
}
_PRIMITIVES: Final = (BooleanType, SmallIntType, IntType, BigIntType, FloatType, DoubleType)
"""The element types of PRIMITIVE_ARRAY, without TINYINT: a PRIMITIVE_ARRAY of BYTE is bytes."""
_MILLIS: Final = 3


# From TypeInformation -------------------------------------------------------------------------------------------------


def from_type_info(type_info: TypeInformation) -> LogicalType:
    """The logical type of a stream's values, with Flink's rules for nullability.

    A type is nullable if it accepts None: STRING does, INT does not. Fields of rows, elements of arrays and values of
    maps are always nullable. BIG_INT and BIG_DEC are unlimited, unlike their logical types. Types that SQL does not
    have become RAW.
    """
    match type_info:
        case BasicTypeInfo():
            return _FROM_BASIC[type_info._basic_type]
        case DateTypeInfo():
            return DateType()
        case TimeTypeInfo():
            return TimeType(_MILLIS)
        case TimestampTypeInfo():
            return TimestampType(_MILLIS)
        case RowTypeInfo():
            fields = [_nullable(part) for part in type_info.get_field_types()]
            return RowType.of(fields, type_info.get_field_names()).not_null()
        case TupleTypeInfo():
            return RowType.of([from_type_info(part) for part in type_info.get_field_types()]).not_null()
        case MapTypeInfo():
            keys = from_type_info(type_info._key_type_info)
            return MapType(keys, _nullable(type_info._value_type_info), nullable=False)
        case PrimitiveArrayTypeInfo() if type_info._is_bytes:
            return bytes_type().not_null()
        case PrimitiveArrayTypeInfo() | ListTypeInfo():
            return ArrayType(from_type_info(type_info._element_type), nullable=False)
        case BasicArrayTypeInfo() | ObjectArrayTypeInfo():
            return ArrayType(_nullable(type_info._element_type), nullable=False)
    return RawType("object")


def _nullable(type_info: TypeInformation) -> LogicalType:
    return from_type_info(type_info).copy(nullable=True)


# To TypeInformation ---------------------------------------------------------------------------------------------------


def to_type_info(kind: LogicalType, path: str = "") -> TypeInformation:
    """The type of a stream with a column's values. Types whose values would be truncated are refused."""
    basic = _TO_BASIC.get(type(kind))
    if basic is not None:
        return basic
    match kind:
        case CharacterStringType():
            return Types.STRING()
        case BinaryStringType():
            return Types.PRIMITIVE_ARRAY(Types.BYTE())
        case TimeType() if kind.precision <= _MILLIS:
            return Types.SQL_TIME()
        case TimestampType() if kind.precision <= _MILLIS:
            return Types.SQL_TIMESTAMP()
        case ArrayType():
            return _array(kind.element_type, element_path(path))
        case MultisetType():
            return Types.MAP(to_type_info(kind.element_type, element_path(path)), Types.INT())
        case MapType():
            keys = to_type_info(kind.key_type, key_path(path))
            return Types.MAP(keys, to_type_info(kind.value_type, value_path(path)))
        case RowType():
            types = [to_type_info(field.type, field_path(path, field.name)) for field in kind.fields]
            return Types.ROW_NAMED(kind.names, types)
    raise unsupported(
        "TypeInformation", kind, path, "cast it, for example to TIMESTAMP_LTZ(9), TIME(3), BIGINT or STRING"
    )


def _array(element: LogicalType, path: str) -> TypeInformation:
    inner = to_type_info(element, path)
    if element.nullable:
        return Types.OBJECT_ARRAY(inner)
    return Types.PRIMITIVE_ARRAY(inner) if isinstance(element, _PRIMITIVES) else Types.LIST(inner)
