"""Logical functions: three-valued, as Kleene's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import BooleanType
from pyrite.expressions.function import Function, Kernel, Nulls, Resolve, Scope
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression
from pyrite.expressions.signatures import BOOLEAN, always, never_null, takes

_BOOLEAN: Final = BooleanType()
_OPPOSITES: Final = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def _and(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    left, right = scope.variable(), scope.variable()
    return (
        f"(False if ({left} := {arguments[0]}) is False or ({right} := {arguments[1]}) is False "
        f"else None if {left} is None or {right} is None else True)"
    )


def _or(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    left, right = scope.variable(), scope.variable()
    return (
        f"(True if ({left} := {arguments[0]}) is True or ({right} := {arguments[1]}) is True "
        f"else None if {left} is None or {right} is None else False)"
    )


def _is(value: bool) -> Kernel:
    """Whether a boolean has this value; NULL has not."""
    missing = pa.scalar(not value)

    def kernel(columns: Sequence[Any]) -> Any:
        known = pc.coalesce(columns[0], missing)
        return known if value else pc.invert(known)

    return kernel


def _negated(arguments: Sequence[ResolvedExpression], resolve: Resolve) -> Optional[ResolvedExpression]:
    """Into a comparison, as Flink's planner does it: `NOT (d > e)` is `d <= e`, which is FALSE for NaN."""
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


def _binary(name: str, row: Any, kernel: Callable[..., Any]) -> Function:
    return Function(
        name,
        takes(BOOLEAN, BOOLEAN, result=always(_BOOLEAN)),
        row=row,
        kernel=lambda call: lambda columns: kernel(*columns),
        nulls=Nulls.OWN,
        is_lazy=True,
        group="logical",
        forms=(f"'<BOOLEAN> {name} <BOOLEAN>'",),
        documented_as=(f"boolean1 {name} boolean2",),
    )


FUNCTIONS: Final = (
    _binary("AND", _and, pc.and_kleene),
    _binary("OR", _or, pc.or_kleene),
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
