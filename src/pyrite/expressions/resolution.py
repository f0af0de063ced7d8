"""Resolving calls: the function is looked up, the arguments are cast to what it takes, the result gets its type."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pyrite.core.errors import ValidationException
from pyrite.core.types import LogicalType, NullType, string_type
from pyrite.core.types.calcite_names import calcite_name
from pyrite.core.types.casting import supports_explicit_cast
from pyrite.core.types.temporal import LocalZonedTimestampType
from pyrite.expressions.function import Argument, Function
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression, ValueLiteral

DEFAULT_ZONE: Final = "UTC"


def resolve(name: str, arguments: Sequence[ResolvedExpression], zone: str = DEFAULT_ZONE) -> ResolvedExpression:
    """A call of the function with this name, in any case, or alias.

    Arguments whose type is not the one that the function takes are wrapped in CAST; a bare NULL gets the type instead.
    `zone` is the session's time zone, which some functions and casts depend on.
    """
    function = FUNCTIONS.get(name)
    if function is None:
        raise ValidationException(f"No match found for function signature {name}({_types(arguments)})")
    resolution = function.signature([argument_of(argument) for argument in arguments])
    if resolution is None:
        raise ValidationException(refusal(function, arguments))
    wanted = [
        implicit_cast(argument, kind, zone) for argument, kind in zip(arguments, resolution.arguments, strict=True)
    ]
    if function.needs_zone:
        wanted.append(_zone(zone))
    return FunctionCall(function.name, tuple(wanted), resolution.result)


def argument_of(expression: ResolvedExpression) -> Argument:
    """What a signature sees of an argument."""
    if isinstance(expression, ValueLiteral):
        return Argument(expression.type, True, expression.value)
    return Argument(expression.type)


def implicit_cast(argument: ResolvedExpression, kind: LogicalType, zone: str = DEFAULT_ZONE) -> ResolvedExpression:
    """The argument as a value of the type; as it is if the type is its own. Nullability is never changed."""
    if isinstance(argument, ValueLiteral) and argument.value is None:
        return argument if argument.type == kind else ValueLiteral(None, kind.copy(nullable=True))
    if _same(argument.type, kind):
        return argument
    return _cast_call("CAST", argument, kind.copy(nullable=argument.type.nullable), zone)


def cast(
    argument: ResolvedExpression, kind: LogicalType, zone: str = DEFAULT_ZONE, is_try: bool = False
) -> ResolvedExpression:
    """CAST or TRY_CAST as the user wrote it."""
    name = "TRY_CAST" if is_try else "CAST"
    if not isinstance(argument.type, NullType) and not supports_explicit_cast(argument.type, kind):
        raise ValidationException(
            f"Cast function cannot convert value of type {calcite_name(argument.type, True)} to type "
            f"{calcite_name(kind, True)}"
        )
    return _cast_call(name, argument, kind.copy(nullable=argument.type.nullable or is_try), zone)


def _cast_call(name: str, argument: ResolvedExpression, kind: LogicalType, zone: str) -> ResolvedExpression:
    arguments = (argument, _zone(zone)) if _depends_on_zone(argument.type, kind) else (argument,)
    return FunctionCall(name, arguments, kind)


def _depends_on_zone(source: LogicalType, target: LogicalType) -> bool:
    """Whether a point in time becomes a text or a date, or the other way round, here or in a part of the types."""
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


# Errors, in Flink's words ---------------------------------------------------------------------------------------------


def refusal(function: Function, arguments: Sequence[ResolvedExpression]) -> str:
    """Why the function does not take the arguments.

    Functions of Calcite offer forms such as `'<NUMERIC> + <NUMERIC>'`, those of Flink's own stack, such as
    `IFNULL(input <ANY>, null_replacement <ANY>)`: each has its own sentence.
    """
    if function.forms and not function.forms[0].startswith("'"):
        shown = ", ".join(argument.type.as_summary_string() for argument in arguments)
        return (
            f"Invalid function call:\n{function.name}({shown})\n"
            f"Invalid input arguments. Expected signatures are:\n{chr(10).join(function.forms)}"
        )
    counts = {form.count("<") for form in function.forms}
    if counts and len(arguments) not in counts and "..." not in "".join(function.forms):
        expected = " or ".join(map(str, sorted(counts)))
        return f"Invalid number of arguments to function '{function.name}'. Was expecting {expected} arguments"
    return (
        f"Cannot apply '{function.name}' to arguments of type '{_applied(function, arguments)}'. "
        f"Supported form(s): {chr(10).join(function.forms)}"
    )


def _applied(function: Function, arguments: Sequence[ResolvedExpression]) -> str:
    """The call with the types in place of the arguments, written as the form is."""
    shown = [f"<{calcite_name(argument.type)}>" for argument in arguments]
    form = next((form for form in function.forms if form.count("<") == len(shown)), None)
    if form is None:
        return f"{function.name}({', '.join(shown)})"
    kinds = iter(shown)
    return re.sub(r"<[A-Z_]+>", lambda match: next(kinds), form.strip("'"))


def _types(arguments: Sequence[ResolvedExpression]) -> str:
    return ", ".join(f"<{_kind_name(argument.type)}>" for argument in arguments)


def _kind_name(kind: LogicalType) -> str:
    """The family, as Calcite has it in the sentence about unknown functions."""
    return calcite_name(kind).partition("(")[0]
