"""The types of single values: text, numbers, booleans, points in time, and any Python value."""

from __future__ import annotations

import struct
from datetime import date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from enum import Enum
from math import inf, isinf
from typing import Any, Final

from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.instant import Instant
from pyrite.core.types.type_information import NONE, TypeInformation, misfit, only

_INSTANT_SECONDS: Final = range(-31_557_014_167_219_200, 31_556_889_864_403_200)
"""The range of seconds of Flink's instants."""


@persisted("basic-type/1")
class BasicType(Enum):
    """The kinds of BasicTypeInfo, under Flink's names."""

    STRING = "String"
    BYTE = "Byte"
    BOOLEAN = "Boolean"
    SHORT = "Short"
    INT = "Integer"
    LONG = "Long"
    FLOAT = "Float"
    DOUBLE = "Double"
    CHAR = "Char"
    BIG_INT = "BigInteger"
    BIG_DEC = "BigDecimal"
    INSTANT = "Instant"


@persisted("basic-type-info/1")
class BasicTypeInfo(TypeInformation):
    """Text, numbers, booleans and instants. Created by `Types`."""

    def __init__(self, basic_type: BasicType) -> None:
        self._basic_type = basic_type
        self.name = basic_type.name

    def _arguments(self) -> tuple[Any, ...]:
        return (self._basic_type,)

    def __repr__(self) -> str:
        return self._basic_type.value


@persisted("string-type-info/1")
class StringTypeInfo(BasicTypeInfo):
    def fit(self, value: Any) -> str | None:
        if type(value) is str:
            return value
        if value is not None and not isinstance(value, str):
            raise misfit(self.name, value)
        return None if value is None else str.__str__(value)

    def fit_all(self, values: list[Any]) -> list[Any]:
        return values if only(values, str, NONE) else super().fit_all(values)


@persisted("char-type-info/1")
class CharTypeInfo(BasicTypeInfo):
    def fit(self, value: Any) -> str:
        if not isinstance(value, str):
            raise misfit(self.name, value)
        if len(value) != 1:
            raise misfit(self.name, value, "not one character")
        return str.__str__(value)

    def fit_all(self, values: list[Any]) -> list[Any]:
        return values if only(values, str) and set(map(len, values)) <= {1} else super().fit_all(values)


@persisted("boolean-type-info/1")
class BooleanTypeInfo(BasicTypeInfo):
    def fit(self, value: Any) -> bool:
        if type(value) is bool:
            return value
        try:
            is_bit = hasattr(value, "__int__") and value in (0, 1)
        except (ValueError, ArithmeticError):  # an array of several elements, a signaling NaN
            is_bit = False
        if not is_bit:
            raise misfit(self.name, value)
        return bool(value)

    def fit_all(self, values: list[Any]) -> list[Any]:
        return values if only(values, bool) else super().fit_all(values)


@persisted("whole-type-info/1")
class WholeTypeInfo(BasicTypeInfo):
    """Integers of a number of bits; BIG_INT is unlimited, and accepts None."""

    _BITS: Final = {BasicType.BYTE: 8, BasicType.SHORT: 16, BasicType.INT: 32, BasicType.LONG: 64}

    def __init__(self, basic_type: BasicType) -> None:
        super().__init__(basic_type)
        bits = self._BITS.get(basic_type)
        self._limit = None if bits is None else 1 << bits - 1

    def fit(self, value: Any) -> int | None:
        limit = self._limit
        if type(value) is int and limit is not None and -limit <= value < limit:
            return value
        if value is None and self._limit is None:
            return None
        if not hasattr(value, "__int__"):
            raise misfit(self.name, value)
        try:
            number = int(value)
        except (TypeError, ValueError, OverflowError):
            raise misfit(self.name, value) from None
        if number != value:
            raise misfit(self.name, value, "not a whole number")
        if self._limit is not None and not self._is_within(number, number):
            raise misfit(self.name, value, f"out of range, {-self._limit} to {self._limit - 1}")
        return number

    def fit_all(self, values: list[Any]) -> list[Any]:
        if only(values, int) and (not values or self._is_within(min(values), max(values))):
            return values
        return super().fit_all(values)

    def _is_within(self, lowest: int, highest: int) -> bool:
        return self._limit is None or -self._limit <= lowest <= highest < self._limit


@persisted("float-type-info/1")
class FloatTypeInfo(BasicTypeInfo):
    """Numbers of 32 or 64 bits. Numbers out of range are refused; excess precision is rounded."""

    def fit(self, value: Any) -> float:
        if type(value) is float and self._basic_type is BasicType.DOUBLE:
            return value
        if isinstance(value, str) or not (hasattr(value, "__float__") or hasattr(value, "__index__")):
            raise misfit(self.name, value)
        try:
            number = self._rounded([value])[0]
        except OverflowError:
            number = inf
        except (TypeError, ValueError):
            raise misfit(self.name, value) from None
        if isinf(number) and value != number:
            raise misfit(self.name, value, "out of range")
        return number

    def fit_all(self, values: list[Any]) -> list[Any]:
        if self._basic_type is BasicType.DOUBLE and only(values, float):
            return values
        if only(values, float, int):
            try:
                return self._rounded(values)
            except OverflowError:
                pass  # `fit` identifies the value
        return super().fit_all(values)

    def _rounded(self, values: list[Any]) -> list[float]:
        if self._basic_type is BasicType.DOUBLE:
            return list(map(float, values))
        layout = struct.Struct(f"<{len(values)}f")  # without `<`, numbers out of range become infinite
        return list(layout.unpack(layout.pack(*map(float, values))))


@persisted("decimal-type-info/1")
class DecimalTypeInfo(BasicTypeInfo):
    def fit(self, value: Any) -> Decimal | None:
        if value is None:
            return None
        try:
            number = value if type(value) is Decimal else Decimal(str(value))
        except InvalidOperation:
            raise misfit(self.name, value) from None
        if not number.is_finite():
            raise misfit(self.name, value, "not finite")
        return number

    def fit_all(self, values: list[Any]) -> list[Any]:
        if only(values, Decimal) and all(map(Decimal.is_finite, values)):
            return values
        return super().fit_all(values)


@persisted("instant-type-info/1")
class InstantTypeInfo(BasicTypeInfo):
    """Instants; accepts None."""

    def fit(self, value: Any) -> Instant | None:
        if value is None:
            return None
        if not isinstance(value, Instant) or type(value.seconds) is not int or type(value.nanos) is not int:
            raise misfit(self.name, value)
        carry, nanos = divmod(value.nanos, 1_000_000_000)
        if value.seconds + carry not in _INSTANT_SECONDS:
            raise misfit(self.name, value, "out of range")
        return Instant(value.seconds + carry, nanos) if carry else value

    def need_conversion(self) -> bool:
        return True


@persisted("sql-time-type-info/1")
class _SqlTimeTypeInfo(TypeInformation):
    """Dates and times without a zone, in whole milliseconds. They accept None."""

    def need_conversion(self) -> bool:
        return True


@persisted("date-type-info/1")
class DateTypeInfo(_SqlTimeTypeInfo):
    """A date; from a datetime, its date."""

    def fit(self, value: Any) -> date | None:
        if value is None or type(value) is date:
            return value
        if not isinstance(value, date) or _is_nat(value):
            raise misfit("SQL_DATE", value)
        return date(value.year, value.month, value.day)

    def fit_all(self, values: list[Any]) -> list[Any]:
        return values if only(values, date, NONE) else super().fit_all(values)


@persisted("time-type-info/1")
class TimeTypeInfo(_SqlTimeTypeInfo):
    """A time of day; from a datetime, its time."""

    def fit(self, value: Any) -> time | None:
        if value is None:
            return None
        if not isinstance(value, (time, datetime)) or _is_nat(value):
            raise misfit("SQL_TIME", value)
        _check_zone("SQL_TIME", value)
        return time(value.hour, value.minute, value.second, value.microsecond // 1000 * 1000)


@persisted("timestamp-type-info/1")
class TimestampTypeInfo(_SqlTimeTypeInfo):
    """A date and a time of day."""

    def fit(self, value: Any) -> datetime | None:
        if value is None:
            return None
        if not isinstance(value, datetime) or _is_nat(value):
            raise misfit("SQL_TIMESTAMP", value)
        _check_zone("SQL_TIMESTAMP", value)
        day = (value.year, value.month, value.day)
        return datetime(*day, value.hour, value.minute, value.second, value.microsecond // 1000 * 1000)


def _is_nat(value: Any) -> bool:
    """Whether it is pandas' NaT, an instance of datetime without a time."""
    return bool(value != value)


def _check_zone(name: str, value: time | datetime) -> None:
    """Raises an error for a zone other than UTC: dropping that zone would change the time."""
    if value.tzinfo is not None and value.utcoffset() != timedelta():
        raise misfit(name, value, "it has a zone other than UTC, which the type does not support")


@persisted("pickled-bytes-type-info/1")
class PickledBytesTypeInfo(TypeInformation):
    """Any Python value, unchanged."""

    def fit(self, value: Any) -> Any:
        return value

    def fit_all(self, values: list[Any]) -> list[Any]:
        return values

    def __repr__(self) -> str:
        return "PickledByteArrayTypeInfo"
