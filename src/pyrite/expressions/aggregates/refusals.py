"""Why an aggregate function does not take its arguments, in Flink's words."""

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
    counts = {form.count("<") for form in function.forms}
    if len(arguments) not in counts:
        return f"Invalid number of arguments to function '{name}'. Was expecting {min(counts)} arguments"
    applied = ", ".join(f"<{calcite_name(argument.type)}>" for argument in arguments)
    forms = "\n".join(function.forms)
    return f"Cannot apply '{name}' to arguments of type '{name}({applied})'. Supported form(s): {forms}"
