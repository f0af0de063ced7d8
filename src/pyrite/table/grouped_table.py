"""GroupedTable: a table grouped by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from pyrite.core.errors import InvalidProgramError
from pyrite.expressions import expression_tree
from pyrite.table.expression import Expression

if TYPE_CHECKING:
    from pyrite.table.table import Table


class GroupedTable:
    """The result of `Table.group_by`."""

    def __init__(self, table: Table, keys: list[expression_tree.Expression]) -> None:
        self._table = table
        self._keys = keys

    def select(self, *fields: Expression[Any]) -> Table:
        """Returns a row for each group: keys, aggregates such as `col("a").sum`, and expressions over them.

        >>> sales = t_env.from_elements([("tea", 3), ("tea", 4)], ["item", "price"])
        >>> sums = sales.group_by(col("item")).select(col("item"), (col("price").sum * 2).alias("double"))
        >>> sums.to_arrow().to_pylist()
        [{'item': 'tea', 'double': 14}]
        """
        return self._table.select_groups(self._keys, *fields)

    def aggregate(self, func: Any) -> NoReturn:
        """Not supported yet."""
        raise InvalidProgramError("GroupedTable.aggregate is not supported yet")

    def flat_aggregate(self, func: Any) -> NoReturn:
        """Not supported yet."""
        raise InvalidProgramError("GroupedTable.flat_aggregate is not supported yet")
