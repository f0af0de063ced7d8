"""Over: OVER windows for `Table.over_window`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import BoundKind, Frame, FrameBound, FrameUnit
from pyrite.relational.sql.sql_tree.queries import NamedWindow
from pyrite.table.calls.expression_methods import to_tree
from pyrite.table.expression import Expression

if TYPE_CHECKING:
    from pyrite.table.table import Table

_ROWS: Final = ("UNBOUNDED_ROW", "CURRENT_ROW", "ROW_INTERVAL")
_UNBOUNDED: Final = ("UNBOUNDED_ROW", "UNBOUNDED_RANGE")
_CURRENT: Final = ("CURRENT_ROW", "CURRENT_RANGE")


@dataclass(frozen=True)
class OverWindow:
    """An OVER window with a name."""

    window: expression_tree.Window
    name: str


@dataclass(frozen=True)
class OverWindowPartitionedOrderedPreceding:
    """An OVER window with the start of its frame. `alias` completes it."""

    window: expression_tree.Window
    lower: expression_tree.Expression
    upper: Optional[expression_tree.Expression] = None

    def following(self, following: Expression[Any]) -> OverWindowPartitionedOrderedPreceding:
        """Sets the end of the frame: CURRENT_ROW, CURRENT_RANGE, or a distance after the row in rows or time."""
        return replace(self, upper=to_tree(following))

    def alias(self, alias: str) -> OverWindow:
        """Names the window for `over`."""
        return OverWindow(replace(self.window, frame=_frame(self.lower, self.upper)), alias)


@dataclass(frozen=True)
class OverWindowPartitionedOrdered:
    """An OVER window with an order."""

    window: expression_tree.Window

    def preceding(self, preceding: Expression[Any]) -> OverWindowPartitionedOrderedPreceding:
        """Sets the start of the frame: UNBOUNDED_ROW, UNBOUNDED_RANGE, or a distance before the row in rows or time."""
        return OverWindowPartitionedOrderedPreceding(self.window, to_tree(preceding))

    def alias(self, alias: str) -> OverWindow:
        """Names the window for `over`. Its frame is the default: all rows up to the current row and its peers."""
        return OverWindow(self.window, alias)


@dataclass(frozen=True)
class OverWindowPartitioned:
    """An OVER window with partition keys. `order_by` must follow."""

    partition_by: tuple[expression_tree.Expression, ...]

    def order_by(self, order_by: Expression[Any]) -> OverWindowPartitionedOrdered:
        """Sets the order of the rows. In streaming it is a time attribute, or a column in ascending order."""
        key = to_tree(order_by)
        sorted_by = key if isinstance(key, expression_tree.SortKey) else expression_tree.SortKey(key)
        return OverWindowPartitionedOrdered(expression_tree.Window(None, self.partition_by, (sorted_by,)))


class Over:
    """Defines OVER windows, which aggregate preceding rows for each row.

    >>> from pyrite.table.expressions import col, row_interval
    >>> window = Over.partition_by(col("item")).order_by(col("rowtime")).preceding(row_interval(2)).alias("w")
    """

    @classmethod
    def partition_by(cls, *partition_by: Expression[Any]) -> OverWindowPartitioned:
        """Partitions rows by these expressions."""
        return OverWindowPartitioned(tuple(map(to_tree, partition_by)))

    @classmethod
    def order_by(cls, order_by: Expression[Any]) -> OverWindowPartitionedOrdered:
        """Sets the order of the rows, without partitions."""
        return OverWindowPartitioned(()).order_by(order_by)


class OverWindowedTable:
    """The result of `Table.over_window`."""

    def __init__(self, table: Table, windows: tuple[OverWindow, ...]) -> None:
        self._table = table
        self._windows = windows

    def select(self, *fields: Expression[Any]) -> Table:
        """Returns a row for each row: its columns, and aggregates over windows, such as `col("a").sum.over(col("w"))`.

        >>> sales = t_env.from_elements([("tea", 3), ("tea", 4)], ["item", "price"])
        >>> window = Over.partition_by(col("item")).order_by(col("price")).alias("w")
        >>> counts = sales.over_window(window).select(col("price"), col("item").count.over(col("w")).alias("n"))
        >>> counts.to_arrow().to_pylist()
        [{'price': 3, 'n': 1}, {'price': 4, 'n': 2}]
        """
        return self._table.select_over([NamedWindow(each.name, each.window) for each in self._windows], *fields)


def _frame(lower: expression_tree.Expression, upper: Optional[expression_tree.Expression]) -> Frame:
    is_rows = _is_rows(lower)
    if upper is not None and _is_rows(upper) is not is_rows:
        raise ValidationException("Preceding and following must be of same interval type.")
    ends = FrameBound(BoundKind.CURRENT_ROW) if upper is None else _bound(upper, "FOLLOWING")
    return Frame(FrameUnit.ROWS if is_rows else FrameUnit.RANGE, _bound(lower, "PRECEDING"), ends)


def _is_rows(bound: expression_tree.Expression) -> bool:
    return isinstance(bound, expression_tree.Call) and bound.function in _ROWS


def _bound(bound: expression_tree.Expression, side: str) -> FrameBound:
    match bound:
        case expression_tree.Call(function=name) if name in _UNBOUNDED:
            return FrameBound(BoundKind[f"UNBOUNDED_{side}"])
        case expression_tree.Call(function=name) if name in _CURRENT:
            return FrameBound(BoundKind.CURRENT_ROW)
        case expression_tree.Call(function="ROW_INTERVAL", arguments=(rows,)):
            return FrameBound(BoundKind[side], rows)
    return FrameBound(BoundKind[side], bound)
