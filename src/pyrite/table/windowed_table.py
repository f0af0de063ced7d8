"""GroupWindowedTable and WindowGroupedTable: tables with time windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from pyrite.core.errors import InvalidProgramError
from pyrite.expressions import expression_tree
from pyrite.table.calls.expression_methods import to_tree
from pyrite.table.expression import Expression
from pyrite.table.window import GroupWindow

if TYPE_CHECKING:
    from pyrite.table.table import Table


class GroupWindowedTable:
    """The result of `Table.window`."""

    def __init__(self, table: Table, window: GroupWindow) -> None:
        self._table = table
        self._window = window

    def group_by(self, *fields: Expression[Any]) -> WindowGroupedTable:
        """Groups rows by the window's alias, which is required, and by other keys."""
        return WindowGroupedTable(self._table, self._window, [to_tree(field) for field in fields])


class WindowGroupedTable:
    """The result of `GroupWindowedTable.group_by`."""

    def __init__(self, table: Table, window: GroupWindow, keys: list[expression_tree.Expression]) -> None:
        self._table = table
        self._window = window
        self._keys = keys

    def select(self, *fields: Expression[Any]) -> Table:
        """Returns a row for each window and group: keys, aggregates, and `start`, `end` or `rowtime` of the window."""
        return self._table.select_windows(self._window, self._keys, *fields)

    def aggregate(self, func: Any) -> NoReturn:
        """Not supported yet."""
        raise InvalidProgramError("WindowGroupedTable.aggregate is not supported yet")

    def flat_aggregate(self, func: Any) -> NoReturn:
        """Not supported yet."""
        raise InvalidProgramError("WindowGroupedTable.flat_aggregate is not supported yet")
