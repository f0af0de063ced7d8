"""LAG, LEAD and NTILE: window functions over other rows that are not aggregates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyrite.core.types import BigIntType, IntegerNumericType, IntType, NullType
from pyrite.core.types.common_type import sql_common_type
from pyrite.expressions import expression_tree
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.resolution import implicit_cast
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.expressions import ExpressionBinder

SHIFTS: Final = ("LAG", "LEAD")
NTILE: Final = "NTILE"
Place = Callable[[ResolvedExpression], int]
"""Returns the position of an expression in the window's input."""


def shifting_call(call: expression_tree.Call, rows: ExpressionBinder, place: Place, zone: str) -> AggregateCall:
    """Binds LAG or LEAD, with an offset of 1 and a default of NULL."""
    name = call.function
    if not 1 <= len(call.arguments) <= 3:
        raise BindError(
            f"Invalid number of arguments to function '{name}'. Was expecting {_count(len(call.arguments))} arguments",
            call.at,
        )
    value, *more = [rows.bind(argument) for argument in call.arguments]
    trees, result = [value], value.type.copy(nullable=True)
    if more:
        if not isinstance(more[0].type, IntegerNumericType):
            raise BindError(f"Cannot apply '{name}' to an offset of type {more[0].type}", call.at)
        trees.append(implicit_cast(more[0], IntType(nullable=more[0].type.nullable), zone))
    if len(more) > 1:
        default = more[1]
        kind = value.type if isinstance(default.type, NullType) else sql_common_type([value.type, default.type])
        if kind is None:
            raise BindError(f"Cannot apply '{name}' to {value.type} and a default of {default.type}", call.at)
        result = kind.copy(nullable=value.type.nullable or default.type.nullable)
        trees = [
            implicit_cast(value, kind.copy(nullable=value.type.nullable), zone),
            trees[1],
            implicit_cast(default, kind.copy(nullable=default.type.nullable), zone),
        ]
    return AggregateCall(name, tuple(map(place, trees)), tuple(each.type for each in trees), result)


def _count(given: int) -> int:
    return 1 if given == 0 else 3


def tile_call(call: expression_tree.Call, rows: ExpressionBinder, place: Place) -> AggregateCall:
    """Binds NTILE: the number of a row's part, among as many parts as the argument."""
    if len(call.arguments) != 1:
        raise BindError("Invalid number of arguments to function 'NTILE'. Was expecting 1 arguments", call.at)
    parts = rows.bind(call.arguments[0])
    if not isinstance(parts, ValueLiteral) or not isinstance(parts.type, IntegerNumericType) or parts.value <= 0:
        raise BindError("Argument to function 'NTILE' must be a positive integer literal", call.at)
    return AggregateCall(NTILE, (place(parts),), (parts.type,), BigIntType(nullable=False))
