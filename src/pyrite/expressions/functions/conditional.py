"""Conditional functions: CASE and its short forms, COALESCE, GREATEST and LEAST, and tests such as IS_ALPHA."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import (
    AnyTimestampType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    NullType,
    NumericType,
    TimeType,
)
from pyrite.core.types.arrow import to_arrow_type
from pyrite.core.types.common_type import common_type
from pyrite.expressions.comparison_types import compared_types, is_ordered
from pyrite.expressions.function import Argument, Function, Kernel, Nulls, Resolution, Resolve, Scope, calls_for
from pyrite.expressions.java.double_order import compare_doubles
from pyrite.expressions.java.numbers import parse_double
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression, ValueLiteral
from pyrite.expressions.signatures import nullable_if

_BOOLEAN: Final = BooleanType()
_FAMILIES: Final = (NumericType, CharacterStringType, BinaryStringType, BooleanType, AnyTimestampType)


# CASE -----------------------------------------------------------------------------------------------------------------


def _common_of_family(types: Sequence[LogicalType]) -> Optional[LogicalType]:
    """Returns the common type of types of one family."""
    typed = [kind for kind in types if not isinstance(kind, NullType)]
    if not typed:
        return None
    family = next((family for family in _FAMILIES if isinstance(typed[0], family)), type(typed[0]))
    return common_type(types) if all(isinstance(kind, family) for kind in typed) else None


def _case_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    """Accepts conditions alternating with results, and the result of ELSE."""
    if len(arguments) < 3 or len(arguments) % 2 == 0:
        return None
    conditions = arguments[:-1:2]
    results = [*(argument.type for argument in arguments[1::2]), arguments[-1].type]
    common = _common_of_family(results)
    if common is None or not all(isinstance(part.type, (BooleanType, NullType)) for part in conditions):
        return None
    targets = [_BOOLEAN if place % 2 == 0 else common for place in range(len(arguments) - 1)]
    return Resolution((*targets, common), common)


def _case_refusal(arguments: Sequence[Argument]) -> str:
    if not all(isinstance(part.type, (BooleanType, NullType)) for part in arguments[:-1:2]):
        return "Expected a boolean type"
    if all(isinstance(part.type, NullType) for part in (*arguments[1::2], *arguments[-1:])):
        return "ELSE clause or at least one THEN clause must be non-NULL"
    return "Illegal mixing of types in CASE or COALESCE statement"


def _case_row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    pairs = zip(arguments[:-1:2], arguments[1::2], strict=True)
    return f"({' '.join(f'{result} if {condition} is True else' for condition, result in pairs)} {arguments[-1]})"


def _case_kernel(call: FunctionCall) -> Optional[Kernel]:
    """A condition applies to rows for which the previous ones were not TRUE."""
    arrow = to_arrow_type(call.type)
    if pa.types.is_nested(arrow):
        return None

    def kernel(columns: Sequence[Any]) -> Any:
        result = columns[-1]
        for condition, value in reversed(list(zip(columns[:-1:2], columns[1::2], strict=True))):
            is_true = pc.coalesce(condition, pa.scalar(False))
            result = pc.if_else(is_true, value, result)
        return result

    return kernel


# Short forms ----------------------------------------------------------------------------------------------------------


def _nullif_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 2 or compared_types(arguments[0].type, arguments[1].type) is None:
        return None
    left, right = (argument.type for argument in arguments)
    return Resolution((left, right), left.copy(nullable=True))


def _nullif(arguments: Sequence[ResolvedExpression], resolve: Resolve) -> ResolvedExpression:
    value, other = arguments
    return resolve("CASE", resolve("=", value, other), ValueLiteral(None, value.type.copy(nullable=True)), value)


_IF_FAMILIES: Final = (
    NumericType,
    CharacterStringType,
    BooleanType,
    BinaryStringType,
    DateType,
    AnyTimestampType,
    TimeType,
)


def _if_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 3 or not isinstance(arguments[0].type, BooleanType):
        return None
    types = [argument.type for argument in arguments]
    family = next((family for family in _IF_FAMILIES if isinstance(types[1], family)), None)
    common = common_type(types[1:]) if family is not None and isinstance(types[2], family) else None
    if common is None:
        return None
    return Resolution((_BOOLEAN, common, common), nullable_if(common, types))


def _coalesce_signature(least: int, most: Optional[int]) -> Callable[[Sequence[Argument]], Optional[Resolution]]:
    def signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
        if len(arguments) < least or (most is not None and len(arguments) > most):
            return None
        types = [argument.type for argument in arguments]
        common = common_type(types)
        if common is None:
            return None
        return Resolution((common,) * len(types), common.copy(nullable=all(kind.nullable for kind in types)))

    return signature


def _coalesce_row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    text = arguments[-1]
    for argument in reversed(arguments[:-1]):
        value = scope.variable()
        text = f"({value} if ({value} := {argument}) is not None else {text})"
    return text


def _coalesce_kernel(call: FunctionCall) -> Optional[Kernel]:
    if pa.types.is_nested(to_arrow_type(call.type)):
        return None
    return lambda columns: pc.coalesce(*columns)


# GREATEST and LEAST ---------------------------------------------------------------------------------------------------


def _extreme_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    types = [argument.type for argument in arguments]
    if not types:
        return None
    for kind in types:
        if not is_ordered(kind) or compared_types(types[0], kind) is None or _mixes_text(types[0], kind):
            return None
    common = common_type(types)
    return None if common is None else Resolution((common,) * len(types), nullable_if(common, types))


def _mixes_text(left: LogicalType, right: LogicalType) -> bool:
    are_typed = not isinstance(left, NullType) and not isinstance(right, NullType)
    return are_typed and isinstance(left, CharacterStringType) != isinstance(right, CharacterStringType)


def _extreme_row(sign: int) -> Callable[[FunctionCall], Callable[..., Any]]:
    def make(call: FunctionCall) -> Callable[..., Any]:
        if not isinstance(call.type, (FloatType, DoubleType)):
            return (lambda *values: max(values)) if sign > 0 else (lambda *values: min(values))

        def extreme(first: float, *others: float) -> float:
            for other in others:
                if compare_doubles(other, first) * sign > 0:
                    first = other
            return first

        return extreme

    return make


def _extreme_kernel(sign: int) -> Callable[[FunctionCall], Optional[Kernel]]:
    compute = pc.max_element_wise if sign > 0 else pc.min_element_wise

    def choose(call: FunctionCall) -> Optional[Kernel]:
        if not isinstance(call.type, (IntegerNumericType, DecimalType, DateType)):
            return None
        return lambda columns: compute(*columns, skip_nulls=False)

    return choose


def _extreme(name: str, sign: int) -> Function:
    return Function(
        name,
        _extreme_signature,
        row=calls_for(_extreme_row(sign)),
        kernel=_extreme_kernel(sign),
        forms=(f"{name}(<COMPARABLE>...)",),
        group="conditional",
        documented_as=(f"{name}(value1[, value2]*)",),
    )


# IS_ALPHA and the like ------------------------------------------------------------------------------------------------


def _text_or_number(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 1 or not isinstance(arguments[0].type, (CharacterStringType, NumericType)):
        return None
    return Resolution((arguments[0].type,), BooleanType(nullable=False))


def _is_alpha(text: str) -> bool:
    """A letter above U+FFFF is two characters in Java, neither of which is a letter."""
    return bool(text) and all(sign.isalpha() and sign <= "\uffff" for sign in text)


def _is_digit(text: str) -> bool:
    return bool(text) and all(sign.isdecimal() and sign <= "\uffff" for sign in text)


def _is_decimal(text: str) -> bool:
    if re.fullmatch(r"[+-]?\d+", text):
        return text.isascii() or -(1 << 63) <= int(text) < 1 << 63
    try:
        parse_double(text)
    except ValueError:
        return False
    return True


def _text_test(name: str, test: Callable[[str], bool], numbers: tuple[type[LogicalType], ...]) -> Function:
    """For numbers, the type determines the result, even for NULL."""

    def row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
        kind = call.arguments[0].type
        if not isinstance(kind, CharacterStringType):
            return "True" if isinstance(kind, numbers) else "False"
        value = scope.variable()
        return f"(({value} := {arguments[0]}) is not None and {scope.bind(test)}({value}))"

    return Function(
        name,
        _text_or_number,
        row=row,
        nulls=Nulls.OWN,
        forms=(f"'{name}(<CHARACTER>)'", f"'{name}(<NUMERIC>)'"),
        group="conditional",
        documented_as=(f"{name}(string)",),
    )


FUNCTIONS: Final = (
    Function(
        "CASE",
        _case_signature,
        row=_case_row,
        kernel=_case_kernel,
        nulls=Nulls.OWN,
        is_lazy=True,
        refuse=_case_refusal,
        group="conditional",
        documented_as=(
            "CASE value\n  WHEN value1_1 [, value1_2]* THEN RESULT1\n  (WHEN value2_1 [, value2_2 ]* THEN result_2)*\n"
            "  (ELSE result_z)\nEND",
            "CASE \n  WHEN condition1 THEN result1\n  (WHEN condition2 THEN result2)*\n  (ELSE result_z)\nEND",
        ),
    ),
    Function(
        "NULLIF",
        _nullif_signature,
        row=_case_row,
        rewrite=_nullif,
        nulls=Nulls.OWN,
        takes_null=True,
        forms=("'NULLIF(<COMPARABLE_TYPE>, <COMPARABLE_TYPE>)'",),
        group="conditional",
        documented_as=("NULLIF(value1, value2)",),
    ),
    Function(
        "COALESCE",
        _coalesce_signature(1, None),
        row=_coalesce_row,
        kernel=_coalesce_kernel,
        nulls=Nulls.OWN,
        is_lazy=True,
        forms=("COALESCE(<COMMON>, <COMMON>...)",),
        group="conditional",
        documented_as=("COALESCE(value1 [, value2]*)",),
    ),
    Function(
        "IF",
        _if_signature,
        row=_case_row,
        kernel=_case_kernel,
        nulls=Nulls.OWN,
        is_lazy=True,
        forms=(
            "'IF(<ANY_TYPE>, <NUMERIC_TYPE>, <NUMERIC_TYPE>)'",
            "'IF(<BOOLEAN>, <CHARACTER>, <CHARACTER>)'",
            "'IF(<BOOLEAN>, <BOOLEAN>, <BOOLEAN>)'",
            "'IF(<BOOLEAN>, <CHARACTER>, <CHARACTER>)'",
            "'IF(<BOOLEAN>, <BINARY>, <BINARY>)'",
            "'IF(<BOOLEAN>, <DATE>, <DATE>)'",
            "'IF(<BOOLEAN>, <TIMESTAMP>, <TIMESTAMP>)'",
            "'IF(<BOOLEAN>, <TIME>, <TIME>)'",
        ),
        group="conditional",
        documented_as=("IF(condition, true_value, false_value)",),
    ),
    Function(
        "IFNULL",
        _coalesce_signature(2, 2),
        row=_coalesce_row,
        kernel=_coalesce_kernel,
        nulls=Nulls.OWN,
        is_lazy=True,
        forms=("IFNULL(input <COMMON>, null_replacement <COMMON>)",),
        group="conditional",
        documented_as=("IFNULL(input, null_replacement)",),
    ),
    _text_test("IS_ALPHA", _is_alpha, ()),
    _text_test("IS_DECIMAL", _is_decimal, (IntegerNumericType, FloatType, DoubleType)),
    _text_test("IS_DIGIT", _is_digit, (IntegerNumericType,)),
    _extreme("GREATEST", 1),
    _extreme("LEAST", -1),
)
