"""Logical functions in Kleene's three-valued logic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Final, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import BooleanType
from pyrite.expressions.function import Argument, Function, Kernel, Nulls, Resolution, Resolve, RowForm, Scope
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression
from pyrite.expressions.signatures import BOOLEAN, always, never_null, takes

_BOOLEAN: Final = BooleanType()
_OPPOSITES: Final = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def _deciding(value: bool) -> RowForm:
    """AND and OR: an operand with this value decides the result, and the following operands are not computed."""

    def row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
        names = [scope.variable() for _ in arguments]
        tests = " or ".join(f"({name} := {text}) is {value}" for name, text in zip(names, arguments, strict=True))
        unknown = " or ".join(f"{name} is None" for name in names)
        return f"({value} if {tests} else None if {unknown} else {not value})"

    return row


def _is(value: bool) -> Kernel:
    """Tests a boolean for this value. NULL does not have it."""
    missing = pa.scalar(not value)

    def kernel(columns: Sequence[Any]) -> Any:
        value_or_other = pc.coalesce(columns[0], missing)
        return value_or_other if value else pc.invert(value_or_other)

    return kernel


def _negated(arguments: Sequence[ResolvedExpression], resolve: Resolve) -> Optional[ResolvedExpression]:
    """Rewrites NOT to a comparison, as Flink's planner does: `NOT (d > e)` becomes `d <= e`, which is FALSE for NaN."""
    (operand,) = arguments
    if not isinstance(operand, FunctionCall):
        return None
    if operand.function in _OPPOSITES:
        return resolve(_OPPOSITES[operand.function], *operand.arguments)
    if operand.function in ("AND", "OR"):
        return resolve({"AND": "OR", "OR": "AND"}[operand.function], *(resolve("NOT", x) for x in operand.arguments))
    return None


def _inverted(kernel: Kernel) -> Kernel:
    return lambda columns: pc.invert(kernel(columns))


def _test(name: str, text: str, kernel: Kernel) -> Function:
    return Function(
        name,
        never_null(takes(BOOLEAN, result=always(_BOOLEAN))),
        row=lambda call, arguments, scope: f"({arguments[0]} {text})",
        kernel=lambda call: kernel,
        nulls=Nulls.OWN,
        group="logical",
        forms=(f"'<BOOLEAN> {name}'",),
        documented_as=(f"boolean {name}",),
    )


def _booleans(arguments: Sequence[Argument]) -> Optional[Resolution]:
    """Accepts two or more booleans."""
    return takes(*[BOOLEAN] * max(len(arguments), 2), result=always(_BOOLEAN))(arguments)


def _connective(name: str, row: RowForm, kernel: Callable[..., Any]) -> Function:
    return Function(
        name,
        _booleans,
        row=row,
        kernel=lambda call: lambda columns: reduce(kernel, columns),
        nulls=Nulls.OWN,
        is_lazy=True,
        group="logical",
        forms=(f"'<BOOLEAN> {name} <BOOLEAN>'",),
        documented_as=(f"boolean1 {name} boolean2",),
    )


FUNCTIONS: Final = (
    _connective("AND", _deciding(False), pc.and_kleene),
    _connective("OR", _deciding(True), pc.or_kleene),
    Function(
        "NOT",
        takes(BOOLEAN, result=always(_BOOLEAN)),
        rewrite=_negated,
        row=lambda call, arguments, scope: f"(not {arguments[0]})",
        kernel=lambda call: lambda columns: pc.invert(columns[0]),
        group="logical",
        forms=("'NOT<BOOLEAN>'",),
        documented_as=("NOT boolean",),
    ),
    _test("IS TRUE", "is True", _is(True)),
    _test("IS FALSE", "is False", _is(False)),
    _test("IS NOT TRUE", "is not True", _inverted(_is(True))),
    _test("IS NOT FALSE", "is not False", _inverted(_is(False))),
    _test("IS UNKNOWN", "is None", lambda columns: pc.is_null(columns[0])),
    _test("IS NOT UNKNOWN", "is not None", lambda columns: pc.is_valid(columns[0])),
)
