"""Arithmetic functions of one or two numbers: roots, logarithms, angles, signs and rounding."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import (
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    NumericType,
    YearMonthIntervalType,
)
from pyrite.expressions.function import Argument, Function, Kernel, RowForm, Scope, calls, calls_for
from pyrite.expressions.functions.temporal_parts import rounding_types
from pyrite.expressions.java.decimals import EXACT, DecimalFit
from pyrite.expressions.java.numbers import logarithm, or_infinite, power, wrapped_text
from pyrite.expressions.resolved import FunctionCall
from pyrite.expressions.signatures import always, one_of, takes

_LN_2: Final = math.log(2)
_DEGREES: Final = 57.29577951308232
_RADIANS: Final = 0.017453292519943295
_INTERVALS: Final = (YearMonthIntervalType, DayTimeIntervalType)


def as_double(argument: Argument) -> Optional[LogicalType]:
    """Casts any number to a double."""
    return DoubleType() if isinstance(argument.type, NumericType) else None


# Doubles --------------------------------------------------------------------------------------------------------------


def _of_doubles(
    name: str, compute: Callable[..., float], kernel: Optional[Callable[..., Any]], count: int = 1, **more: Any
) -> Function:
    numbers = ", ".join(["<NUMERIC>"] * count)
    entry = f"{name}(numeric)" if count == 1 else f"{name}(numeric1, numeric2)"
    return Function(
        name,
        takes(*[as_double] * count, result=always(DoubleType())),
        row=calls(compute),
        kernel=(lambda call: lambda columns: kernel(*columns)) if kernel is not None else lambda call: None,
        forms=(f"'{name}({numbers})'",),
        group="arithmetic",
        documented_as=more.pop("documented_as", (entry,)),
        **more,
    )


_ln: Final = logarithm(math.log)


def _log(*numbers: float) -> float:
    """The logarithm to the base in the first argument, or to e."""
    if len(numbers) == 1:
        return _ln(numbers[0])
    base, number = numbers
    return _quotient(_ln(number), _ln(base))


def _log2(number: float) -> float:
    return _quotient(_ln(number), _LN_2)


def _quotient(left: float, right: float) -> float:
    if right:
        return left / right
    return math.nan if left == 0 or left != left or right != right else math.copysign(math.inf, left) * _sign(right)


def _sign(number: float) -> float:
    return math.copysign(1.0, number)


def _cotangent(number: float) -> float:
    return _quotient(1.0, or_infinite(math.tan)(number))


def _log_kernel(*columns: Any) -> Any:
    if len(columns) == 1:
        return pc.ln(columns[0])
    return pc.divide(pc.ln(columns[1]), pc.ln(columns[0]))


def _power_kernel(base: Any, exponent: Any) -> Any:
    """In C, a power of one is always one. In Java it is NaN if the exponent is NaN or infinite."""
    odd_one_out = pc.and_(pc.equal(pc.abs(base), pa.scalar(1.0)), pc.invert(pc.is_finite(exponent)))
    return pc.if_else(odd_one_out, pa.scalar(math.nan), pc.power(base, exponent))


def _sinh(number: float) -> float:
    try:
        return math.sinh(number)
    except OverflowError:
        return math.copysign(math.inf, number)


_DOUBLE_FUNCTIONS: Final = (
    _of_doubles("POWER", power, _power_kernel, 2),
    _of_doubles("SQRT", or_infinite(math.sqrt), pc.sqrt),
    _of_doubles("LN", _ln, pc.ln),
    _of_doubles("LOG10", logarithm(math.log10), pc.log10),
    _of_doubles("LOG2", _log2, lambda column: pc.divide(pc.ln(column), pa.scalar(_LN_2))),
    _of_doubles("EXP", or_infinite(math.exp), pc.exp),
    _of_doubles("SIN", or_infinite(math.sin), pc.sin),
    _of_doubles("COS", or_infinite(math.cos), pc.cos),
    _of_doubles("TAN", or_infinite(math.tan), pc.tan),
    _of_doubles("COT", _cotangent, lambda column: pc.divide(pa.scalar(1.0), pc.tan(column))),
    _of_doubles("ASIN", or_infinite(math.asin), pc.asin),
    _of_doubles("ACOS", or_infinite(math.acos), pc.acos),
    _of_doubles("ATAN", math.atan, pc.atan),
    _of_doubles("ATAN2", math.atan2, pc.atan2, 2),
    _of_doubles("SINH", _sinh, getattr(pc, "sinh", None)),  # since pyarrow 20
    _of_doubles("COSH", or_infinite(math.cosh), getattr(pc, "cosh", None)),
    _of_doubles("TANH", math.tanh, getattr(pc, "tanh", None)),
    _of_doubles("DEGREES", lambda x: x * _DEGREES, lambda column: pc.multiply(column, pa.scalar(_DEGREES))),
    _of_doubles("RADIANS", lambda x: x * _RADIANS, lambda column: pc.multiply(column, pa.scalar(_RADIANS))),
    Function(
        "LOG",
        takes(as_double, as_double, least=1, result=always(DoubleType())),
        row=calls(_log),
        kernel=lambda call: lambda columns: _log_kernel(*columns),
        forms=("'LOG(<NUMERIC>)'", "'LOG(<NUMERIC>, <NUMERIC>)'"),
        group="arithmetic",
        documented_as=("LOG(numeric2)\nLOG(numeric1, numeric2)",),
    ),
)


# Signs ----------------------------------------------------------------------------------------------------------------


def _number_or_interval(argument: Argument) -> Optional[LogicalType]:
    return argument.type if isinstance(argument.type, (NumericType, *_INTERVALS)) else None


def number(argument: Argument) -> Optional[LogicalType]:
    return argument.type if isinstance(argument.type, NumericType) else None


def _same(types: Sequence[LogicalType]) -> LogicalType:
    return types[0]


def _bits(kind: LogicalType) -> Optional[int]:
    if isinstance(kind, IntegerNumericType):
        return kind.bits
    return {YearMonthIntervalType: 32, DayTimeIntervalType: 64}.get(type(kind))


def _wrapping(whole: str, decimal: Callable[[Decimal], Decimal], other: str) -> RowForm:
    """Returns a row form by type. `{0}` is the argument."""

    def row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
        bits = _bits(call.type)
        if bits is not None:
            return wrapped_text(whole.format(arguments[0]), bits)
        if isinstance(call.type, DecimalType):
            return f"{scope.bind(decimal)}({arguments[0]})"
        return f"({other.format(arguments[0])})"

    return row


def _sign_row(call: FunctionCall) -> Callable[..., Any]:
    match call.type:
        case DecimalType():
            unit, fit = Decimal(1).scaleb(-call.type.scale), DecimalFit(call.type)
            return lambda x: fit(EXACT.quantize(Decimal((x > 0) - (x < 0)), unit))
        case FloatType() | DoubleType():
            return lambda x: x if x == 0 or x != x else math.copysign(1.0, x)
    return lambda x: (x > 0) - (x < 0)


def _sign_kernel(call: FunctionCall) -> Optional[Kernel]:
    if not isinstance(call.type, IntegerNumericType):
        return None
    return lambda columns: pc.sign(columns[0]).cast(columns[0].type)


def _of_numbers(kernel: Callable[..., Any]) -> Callable[[FunctionCall], Optional[Kernel]]:
    def choose(call: FunctionCall) -> Optional[Kernel]:
        if isinstance(call.type, NumericType):
            return lambda columns: kernel(columns[0])
        return None

    return choose


def _unary(name: str, sign: str, row: RowForm, kernel: Callable[[FunctionCall], Optional[Kernel]]) -> Function:
    return Function(
        name,
        takes(_number_or_interval, result=_same),
        row=row,
        kernel=kernel,
        forms=(f"'{sign}<NUMERIC>'", f"'{sign}<DATETIME_INTERVAL>'"),
        group="arithmetic",
        documented_as=(f"{sign} numeric",),
    )


_SIGN_FUNCTIONS: Final = (
    _unary("UNARY +", "+", lambda call, arguments, scope: f"({arguments[0]})", lambda call: lambda columns: columns[0]),
    _unary("UNARY -", "-", _wrapping("-{0}", EXACT.minus, "-{0}"), _of_numbers(pc.negate)),
    Function(
        "ABS",
        takes(_number_or_interval, result=_same),
        row=_wrapping("abs({0})", EXACT.abs, "abs({0})"),
        kernel=_of_numbers(pc.abs),
        forms=("'ABS(<NUMERIC>)'", "'ABS(<DATETIME_INTERVAL>)'"),
        group="arithmetic",
        documented_as=("ABS(numeric)",),
    ),
    Function(
        "SIGN",
        takes(number, result=_same),
        row=calls_for(_sign_row),
        kernel=_sign_kernel,
        forms=("'SIGN(<NUMERIC>)'",),
        group="arithmetic",
        documented_as=("SIGN(numeric)",),
    ),
)


# CEIL and FLOOR -------------------------------------------------------------------------------------------------------


def _whole_type(types: Sequence[LogicalType]) -> LogicalType:
    kind = types[0]
    return DecimalType(kind.precision, 0) if isinstance(kind, DecimalType) else kind


def _to_whole(rounding: str, of_double: Callable[[float], int]) -> Callable[[FunctionCall], Callable[..., Any]]:
    one = Decimal(1)

    def double(number: float) -> float:
        return math.copysign(float(of_double(number)), number) if math.isfinite(number) else number

    def make(call: FunctionCall) -> Callable[..., Any]:
        match call.type:
            case DecimalType():
                fit = DecimalFit(call.type)
                return lambda x: fit(x.quantize(one, rounding, EXACT))
            case FloatType() | DoubleType():
                return double
        return lambda x: x

    return make


def rounds_to_whole(name: str, rounding: str, of_double: Callable[[float], int], kernel: Any) -> dict[str, Any]:
    """Returns the definition of CEIL or FLOOR for numbers. `CEIL(t TO DAY)` is a call of CEIL_TO."""
    return {
        "signature": one_of(takes(number, result=_whole_type), rounding_types),
        "rewrite": lambda arguments, resolve: resolve(f"{name}_TO", *arguments) if len(arguments) == 2 else None,
        "row": calls_for(_to_whole(rounding, of_double)),
        "kernel": lambda call: (
            (lambda columns: columns[0])
            if isinstance(call.type, IntegerNumericType)
            else (lambda columns: kernel(columns[0]))
            if isinstance(call.type, (FloatType, DoubleType))
            else None
        ),
        "forms": tuple(
            f"'{name}({form})'"
            for form in (
                "<NUMERIC>",
                "<DATETIME_INTERVAL>",
                "<DATE> TO <TIME_UNIT>",
                "<TIME> TO <TIME_UNIT>",
                "<TIMESTAMP> TO <TIME_UNIT>",
            )
        ),
        "group": "arithmetic",
    }


_WHOLE_FUNCTIONS: Final = (
    Function(
        "CEIL",
        **rounds_to_whole("CEIL", "ROUND_CEILING", math.ceil, pc.ceil),
        aliases=("CEILING",),
        documented_as=("CEIL(numeric)\nCEILING(numeric)",),
    ),
    Function(
        "FLOOR", **rounds_to_whole("FLOOR", "ROUND_FLOOR", math.floor, pc.floor), documented_as=("FLOOR(numeric)",)
    ),
)


FUNCTIONS: Final = (*_DOUBLE_FUNCTIONS, *_SIGN_FUNCTIONS, *_WHOLE_FUNCTIONS)
