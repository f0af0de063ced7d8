"""Windows of the Table API: Tumble, Slide and Session for `Table.window`, Over for `Table.over_window`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyrite.expressions import expression_tree
from pyrite.table.calls.expression_methods import to_tree
from pyrite.table.expression import Expression
from pyrite.table.over_window import Over, OverWindow

__all__ = ["GroupWindow", "Over", "OverWindow", "Session", "Slide", "Tumble"]


@dataclass(frozen=True)
class GroupWindow:
    """A window over a time attribute, with a name."""

    call: expression_tree.Call
    name: str


@dataclass(frozen=True)
class WindowOnTime:
    """A window over a time attribute. `alias` completes it."""

    call: expression_tree.Call

    def alias(self, alias: str) -> GroupWindow:
        """Names the window for `group_by` and `select`."""
        return GroupWindow(self.call, alias)


@dataclass(frozen=True)
class WindowWithSize:
    """A window with its size. `on` must follow."""

    function: str
    sizes: tuple[expression_tree.Expression, ...]

    def on(self, time_field: Expression[Any]) -> WindowOnTime:
        """Sets the time attribute; in batch, any TIMESTAMP column."""
        return WindowOnTime(expression_tree.Call(self.function, (to_tree(time_field), *self.sizes)))


@dataclass(frozen=True)
class SlideWithSize:
    """A sliding window with its size. `every` must follow."""

    size: expression_tree.Expression

    def every(self, slide: Expression[Any]) -> WindowWithSize:
        """Sets the interval between the starts of successive windows."""
        return WindowWithSize("HOP", (to_tree(slide), self.size))


class Tumble:
    """Windows of a fixed size that do not overlap.

    >>> from pyrite.table.expressions import col, lit
    >>> window = Tumble.over(lit(10).minutes).on(col("rowtime")).alias("w")
    """

    @classmethod
    def over(cls, size: Expression[Any]) -> WindowWithSize:
        """Sets the size of the windows."""
        return WindowWithSize("TUMBLE", (to_tree(size),))


class Slide:
    """Windows of a fixed size that start at fixed intervals. They overlap if the interval is shorter than the size.

    >>> from pyrite.table.expressions import col, lit
    >>> window = Slide.over(lit(10).minutes).every(lit(5).minutes).on(col("rowtime")).alias("w")
    """

    @classmethod
    def over(cls, size: Expression[Any]) -> SlideWithSize:
        """Sets the size of the windows."""
        return SlideWithSize(to_tree(size))


class Session:
    """Windows that end after a gap without rows.

    >>> from pyrite.table.expressions import col, lit
    >>> window = Session.with_gap(lit(10).minutes).on(col("rowtime")).alias("w")
    """

    @classmethod
    def with_gap(cls, gap: Expression[Any]) -> WindowWithSize:
        """Sets the gap that ends a session."""
        return WindowWithSize("SESSION", (to_tree(gap),))
