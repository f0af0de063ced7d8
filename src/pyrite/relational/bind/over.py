"""OverBinder: converts calls with OVER to an Over node between two projections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from typing import Any, Final, Optional

from pyrite.core.types import AnyTimestampType, BigIntType, DecimalType, DoubleType, LogicalType, TimestampKind
from pyrite.expressions import expression_tree
from pyrite.expressions.aggregates import AGGREGATES
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.moments import is_moment
from pyrite.expressions.expression_tree import BoundKind, Call, Cast, Expression, FrameBound, FrameUnit, Literal
from pyrite.expressions.folding import fold_constants
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, ValueLiteral, transformed
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.relational.bind.aggregates import GroupBinder
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.expressions import ExpressionBinder, has_over
from pyrite.relational.bind.grouping_sets import GroupingSets
from pyrite.relational.bind.over_frames import check_frame
from pyrite.relational.bind.row_functions import NTILE, SHIFTS, shifting_call, tile_call
from pyrite.relational.bind.session import BindSession
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.over import CURRENT, FOLLOWING, PRECEDING, Over, OverBound, OverFrame, OverGroup
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.printing.expressions import expression_sql

RANK_TYPES: Final[dict[str, LogicalType]] = {
    "ROW_NUMBER": BigIntType(nullable=False),
    "RANK": BigIntType(nullable=False),
    "DENSE_RANK": BigIntType(nullable=False),
    "PERCENT_RANK": DoubleType(nullable=False),
    "CUME_DIST": DoubleType(nullable=False),
}
"""Ranking functions: they have no arguments and no frame."""
_NEED_ORDER: Final = frozenset(RANK_TYPES) - {"ROW_NUMBER"}


class OverBinder:
    """Binds calls with OVER in the items of a SELECT. `rows` binds the expressions in them.

    `bind` returns placeholders for columns: `applied` creates the node, and replaces them by the columns.
    """

    def __init__(
        self, rows: ExpressionBinder, session: BindSession, windows: Sequence[sql_tree.NamedWindow] = ()
    ) -> None:
        self._rows = rows
        self._session = session
        self._windows = {each.name: each.window for each in windows}
        self._calls = GroupBinder(rows.scope, session, GroupingSets(()), rows)
        """Binds aggregate calls. Their arguments, partition keys and sort keys are its inputs."""
        self._groups: dict[OverGroup, list[AggregateCall]] = {}

    def bind(self, over: expression_tree.Over) -> ResolvedExpression:
        if any(map(has_over, (*over.call.arguments, over.window))):
            raise BindError("Aggregate expressions cannot be nested", over.at)
        window = self._window(over.window)
        function = AGGREGATES.get(over.call.function)
        if function is not None and is_moment(function):
            kind = self._calls.call_of(over.call).result_type
            return self._rows.bind(moment_over(over, kind))
        call = self._call(over.call, window)
        partition = tuple(dict.fromkeys(self._place(key) for key in window.partition_by))
        order = tuple(self._sort_column(key) for key in window.order_by)
        key = OverGroup(partition, order, self._frame(window, call), (), self._time_kind(window))
        calls = self._groups.setdefault(key, [])
        if call not in calls:
            calls.append(call)
        return _Awaited(key, call)

    def _window(self, window: expression_tree.Window) -> expression_tree.Window:
        """Resolves the reference of a window to a named window."""
        if window.name is None:
            return window
        if window.name not in self._windows:
            raise BindError(f"Window '{window.name}' not found", window.at)
        base = self._window(self._windows[window.name])
        if window.partition_by:
            raise BindError("PARTITION BY not allowed with existing window reference", window.at)
        if base.order_by and window.order_by:
            raise BindError("ORDER BY not allowed in both base and referenced windows", window.at)
        if base.frame is not None and (window.order_by or window.frame is not None):
            raise BindError("Referenced window cannot have framing declarations", window.at)
        return replace(
            base,
            order_by=window.order_by or base.order_by,
            frame=window.frame or base.frame,
            allow_partial=window.allow_partial and base.allow_partial,
        )

    def _call(self, call: expression_tree.Call, window: expression_tree.Window) -> AggregateCall:
        name = call.function
        if name in _NEED_ORDER and not window.order_by:
            raise BindError("RANK or DENSE_RANK functions require ORDER BY clause in window specification", call.at)
        if name in (*RANK_TYPES, *SHIFTS, NTILE) and window.frame is not None:
            raise BindError("ROW/RANGE not allowed with RANK, DENSE_RANK or ROW_NUMBER functions", call.at)
        if name in RANK_TYPES:
            if call.arguments:
                raise BindError(f"Invalid number of arguments to function '{name}'. Was expecting 0 arguments", call.at)
            if not window.order_by:
                raise BindError(
                    "Over Agg: The window rank function requires order by clause with non-constant fields. please "
                    "re-check the over window statement.",
                    call.at,
                )
            return AggregateCall(name, (), (), RANK_TYPES[name])
        if name in SHIFTS:
            return shifting_call(call, self._rows, self._calls.place, self._session.zone)
        if name == NTILE:
            return tile_call(call, self._rows, self._calls.place)
        if AGGREGATES.get(name) is None or call.filter is not None:
            raise BindError("OVER must be applied to aggregate function", call.at)
        bounds = () if window.frame is None else (window.frame.lower, window.frame.upper)
        return self._calls.call_of(call, has_rows=all(bound.offset is None for bound in bounds))

    def _place(self, key: expression_tree.Expression) -> int:
        return self._calls.place(self._rows.bind(key))

    def _time_kind(self, window: expression_tree.Window) -> TimestampKind:
        kind = self._rows.bind(window.order_by[0].operand).type if window.order_by else None
        return kind.kind if isinstance(kind, AnyTimestampType) else TimestampKind.REGULAR

    def _sort_column(self, key: expression_tree.SortKey) -> SortColumn:
        return SortColumn(self._place(key.operand), key.is_descending, nulls_first(key))

    def _frame(self, window: expression_tree.Window, call: AggregateCall) -> OverFrame:
        if call.function == "ROW_NUMBER":
            return OverFrame(FrameUnit.ROWS, PRECEDING, CURRENT)
        if window.frame is not None:
            check_frame(window, self._rows)
        if window.frame is None or not window.order_by:  # without an order, all rows are peers, as in Flink
            return OverFrame(FrameUnit.RANGE, PRECEDING, CURRENT if window.order_by else FOLLOWING)
        return OverFrame(window.frame.unit, self._bound(window.frame.lower), self._bound(window.frame.upper))

    def _bound(self, bound: FrameBound) -> OverBound:
        if bound.kind not in (BoundKind.PRECEDING, BoundKind.FOLLOWING) or bound.offset is None:
            return OverBound(bound.kind)
        offset = fold_constants(self._rows.bind(bound.offset))
        assert isinstance(offset, ValueLiteral), "check_frame runs before"
        return OverBound(bound.kind, offset)

    # The node ---------------------------------------------------------------------------------------------------------

    def applied(self, below: RelNode, trees: Sequence[ResolvedExpression]) -> tuple[RelNode, list[ResolvedExpression]]:
        """Returns the Over node above a plan, and the trees over its columns."""
        if not self._groups:
            return below, list(trees)
        rows, places = self._with_inputs(below)
        groups = tuple(replace(group, calls=tuple(calls)).moved(places) for group, calls in self._groups.items())
        keys = [(group, call) for group, calls in self._groups.items() for call in calls]
        names = [f"w{g}$o{n}" for g, group in enumerate(groups) for n in range(len(group.calls))]
        width = len(rows.row_type.fields)
        columns = {
            key: FieldReference(width + place, name, key[1].result_type)
            for place, (key, name) in enumerate(zip(keys, names, strict=True))
        }

        def put_in(node: ResolvedExpression) -> ResolvedExpression:
            return columns[node.group, node.call] if isinstance(node, _Awaited) else node

        return Over(rows, groups, tuple(names)), [transformed(each, put_in) for each in trees]

    def _with_inputs(self, below: RelNode) -> tuple[RelNode, Mapping[int, int]]:
        """Adds the inputs of the windows to the plan. Returns their positions."""
        row = below.row_type.fields
        trees: list[ResolvedExpression] = [FieldReference(i, field.name, field.type) for i, field in enumerate(row)]
        names = [field.name for field in row]
        places: dict[int, int] = {}
        for place, column in enumerate(self._calls.inputs):
            if isinstance(column, FieldReference):
                places[place] = column.index
            else:
                places[place] = len(trees)
                names.append(f"$f{len(trees)}")
                trees.append(column)
        return nodes.projected(below, trees, names), places


@dataclass(frozen=True)
class _Awaited(ResolvedExpression):
    """A placeholder for the result of a call."""

    group: OverGroup
    call: AggregateCall

    @property
    def type(self) -> LogicalType:
        return self.call.result_type


def nulls_first(key: expression_tree.SortKey) -> bool:
    """Returns whether NULLs sort first. By default, NULL is the least value."""
    return not key.is_descending if key.nulls_first is None else key.nulls_first


def qualified(query: sql_tree.Select) -> Optional[expression_tree.Expression]:
    """Returns the condition of QUALIFY, with the items of SELECT in place of their aliases."""
    if query.qualify is None:
        return None
    condition = with_aliases(query.qualify, aliases(query))
    if not has_over(condition):
        text = expression_sql(query.qualify)
        raise BindError(f"QUALIFY expression '{text}' must contain a window function", query.qualify.at)
    return condition


def aliases(query: sql_tree.Select) -> dict[str, expression_tree.Expression]:
    """Returns the items of SELECT with aliases."""
    return {item.name: item.operand for item in query.items if isinstance(item, expression_tree.Alias)}


def with_aliases(
    expression: expression_tree.Expression, items: Mapping[str, expression_tree.Expression]
) -> expression_tree.Expression:
    """Replaces aliases by their items."""
    replaced: expression_tree.Expression = _replaced(expression, items)
    return replaced


def _replaced(node: Any, items: Mapping[str, expression_tree.Expression]) -> Any:
    match node:
        case tuple():
            return tuple(_replaced(each, items) for each in node)
        case expression_tree.Name(parts=(name,)) if name in items:
            return items[name]
        case expression_tree.Expression():
            return replace(node, **{each.name: _replaced(getattr(node, each.name), items) for each in fields(node)})
    return node


_ROOTS: Final = ("STDDEV_POP", "STDDEV_SAMP")
_SAMPLES: Final = ("STDDEV_SAMP", "VAR_SAMP")


def moment_over(over: expression_tree.Over, kind: LogicalType) -> Expression:
    """Rewrites the call to SUM and COUNT over the same window. `kind` is the type of its result."""
    call = over.call
    name = {"STDDEV": "STDDEV_SAMP", "VARIANCE": "VAR_SAMP"}.get(call.function, call.function)
    value = Cast(call.arguments[0], kind.copy(nullable=True))

    def result(function: str, argument: Expression) -> Expression:
        return replace(over, call=replace(call, function=function, arguments=(argument,)))

    squares = Cast(result("SUM", _call("*", value, value)), kind.copy(nullable=True))
    total = Cast(result("SUM", value), kind.copy(nullable=True))
    count = result("COUNT", value)
    spread = _call("-", squares, Cast(_call("/", _call("*", total, total), count), kind.copy(nullable=True)))
    divisor = count
    if name in _SAMPLES:
        one = Literal(1, BigIntType(nullable=False))
        divisor = _call("NULLIF", _call("-", count, one), Literal(0, BigIntType(nullable=False)))
    result_tree = _call("/", spread, divisor)
    if name in _ROOTS:
        result_tree = _call("POWER", result_tree, Literal(Decimal("0.5"), DecimalType(2, 1, nullable=False)))
    return Cast(result_tree, kind.copy(nullable=True))


def _call(function: str, *arguments: Expression) -> Call:
    return Call(function, arguments)
