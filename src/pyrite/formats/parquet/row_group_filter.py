"""Skips row groups of a Parquet file by a filter and their statistics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

import pyarrow as pa

from pyrite.core.types import (
    BooleanType,
    CharacterStringType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    RowType,
    TimestampType,
)
from pyrite.core.types.arrow import to_arrow_type
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression, ValueLiteral
from pyrite.expressions.values import to_values

_MIRRORED: Final = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_ORDERED: Final = (
    BooleanType,
    CharacterStringType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    TimestampType,
)
"""Types with the same order in statistics and in SQL. Statistics ignore NaN, and only `<>` is true for it."""


@dataclass(frozen=True)
class ColumnRange:
    """The bounds of a column's values in a row group. `low` is None if the bounds are unknown."""

    low: Optional[Any]
    high: Optional[Any]
    nulls: Optional[int]
    rows: int

    @property
    def is_all_null(self) -> bool:
        return self.nulls == self.rows


Ranges = Mapping[str, ColumnRange]


def may_match(tree: ResolvedExpression, ranges: Ranges) -> bool:
    """Whether a row with such columns may match a filter. True in case of doubt."""
    if not isinstance(tree, FunctionCall):
        return True
    arguments = tree.arguments
    match tree.function:
        case "AND":
            return all(may_match(argument, ranges) for argument in arguments)
        case "OR":
            return any(may_match(argument, ranges) for argument in arguments)
        case "IS NULL" | "IS NOT NULL":
            column = _column(arguments[0], ranges)
            if column is None or column.nulls is None:
                return True
            return column.nulls > 0 if tree.function == "IS NULL" else not column.is_all_null
        case "=" | "<>" | "<" | "<=" | ">" | ">=":
            return _compared(tree.function, arguments, ranges)
    return True


def _column(tree: ResolvedExpression, ranges: Ranges) -> Optional[ColumnRange]:
    return ranges.get(tree.name) if isinstance(tree, FieldReference) else None


def _compared(operator: str, arguments: Sequence[ResolvedExpression], ranges: Ranges) -> bool:
    left, right = arguments
    if isinstance(left, ValueLiteral):
        left, right, operator = right, left, _MIRRORED[operator]
    column = _column(left, ranges)
    if column is None or not isinstance(right, ValueLiteral) or not isinstance(left.type, _ORDERED):
        return True
    if left.type.copy(nullable=True) != right.type.copy(nullable=True) and not _same_order(left.type, right.type):
        return True
    if right.value is None or column.is_all_null:
        return False
    if column.low is None:
        return True
    if operator == "<>" and isinstance(left.type, (FloatType, DoubleType)):
        return True
    return _COMPARISONS[operator](column, right.value)


_COMPARISONS: Final[dict[str, Callable[[ColumnRange, Any], bool]]] = {
    "=": lambda column, value: bool(column.low <= value <= column.high),
    "<>": lambda column, value: not column.low == column.high == value,
    "<": lambda column, value: bool(column.low < value),
    "<=": lambda column, value: bool(column.low <= value),
    ">": lambda column, value: bool(column.high > value),
    ">=": lambda column, value: bool(column.high >= value),
}


def _same_order(one: LogicalType, other: LogicalType) -> bool:
    """Whether values of two types compare as Python compares them."""
    for kinds in ((CharacterStringType,), (IntegerNumericType, DecimalType), (TimestampType,)):
        if isinstance(one, kinds) and isinstance(other, kinds):
            return True
    return False


def ranges_of(metadata: Any, group: int, schema: Any, row_type: RowType) -> Ranges:
    """Returns the ranges of the plain columns in a row group."""
    kinds = dict(zip(row_type.names, row_type.children, strict=True))
    columns = metadata.row_group(group)
    ranges = {}
    for index in range(columns.num_columns):
        column = columns.column(index)
        kind = kinds.get(column.path_in_schema)
        if kind is not None and isinstance(kind, _ORDERED) and column.path_in_schema in schema.names:
            ranges[column.path_in_schema] = _range(column.statistics, schema, column.path_in_schema, kind, columns)
    return ranges


def _range(statistics: Any, schema: Any, name: str, kind: LogicalType, group: Any) -> ColumnRange:
    if statistics is None:
        return ColumnRange(None, None, None, group.num_rows)
    nulls = statistics.null_count if statistics.has_null_count else None
    low = high = None
    if statistics.has_min_max:
        try:
            bounds = pa.array([statistics.min, statistics.max], schema.field(name).type).cast(to_arrow_type(kind))
            low, high = to_values(bounds, kind)
        except (pa.ArrowException, TypeError, ValueError):  # such as a type that is read by a cast that may fail
            pass
    if low is None or high is None or low != low or high != high:
        low = high = None
    return ColumnRange(low, high, nulls, group.num_rows)
