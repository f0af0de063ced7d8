"""Joins whose state is bounded by time, and lookup joins, which have no state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Optional

from pyrite.core.connector.table import TableSource
from pyrite.core.types import AnyTimestampType, BooleanType, RowType, TimestampKind
from pyrite.core.types.temporal import without_time_attributes
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.operators.relational.lookup.lookup_calls import MissRetry
from pyrite.operators.relational.lookup.lookup_join import AsyncLookup, LookupOrder
from pyrite.relational.plan.abilities import SourceAbility
from pyrite.relational.plan.join import TwoInputs, joined_type
from pyrite.relational.plan.nodes import ResolvedTable, SingleInput
from pyrite.relational.plan.windows import Windowing

Text = Callable[[ResolvedExpression], str]


@dataclass(frozen=True)
class LookupHint:
    """The options of a LOOKUP hint. None: the session's."""

    is_async: Optional[bool] = None
    allows_unordered: Optional[bool] = None
    capacity: Optional[int] = None
    timeout_ms: Optional[int] = None
    retry: Optional[MissRetry] = None
    is_shuffled: bool = False


@dataclass(frozen=True)
class SnapshotJoin(TwoInputs):
    """A join with a table as of a time of the left row: `FOR SYSTEM_TIME AS OF period`. `period` is over the left."""

    plan_name = "logical-snapshot-join"
    period: ResolvedExpression
    condition: Optional[ResolvedExpression] = None
    hint: Optional[LookupHint] = None

    def described(self, text: Text) -> str:
        kind = self.join_type.name.lower()
        condition = "true" if self.condition is None else text(self.condition)
        return f"LogicalSnapshotJoin(condition=[{condition}], joinType=[{kind}], period=[{text(self.period)}])"


@dataclass(frozen=True)
class TimeJoin(TwoInputs):
    """The base class of joins by key and time. `condition` is on pairs with equal keys."""

    left_keys: tuple[int, ...]
    right_keys: tuple[int, ...]
    condition: Optional[ResolvedExpression]

    def where(self) -> list[ResolvedExpression]:
        """Returns the equalities of keys, and the condition."""
        width = len(self.left.row_type.fields)
        pairs = zip(self.left_keys, self.right_keys, strict=True)
        equalities = [resolve("=", [self.column(left), self.column(width + right)]) for left, right in pairs]
        return [*equalities, *([] if self.condition is None else [self.condition])]

    def column(self, place: int) -> ResolvedExpression:
        each = self.both_type.fields[place]
        return FieldReference(place, each.name, each.type)


@dataclass(frozen=True)
class IntervalJoin(TimeJoin):
    """A left row at t is joined with right rows from `t - upper_ms` to `t - lower_ms`."""

    plan_name = "interval-join"
    is_event_time: bool
    lower_ms: int
    upper_ms: int
    left_time: int
    right_time: int
    written: Optional[ResolvedExpression] = None
    """The whole condition, for plans."""

    def described(self, text: Text) -> str:
        bounds = (
            f"isRowTime={str(self.is_event_time).lower()}, leftLowerBound={self.lower_ms}, "
            f"leftUpperBound={self.upper_ms}, leftTimeIndex={self.left_time}, rightTimeIndex={self.right_time}"
        )
        where = "true" if self.written is None else text(self.written)
        return (
            f"IntervalJoin(joinType=[{self.join_type.value}], windowBounds=[{bounds}], where=[{where}], "
            f"select=[{', '.join(self.field_names)}])"
        )


@dataclass(frozen=True)
class TemporalJoin(TimeJoin):
    """Joins each left row with the version of its key at the left row's event time."""

    plan_name = "temporal-join"
    left_time: int
    right_time: int
    primary_key: tuple[int, ...]
    """The right columns that identify the versions of a row."""

    @property
    def row_type(self) -> RowType:
        """The time attribute of the versions is an ordinary column."""
        fields = self.right.row_type.fields
        right = RowType(
            tuple(replace(each, type=without_time_attributes(each.type)) for each in fields), nullable=False
        )
        return joined_type(self.left.row_type, right, self.join_type)

    def described(self, text: Text) -> str:
        width = len(self.left.row_type.fields)
        condition = _marker(
            "",
            self.column(self.left_time),
            self.column(width + self.right_time),
            _marker("_PRIMARY_KEY", *(self.column(width + key) for key in self.primary_key)),
            _marker("_LEFT_KEY", *(self.column(key) for key in self.left_keys)),
            _marker("_RIGHT_KEY", *(self.column(width + key) for key in self.right_keys)),
        )
        where = FunctionCall("AND", (*self.where(), condition), BooleanType())
        return (
            f"TemporalJoin(joinType=[{self.join_type.value}], where=[{text(where)}], "
            f"select=[{', '.join(self.field_names)}])"
        )


def _marker(part: str, *arguments: ResolvedExpression) -> FunctionCall:
    """Returns a call that only plans show."""
    name = "__TEMPORAL_JOIN" + (part if part in ("_LEFT_KEY", "_RIGHT_KEY") else f"_CONDITION{part}")
    return FunctionCall(name, arguments, BooleanType())


@dataclass(frozen=True)
class WindowJoin(TimeJoin):
    """Joins rows of equal windows when the window ends. Windows are the columns of their start and end."""

    plan_name = "window-join"
    left_window: tuple[int, int]
    right_window: tuple[int, int]
    left_windowing: Windowing
    right_windowing: Windowing

    def described(self, text: Text) -> str:
        windows = [
            windowing.described(names, f"win_start=[{names[start]}], win_end=[{names[end]}]")
            for windowing, names, (start, end) in (
                (self.left_windowing, self.left.field_names, self.left_window),
                (self.right_windowing, self.right.field_names, self.right_window),
            )
        ]
        parts = self.where()
        where = "true" if not parts else text(parts[0] if len(parts) == 1 else resolve("AND", parts))
        return (
            f"WindowJoin(leftWindow=[{windows[0]}], rightWindow=[{windows[1]}], joinType=[{self.join_type.value}], "
            f"where=[{where}], select=[{', '.join(self.field_names)}])"
        )


def rowtimes(row: RowType) -> list[int]:
    """Returns the columns that are event times."""
    return [
        place
        for place, kind in enumerate(row.children)
        if isinstance(kind, AnyTimestampType) and kind.kind is TimestampKind.ROWTIME
    ]


@dataclass(frozen=True)
class LookupSettings:
    """The settings of calls, from the options of the session and the LOOKUP hint."""

    capacity: int
    timeout_ms: int
    allows_unordered: bool
    is_key_ordered: bool


@dataclass(frozen=True)
class LookupJoin(SingleInput):
    """Joins each row with the rows that the source finds by `keys`: columns of `scan_type`, and values over the input.

    Its fields `table`, `source`, `scan_type` and `abilities` are those of a Scan.
    """

    plan_name = "lookup-join"
    table: ResolvedTable
    source: TableSource
    scan_type: RowType
    abilities: tuple[SourceAbility, ...]
    join_type: JoinType
    keys: tuple[tuple[int, ResolvedExpression], ...]
    left_condition: Optional[ResolvedExpression] = None
    """Over the input: other rows match nothing."""
    condition: Optional[ResolvedExpression] = None
    """Over the columns of both."""
    asynchronous: Optional[LookupSettings] = None
    retry: Optional[MissRetry] = None
    is_shuffled: bool = field(default=False)

    @property
    def row_type(self) -> RowType:
        return joined_type(self.input.row_type, self.scan_type, self.join_type)

    @property
    def both_type(self) -> RowType:
        """The columns that the condition may read."""
        return joined_type(self.input.row_type, self.scan_type, JoinType.INNER)

    def async_lookup(self) -> Optional[AsyncLookup]:
        """Returns the settings of async calls, with the order that the changes of the input allow; None: sync."""
        settings = self.asynchronous
        if settings is None:
            return None
        order = LookupOrder.ORDERED
        if settings.allows_unordered and self.input.changelog.is_insert_only:
            order = LookupOrder.UNORDERED
        elif settings.allows_unordered and settings.is_key_ordered:
            order = LookupOrder.KEY_ORDERED
        return AsyncLookup(settings.capacity, settings.timeout_ms, order)

    def described(self, text: Text) -> str:
        names, name = self.scan_type.names, self.table.identifier
        keys = ", ".join(f"{names[place]}={text(value)}" for place, value in self.keys)
        conditions = [each for each in (self.left_condition, self.condition) if each is not None]
        asynchronous = self.async_lookup()
        items = {
            "table": ".".join((name.catalog, name.database, name.object)),
            "joinType": self.join_type.value,
            "lookup": keys,
            "joinCondition": "".join(map(text, conditions)),
            "select": ", ".join(self.field_names),
        }
        if asynchronous is not None:
            items["async"] = f"{asynchronous.order.value}, {asynchronous.timeout_ms}ms, {asynchronous.capacity}"
        if self.is_shuffled:
            items["shuffle"] = "true"
        if self.retry is not None:
            items["retry"] = f"lookup_miss, FIXED_DELAY, {self.retry.delay_ms}ms, {self.retry.attempts}"
        return f"LookupJoin({', '.join(f'{name}=[{item}]' for name, item in items.items() if item)})"
