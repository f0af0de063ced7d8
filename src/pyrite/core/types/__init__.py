"""The logical types of columns, shared by SQL, Arrow, Spark, Delta and TypeInformation.

Adapters are separate modules and are imported by name: `arrow`, `spark`, `delta` and `logical_type_info`.
"""

from pyrite.core.types.basic import BitmapType, BooleanType, NullType, RawType, VariantType
from pyrite.core.types.collection import ArrayType, ElementsType, MapType, MultisetType
from pyrite.core.types.intervals import (
    DayTimeIntervalType,
    DayTimeResolution,
    YearMonthIntervalType,
    YearMonthResolution,
)
from pyrite.core.types.logical_type import MAX_LENGTH, LogicalType, all_nullable, transformed
from pyrite.core.types.numeric import (
    BigIntType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    IntType,
    NumericType,
    SmallIntType,
    TinyIntType,
)
from pyrite.core.types.row import RowField, RowType
from pyrite.core.types.strings import (
    BinaryStringType,
    BinaryType,
    CharacterStringType,
    CharType,
    VarBinaryType,
    VarCharType,
    bytes_type,
    string_type,
)
from pyrite.core.types.temporal import (
    AnyTimestampType,
    DateType,
    LocalZonedTimestampType,
    TimestampKind,
    TimestampType,
    TimeType,
    ZonedTimestampType,
    without_time_attributes,
)
from pyrite.core.types.user_defined import DistinctType, ObjectIdentifier, StructuredType, UserDefinedType

__all__ = [
    "MAX_LENGTH",
    "AnyTimestampType",
    "ArrayType",
    "BigIntType",
    "BinaryStringType",
    "BinaryType",
    "BitmapType",
    "BooleanType",
    "CharType",
    "CharacterStringType",
    "DateType",
    "DayTimeIntervalType",
    "DayTimeResolution",
    "DecimalType",
    "DistinctType",
    "DoubleType",
    "ElementsType",
    "FloatType",
    "IntType",
    "IntegerNumericType",
    "LocalZonedTimestampType",
    "LogicalType",
    "MapType",
    "MultisetType",
    "NullType",
    "NumericType",
    "ObjectIdentifier",
    "RawType",
    "RowField",
    "RowType",
    "SmallIntType",
    "StructuredType",
    "TimeType",
    "TimestampKind",
    "TimestampType",
    "TinyIntType",
    "UserDefinedType",
    "VarBinaryType",
    "VarCharType",
    "VariantType",
    "YearMonthIntervalType",
    "YearMonthResolution",
    "ZonedTimestampType",
    "all_nullable",
    "bytes_type",
    "string_type",
    "transformed",
    "without_time_attributes",
]
