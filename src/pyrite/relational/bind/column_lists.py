"""Lists of columns in the Table API: `with_columns`, `without_columns`, ranges, `*`, `flatten`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrite.core.types import RowType
from pyrite.expressions import expression_tree
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.scope import Scope
from pyrite.relational.sql.literals import string_literal

WITH_COLUMNS: Final = "WITH COLUMNS"
WITHOUT_COLUMNS: Final = "WITHOUT COLUMNS"
RANGE: Final = "RANGE"


def expanded(
    items: Sequence[expression_tree.Expression], binder: ExpressionBinder, keeps_star: bool = False
) -> list[expression_tree.Expression]:
    """Replaces lists of columns in items by the columns."""
    scope = binder.scope
    result: list[expression_tree.Expression] = []
    for item in items:
        match item:
            case expression_tree.Star() if not keeps_star:
                result += [expression_tree.Name((field.name,)) for field in scope.fields]
            case expression_tree.Call(function="FLATTEN", arguments=(operand,)):
                result += _flattened(operand, binder)
            case expression_tree.Call(function="WITH COLUMNS" | "WITHOUT COLUMNS"):
                result += [expression_tree.Name((name,)) for name in _selected(item, scope)]
            case expression_tree.Call() | expression_tree.InlineCall():
                result.append(_with_columns_within(item, binder))
            case _:
                result.append(item)
    return result


def _with_columns_within(
    call: expression_tree.Call | expression_tree.InlineCall, binder: ExpressionBinder
) -> expression_tree.Expression:
    """Expands lists of columns in the arguments of a call: `call("f", with_columns(range_(1, 3)))`."""
    arguments = tuple(expanded(call.arguments, binder, keeps_star=True))
    if arguments == call.arguments:
        return call
    if isinstance(call, expression_tree.InlineCall):
        return expression_tree.InlineCall(call.function, arguments, at=call.at)
    return expression_tree.Call(
        call.function, arguments, call.qualifier, call.is_distinct, written=call.written, at=call.at
    )


def _selected(call: expression_tree.Call, scope: Scope) -> list[str]:
    names = [field.name for field in scope.fields]
    selected = [names[index] for argument in call.arguments for index in _places(argument, names)]
    return selected if call.function == WITH_COLUMNS else [name for name in names if name not in selected]


def _places(argument: expression_tree.Expression, names: list[str]) -> range:
    match argument:
        case expression_tree.Call(function="RANGE", arguments=(start, end)):
            first, last = _place(start, names), _place(end, names)
            if first > last:
                raise BindError(f"The start of range ({first + 1}) is after its end ({last + 1})")
            return range(first, last + 1)
        case expression_tree.Star():
            return range(len(names))
        case _:
            place = _place(argument, names)
            return range(place, place + 1)


def _place(column: expression_tree.Expression, names: list[str]) -> int:
    match column:
        case expression_tree.Literal(value=int() as position) if 1 <= position <= len(names):
            return position - 1
        case expression_tree.Literal(value=int() as position):
            raise BindError(f"column {position} does not exist: the columns are 1 to {len(names)}, {names}")
        case expression_tree.Name(parts=(name,)) if name in names:
            return names.index(name)
        case expression_tree.Name(parts=parts):
            raise BindError(f"Cannot resolve field [{'.'.join(parts)}], input field list:[{', '.join(names)}].")
    raise BindError("expected names, positions from 1, or ranges of columns")


def _flattened(operand: expression_tree.Expression, binder: ExpressionBinder) -> list[expression_tree.Expression]:
    """Returns the fields of a row as columns named `row$field`. Other values are returned unchanged."""
    kind = binder.bind(operand).type
    if not isinstance(kind, RowType):
        return [operand]
    prefix = f"{operand.parts[-1]}$" if isinstance(operand, expression_tree.Name) else ""
    return [
        expression_tree.Alias(expression_tree.Name((*operand.parts, name)), f"{prefix}{name}")
        if isinstance(operand, expression_tree.Name)
        else expression_tree.Call("DOT", (operand, string_literal(name)))
        for name in kind.names
    ]
