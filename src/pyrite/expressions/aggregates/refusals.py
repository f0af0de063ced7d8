"""Errors for unsupported arguments of aggregate functions, in Flink's words."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.core.types import NullType
from pyrite.core.types.calcite_names import calcite_name
from pyrite.expressions.aggregates.aggregate import AggregateFunction
from pyrite.expressions.resolution import no_match
from pyrite.expressions.resolved import ResolvedExpression


def refusal(function: AggregateFunction, arguments: Sequence[ResolvedExpression]) -> str:
    name = function.name.removeprefix("$")
    if any(isinstance(argument.type, NullType) for argument in arguments):
        return "Illegal use of 'NULL'"
    if not function.forms:
        return no_match(name, arguments)
    forms = "\n".join(function.forms)
    counts = {form.count(", ") + bool(form.partition("(")[2].strip("')")) for form in function.forms}
    is_calcites = function.forms[0].startswith("'")
    if len(arguments) not in counts:
        if is_calcites:
            return f"Invalid number of arguments to function '{name}'. Was expecting {min(counts)} arguments"
        return f"{no_match(name, arguments)}.\nSupported signatures are:\n{forms}"
    if is_calcites:
        applied = ", ".join(f"<{calcite_name(argument.type)}>" for argument in arguments)
        return f"Cannot apply '{name}' to arguments of type '{name}({applied})'. Supported form(s): {forms}"
    applied = ", ".join(argument.type.as_summary_string() for argument in arguments)
    return f"Invalid function call:\n{name}({applied})\nInvalid input arguments. Expected signatures are:\n{forms}"
