"""WindowProperties: which columns of a node are the start, the end and the time of the windows that its rows are in."""

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
    """Its partition keys are columns of this node; its time is one of the node that gave the windows."""
    has_keys: bool = True
    """Whether the node has the partition keys."""

    def moved(self, place: Callable[[int], Columns]) -> WindowProperties:
        """The properties where columns have other places, perhaps several or none."""
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
        """Whether rows that agree in these columns are in one window."""
        return bool(self.starts & columns and self.ends & columns)

    def names_of_windows(self, keys: Columns) -> frozenset[Columns]:
        """The columns that tell a window from others of the same keys: its start, its end or its time.

        Cumulating windows begin together. Sessions whose own keys are not among these overlap: both bounds name them.
        """
        windowing = self.windowing
        is_of_keys = self.has_keys and keys >= frozenset(windowing.partition_keys)
        if isinstance(windowing.windows, Session) and not windowing.is_group_window and not is_of_keys:
            return frozenset(frozenset(bounds) for bounds in product(self.starts, self.ends))
        times = self.times if windowing.is_event_time else frozenset()
        starts = frozenset() if isinstance(windowing.windows, Cumulate) else self.starts
        return frozenset(frozenset({column}) for column in starts | self.ends | times)

    def within(self, grouping: Columns) -> bool:
        """Whether groups by these columns are of one window each, and those of a session of its keys."""
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
    """The windows that a node's rows are in, if they are in any and columns say in which."""
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
    """The windows of rows that get a number within their window."""
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
    kept: dict[int, set[int]] = {}
    for place in range(len(node.row_type.fields)):
        trees = {projection[place] for projection in node.projections}
        only = next(iter(trees))
        if len(trees) == 1 and isinstance(only, FieldReference):
            kept.setdefault(only.index, set()).add(place)
    return below.moved(lambda column: frozenset(kept.get(column, ())))


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
