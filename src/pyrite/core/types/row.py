"""ROW: named fields of several types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Optional, Self

from pyrite.core.arguments import check_argument
from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.types.logical_type import LogicalType, check_type
from pyrite.core.types.quoting import quoted_identifier, quoted_text


@dataclass(frozen=True)
class RowField:
    """A field of a ROW, or an attribute of a STRUCTURED type."""

    name: str
    type: LogicalType
    description: Optional[str] = None

    def __post_init__(self) -> None:
        check_argument("the name of a field", self.name, str)
        check_type(f"field {self.name!r}", self.type)

    def as_summary_string(self) -> str:
        """Returns the field as text. A description is shortened to `'...'`."""
        text = f"{quoted_identifier(self.name)} {self.type.as_summary_string()}"
        return text if self.description is None else f"{text} '...'"

    def as_serializable_string(self) -> str:
        """Returns the field as SQL."""
        text = f"{quoted_identifier(self.name)} {self.type.as_serializable_string()}"
        return text if self.description is None else f"{text} {quoted_text(self.description)}"


@dataclass(frozen=True)
class RowType(LogicalType):
    """Ordered fields with unique names.

    >>> str(RowType.of([DataTypes.STRING(), DataTypes.INT()], ["item", "price"]))
    'ROW<`item` STRING, `price` INT>'
    """

    fields: tuple[RowField, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", checked_fields("Field", self.fields))

    @staticmethod
    def of(types: Sequence[LogicalType], names: Optional[Sequence[str]] = None) -> RowType:
        """Creates a row of these types. The default names are f0, f1 and so on."""
        field_names = [f"f{index}" for index in range(len(types))] if names is None else names
        if len(field_names) != len(types):
            raise InvalidProgramError(f"expected a name for each of {len(types)} fields, got {list(field_names)}")
        return RowType(tuple(map(RowField, field_names, types)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields."""
        return tuple(field.name for field in self.fields)

    @property
    def children(self) -> tuple[LogicalType, ...]:
        return tuple(field.type for field in self.fields)

    def with_children(self, children: Sequence[LogicalType]) -> Self:
        return replace(self, fields=with_types(self.fields, children))

    def _sql(self) -> str:
        return f"ROW<{', '.join(field.as_serializable_string() for field in self.fields)}>"

    def _summary(self) -> str:
        return f"ROW<{', '.join(field.as_summary_string() for field in self.fields)}>"


def with_types(fields: Sequence[RowField], types: Sequence[LogicalType]) -> tuple[RowField, ...]:
    """The fields, with other types."""
    return tuple(replace(field, type=kind) for field, kind in zip(fields, types, strict=True))


def checked_fields(what: str, fields: Iterable[Any]) -> tuple[RowField, ...]:
    """The fields as a tuple. Raises an error, with Flink's message, for blank or duplicate names."""
    checked = tuple(fields)
    for field in checked:
        if not isinstance(field, RowField):
            raise ArgumentTypeError(f"expected RowField(name, type), got {field!r}")
    names = [field.name for field in checked]
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise InvalidProgramError(f"{what} names must contain at least one non-whitespace character. Got: {names}")
    duplicates = sorted({name for name in names if names.count(name) > 1})
    if duplicates:
        raise InvalidProgramError(f"{what} names must be unique. Found duplicates: {duplicates}")
    return checked
