"""Arithmetic operators: `+`, `-`, `*`, `/`, `%`. Integers wrap, doubles follow IEEE 754, decimals round half up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import pyarrow.compute as pc

from pyrite.core.types import (
    BigIntType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    NumericType,
)
from pyrite.core.types.common_type import common_type
from pyrite.core.types.decimal_rules import (
    addition_type,
    as_decimal,
    division_type,
    modulo_type,
    multiplication_type,
    scale_of,
)
from pyrite.expressions.function import Argument, Function, Kernel, Resolution, Scope
from pyrite.expressions.integer_kernels import quotient_kernel, remainder_kernel
from pyrite.expressions.java import decimals
from pyrite.expressions.java.decimals import EXACT, DecimalFit
from pyrite.expressions.java.numbers import as_float, divided, quotient, remainder, wrapped_text
from pyrite.expressions.resolved import FunctionCall, ValueLiteral
from pyrite.expressions.signatures import nullable_if
from pyrite.expressions.temporal_arithmetic import (
    temporal_kernel,
    temporal_minus,
    temporal_plus,
    temporal_row,
    temporal_times,
)

DecimalRule = Callable[[NumericType, NumericType], DecimalType]
_EXACT: Final = {
    "+": EXACT.add,
    "-": EXACT.subtract,
    "*": EXACT.multiply,
    "/": decimals.divide,
    "%": decimals.remainder,
}
_RULES: Final[dict[str, DecimalRule]] = {
    "+": addition_type,
    "-": addition_type,
    "*": multiplication_type,
    "/": division_type,
    "%": modulo_type,
}
_KERNELS: Final[dict[str, Callable[..., Any]]] = {"+": pc.add, "-": pc.subtract, "*": pc.multiply, "/": pc.divide}


# Types ----------------------------------------------------------------------------------------------------------------


def _numbers(arguments: Sequence[Argument]) -> Optional[tuple[NumericType, NumericType]]:
    if len(arguments) != 2:
        return None
    left, right = (argument.type for argument in arguments)
    return (left, right) if isinstance(left, NumericType) and isinstance(right, NumericType) else None


def common_number(left: NumericType, right: NumericType) -> NumericType:
    """Returns the common type; DOUBLE for a DECIMAL and a FLOAT in either order."""
    if {type(left), type(right)} == {DecimalType, FloatType}:
        return DoubleType()
    common = common_type([left, right])
    assert isinstance(common, NumericType)
    return common


def _signature(name: str) -> Callable[[Sequence[Argument]], Optional[Resolution]]:
    def signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
        numbers = _numbers(arguments)
        if numbers is None:
            return _temporal(name, [argument.type for argument in arguments])
        if name == "%":
            return _remainder_types(*numbers)
        left, right = numbers
        common = common_number(left, right)
        if isinstance(common, DecimalType):
            return Resolution((as_decimal(left), as_decimal(right)), nullable_if(_RULES[name](left, right), numbers))
        return Resolution((common, common), nullable_if(common, numbers))

    return signature


def _temporal(name: str, types: Sequence[LogicalType]) -> Optional[Resolution]:
    rules = {"+": temporal_plus, "-": temporal_minus, "*": temporal_times}
    return rules[name](types) if name in rules and len(types) == 2 else None


def _remainder_types(left: NumericType, right: NumericType) -> Optional[Resolution]:
    """Returns the type of the divisor if both are integers or decimals without a scale."""
    if isinstance(left, (FloatType, DoubleType)) or isinstance(right, (FloatType, DoubleType)):
        return None
    if scale_of(left) or scale_of(right) or isinstance(right, DecimalType):
        result: NumericType = right if not scale_of(left) and not scale_of(right) else modulo_type(left, right)
        return Resolution((as_decimal(left), as_decimal(right)), nullable_if(result, (left, right)))
    wide = common_type([BigIntType() if isinstance(left, DecimalType) else left, right])
    assert wide is not None
    return Resolution((wide, wide), nullable_if(right, (left, right)))


# Rows -----------------------------------------------------------------------------------------------------------------


def _row(name: str) -> Callable[[FunctionCall, Sequence[str], Scope], str]:
    def row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
        left, right = arguments
        kind = call.arguments[0].type
        match call.type:
            case DecimalType():
                return f"{scope.bind(DecimalFit(call.type))}({scope.bind(_EXACT[name])}({left}, {right}))"
            case IntegerNumericType() if name == "%":
                return f"{scope.bind(remainder)}({left}, {right})"
            case IntegerNumericType():
                text = f"{scope.bind(quotient)}({left}, {right})" if name == "/" else f"{left} {name} {right}"
                return wrapped_text(text, call.type.bits)
            case FloatType() | DoubleType():
                text = f"{scope.bind(divided)}({left}, {right})" if name == "/" else f"({left} {name} {right})"
                return f"{scope.bind(as_float)}({text})" if isinstance(kind, FloatType) else text
        return temporal_row(name, call, arguments, scope)

    return row


# Columns --------------------------------------------------------------------------------------------------------------


def _kernel(name: str) -> Callable[[FunctionCall], Optional[Kernel]]:
    def kernel(call: FunctionCall) -> Optional[Kernel]:
        kind = call.arguments[0].type
        match call.type:
            case DecimalType():
                return _decimal_kernel(name, call)
            case IntegerNumericType() if name in "/%":
                assert isinstance(kind, IntegerNumericType)
                return quotient_kernel if name == "/" else remainder_kernel(call.type)
            case IntegerNumericType() | FloatType() | DoubleType():
                compute = _KERNELS[name]
                return lambda columns: compute(*columns)
        return temporal_kernel(name, call)

    return kernel


def _decimal_kernel(name: str, call: FunctionCall) -> Optional[Kernel]:
    """Arrow's result has the same digits as Flink's, unless it has too many."""
    if name in "/%":
        return None
    left, right = (argument.type for argument in call.arguments)
    assert isinstance(left, DecimalType) and isinstance(right, DecimalType) and isinstance(call.type, DecimalType)
    digits = {"*": left.precision + right.precision + 1}.get(
        name, max(left.precision - left.scale, right.precision - right.scale) + max(left.scale, right.scale) + 1
    )
    if digits != call.type.precision:
        return None
    compute = _KERNELS[name]
    return lambda columns: compute(*columns)


def _divides(call: FunctionCall) -> bool:
    """Returns whether a call may raise for a zero divisor."""
    if isinstance(call.type, (FloatType, DoubleType)):
        return False
    divisor = call.arguments[1]
    return not (isinstance(divisor, ValueLiteral) and divisor.value)


def _operator(name: str, forms: tuple[str, ...], documented_as: str, **more: Any) -> Function:
    return Function(
        name,
        _signature(name),
        row=_row(name),
        kernel=_kernel(name),
        forms=tuple(f"'{form}'" for form in forms),
        group="arithmetic",
        documented_as=(documented_as,),
        **more,
    )


FUNCTIONS: Final = (
    _operator(
        "+",
        (
            "<NUMERIC> + <NUMERIC>",
            "<DATETIME_INTERVAL> + <DATETIME_INTERVAL>",
            "<DATETIME> + <DATETIME_INTERVAL>",
            "<DATETIME_INTERVAL> + <DATETIME>",
        ),
        "numeric1 + numeric2",
    ),
    _operator(
        "-",
        (
            "<NUMERIC> - <NUMERIC>",
            "<DATETIME_INTERVAL> - <DATETIME_INTERVAL>",
            "<DATETIME> - <DATETIME_INTERVAL>",
        ),
        "numeric1 - numeric2",
    ),
    _operator(
        "*",
        ("<NUMERIC> * <NUMERIC>", "<DATETIME_INTERVAL> * <NUMERIC>", "<NUMERIC> * <DATETIME_INTERVAL>"),
        "numeric1 * numeric2",
    ),
    _operator(
        "/",
        ("<NUMERIC> / <NUMERIC>", "<DATETIME_INTERVAL> / <NUMERIC>"),
        "numeric1 / numeric2",
        can_fail=True,
        fails=_divides,
    ),
    _operator("%", ("<EXACT_NUMERIC> % <EXACT_NUMERIC>",), "numeric1 % numeric2", can_fail=True, fails=_divides),
    Function(
        "MOD",
        _signature("%"),
        row=_row("%"),
        kernel=_kernel("%"),
        forms=("'MOD(<EXACT_NUMERIC>, <EXACT_NUMERIC>)'",),
        group="arithmetic",
        can_fail=True,
        fails=_divides,
    ),
)
