"""Legacy group windows: TUMBLE, HOP and SESSION in GROUP BY, with auxiliary functions such as TUMBLE_START.

They become a window table function below the groups, and its columns replace the calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, Final, Optional

from pyrite.core.errors import TableException, ValidationException
from pyrite.core.types import AnyTimestampType, DayTimeIntervalType, LogicalType, TimestampKind
from pyrite.expressions import expression_tree
from pyrite.expressions.resolved import FieldReference, ResolvedExpression
from pyrite.operators.relational.window.row_windows import RowWindows
from pyrite.operators.relational.window.time_windows import Session, TimeWindows
from pyrite.relational.bind.errors import BindError, unsupported
from pyrite.relational.bind.expressions import MOST_LEVELS, ExpressionBinder
from pyrite.relational.bind.scope import Scope, ScopeField
from pyrite.relational.bind.session import BindSession
from pyrite.relational.bind.window_functions import interval_of, is_time_type, windowing_of, windows_of
from pyrite.relational.plan.nodes import RelNode, projected, references
from pyrite.relational.plan.windows import WindowTableFunction
from pyrite.relational.sql import sql_tree

_SIZES: Final = {"TUMBLE": ("SIZE",), "HOP": ("SLIDE", "SIZE"), "SESSION": ("GAP",)}
START, END, ROWTIME, PROCTIME = "w$start", "w$end", "w$rowtime", "w$proctime"
"""The columns of a group's window."""
TIME: Final = "w$time"
"""The column of a computed time."""
_AUXILIARY: Final = {"_START": START, "_END": END, "_ROWTIME": ROWTIME, "_PROCTIME": PROCTIME}


def with_group_window(
    query: sql_tree.Select, node: RelNode, scope: Scope, session: BindSession
) -> tuple[sql_tree.Select, RelNode, Scope]:
    """Replaces group windows by columns of rows with their windows."""
    calls = [item for item in query.group_by or () if _is_group_window(item, session)]
    _refuse_grouping_sets(query, scope, session)
    if not calls:
        _refuse_unmatched(query, session)
        return query, node, scope
    if len(calls) > 1:
        raise BindError("Only a single window group function may be used in GROUP BY", calls[1].at)
    (call,) = calls
    assert isinstance(call, expression_tree.Call)
    of_column, node, scope = _with_time(call, node, scope, session)
    function = group_window(of_column, node, scope, session)
    used_columns: set[str] = set()

    def changed(part: expression_tree.Expression) -> Optional[expression_tree.Expression]:
        column = _column_of(part, call)
        if column is None:
            return None
        _check_time(column, function, part)
        used_columns.add(column)
        return expression_tree.Name((column,), at=part.at)

    items = tuple(_named(rewritten(item, changed), item, place) for place, item in enumerate(query.items))
    having = None if query.having is None else rewritten(query.having, changed)
    others = [item for item in query.group_by or () if item is not call]
    times = sorted(used_columns & {ROWTIME, PROCTIME})
    keys = tuple(expression_tree.Name((name,), at=call.at) for name in (START, END, *times))
    grouped = replace(query, items=items, having=having, group_by=(*others, *keys))
    _refuse_unmatched(grouped, session)
    added = Scope([ScopeField(field.name, field.type) for field in function.row_type.fields[-len(function.names) :]])
    return grouped, function, scope + added


def _with_time(
    call: expression_tree.Call, node: RelNode, scope: Scope, session: BindSession
) -> tuple[expression_tree.Call, RelNode, Scope]:
    """Replaces a computed time, such as PROCTIME(), by a column."""
    times = [ExpressionBinder(scope, session).bind(each) for each in call.arguments[:1]]
    if not any(not isinstance(time, FieldReference) and _is_attribute(time, session) for time in times):
        return call, node, scope
    added = projected(node, [*references(node), *times], [*node.field_names, TIME])
    of_column = replace(call, arguments=(expression_tree.Name((TIME,), at=call.at), *call.arguments[1:]))
    return of_column, added, scope + Scope([ScopeField(TIME, times[0].type)])


def group_window(call: expression_tree.Call, node: RelNode, scope: Scope, session: BindSession) -> WindowTableFunction:
    """Returns the rows of a plan with the windows of a call."""
    names = _SIZES[call.function]
    if len(call.arguments) > len(names) + 1:
        raise unsupported(f"{call.function} window with alignment", call.at)
    if len(call.arguments) < len(names) + 1:
        raise BindError(
            f"Invalid number of arguments to function '{call.function}'. Was expecting {len(names) + 1} arguments",
            call.at,
        )
    time = ExpressionBinder(scope, session).bind(call.arguments[0])
    if not isinstance(time, FieldReference) or not _is_attribute(time, session):
        raise BindError(
            "Window aggregate can only be defined over a time attribute column, "
            f"but {time.type.copy(nullable=True)} encountered.",
            call.at,
        )
    windows: Optional[TimeWindows | Session | RowWindows] = row_windows(call, time.type, session)
    if windows is None:
        sizes = {name: interval_of(value, call, session) for name, value in zip(names, call.arguments[1:], strict=True)}
        try:
            windows = windows_of(call.function, sizes)
        except ValidationException as error:
            raise BindError(str(error), call.at) from None
    windowing = windowing_of(windows, time.index, scope, session, is_group_window=True)
    return WindowTableFunction(node, windowing, (START, END, ROWTIME if windowing.is_event_time else PROCTIME))


_SIZE_WORDS: Final = {
    "TUMBLE": "Tumbling window expects a size literal of a day-time interval or BIGINT type.",
    "HOP": "A sliding window expects a size literal of a day-time interval or BIGINT type.",
    "SESSION": "A session window expects a gap literal of a day-time interval type.",
}


def check_table_window(call: expression_tree.Call, scope: Scope, session: BindSession) -> None:
    """For the Table API: rejects a window without a time attribute or a size, with its error messages."""
    binder = ExpressionBinder(scope, session)
    time = binder.bind(call.arguments[0])
    if not isinstance(time, FieldReference):
        raise ValidationException("A group window expects a time attribute for grouping.")
    if not _is_attribute(time, session):
        mode = "batch" if session.is_batch else "stream"
        raise ValidationException(f"A group window expects a time attribute for grouping in a {mode} environment.")
    for size in call.arguments[1:]:
        if _row_interval(size) is None and not isinstance(binder.bind(size).type, DayTimeIntervalType):
            raise ValidationException(_SIZE_WORDS[call.function])


def row_windows(call: expression_tree.Call, time: LogicalType, session: BindSession) -> Optional[RowWindows]:
    """For the Table API: returns count windows, or None for time windows."""
    rows = [_row_interval(size) for size in call.arguments[1:]]
    if not any(rows):
        return None
    if call.function == "SESSION":
        raise ValidationException(_SIZE_WORDS[call.function])
    if not all(rows):
        raise ValidationException("A sliding window expects the same type of size and slide.")
    if session.is_batch or not isinstance(time, AnyTimestampType) or time.kind is not TimestampKind.PROCTIME:
        raise ValidationException("Event-time grouping windows on row intervals are currently not supported.")
    slide, size = (_row_count(each) for each in (rows[0], rows[-1]))
    if size <= 0 or slide <= 0:
        raise ValidationException("SlidingCountWindowAssigner parameters must satisfy slide > 0 and size > 0")
    return RowWindows(size, slide)


def _row_interval(size: expression_tree.Expression) -> Optional[expression_tree.Call]:
    return size if isinstance(size, expression_tree.Call) and size.function == "ROW_INTERVAL" else None


def _row_count(interval: Optional[expression_tree.Call]) -> int:
    assert interval is not None
    (literal,) = interval.arguments
    if not isinstance(literal, expression_tree.Literal) or not isinstance(literal.value, int):
        raise BindError("Invalid constant for row interval: a count window needs an integer", interval.at)
    return literal.value


def of_named_window(
    function: WindowTableFunction,
    name: str,
    keys: Sequence[expression_tree.Expression],
    items: Sequence[expression_tree.Expression],
) -> tuple[list[expression_tree.Expression], list[expression_tree.Expression]]:
    """For the Table API: replaces references to a window's name in keys and items by columns of the window function."""
    window = expression_tree.Name((name,))
    if list(keys).count(window) != 1:
        raise BindError("GroupBy must contain exactly one window alias.")
    used_columns: set[str] = set()
    windows = function.windowing.windows

    def changed(part: expression_tree.Expression) -> Optional[expression_tree.Expression]:
        if (
            not isinstance(part, expression_tree.Call)
            or part.function not in _PROPERTIES
            or part.arguments != (window,)
        ):
            return None
        column = _PROPERTIES[part.function]
        if isinstance(windows, RowWindows):
            kind = "tumble" if windows.size == windows.slide else "slide"
            raise BindError(f"Window start and Window end cannot be selected for a row-count {kind} window.")
        _check_time(column, function, part)
        used_columns.add(column)
        return expression_tree.Name((column,))

    selected = [rewritten(item, changed) for item in items]
    others = [key for key in keys if key != window]
    columns = (START, END, *sorted(used_columns & {ROWTIME, PROCTIME}))
    return [*others, *(expression_tree.Name((column,)) for column in columns)], selected


_PROPERTIES: Final = {"WINDOW_START": START, "WINDOW_END": END, "ROWTIME": ROWTIME, "PROCTIME OF": PROCTIME}
"""Calls of the Table API."""


def _is_attribute(time: ResolvedExpression, session: BindSession) -> bool:
    """Returns whether windows can be defined by this time. In batch, any time is supported."""
    kind = time.type
    return (
        is_time_type(kind)
        and isinstance(kind, AnyTimestampType)
        and (session.is_batch or kind.kind is not TimestampKind.REGULAR)
    )


def _is_group_window(item: expression_tree.Expression, session: BindSession) -> bool:
    return (
        isinstance(item, expression_tree.Call)
        and item.function in _SIZES
        and not item.qualifier
        and session.function((item.written or item.function,)) is None
    )


def _auxiliary(part: expression_tree.Expression) -> Optional[tuple[str, str]]:
    """For `TUMBLE_START(...)`: returns the window's function, and the column for the call."""
    if isinstance(part, expression_tree.Call) and not part.qualifier:
        for suffix, column in _AUXILIARY.items():
            function = part.function.removesuffix(suffix)
            if function in _SIZES and part.function != function:
                return function, column
    return None


def _column_of(part: expression_tree.Expression, window: expression_tree.Call) -> Optional[str]:
    found = _auxiliary(part)
    if found is None:
        return None
    assert isinstance(part, expression_tree.Call)
    return found[1] if found[0] == window.function and part.arguments == window.arguments else None


def _check_time(column: str, function: WindowTableFunction, part: expression_tree.Expression) -> None:
    is_event_time = function.windowing.is_event_time
    if column in (ROWTIME, PROCTIME) and column not in function.names:
        required = "event" if column == ROWTIME else "processing"
        actual = "event" if is_event_time else "processing"
        assert isinstance(part, expression_tree.Call)
        raise BindError(f"{part.function} requires windows by {required} time, not by {actual} time", part.at)


def _refuse_unmatched(query: sql_tree.Select, session: BindSession) -> None:
    for item in (*query.items, *([] if query.having is None else [query.having])):
        for part in _parts(item):
            found = _auxiliary(part)
            if (
                found is not None
                and isinstance(part, expression_tree.Call)
                and session.function((part.function,)) is None
            ):
                raise BindError(
                    f"Call to auxiliary group function '{part.function}' must have matching call to group function "
                    f"'${found[0]}' in GROUP BY clause",
                    part.at,
                )


def _refuse_grouping_sets(query: sql_tree.Select, scope: Scope, session: BindSession) -> None:
    items = query.group_by or ()
    if not any(isinstance(item, sql_tree.GroupingElement) for item in items):
        return
    for part in _parts(items):
        if _is_group_window(part, session):
            assert isinstance(part, expression_tree.Call)
            binder = ExpressionBinder(scope, session)
            types = ", ".join(str(binder.bind(argument).type) for argument in part.arguments)
            raise TableException(
                f"Unsupported call: ${part.function}({types}) \n"
                "If you think this function should be supported, you can create an issue and start a discussion for it."
            )


def _named(
    replacement: expression_tree.Expression, item: expression_tree.Expression, place: int
) -> expression_tree.Expression:
    """Names the column that replaces a call as Flink names an unnamed call."""
    if isinstance(replacement, expression_tree.Name) and not isinstance(item, expression_tree.Name):
        return expression_tree.Alias(replacement, f"EXPR${place}", at=item.at)
    return replacement


# Trees ----------------------------------------------------------------------------------------------------------------

Change = Callable[[expression_tree.Expression], Optional[expression_tree.Expression]]


def rewritten(expression: Any, change: Change, depth: int = 0) -> Any:
    """Replaces parts of an expression, from the outside in. A part for which `change` returns None is not replaced."""
    if isinstance(expression, tuple):
        return tuple(rewritten(part, change, depth) for part in expression)
    if not isinstance(expression, expression_tree.Expression):
        return expression
    if depth > MOST_LEVELS:
        return expression  # the binder raises
    replacement = change(expression)
    if replacement is not None:
        return replacement
    parts = {field.name: getattr(expression, field.name) for field in fields(expression) if field.init}
    new = {name: rewritten(part, change, depth + 1) for name, part in parts.items()}
    is_same = all(
        new[name] is part or (isinstance(part, tuple) and _are_same(part, new[name])) for name, part in parts.items()
    )
    return expression if is_same else replace(expression, **new)


def _are_same(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    return all(each is other for each, other in zip(before, after, strict=True))


def _parts(
    expression: expression_tree.Expression | tuple[expression_tree.Expression, ...],
) -> Iterator[expression_tree.Expression]:
    waiting: list[Any] = [expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += part
        elif isinstance(part, expression_tree.Expression):
            yield part
            waiting += [getattr(part, field.name) for field in fields(part)]
