"""TINYINT, SMALLINT, INT, BIGINT, DECIMAL, FLOAT and DOUBLE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.logical_type import LogicalType, check_range

MAX_DECIMAL_PRECISION: Final = 38


@dataclass(frozen=True)
class NumericType(LogicalType):
    """Numbers."""


@dataclass(frozen=True)
class IntegerNumericType(NumericType):
    """Signed integers of this many bits."""

    bits: ClassVar[int]
    _name: ClassVar[str]

    def _sql(self) -> str:
        return self._name


@dataclass(frozen=True)
class TinyIntType(IntegerNumericType):
    """Integers of 8 bits."""

    bits = 8
    _name = "TINYINT"


@dataclass(frozen=True)
class SmallIntType(IntegerNumericType):
    """Integers of 16 bits."""

    bits = 16
    _name = "SMALLINT"


@dataclass(frozen=True)
class IntType(IntegerNumericType):
    """Integers of 32 bits."""

    bits = 32
    _name = "INT"


@dataclass(frozen=True)
class BigIntType(IntegerNumericType):
    """Integers of 64 bits."""

    bits = 64
    _name = "BIGINT"


@dataclass(frozen=True)
class DecimalType(NumericType):
    """Numbers of `precision` digits, `scale` of them after the decimal point."""

    precision: int = 10
    scale: int = 0

    def __post_init__(self) -> None:
        check_range("Decimal precision", self.precision, 1, MAX_DECIMAL_PRECISION)
        if type(self.scale) is not int or not 0 <= self.scale <= self.precision:
            raise InvalidProgramError(
                f"Decimal scale must be between 0 and the precision {self.precision} (both inclusive). "
                f"Got: {self.scale!r}"
            )

    def _sql(self) -> str:
        return f"DECIMAL({self.precision}, {self.scale})"


@dataclass(frozen=True)
class FloatType(NumericType):
    """Floating-point numbers of 32 bits."""

    def _sql(self) -> str:
        return "FLOAT"


@dataclass(frozen=True)
class DoubleType(NumericType):
    """Floating-point numbers of 64 bits."""

    def _sql(self) -> str:
        return "DOUBLE"
