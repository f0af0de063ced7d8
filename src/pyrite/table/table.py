"""Table: a query that has not run yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyrite.relational.plan.nodes import RelNode
from pyrite.table.table_result import TableResult

if TYPE_CHECKING:
    from pyrite.table.table_environment import TableEnvironment


class Table:
    """A plan over an environment. Methods give other tables; nothing runs before `execute`."""

    def __init__(self, plan: RelNode, environment: TableEnvironment) -> None:
        self.plan = plan
        self._environment = environment

    def execute(self) -> TableResult:
        """Runs the query as a job of its own, and gives its rows."""
        return self._environment.run_query(self.plan)
