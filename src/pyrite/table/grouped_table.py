"""GroupedTable: groups of a table's rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from pyrite.core.errors import InvalidProgramError
from pyrite.expressions import expression_tree
from pyrite.table.expression import Expression

if TYPE_CHECKING:
    from pyrite.table.table import Table


class GroupedTable:
    """What `Table.group_by` gives."""

    def __init__(self, table: Table, keys: list[expression_tree.Expression]) -> None:
        self._table = table
        self._keys = keys

    def select(self, *fields: Expression[Any]) -> Table:
        """A row for each group: keys, aggregates such as `col("a").sum`, and what is computed from them."""
        return self._table.select_groups(self._keys, *fields)

    def aggregate(self, func: Any) -> NoReturn:
        raise InvalidProgramError("GroupedTable.aggregate is not supported yet")

    def flat_aggregate(self, func: Any) -> NoReturn:
        raise InvalidProgramError("GroupedTable.flat_aggregate is not supported yet")
