"""LogicalType: the type of a column's values, as in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError

MAX_LENGTH: Final = 2_147_483_647
"""The largest length of a string, as in Flink."""


@dataclass(frozen=True)
class LogicalType:
    """The base of all logical types: frozen values, compared by their parameters.

    A type validates itself in its constructor. Every type but NULL can be NOT NULL. Types do not determine the
    representation of values: the adapters to Arrow, Spark, Delta and TypeInformation do.
    """

    nullable: bool = field(default=True, kw_only=True)

    def copy(self, nullable: bool) -> Self:
        """The same type, with this nullability."""
        return self if nullable == self.nullable else replace(self, nullable=nullable)

    def not_null(self) -> Self:
        """Returns the same type, NOT NULL."""
        return self.copy(nullable=False)

    @property
    def children(self) -> tuple[LogicalType, ...]:
        """The component types."""
        return ()

    def with_children(self, children: Sequence[LogicalType]) -> Self:
        """The same type with other component types."""
        return self

    def as_summary_string(self) -> str:
        """The type for people, in Flink's notation: `STRING`, without descriptions."""
        return self._with_nullability(self._summary())

    def as_serializable_string(self) -> str:
        """The complete type as SQL text, which parses to the same type: `VARCHAR(2147483647)`."""
        return self._with_nullability(self._sql())

    def _summary(self) -> str:
        return self._sql()

    def _sql(self) -> str:
        raise NotImplementedError

    def _with_nullability(self, text: str) -> str:
        return text if self.nullable else f"{text} NOT NULL"

    def __str__(self) -> str:
        return self.as_summary_string()


def transformed(kind: LogicalType, change: Callable[[LogicalType], LogicalType]) -> LogicalType:
    """The type with `change` applied to each of its components, innermost first."""
    children = [transformed(child, change) for child in kind.children]
    return change(kind.with_children(children) if children else kind)


def all_nullable(kind: LogicalType) -> LogicalType:
    """The type without NOT NULL, also in its components."""
    return transformed(kind, lambda part: part.copy(nullable=True))


def check_type(what: str, kind: Any) -> None:
    """Raises an error for a value that is not a logical type, such as a class of one."""
    if not isinstance(kind, LogicalType):
        raise ArgumentTypeError(f"{what}: expected a logical type such as IntType(), got {kind!r}")


def check_range(what: str, number: Any, least: int, most: int) -> None:
    """Raises an error, with Flink's message, for a number that is not between `least` and `most`."""
    refused = f"{what} must be between {least} and {most} (both inclusive). Got: {number!r}"
    if type(number) is not int:
        raise ArgumentTypeError(refused)
    if not least <= number <= most:
        raise InvalidProgramError(refused)
