"""LengthConstraint: a column whose type has a length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import BinaryType, CharType, LogicalType
from pyrite.core.types.logical_type import MAX_LENGTH
from pyrite.core.types.strings import BinaryStringType, CharacterStringType


@dataclass(frozen=True)
class LengthConstraint:
    """A column of type CHAR(n), VARCHAR(n), BINARY(n) or VARBINARY(n)."""

    column: int
    name: str
    length: int
    is_text: bool
    pads: bool
    """Whether shorter values are padded, as for CHAR and BINARY."""

    @staticmethod
    def of(column: int, name: str, kind: LogicalType) -> Optional[LengthConstraint]:
        if not isinstance(kind, (CharacterStringType, BinaryStringType)) or kind.length == MAX_LENGTH:
            return None
        is_text = isinstance(kind, CharacterStringType)
        return LengthConstraint(column, name, kind.length, is_text, isinstance(kind, (CharType, BinaryType)))

    def lengths(self, values: Any) -> Any:
        return pc.utf8_length(values) if self.is_text else pc.binary_length(values)

    def fitted(self, values: Any) -> Any:
        """Trims or pads values to the length."""
        if not self.is_text:
            return pa.array([self.fitted_value(value) for value in values.to_pylist()], values.type)
        cut = pc.utf8_slice_codeunits(values, 0, self.length)
        return pc.utf8_rpad(cut, self.length) if self.pads else cut

    def fitted_value(self, value: Any) -> Any:
        """Trims or pads one value."""
        if value is None:
            return None
        return value[: self.length].ljust(self.length if self.pads else 0, " " if self.is_text else b"\0")

    def refuses_length(self, length: int) -> bool:
        return length > self.length or (self.pads and length < self.length)

    def sentence(self, column: str, length: int) -> str:
        """Returns Flink's error message for a value of another length."""
        return (
            f"Column '{column}' is {self.type_text}, however, a string of length {length} is being written into it. "
            "You can set job configuration 'table.exec.sink.type-length-enforcer' to control this behaviour."
        )

    def refuses(self, lengths: Any) -> Any:
        """Returns which lengths violate the constraint."""
        return pc.not_equal(lengths, self.length) if self.pads else pc.greater(lengths, self.length)

    @property
    def type_text(self) -> str:
        name = {True: ("VARCHAR", "CHAR"), False: ("VARBINARY", "BINARY")}[self.is_text][self.pads]
        return f"{name}({self.length})"


def null_in(column: str) -> str:
    """Flink's sentence."""
    return (
        f"Column '{column}' is NOT NULL, however, a null value is being written into it. You can set job configuration "
        "'table.exec.sink.not-null-enforcer'='DROP' to suppress this exception and drop such records silently."
    )
