"""Types: the types of a stream's values."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.basic_type_info import (
    BasicType,
    BasicTypeInfo,
    BooleanTypeInfo,
    CharTypeInfo,
    DateTypeInfo,
    DecimalTypeInfo,
    FloatTypeInfo,
    InstantTypeInfo,
    PickledBytesTypeInfo,
    StringTypeInfo,
    TimestampTypeInfo,
    TimeTypeInfo,
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
from pyrite.core.types.type_information import TypeInformation

__all__ = [
    "BasicArrayTypeInfo",
    "BasicType",
    "BasicTypeInfo",
    "DateTypeInfo",
    "InstantTypeInfo",
    "ListTypeInfo",
    "MapTypeInfo",
    "ObjectArrayTypeInfo",
    "PickledBytesTypeInfo",
    "PrimitiveArrayTypeInfo",
    "RowTypeInfo",
    "TimeTypeInfo",
    "TimestampTypeInfo",
    "TupleTypeInfo",
    "TypeInformation",
    "Types",
]


@persisted("types/1")
class Types:
    """Creates type information. Declared types are optional: they convert values, and refuse values that do not fit.

    >>> Types.ROW_NAMED(["item", "price"], [Types.STRING(), Types.INT()]).fit({"item": "tea", "price": 3})
    Row(item='tea', price=3)
    """

    @staticmethod
    def STRING() -> TypeInformation:
        """str; accepts None."""
        return StringTypeInfo(BasicType.STRING)

    @staticmethod
    def BYTE() -> TypeInformation:
        """Integers of 8 bits."""
        return WholeTypeInfo(BasicType.BYTE)

    @staticmethod
    def BOOLEAN() -> TypeInformation:
        """bool."""
        return BooleanTypeInfo(BasicType.BOOLEAN)

    @staticmethod
    def SHORT() -> TypeInformation:
        """Integers of 16 bits."""
        return WholeTypeInfo(BasicType.SHORT)

    @staticmethod
    def INT() -> TypeInformation:
        """Integers of 32 bits."""
        return WholeTypeInfo(BasicType.INT)

    @staticmethod
    def LONG() -> TypeInformation:
        """Integers of 64 bits."""
        return WholeTypeInfo(BasicType.LONG)

    @staticmethod
    def FLOAT() -> TypeInformation:
        """float, rounded to 32 bits."""
        return FloatTypeInfo(BasicType.FLOAT)

    @staticmethod
    def DOUBLE() -> TypeInformation:
        """float."""
        return FloatTypeInfo(BasicType.DOUBLE)

    @staticmethod
    def CHAR() -> TypeInformation:
        """str of one character."""
        return CharTypeInfo(BasicType.CHAR)

    @staticmethod
    def BIG_INT() -> TypeInformation:
        """int of any size; accepts None."""
        return WholeTypeInfo(BasicType.BIG_INT)

    @staticmethod
    def BIG_DEC() -> TypeInformation:
        """Decimal, also from other numbers and from text; accepts None."""
        return DecimalTypeInfo(BasicType.BIG_DEC)

    @staticmethod
    def INSTANT() -> TypeInformation:
        """Instant; accepts None."""
        return InstantTypeInfo(BasicType.INSTANT)

    @staticmethod
    def SQL_DATE() -> TypeInformation:
        """date; accepts None."""
        return DateTypeInfo()

    @staticmethod
    def SQL_TIME() -> TypeInformation:
        """time in whole milliseconds; accepts None."""
        return TimeTypeInfo()

    @staticmethod
    def SQL_TIMESTAMP() -> TypeInformation:
        """datetime in whole milliseconds; accepts None."""
        return TimestampTypeInfo()

    @staticmethod
    def PICKLED_BYTE_ARRAY() -> TypeInformation:
        """Any value, unchanged."""
        return PickledBytesTypeInfo()

    @staticmethod
    def ROW(field_types: Sequence[TypeInformation]) -> RowTypeInfo:
        """Row with the field names f0, f1, ..."""
        return RowTypeInfo(field_types)

    @staticmethod
    def ROW_NAMED(field_names: Sequence[str], field_types: Sequence[TypeInformation]) -> RowTypeInfo:
        """Row with these field names."""
        return RowTypeInfo(field_types, field_names)

    @staticmethod
    def TUPLE(field_types: Sequence[TypeInformation]) -> TupleTypeInfo:
        """tuple."""
        return TupleTypeInfo(field_types)

    @staticmethod
    def PRIMITIVE_ARRAY(element_type: TypeInformation) -> PrimitiveArrayTypeInfo:
        """list without None; with BYTE elements, bytes."""
        return PrimitiveArrayTypeInfo(element_type)

    @staticmethod
    def BASIC_ARRAY(element_type: TypeInformation) -> TypeInformation:
        """list of numbers, booleans, characters or strings, which may be None."""
        return BasicArrayTypeInfo(element_type)

    @staticmethod
    def OBJECT_ARRAY(element_type: TypeInformation) -> TypeInformation:
        """list of elements that may be None."""
        return ObjectArrayTypeInfo(element_type)

    @staticmethod
    def MAP(key_type_info: TypeInformation, value_type_info: TypeInformation) -> TypeInformation:
        """dict; values may be None."""
        return MapTypeInfo(key_type_info, value_type_info)

    @staticmethod
    def LIST(element_type_info: TypeInformation) -> TypeInformation:
        """list."""
        return ListTypeInfo(element_type_info)
