"""BOOLEAN and NULL; and RAW, VARIANT and BITMAP, which SQL treats as opaque values."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.logical_type import LogicalType
from pyrite.core.types.quoting import quoted_text


@dataclass(frozen=True)
class BooleanType(LogicalType):
    """TRUE and FALSE, and UNKNOWN if nullable."""

    def _sql(self) -> str:
        return "BOOLEAN"


@dataclass(frozen=True)
class NullType(LogicalType):
    """The type of an untyped NULL, which casts to every other type."""

    def __post_init__(self) -> None:
        if not self.nullable:
            raise InvalidProgramError(
                "The nullability of a NULL type cannot be disabled because the type must always be able to contain a "
                "null value."
            )

    def _sql(self) -> str:
        return "NULL"


@dataclass(frozen=True)
class RawType(LogicalType):
    """Values that only Python can interpret: their class, and a serializer."""

    class_name: str
    serializer: str = "pickle"

    def _sql(self) -> str:
        return f"RAW({quoted_text(self.class_name)}, {quoted_text(self.serializer)})"

    def _summary(self) -> str:
        return f"RAW('{self.class_name}', '...')"


@dataclass(frozen=True)
class VariantType(LogicalType):
    """Values with individual types, such as the values of a JSON document."""

    def _sql(self) -> str:
        return "VARIANT"


@dataclass(frozen=True)
class BitmapType(LogicalType):
    """Compressed sets of 32-bit integers."""

    def _sql(self) -> str:
        return "BITMAP"
