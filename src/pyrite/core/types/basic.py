"""BOOLEAN and NULL; and RAW, VARIANT and BITMAP, whose values SQL takes as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.logical_type import LogicalType
from pyrite.core.types.quoting import quoted_text


@dataclass(frozen=True)
class BooleanType(LogicalType):
    """TRUE and FALSE, and UNKNOWN where it is nullable."""

    def _sql(self) -> str:
        return "BOOLEAN"


@dataclass(frozen=True)
class NullType(LogicalType):
    """Nothing but NULL: the type of an untyped NULL, which casts to every other."""

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
    """Values that only Python can read: their class, and what makes bytes of them."""

    class_name: str
    serializer: str = "pickle"

    def _sql(self) -> str:
        return f"RAW({quoted_text(self.class_name)}, {quoted_text(self.serializer)})"

    def _summary(self) -> str:
        return f"RAW('{self.class_name}', '...')"


@dataclass(frozen=True)
class VariantType(LogicalType):
    """Values that each say their type, such as those of a JSON document."""

    def _sql(self) -> str:
        return "VARIANT"


@dataclass(frozen=True)
class BitmapType(LogicalType):
    """Sets of whole numbers of 32 bits, compressed."""

    def _sql(self) -> str:
        return "BITMAP"
