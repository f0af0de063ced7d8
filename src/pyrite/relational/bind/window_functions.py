"""Window table functions in FROM: TUMBLE, HOP, CUMULATE and SESSION."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    AnyTimestampType,
    DayTimeIntervalType,
    LocalZonedTimestampType,
    TimestampKind,
    TimestampType,
    YearMonthIntervalType,
)
from pyrite.core.types.calcite_names import calcite_name
from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import Query
from pyrite.expressions.folding import evaluate_constant
from pyrite.operators.relational.window.row_windows import RowWindows
from pyrite.operators.relational.window.time_windows import Cumulate, Hop, Session, TimeWindows, Tumble
from pyrite.relational.bind.errors import BindError, nearest, unsupported
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.windows import WINDOW_COLUMNS, Windowing, WindowTableFunction

PARAMETERS: Final = {
    "TUMBLE": ("DATA", "TIMECOL", "SIZE", "OFFSET"),
    "HOP": ("DATA", "TIMECOL", "SLIDE", "SIZE", "OFFSET"),
    "CUMULATE": ("DATA", "TIMECOL", "STEP", "SIZE", "OFFSET"),
    "SESSION": ("DATA", "TIMECOL", "GAP"),
}
_SIGNATURES: Final = {
    "TUMBLE": "TUMBLE(TABLE table_name, DESCRIPTOR(timecol), datetime interval[, datetime interval])",
    "HOP": "HOP(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime interval])",
    "CUMULATE": "CUMULATE(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval"
    "[, datetime interval])",
    "SESSION": "SESSION(TABLE table_name [PARTITION BY (keycols, ...)], DESCRIPTOR(timecol), datetime interval)",
}
Arguments = Mapping[str, expression_tree.Expression]


def is_window_function(call: expression_tree.Call) -> bool:
    return call.function in PARAMETERS and not call.qualifier


def bind_window_function(
    call: expression_tree.Call, session: BindSession, bind_query: Callable[[Query], tuple[RelNode, list[str]]]
) -> tuple[RelNode, Scope]:
    """Returns the rows of a table, each with its windows."""
    arguments = _arguments(call)
    table = arguments["DATA"]
    if not isinstance(table, (expression_tree.TableArgument, expression_tree.SubQuery)):
        raise _misused(call)
    plan, names = bind_query(table.query)
    scope = Scope.named(plan.row_type, names)
    descriptor = arguments["TIMECOL"]
    if not isinstance(descriptor, expression_tree.Descriptor) or len(descriptor.columns) != 1:
        raise _misused(call)
    sizes = {name: interval_of(value, call, session) for name, value in arguments.items() if name not in _TABLES}
    keys: tuple[int, ...] = ()
    if isinstance(table, expression_tree.TableArgument):
        keys = _partition_keys(table, call, scope)
    try:
        windows = windows_of(call.function, sizes)
        windowing = windowing_of(windows, _time(descriptor, scope, call), scope, session, keys)
    except ValidationException as error:
        raise BindError(str(error), call.at) from None
    added = unique_window_names(names)
    function = WindowTableFunction(plan, windowing, added)
    return function, Scope.named(function.row_type, [*names, *added])


_TABLES: Final = ("DATA", "TIMECOL")


def unique_window_names(names: Sequence[str]) -> tuple[str, str, str]:
    """Returns the names of the window columns, with a number if the table has such a column."""
    result = []
    for name in WINDOW_COLUMNS:
        unique, number = name, 0
        while unique in names:
            unique, number = f"{name}{number}", number + 1
        result.append(unique)
    return result[0], result[1], result[2]


def _arguments(call: expression_tree.Call) -> Arguments:
    """Returns the arguments by name."""
    parameters = PARAMETERS[call.function]
    with_names = [each for each in call.arguments if isinstance(each, expression_tree.NamedArgument)]
    if with_names and len(with_names) < len(call.arguments):
        raise BindError(f"{call.function} expects arguments by name or by position, not both", call.at)
    if with_names:
        by_name = {each.name.upper(): each.value for each in with_names}
    else:
        by_name = dict(zip(parameters, call.arguments, strict=False))
    optional = {"OFFSET"}
    least = len([name for name in parameters if name not in optional])
    if not least <= len(call.arguments) <= len(parameters):
        raise BindError(
            f"Invalid number of arguments to function '{call.function}'. Was expecting {least} arguments", call.at
        )
    if (
        not set(by_name) <= set(parameters)
        or not set(parameters) - optional <= set(by_name)
        or len(call.arguments) != len(by_name)
    ):
        raise _misused(call)
    return by_name


def _misused(call: expression_tree.Call) -> BindError:
    return BindError(
        f"Cannot apply '{call.function}' to its arguments. Supported form(s): {_SIGNATURES[call.function]}", call.at
    )


def interval_of(value: expression_tree.Expression, call: expression_tree.Call, session: BindSession) -> int:
    """Returns a constant interval in milliseconds."""
    bound = ExpressionBinder(Scope([]), session).bind(value)
    if isinstance(bound.type, YearMonthIntervalType):
        raise BindError(
            "Window aggregate only support SECOND, MINUTE, HOUR, DAY as the time unit. "
            "MONTH and YEAR time unit are not supported yet.",
            value.at,
        )
    length = evaluate_constant(bound)
    if not isinstance(bound.type, DayTimeIntervalType) or not isinstance(length, int):
        raise _misused(call)
    return length


def _time(descriptor: expression_tree.Descriptor, scope: Scope, call: expression_tree.Call) -> int:
    (name,) = descriptor.columns
    places = [place for place, field in enumerate(scope.fields) if field.name == name]
    if len(places) != 1:
        raise BindError(f"Unknown identifier '{name}'", descriptor.at, nearest(name, [f.name for f in scope.fields]))
    kind = scope.fields[places[0]].type
    if not is_time_type(kind):
        raise BindError(
            f"The window function {_SIGNATURES[call.function]} requires the timecol to be TIMESTAMP or TIMESTAMP_LTZ, "
            f"but is {calcite_name(kind)}.\nBesides, the timecol must be a time attribute type in streaming mode.",
            descriptor.at,
        )
    return places[0]


def is_time_type(kind: object) -> bool:
    """Returns whether a column of the type can be a time attribute."""
    return isinstance(kind, (TimestampType, LocalZonedTimestampType))


def _partition_keys(table: expression_tree.TableArgument, call: expression_tree.Call, scope: Scope) -> tuple[int, ...]:
    if table.order_by:
        raise BindError(f"{call.function.title()} window TVF doesn't support order by clause.", table.at)
    if table.partition_by is None:
        return ()
    if call.function != "SESSION":
        raise _misused(call)
    keys = []
    for column in table.partition_by:
        assert isinstance(column, expression_tree.Name), "the parser accepts only columns"
        key, nested = scope.locate(column.parts, column.at)
        if nested:
            raise unsupported("PARTITION BY a field of a row", column.at)
        keys.append(key.index)
    return tuple(dict.fromkeys(keys))


def windows_of(function: str, sizes: Mapping[str, int]) -> TimeWindows | Session:
    """Returns windows with these sizes in milliseconds. Errors are Flink's."""
    offset = sizes.get("OFFSET", 0)
    match function:
        case "TUMBLE":
            size = sizes["SIZE"]
            _check(size > 0, f"TUMBLE table function based aggregate requires size to be positive, but got {size} ms.")
            _check(
                abs(offset) < size,
                "TUMBLE table function parameters must satisfy abs(offset) < size, "
                f"but got size {size} ms and offset {offset} ms.",
            )
            return Tumble(size, offset)
        case "HOP":
            slide, size = sizes["SLIDE"], sizes["SIZE"]
            _check(
                slide > 0 and size > 0,
                "HOP table function based aggregate requires slide and size to be positive, "
                f"but got slide {slide} ms and size {size} ms.",
            )
            return Hop(size, offset, slide)
        case "CUMULATE":
            step, size = sizes["STEP"], sizes["SIZE"]
            _check(
                step > 0 and size > 0,
                "CUMULATE table function based aggregate requires maxSize and step to be positive, "
                f"but got maxSize {size} ms and step {step} ms.",
            )
            _check(
                size % step == 0,
                "CUMULATE table function based aggregate requires maxSize must be an integral multiple of step, "
                f"but got maxSize {size} ms and step {step} ms.",
            )
            return Cumulate(size, offset, step)
    gap = sizes["GAP"]
    _check(gap > 0, f"SESSION table function based aggregate requires gap to be positive, but got gap {gap} ms.")
    return Session(gap)


def _check(holds: bool, message: str) -> None:
    if not holds:
        raise ValidationException(message)


def windowing_of(
    windows: TimeWindows | Session | RowWindows,
    time: int,
    scope: Scope,
    session: BindSession,
    keys: tuple[int, ...] = (),
    is_group_window: bool = False,
) -> Windowing:
    """Returns the windowing by a column of the scope, in streaming a time attribute."""
    kind = scope.fields[time].type
    assert isinstance(kind, AnyTimestampType)
    if kind.kind is TimestampKind.REGULAR and not session.is_batch:
        raise ValidationException(f"The window function requires the timecol is a time attribute type, but is {kind}.")
    zone = session.zone if isinstance(kind, LocalZonedTimestampType) else "UTC"
    return Windowing(windows, time, kind, zone, keys, is_group_window)
