"""Conversion functions: CAST, TRY_CAST and TYPEOF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

from pyrite.core.types import BooleanType, LogicalType, NullType, string_type
from pyrite.expressions.casts.casting import can_fail, cast_function
from pyrite.expressions.casts.kernels import cast_kernel
from pyrite.expressions.function import Argument, Function, Kernel, Nulls, Resolution, Resolve, Scope
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression, ValueLiteral

_STRING: Final = string_type()


def _types(call: FunctionCall) -> tuple[LogicalType, LogicalType, str]:
    zone = call.arguments[1] if len(call.arguments) == 2 else None
    return call.arguments[0].type, call.type, zone.value if isinstance(zone, ValueLiteral) else "UTC"


def _never_resolved(arguments: Sequence[Argument]) -> Optional[Resolution]:
    """A placeholder: `resolution.cast` creates casts, since the target type is not an argument."""
    return None


def _cast_row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    return f"{scope.bind(_function(call))}({arguments[0]})"


def _try_cast_row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    return f"{scope.bind(_or_none(_function(call)))}({arguments[0]})"


def _function(call: FunctionCall) -> Callable[[Any], Any]:
    source, target, zone = _types(call)
    if isinstance(source, NullType):
        return lambda value: value
    function = cast_function(source, target, zone)
    if function is None:
        raise TypeError(f"Unsupported cast from '{source}' to '{target}'.")
    return function


def _or_none(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def computed(value: Any) -> Any:
        try:
            return convert(value)
        except (ValueError, ArithmeticError):
            return None

    return computed


def _kernel(call: FunctionCall) -> Optional[Kernel]:
    source, target, _ = _types(call)
    if isinstance(source, NullType):
        return None
    convert = cast_kernel(source, target)
    return None if convert is None else lambda columns: convert(columns[0])


def _fails(call: FunctionCall) -> bool:
    source, target, _ = _types(call)
    return can_fail(source, target)


# TYPEOF ---------------------------------------------------------------------------------------------------------------


def _typeof_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if not 1 <= len(arguments) <= 2:
        return None
    if len(arguments) == 2:
        flag = arguments[1]
        if not isinstance(flag.type, BooleanType) or not flag.is_literal or flag.value is None:
            return None
    return Resolution(tuple(argument.type for argument in arguments), _STRING)


def _typeof(arguments: Sequence[ResolvedExpression], resolve: Resolve) -> ResolvedExpression:
    """The type is known when the call is resolved, so the text is a constant."""
    kind = arguments[0].type
    flag = arguments[1] if len(arguments) == 2 else None
    is_full = isinstance(flag, ValueLiteral) and flag.value
    return ValueLiteral(kind.as_serializable_string() if is_full else kind.as_summary_string(), _STRING)


def _typeof_row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    raise AssertionError("TYPEOF is rewritten to a constant")


FUNCTIONS: Final = (
    Function(
        "CAST",
        _never_resolved,
        row=_cast_row,
        kernel=_kernel,
        can_fail=True,
        fails=_fails,
        group="conversion",
        documented_as=("CAST(value AS type)",),
    ),
    Function(
        "TRY_CAST",
        _never_resolved,
        row=_try_cast_row,
        kernel=lambda call: None if _fails(call) else _kernel(call),
        group="conversion",
        documented_as=("TRY_CAST(value AS type)",),
    ),
    Function(
        "TYPEOF",
        _typeof_signature,
        row=_typeof_row,
        rewrite=_typeof,
        nulls=Nulls.OWN,
        forms=(
            "TYPEOF(input <ANY>)",
            "TYPEOF(input <ANY>, force_serializable [<BOOLEAN> & <LITERAL NOT NULL>])",
        ),
        group="conversion",
        documented_as=("TYPEOF(input)\nTYPEOF(input, force_serializable)",),
    ),
)
