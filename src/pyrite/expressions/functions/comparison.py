"""Comparison functions: `=`, `<` and others, IS NULL, IS DISTINCT FROM, BETWEEN, and IN over a list of values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import (
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DecimalType,
    DoubleType,
    FloatType,
    LogicalType,
    NumericType,
)
from pyrite.core.types.calcite_names import calcite_name
from pyrite.core.types.common_type import common_type
from pyrite.core.types.numeric import MAX_DECIMAL_PRECISION
from pyrite.expressions.comparison_types import compared_types, is_ordered
from pyrite.expressions.equality import EqualValues, has_own_equality
from pyrite.expressions.function import Argument, Function, Kernel, Nulls, Resolution, Resolve, Scope, Signature
from pyrite.expressions.java.decimals import to_double
from pyrite.expressions.java.double_order import compare_doubles, ordered_keys
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression, ValueLiteral
from pyrite.expressions.signatures import any_type, never_null, takes
from pyrite.expressions.values import to_column

_BOOLEAN: Final = BooleanType()
_PYTHON: Final = {"=": "==", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_KERNELS: Final[dict[str, Callable[..., Any]]] = {
    "=": pc.equal,
    "<>": pc.not_equal,
    "<": pc.less,
    "<=": pc.less_equal,
    ">": pc.greater,
    ">=": pc.greater_equal,
}
_TESTS: Final = ("=", "<>", "IS DISTINCT FROM", "IS NOT DISTINCT FROM")
_TURNED: Final = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The operator for exchanged operands."""


# Operators ------------------------------------------------------------------------------------------------------------


def _compares(name: str) -> Signature:
    def signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
        if len(arguments) != 2:
            return None
        left, right = (argument.type for argument in arguments)
        pair = compared_types(left, right)
        if pair is None or (name in _TESTS and _is_number_and_text(left, right)):
            return None
        if name not in _TESTS and not is_ordered(pair[0]):
            return None
        return Resolution(pair, _BOOLEAN.copy(nullable=left.nullable or right.nullable))

    return signature


def _is_number_and_text(left: LogicalType, right: LogicalType) -> bool:
    """Flink accepts a number and a text only in `<` and similar operators."""
    text = isinstance(left, CharacterStringType) or isinstance(right, CharacterStringType)
    return text and (isinstance(left, NumericType) or isinstance(right, NumericType))


def _number_and_text_refusal(name: str) -> Optional[Callable[[Sequence[Argument]], Optional[str]]]:
    if name not in _TESTS:
        return None

    def refuse(arguments: Sequence[Argument]) -> Optional[str]:
        if len(arguments) != 2 or not _is_number_and_text(*(argument.type for argument in arguments)):
            return None
        left, right = (calcite_name(argument.type).partition("(")[0] for argument in arguments)
        return f"implicit type conversion between {left} and {right} is not supported now"

    return refuse


def _types(call: FunctionCall) -> tuple[LogicalType, LogicalType]:
    left, right = call.arguments
    return left.type, right.type


def _is_mixed(call: FunctionCall) -> bool:
    """Returns whether a DECIMAL is compared with a DOUBLE."""
    return {type(kind) for kind in _types(call)} == {DecimalType, DoubleType}


def _comparison(name: str) -> Function:
    def row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
        left, right = _types(call)
        if _is_mixed(call):
            constant = _constant_row(name, call, arguments, scope)
            if constant is not None:
                return constant
            compare = scope.bind(_mixed(left, right))
            return f"({compare}({arguments[0]}, {arguments[1]}) {_PYTHON[name]} 0)"
        if has_own_equality(left):
            negated = "not " if name == "<>" else ""
            return f"({negated}{scope.bind(EqualValues(left))}({arguments[0]}, {arguments[1]}))"
        return f"({arguments[0]} {_PYTHON[name]} {arguments[1]})"

    return Function(
        name,
        _compares(name),
        row=row,
        kernel=lambda call: _kernel(name, call),
        refuse=_number_and_text_refusal(name),
        takes_null=True,
        group="comparison",
        forms=(f"'<COMPARABLE_TYPE> {name} <COMPARABLE_TYPE>'",),
        documented_as=(f"value1 {name} value2",),
    )


def _constant_row(name: str, call: FunctionCall, arguments: Sequence[str], scope: Scope) -> Optional[str]:
    """The row form for a double and a constant decimal other than 0: NaN is greater."""
    constant = _decimal_constant(call)
    if constant is None or constant[1] == 0:
        return None
    place, double = constant
    sign, value = (name if place == 1 else _TURNED[name]), arguments[1 - place]
    if sign in (">", ">="):
        return f"(not {value} {'<=' if sign == '>' else '<'} {scope.bind(double)})"
    return f"({value} {_PYTHON[sign]} {scope.bind(double)})"


def _decimal_constant(call: FunctionCall) -> Optional[tuple[int, float]]:
    """Returns the index of an argument that is a constant decimal, and the double that it is compared as."""
    for place, part in enumerate(call.arguments):
        if isinstance(part, ValueLiteral) and isinstance(part.type, DecimalType) and part.value is not None:
            return place, to_double(part.value, part.type)
    return None


def _mixed(left: LogicalType, right: LogicalType) -> Callable[[Any, Any], int]:
    if isinstance(left, DecimalType):
        kind = left
        return lambda number, double: compare_doubles(to_double(number, kind), double)
    assert isinstance(right, DecimalType)
    other = right
    return lambda double, number: compare_doubles(double, to_double(number, other))


def _kernel(name: str, call: FunctionCall) -> Optional[Kernel]:
    left, right = _types(call)
    compare = _KERNELS[name]
    if _is_mixed(call):
        return _mixed_kernel(name, call)
    if has_own_equality(left):
        return None
    if isinstance(left, DecimalType) and isinstance(right, DecimalType):
        if _whole(left, right) + max(left.scale, right.scale) > MAX_DECIMAL_PRECISION:
            return None
        return lambda columns: compare(*columns)
    if isinstance(left, BinaryStringType):
        return lambda columns: compare(*(column.cast(pa.binary()) for column in columns))
    if getattr(left, "precision", None) != getattr(right, "precision", None):
        return None  # a coarser unit may overflow the finer one
    return lambda columns: compare(*columns)


def _whole(left: DecimalType, right: DecimalType) -> int:
    return max(left.precision - left.scale, right.precision - right.scale)


def _mixed_kernel(name: str, call: FunctionCall) -> Optional[Kernel]:
    """Supports only a constant decimal, as in `price > 0.5`. NaN is greater, so `>` is not the negation of `<=`."""
    constant = _decimal_constant(call)
    if constant is None:
        return None
    place, double = constant
    sign = name if place == 1 else _TURNED[name]
    if double == 0:
        key = ordered_keys(pa.scalar(double))
        return lambda columns: _KERNELS[sign](ordered_keys(columns[1 - place]), key)
    bound = pa.scalar(double)
    if sign in (">", ">="):
        below = pc.less_equal if sign == ">" else pc.less
        return lambda columns: pc.invert(below(columns[1 - place], bound))
    return lambda columns: _KERNELS[sign](columns[1 - place], bound)


# Nulls ----------------------------------------------------------------------------------------------------------------


def _null_test(name: str, text: str, kernel: Callable[[Any], Any]) -> Function:
    return Function(
        name,
        never_null(takes(any_type, result=lambda types: _BOOLEAN)),
        row=lambda call, arguments, scope: f"({arguments[0]} {text})",
        kernel=lambda call: lambda columns: kernel(columns[0]),
        nulls=Nulls.OWN,
        takes_null=True,
        group="comparison",
        forms=(f"'<ANY> {name}'",),
        documented_as=(f"value {name}",),
    )


def _distinct(name: str, negated: bool) -> Function:
    """Compares two values, treating NULL as an ordinary value."""
    equal = _comparison("=")

    def row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
        left, right = scope.variable(), scope.variable()
        same = equal.row(call, [left, right], scope)
        text = f"({left} := {arguments[0]}, {right} := {arguments[1]})"
        test = f"({right} is None if {left} is None else {right} is not None and {same})"
        return f"({text} and {test})" if negated else f"({text} and not {test})"

    def kernel(call: FunctionCall) -> Optional[Kernel]:
        compare = _kernel("=", call)
        if compare is None:
            return None

        def computed(columns: Sequence[Any]) -> Any:
            same = pc.coalesce(compare(columns), pa.scalar(False))
            both_null = pc.and_(pc.is_null(columns[0]), pc.is_null(columns[1]))
            result = pc.or_(same, both_null)
            return result if negated else pc.invert(result)

        return computed

    return Function(
        name,
        never_null(_compares(name)),
        row=row,
        kernel=kernel,
        nulls=Nulls.OWN,
        refuse=_number_and_text_refusal(name),
        takes_null=True,
        group="comparison",
        forms=(f"'<COMPARABLE_TYPE> {name} <COMPARABLE_TYPE>'",),
        documented_as=(f"value1 {name} value2",),
    )


# BETWEEN and IN -------------------------------------------------------------------------------------------------------


def _between(name: str, is_symmetric: bool, is_negated: bool) -> Function:
    """Two comparisons, or four. NOT inverts each of them, which matters for NaN."""

    def signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
        if len(arguments) != 3 or any(compared_types(arguments[0].type, bound.type) is None for bound in arguments[1:]):
            return None
        if not is_ordered(arguments[0].type):
            return None
        types = tuple(argument.type for argument in arguments)
        return Resolution(types, _BOOLEAN.copy(nullable=any(kind.nullable for kind in types)))

    def rewrite(arguments: Sequence[ResolvedExpression], resolve: Resolve) -> ResolvedExpression:
        value, low, high = arguments

        def inside(first: ResolvedExpression, last: ResolvedExpression) -> ResolvedExpression:
            if is_negated:
                return resolve("OR", resolve("<", value, first), resolve(">", value, last))
            return resolve("AND", resolve(">=", value, first), resolve("<=", value, last))

        if not is_symmetric:
            return inside(low, high)
        return resolve("AND" if is_negated else "OR", inside(low, high), inside(high, low))

    word = "NOT BETWEEN" if is_negated else "BETWEEN"
    return Function(
        name,
        signature,
        row=_never,
        rewrite=rewrite,
        takes_null=True,
        group="comparison",
        forms=(f"'<COMPARABLE_TYPE> {word} <COMPARABLE_TYPE> AND <COMPARABLE_TYPE>'",),
        documented_as=(f"value1 {word} [ ASYMMETRIC | SYMMETRIC ] value2 AND value3",),
    )


def _never(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    raise AssertionError(f"{call.function} is rewritten to other calls")


def _in_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    """Casts all arguments to their common type."""
    if len(arguments) < 2:
        return None
    kinds = [argument.type for argument in arguments]
    texts = [isinstance(kind, CharacterStringType) for kind in kinds[1:]]
    common = kinds[0] if all(texts) and not isinstance(kinds[0], CharacterStringType) else common_type(kinds)
    if common is None:
        return None
    return Resolution((common,) * len(kinds), _BOOLEAN.copy(nullable=any(kind.nullable for kind in kinds)))


def _in_refusal(arguments: Sequence[Argument]) -> str:
    return "Values in expression list must have compatible types"


def _in_row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    """Uses a set for constants, otherwise one comparison for each value."""
    value = scope.variable()
    values = [part.value for part in call.arguments[1:] if isinstance(part, ValueLiteral)]
    if len(values) == len(call.arguments) - 1 and not has_own_equality(call.arguments[0].type):
        values_name = scope.bind(frozenset(part for part in values if part is not None and part == part))
        otherwise = "None" if None in values else "False"
        return f"(None if ({value} := {arguments[0]}) is None else True if {value} in {values_name} else {otherwise})"
    equal = scope.bind(_EqualAny(call.arguments[0].type))
    return f"{equal}({', '.join(arguments)})"


class _EqualAny:
    def __init__(self, kind: LogicalType) -> None:
        self._equal: Callable[[Any, Any], bool] = EqualValues(kind) if has_own_equality(kind) else operator.eq

    def __call__(self, value: Any, *others: Any) -> Optional[bool]:
        if value is None:
            return None
        if any(other is not None and self._equal(value, other) for other in others):
            return True
        return None if None in others else False


def _in_kernel(call: FunctionCall) -> Optional[Kernel]:
    kind = call.arguments[0].type
    values = [part.value for part in call.arguments[1:] if isinstance(part, ValueLiteral)]
    if has_own_equality(kind) or isinstance(kind, (DoubleType, FloatType)):
        return None
    if len(values) < len(call.arguments) - 1 or isinstance(call.arguments[0], ValueLiteral):
        return None
    value_set = to_column([value for value in values if value is not None], kind)
    missing = pa.scalar(None, pa.bool_())

    def kernel(columns: Sequence[Any]) -> Any:
        result = pc.is_in(columns[0], value_set=value_set)
        if None in values:
            result = pc.if_else(result, result, missing)
        return pc.if_else(pc.is_valid(columns[0]), result, missing)

    return kernel


def _not_in(arguments: Sequence[ResolvedExpression], resolve: Resolve) -> ResolvedExpression:
    return resolve("NOT", resolve("IN", *arguments))


FUNCTIONS: Final = (
    *(_comparison(name) for name in _PYTHON),
    _null_test("IS NULL", "is None", pc.is_null),
    _null_test("IS NOT NULL", "is not None", pc.is_valid),
    _distinct("IS DISTINCT FROM", negated=False),
    _distinct("IS NOT DISTINCT FROM", negated=True),
    *(
        _between(f"{'NOT ' if is_negated else ''}BETWEEN {kind}", kind == "SYMMETRIC", is_negated)
        for kind in ("ASYMMETRIC", "SYMMETRIC")
        for is_negated in (False, True)
    ),
    Function(
        "IN",
        _in_signature,
        row=_in_row,
        kernel=_in_kernel,
        nulls=Nulls.OWN,
        refuse=_in_refusal,
        group="comparison",
        documented_as=("value1 IN (value2 [, value3]* )",),
    ),
    Function(
        "NOT IN",
        _in_signature,
        row=_never,
        rewrite=_not_in,
        nulls=Nulls.OWN,
        refuse=_in_refusal,
        group="comparison",
        documented_as=("value1 NOT IN (value2 [, value3]* )",),
    ),
)
