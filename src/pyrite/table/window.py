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
    """Windows by a time attribute, under a name."""

    call: expression_tree.Call
    name: str


@dataclass(frozen=True)
class WindowOnTime:
    """Windows by a time attribute; they need a name."""

    call: expression_tree.Call

    def alias(self, alias: str) -> GroupWindow:
        """The name by which `group_by` and `select` refer to the window."""
        return GroupWindow(self.call, alias)


@dataclass(frozen=True)
class WindowWithSize:
    """A kind of windows with its sizes; they need a time attribute."""

    function: str
    sizes: tuple[expression_tree.Expression, ...]

    def on(self, time_field: Expression[Any]) -> WindowOnTime:
        """The time attribute that says which windows a row is in; in batch any TIMESTAMP."""
        return WindowOnTime(expression_tree.Call(self.function, (to_tree(time_field), *self.sizes)))


@dataclass(frozen=True)
class SlideWithSize:
    """Sliding windows; they need a slide."""

    size: expression_tree.Expression

    def every(self, slide: Expression[Any]) -> WindowWithSize:
        """How long after a window the next one begins."""
        return WindowWithSize("HOP", (to_tree(slide), self.size))


class Tumble:
    """Windows of one size, one after the other.

    >>> from pyrite.table.expressions import col, lit
    >>> window = Tumble.over(lit(10).minutes).on(col("rowtime")).alias("w")
    """

    @classmethod
    def over(cls, size: Expression[Any]) -> WindowWithSize:
        """How long a window is."""
        return WindowWithSize("TUMBLE", (to_tree(size),))


class Slide:
    """Windows of one size that begin at intervals: they overlap if these are shorter.

    >>> from pyrite.table.expressions import col, lit
    >>> window = Slide.over(lit(10).minutes).every(lit(5).minutes).on(col("rowtime")).alias("w")
    """

    @classmethod
    def over(cls, size: Expression[Any]) -> SlideWithSize:
        """How long a window is."""
        return SlideWithSize(to_tree(size))


class Session:
    """Windows that end when there was no row for some time.

    >>> from pyrite.table.expressions import col, lit
    >>> window = Session.with_gap(lit(10).minutes).on(col("rowtime")).alias("w")
    """

    @classmethod
    def with_gap(cls, gap: Expression[Any]) -> WindowWithSize:
        """How long no row must come until a window ends."""
        return WindowWithSize("SESSION", (to_tree(gap),))
