"""SQL's casts of operands before a function receives them. The Table API does not cast them.

These are rules of Calcite, Flink's SQL planner: among FLOAT and DOUBLE, both get the type of the first; a value of IN
is cast to the type of the operand before IN; ROW(a, b) = ROW(c, d) compares field by field; and a text that is ordered
relative to a boolean is parsed as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    AnyTimestampType,
    BooleanType,
    CharacterStringType,
    DateType,
    DoubleType,
    FloatType,
    LogicalType,
    NullType,
    RowType,
    TimeType,
    VarCharType,
)
from pyrite.core.types.common_type import sql_common_type
from pyrite.expressions.comparison_types import compared_types
from pyrite.expressions.constant_comparisons import comparison_of_unequal, unless_null
from pyrite.expressions.function import Resolve
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression, ValueLiteral

Operands = Sequence[ResolvedExpression]
Cast = Callable[..., ResolvedExpression]
"""Casts an operand to a type; with `is_try`, an invalid value is NULL."""
_ARITHMETIC: Final = ("+", "-", "*", "/")
_EQUALITY: Final = ("=", "<>")
_TESTS: Final = (*_EQUALITY, "IS DISTINCT FROM", "IS NOT DISTINCT FROM")
_ORDERED: Final = ("<", "<=", ">", ">=", "BETWEEN ASYMMETRIC", "BETWEEN SYMMETRIC")
_TIMES: Final = (DateType, TimeType, AnyTimestampType)


def sql_operands(name: str, operands: Operands, cast: Cast) -> list[ResolvedExpression]:
    """Casts the operands as SQL does. ValidationException for incompatible values of IN."""
    if name == "IN":
        return _values_of_in(list(operands), cast)
    if name in _ORDERED and _has_boolean_and_text(operands):
        return [cast(each, BooleanType()) if _is_text(each) else each for each in operands]
    if name in _TESTS and len(operands) == 2:
        left, right = operands
        operands = [_time_or_null(left, right, cast), _time_or_null(right, left, cast)]
    return _numbers(name, list(operands), cast)


def sql_comparison(name: str, operands: Operands, resolve: Resolve) -> Optional[ResolvedExpression]:
    """Rewrites a comparison of two ROW(...), or of a boolean with a text; None for other calls."""
    if name == "=" and len(operands) == 2 and _are_rows(operands):
        return _conjunction([_equal_fields(pair, resolve) for pair in _fields(*operands)], resolve)
    if name == "IN" and _are_rows(operands):
        value, *others = operands
        tests = [
            _conjunction([resolve("IN", *pair, is_sql=True) for pair in _fields(value, other)], resolve)
            for other in others
        ]
        return tests[0] if len(tests) == 1 else resolve("OR", *tests)
    if len(operands) != 2 or not _has_boolean_and_text(operands):
        return None
    if name == "NULLIF":
        value = operands[0]
        nothing = ValueLiteral(None, value.type.copy(nullable=True))
        return resolve("CASE", unless_null(False, operands, resolve), nothing, value)
    return comparison_of_unequal(name, operands, resolve)


def sql_result(name: str, operands: Operands, result: LogicalType) -> LogicalType:
    """Returns the type of the result. A row with a nullable field makes `=` and `<>` nullable."""
    return (
        result.copy(nullable=True) if name in _EQUALITY and any(_holds_null(each.type) for each in operands) else result
    )


def _holds_null(kind: LogicalType) -> bool:
    return kind.nullable or (isinstance(kind, RowType) and any(map(_holds_null, kind.children)))


# Numbers --------------------------------------------------------------------------------------------------------------


def _numbers(name: str, operands: list[ResolvedExpression], cast: Cast) -> list[ResolvedExpression]:
    """Casts approximate numbers that are compared with each other to one type, and in `=` all numbers beside one."""
    for places in _groups(name, len(operands)):
        types = [operands[place].type for place in places]
        common = sql_common_type(types) if any(map(_is_approximate, types)) else None
        for place in places if common is not None else ():
            if name in _EQUALITY or _is_approximate(operands[place].type):
                operands[place] = cast(operands[place], common)
    return operands


def _groups(name: str, count: int) -> list[Sequence[int]]:
    """Returns the positions of operands that get the same type."""
    if name in (*_ARITHMETIC, *_EQUALITY, "ARRAY"):
        return [range(count)]
    if name == "MAP":
        return [range(0, count, 2), range(1, count, 2)]
    if name == "CASE":
        return [[*range(1, count - 1, 2), count - 1]]
    return [range(1, count)] if name == "IF" else []


def _is_approximate(kind: LogicalType) -> bool:
    return isinstance(kind, (FloatType, DoubleType)) or any(map(_is_approximate, kind.children))


# Rows -----------------------------------------------------------------------------------------------------------------


def _are_rows(operands: Operands) -> bool:
    """Returns whether all are ROW(...) with the same number of fields."""
    rows = [each for each in operands if isinstance(each, FunctionCall) and each.function == "ROW"]
    return len(rows) == len(operands) > 1 and len({len(row.arguments) for row in rows}) == 1


def _fields(left: ResolvedExpression, right: ResolvedExpression) -> list[Operands]:
    return list(zip(left.children, right.children, strict=True))


def _equal_fields(pair: Operands, resolve: Resolve) -> ResolvedExpression:
    """Compares fields without casting DOUBLE to FLOAT."""
    unequal = comparison_of_unequal("=", pair, resolve) if _has_boolean_and_text(pair) else None
    return unequal or resolve("=", *pair)


def _conjunction(parts: list[ResolvedExpression], resolve: Resolve) -> ResolvedExpression:
    return parts[0] if len(parts) == 1 else resolve("AND", *parts)


# Texts ----------------------------------------------------------------------------------------------------------------


def _is_text(operand: ResolvedExpression) -> bool:
    return isinstance(operand.type, CharacterStringType)


def _has_boolean_and_text(operands: Operands) -> bool:
    return any(map(_is_text, operands)) and any(isinstance(each.type, BooleanType) for each in operands)


def _time_or_null(operand: ResolvedExpression, other: ResolvedExpression, cast: Cast) -> ResolvedExpression:
    """Casts a text that is not constant and is compared with a time to the time; NULL if it is invalid."""
    is_read = _is_text(operand) and not isinstance(operand, ValueLiteral) and isinstance(other.type, _TIMES)
    return cast(operand, other.type, is_try=True) if is_read else operand


# IN -------------------------------------------------------------------------------------------------------------------


def _values_of_in(operands: list[ResolvedExpression], cast: Cast) -> list[ResolvedExpression]:
    value, *others = operands
    kind = value.type
    if isinstance(kind, NullType) or not others:
        return operands
    typed = [_typed_null(other, kind) for other in others]
    common = sql_common_type([other.type for other in typed])
    if common is None:
        raise ValidationException("Values in expression list must have compatible types")
    if compared_types(kind, common) is None and not _has_boolean_and_text([value, *typed]):
        raise ValidationException("Values passed to IN operator must have compatible types")
    return [value, *(other if _is_like(other.type, kind) else cast(other, kind) for other in typed)]


def _typed_null(operand: ResolvedExpression, kind: LogicalType) -> ResolvedExpression:
    is_null = isinstance(operand, ValueLiteral) and isinstance(operand.type, NullType)
    return ValueLiteral(None, kind.copy(nullable=True)) if is_null else operand


def _is_like(source: LogicalType, target: LogicalType) -> bool:
    """Returns whether Calcite treats the types as one kind and does not cast."""
    is_text = isinstance(source, CharacterStringType) and isinstance(target, VarCharType)
    return type(source) is type(target) or is_text
