"""Resolution of calls: looks up the function, casts the arguments, and derives the result type."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    AnyTimestampType,
    BooleanType,
    CharType,
    DayTimeIntervalType,
    DayTimeResolution,
    IntegerNumericType,
    LocalZonedTimestampType,
    LogicalType,
    NullType,
    NumericType,
    TimestampType,
    VarCharType,
    YearMonthIntervalType,
    YearMonthResolution,
    string_type,
    without_time_attributes,
)
from pyrite.core.types.calcite_names import calcite_name, family_name
from pyrite.core.types.casting import supports_explicit_cast
from pyrite.expressions.casts.casting import cast_function
from pyrite.expressions.constant_comparisons import self_comparison
from pyrite.expressions.function import Argument, Function, Resolve
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression, ValueLiteral
from pyrite.expressions.sql_operands import sql_comparison, sql_operands, sql_result

DEFAULT_ZONE: Final = "UTC"


def resolve(
    name: str, arguments: Sequence[ResolvedExpression], zone: str = DEFAULT_ZONE, is_sql: bool = False
) -> ResolvedExpression:
    """Resolves a call of the function with this name or alias, in any case.

    Arguments of other types than the function expects are wrapped in CAST; a bare NULL gets the expected type. Some
    functions and casts depend on `zone`, the session's time zone. `is_sql`: the call is in SQL, which has further rules
    for casts of operands.
    """
    function = FUNCTIONS.get(name)
    if function is None:
        raise ValidationException(no_match(name, arguments))
    plain = _resolve_in(zone, False)
    if is_sql:
        compared = sql_comparison(function.name, arguments, plain)
        if compared is not None:
            return compared
        arguments = sql_operands(function.name, arguments, partial(_sql_cast, zone))
    resolution = function.signature([argument_of(argument) for argument in arguments])
    if resolution is None or _has_illegal_null(function, arguments):
        raise ValidationException(refusal(function, arguments))
    rewritten = self_comparison(function.name, arguments, plain)
    if rewritten is None and function.rewrite is not None:
        rewritten = function.rewrite(arguments, _resolve_in(zone, is_sql))
    if rewritten is not None:
        return rewritten
    targets = [
        implicit_cast(argument, kind, zone) for argument, kind in zip(arguments, resolution.arguments, strict=True)
    ]
    if function.needs_zone:
        targets.append(_zone(zone))
    result = resolution.result if function.is_time_attribute else without_time_attributes(resolution.result)
    if is_sql:
        result = sql_result(function.name, arguments, result)
    return FunctionCall(function.name, tuple(targets), result)


def _resolve_in(zone: str, is_sql: bool) -> Resolve:
    """Returns `resolve` for calls that replace another call."""

    def further(name: str, *arguments: ResolvedExpression, is_sql: bool = is_sql) -> ResolvedExpression:
        return resolve(name, arguments, zone, is_sql)

    return further


def _sql_cast(zone: str, argument: ResolvedExpression, kind: LogicalType, is_try: bool = False) -> ResolvedExpression:
    if is_try:
        return cast(argument, kind, zone, is_try=True)
    return implicit_cast(argument, kind.copy(nullable=argument.type.nullable), zone)


def argument_of(expression: ResolvedExpression) -> Argument:
    """Returns the argument for a signature."""
    if isinstance(expression, ValueLiteral):
        return Argument(expression.type, True, expression.value)
    return Argument(expression.type)


def implicit_cast(argument: ResolvedExpression, kind: LogicalType, zone: str = DEFAULT_ZONE) -> ResolvedExpression:
    """Casts the argument to the type, unless it already has it. Nullability does not change."""
    if isinstance(argument, ValueLiteral) and argument.value is None:
        return argument if argument.type == kind else ValueLiteral(None, kind.copy(nullable=True))
    if _same(argument.type, kind):
        return argument
    if isinstance(argument, ValueLiteral) and _is_widened(argument.type, kind):
        return ValueLiteral(argument.value, kind.copy(nullable=argument.type.nullable))
    if not isinstance(argument.type, NullType) and cast_function(argument.type, kind, zone) is None:
        raise ValidationException(f"Unsupported cast from '{argument.type}' to '{kind}'.")
    return _cast_call("CAST", argument, kind.copy(nullable=argument.type.nullable), zone)


def _is_widened(source: LogicalType, target: LogicalType) -> bool:
    """Returns whether all values of a type are values of the other, without a conversion."""
    if isinstance(source, IntegerNumericType) and isinstance(target, IntegerNumericType):
        return source.bits <= target.bits
    return (
        isinstance(source, (CharType, VarCharType))
        and isinstance(target, VarCharType)
        and source.length <= target.length
    )


def cast(
    argument: ResolvedExpression, kind: LogicalType, zone: str = DEFAULT_ZONE, is_try: bool = False
) -> ResolvedExpression:
    """Resolves an explicit CAST or TRY_CAST. Intervals of all units become months or milliseconds."""
    name = "TRY_CAST" if is_try else "CAST"
    source, target = argument.type, plain_interval(kind)
    if not isinstance(source, NullType):
        reason = _cast_refusal(source, kind)
        if reason is not None:
            raise ValidationException(reason)
    if isinstance(argument, ValueLiteral) and argument.value is None:
        return ValueLiteral(None, target.copy(nullable=True))
    return _cast_call(name, argument, target.copy(nullable=source.nullable or is_try), zone)


def plain_interval(kind: LogicalType) -> LogicalType:
    """Returns the interval type of Flink's SQL: INTERVAL MONTH or INTERVAL SECOND(3)."""
    match kind:
        case YearMonthIntervalType():
            return YearMonthIntervalType(YearMonthResolution.MONTH, nullable=kind.nullable)
        case DayTimeIntervalType():
            return DayTimeIntervalType(DayTimeResolution.SECOND, fractional_precision=3, nullable=kind.nullable)
    return kind


def _cast_refusal(source: LogicalType, target: LogicalType) -> Optional[str]:
    """Returns the error for an unsupported cast; None if it is supported."""
    if isinstance(target, BooleanType) and isinstance(source, NumericType):
        return None
    is_interval = isinstance(source, (YearMonthIntervalType, DayTimeIntervalType))
    if not supports_explicit_cast(source, target) or (is_interval and isinstance(target, NumericType)):
        target_name = _interval_name(target) or calcite_name(target)
        return f"Cast function cannot convert value of type {calcite_name(source)} to type {target_name}"
    if isinstance(source, NumericType) and isinstance(target, AnyTimestampType):
        return _NUMBER_TO_TIME[type(target)]
    if isinstance(source, AnyTimestampType) and isinstance(target, NumericType):
        return _TIME_TO_NUMBER[type(source)]
    if cast_function(source, plain_interval(target)) is None:
        return f"Unsupported cast from '{source}' to '{plain_interval(target)}'."
    return None


def _interval_name(kind: LogicalType) -> Optional[str]:
    """Returns the name of an interval type as the user wrote it."""
    if isinstance(kind, (YearMonthIntervalType, DayTimeIntervalType)):
        return f"INTERVAL {kind.resolution.name.replace('_', ' ')}"
    return None


_NUMBER_TO_TIME: Final[dict[type[LogicalType], str]] = {
    TimestampType: "The cast from NUMERIC type to TIMESTAMP type is not allowed. It's recommended to use "
    "TO_TIMESTAMP(FROM_UNIXTIME(numeric_col)) instead, note the numeric is in seconds.",
    LocalZonedTimestampType: "The cast from NUMERIC type to TIMESTAMP_LTZ type is not allowed. It's recommended to use "
    "TO_TIMESTAMP_LTZ(numeric_col, precision) instead.",
}
_TIME_TO_NUMBER: Final[dict[type[LogicalType], str]] = {
    TimestampType: "The cast from TIMESTAMP type to NUMERIC type is not allowed. It's recommended to use "
    "UNIX_TIMESTAMP(CAST(timestamp_col AS STRING)) instead.",
    LocalZonedTimestampType: "The cast from TIMESTAMP_LTZ type to NUMERIC type is not allowed.",
}


def _cast_call(name: str, argument: ResolvedExpression, kind: LogicalType, zone: str) -> ResolvedExpression:
    arguments = (argument, _zone(zone)) if _depends_on_zone(argument.type, kind) else (argument,)
    return FunctionCall(name, arguments, without_time_attributes(kind))


def _depends_on_zone(source: LogicalType, target: LogicalType) -> bool:
    """Returns whether an instant is converted to or from a text or a date, also inside of the types."""
    parts = (source, target)
    if any(isinstance(part, LocalZonedTimestampType) for part in parts):
        return not all(isinstance(part, LocalZonedTimestampType) for part in parts)
    if source.children:
        targets = target.children or (target,) * len(source.children)
        return any(map(_depends_on_zone, source.children, targets))
    return False


def _zone(zone: str) -> ValueLiteral:
    return ValueLiteral(zone, string_type().not_null())


def _same(left: LogicalType, right: LogicalType) -> bool:
    return left.copy(nullable=True) == right.copy(nullable=True)


def _has_illegal_null(function: Function, arguments: Sequence[ResolvedExpression]) -> bool:
    is_calcites = bool(function.forms) and function.forms[0].startswith("'")
    return is_calcites and not function.takes_null and any(isinstance(part.type, NullType) for part in arguments)


def no_match(name: str, arguments: Sequence[ResolvedExpression]) -> str:
    """Returns Flink's error for an unknown function."""
    return f"No match found for function signature {name}({_families(arguments)})"


# Errors, in Flink's words ---------------------------------------------------------------------------------------------


def refusal(function: Function, arguments: Sequence[ResolvedExpression]) -> str:
    """Returns the error for unsupported arguments of a function.

    Functions of Calcite have forms such as `'<NUMERIC> + <NUMERIC>'`, functions of Flink's own stack have forms such as
    `IFNULL(input <COMMON>, null_replacement <COMMON>)`: their messages differ.
    """
    if function.refuse is not None:
        reason = function.refuse([argument_of(argument) for argument in arguments])
        if reason is not None:
            return reason
    if function.forms and not function.forms[0].startswith("'"):
        return _own_refusal(function, arguments)
    if _has_illegal_null(function, arguments):
        return "Illegal use of 'NULL'"
    counts = {_operands(form) - form.count("_UNIT>") for form in function.forms}
    if counts and len(arguments) not in counts and "..." not in "".join(function.forms):
        text = function.name.removeprefix("UNARY ")
        return f"Invalid number of arguments to function '{text}'. Was expecting {_expected(counts)} arguments"
    return (
        f"Cannot apply '{function.name.removeprefix('UNARY ')}' to arguments of type "
        f"'{_applied(function, arguments)}'. Supported form(s): {chr(10).join(function.forms)}"
    )


def _expected(counts: set[int]) -> int:
    return min(counts - {0}) if counts != {0} else 0


def _own_refusal(function: Function, arguments: Sequence[ResolvedExpression]) -> str:
    forms = "\n".join(function.forms)
    if not any(_takes_as_many(form, len(arguments)) for form in function.forms):
        text = f"{function.name}({_families(arguments)})"
        return f"No match found for function signature {text}.\nSupported signatures are:\n{forms}"
    if all(isinstance(argument.type, NullType) for argument in arguments):
        return "Illegal use of 'NULL'"
    text = ", ".join(argument.type.as_summary_string() for argument in arguments)
    return (
        f"Invalid function call:\n{function.name}({text})\nInvalid input arguments. Expected signatures are:\n{forms}"
    )


def _takes_as_many(form: str, count: int) -> bool:
    """Returns whether a form accepts `count` arguments: `F(a <X>, b [<Y> & <Z>])` two, `F(<X>, <X>...)` one or more."""
    inside = form[form.index("(") + 1 : form.rindex(")")]
    parameters = len(inside.split(", ")) if inside else 0
    return count >= max(1, parameters - 1) if inside.endswith("...") else count == parameters


def _applied(function: Function, arguments: Sequence[ResolvedExpression]) -> str:
    """Returns the call with types in place of arguments, in the style of the form."""
    types = [f"<{calcite_name(argument.type)}>" for argument in arguments]
    name = function.name
    if name.startswith(("BETWEEN", "NOT BETWEEN")):
        return f"{types[0]} {name} {types[1]} AND {types[2]}"
    form = next((form for form in function.forms if _operands(form) == len(types)), None)
    if form is None:
        return f"{name}({', '.join(types)})"
    kinds = iter(types)
    return re.sub(r"<[A-Z_]+>", lambda match: next(kinds), form.strip("'"))


def _operands(form: str) -> int:
    return len(re.findall("<[A-Z_]+>", form))


def _families(arguments: Sequence[ResolvedExpression]) -> str:
    return ", ".join(f"<{family_name(argument.type)}>" for argument in arguments)
