"""WindowProperties: the columns of a node that are the start, end and time of its rows' windows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from typing import Optional

from pyrite.expressions.resolved import FieldReference
from pyrite.operators.relational.window.time_windows import Cumulate, Session
from pyrite.operators.relational.window.window_output import WindowProperty
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Aggregate
from pyrite.relational.plan.changelog_nodes import DropUpdateBefore
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.expand import Expand
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.over import RANKS, Over
from pyrite.relational.plan.window_rank import OfWindows
from pyrite.relational.plan.windows import WindowAggregate, Windowing, WindowTableFunction

Columns = frozenset[int]


@dataclass(frozen=True)
class WindowProperties:
    starts: Columns
    ends: Columns
    times: Columns
    windowing: Windowing
    """Its partition keys are columns of this node; its time is a column of the node that assigned the windows."""
    has_keys: bool = True
    """Whether the node has the partition keys."""

    def moved(self, place: Callable[[int], Columns]) -> WindowProperties:
        """Renumbers the columns. A column may have several new positions or none."""
        keys = [place(key) for key in self.windowing.partition_keys]
        has_keys = self.has_keys and all(keys)
        return WindowProperties(
            _moved(self.starts, place),
            _moved(self.ends, place),
            _moved(self.times, place),
            replace(self.windowing, partition_keys=tuple(map(min, keys)) if has_keys else ()),
            has_keys,
        )

    def are_in(self, columns: Columns) -> bool:
        """Returns whether rows with equal values in these columns are in one window."""
        return bool(self.starts & columns and self.ends & columns)

    def names_of_windows(self, keys: Columns) -> frozenset[Columns]:
        """Returns the columns that distinguish the windows of a key: the start, the end or the time.

        Cumulating windows have a common start. Sessions overlap if their keys are not among `keys`: both bounds are
        needed.
        """
        windowing = self.windowing
        is_of_keys = self.has_keys and keys >= frozenset(windowing.partition_keys)
        if isinstance(windowing.windows, Session) and not windowing.is_group_window and not is_of_keys:
            return frozenset(frozenset(bounds) for bounds in product(self.starts, self.ends))
        times = self.times if windowing.is_event_time else frozenset()
        starts = frozenset() if isinstance(windowing.windows, Cumulate) else self.starts
        return frozenset(frozenset({column}) for column in starts | self.ends | times)

    def within(self, grouping: Columns) -> bool:
        """Returns whether each group by these columns is in one window, and in a session of its keys."""
        if not self.are_in(grouping):
            return False
        if not isinstance(self.windowing.windows, Session) or self.windowing.is_group_window:
            return True
        return self.has_keys and grouping - self.starts - self.ends - self.times == frozenset(
            self.windowing.partition_keys
        )


def _moved(columns: Columns, place: Callable[[int], Columns]) -> Columns:
    return frozenset(new for old in columns for new in place(old))


def window_properties(node: RelNode) -> Optional[WindowProperties]:
    """Returns the windows of a node's rows, if columns determine them."""
    match node:
        case WindowTableFunction():
            width = len(node.input.row_type.fields)
            start, end, time = (frozenset({width + place}) for place in range(3))
            return WindowProperties(start, end, time, node.windowing)
        case nodes.Calc():
            return _projected(node)
        case Expand():
            return _expanded(node)
        case Aggregate() if not node.sets:
            return _grouped(node)
        case WindowAggregate():
            return _aggregated(node)
        case Over():
            return windows_of(node)
        case nodes.Correlate() | nodes.WatermarkAssigner() | Exchange() | DropUpdateBefore() | OfWindows():
            return window_properties(node.inputs[0])
    return None


def windows_of(node: Over) -> Optional[WindowProperties]:
    """Returns the windows of rows that are numbered within their window."""
    properties = window_properties(node.input)
    is_rank = len(node.calls) == 1 and node.calls[0].function in RANKS
    if properties is None or not is_rank or not properties.are_in(frozenset(node.groups[0].partition)):
        return None
    return properties


def _projected(node: nodes.Calc) -> Optional[WindowProperties]:
    below = window_properties(node.input)
    if below is None:
        return None
    places: dict[int, set[int]] = {}
    for place, tree in enumerate(node.projections):
        if isinstance(tree, FieldReference):
            places.setdefault(tree.index, set()).add(place)
    return below.moved(lambda column: frozenset(places.get(column, ())))


def _expanded(node: Expand) -> Optional[WindowProperties]:
    below = window_properties(node.input)
    if below is None:
        return None
    bounds: dict[int, set[int]] = {}
    for place in range(len(node.row_type.fields)):
        trees = {projection[place] for projection in node.projections}
        only = next(iter(trees))
        if len(trees) == 1 and isinstance(only, FieldReference):
            bounds.setdefault(only.index, set()).add(place)
    return below.moved(lambda column: frozenset(bounds.get(column, ())))


def _grouped(node: Aggregate) -> Optional[WindowProperties]:
    below = window_properties(node.input)
    if below is None or not below.within(frozenset(node.grouping)):
        return None
    places = {column: frozenset({place}) for place, column in enumerate(node.grouping)}
    return below.moved(lambda column: places.get(column, frozenset()))


def _aggregated(node: WindowAggregate) -> WindowProperties:
    first = len(node.grouping) + len(node.calls)
    of = {each: [first + place for place, (p, _) in enumerate(node.properties) if p is each] for each in WindowProperty}
    times = (*of[WindowProperty.ROWTIME], *of[WindowProperty.PROCTIME])
    keys = node.windowing.partition_keys
    windowing = replace(node.windowing, partition_keys=tuple(node.grouping.index(key) for key in keys))
    return WindowProperties(
        frozenset(of[WindowProperty.START]), frozenset(of[WindowProperty.END]), frozenset(times), windowing
    )
