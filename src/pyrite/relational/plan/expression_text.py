"""Resolved expressions as plans show them, in Flink's two notations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from pyrite.core.types import (
    CharacterStringType,
    DateType,
    DayTimeIntervalType,
    LogicalType,
    TimestampType,
    YearMonthIntervalType,
)
from pyrite.core.types.calcite_names import calcite_name
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.python_values import to_python
from pyrite.expressions.resolved import FieldReference, FunctionCall, PythonCall, ResolvedExpression, ValueLiteral

_INFIX: Final = frozenset(("+", "-", "*", "/", "%", "=", "<>", "<", ">", "<=", ">=", "AND", "OR", "||"))
_SUFFIX: Final = frozenset(
    f"IS {negation}{what}" for negation in ("", "NOT ") for what in ("NULL", "TRUE", "FALSE", "UNKNOWN")
)


@dataclass(frozen=True)
class ExpressionStyle:
    """The notation of expressions in a section: columns by `column`, operators as infix or function calls."""

    column: Callable[[FieldReference], str]
    is_infix: bool

    def text(self, tree: ResolvedExpression) -> str:
        match tree:
            case FieldReference():
                return self.column(tree)
            case ValueLiteral():
                return _literal(tree.value, tree.type, self.is_infix)
            case FunctionCall():
                return self._call(tree)
            case PythonCall():
                return f"{tree.function.name}({', '.join(map(self.text, tree.arguments))})"
        raise TypeError(f"not a resolved expression: {tree!r}")

    def _call(self, call: FunctionCall) -> str:
        function = FUNCTIONS.get(call.function)
        has_zone = function is not None and function.needs_zone  # as the last, implicit argument
        texts = [self.text(argument) for argument in (call.arguments[:-1] if has_zone else call.arguments)]
        match call.function:
            case "CAST" | "TRY_CAST":
                return f"{call.function}({texts[0]} AS {calcite_name(call.type)})"
            case "DOT":
                field = call.arguments[1]
                assert isinstance(field, ValueLiteral)
                return f"{texts[0]}.{field.value}"
            case "$BUCKET":
                return f"MOD(HASH_CODE({texts[0]}), {texts[1]})"
        if self.is_infix and call.function in _INFIX and len(texts) > 1:
            return f"({f' {call.function} '.join(texts)})"
        if self.is_infix and call.function in _SUFFIX:
            return f"{texts[0]} {call.function}"
        return f"{call.function}({', '.join(texts)})"


BY_POSITION: Final = ExpressionStyle(lambda column: f"${column.index}", is_infix=False)
"""The style of the abstract syntax tree: `*($1, 2)`."""
BY_NAME: Final = ExpressionStyle(lambda column: column.name, is_infix=False)
"""The style of the physical plan: `*(b, 2)`."""
INFIX: Final = ExpressionStyle(lambda column: column.name, is_infix=True)
"""The style of the execution plan: `(b * 2)`."""


def _literal(value: Any, kind: LogicalType, is_plain: bool) -> str:
    if value is None:
        return f"null:{calcite_name(kind.copy(nullable=True))}"
    match kind:
        case CharacterStringType():
            quoted = "'" + str(value).replace("'", "''") + "'"
            return quoted if is_plain else f"_UTF-16LE{quoted}"
        case DayTimeIntervalType() | YearMonthIntervalType():
            return f"{value}:INTERVAL {kind.resolution.name.replace('_', ' ')}"
        case DateType() | TimestampType():
            convert = to_python(kind)
            return str(value if convert is None else convert(value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        digits = format(Decimal(repr(value)).normalize(), "E").replace("E+", "E")
        return f"{digits}:{calcite_name(kind)}"
    return str(value)
