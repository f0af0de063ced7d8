"""StatementSet: INSERTs that run as one job."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pyrite.core.errors import InvalidProgramError
from pyrite.relational.plan import nodes
from pyrite.table.compiled_plan import CompiledPlan
from pyrite.table.explain_detail import ExplainDetail
from pyrite.table.table_descriptor import TableDescriptor
from pyrite.table.table_pipeline import TablePipeline
from pyrite.table.table_result import TableResult

if TYPE_CHECKING:
    from pyrite.table.environment import TableEnvironment
    from pyrite.table.table import Table


class StatementSet:
    """Collects INSERTs that run as one job. `execute` empties the set.

    >>> t_env.execute_sql("CREATE TABLE sold (item STRING) WITH ('connector' = 'blackhole')").print()
    OK
    >>> inserts = t_env.create_statement_set()
    >>> inserts = inserts.add_insert_sql("INSERT INTO sold VALUES ('tea')")
    >>> inserts.add_insert_sql("INSERT INTO sold VALUES ('cup')").execute().wait()
    """

    def __init__(self, environment: TableEnvironment) -> None:
        self._environment = environment
        self._sinks: list[nodes.Sink] = []

    def add(self, table_pipeline: TablePipeline) -> StatementSet:
        """Adds the pipeline of `Table.insert_into`."""
        self._sinks.append(table_pipeline.sink)
        return self

    def add_insert_sql(self, stmt: str) -> StatementSet:
        """Adds an INSERT statement."""
        self._sinks.append(self._environment.plan_insert_sql(stmt))
        return self

    def add_insert(
        self, target_path_or_descriptor: str | TableDescriptor, table: Table, overwrite: bool = False
    ) -> StatementSet:
        """Adds an INSERT of the rows of a table into another table."""
        return self.add(table.insert_into(target_path_or_descriptor, overwrite))

    def attach_as_datastream(self) -> None:
        """Adds the INSERTs to the program of the stream environment. Its `execute` runs them."""
        self._environment.attach(self._taken())

    def explain(self, *extra_details: ExplainDetail) -> str:
        """Returns the plan of all INSERTs without running them."""
        return self._environment.explain_plans(self._sinks, extra_details)

    def print_explain(self, *extra_details: ExplainDetail) -> None:
        """Prints the plan of `explain`."""
        sys.stdout.write(f"{self.explain(*extra_details)}\n")

    def execute(self) -> TableResult:
        """Starts one job for all INSERTs and empties the set. Returns while the job runs."""
        return self._environment.run_inserts(self._taken())

    def compile_plan(self) -> CompiledPlan:
        """Compiles all INSERTs to one plan that can be stored and executed. The set keeps its INSERTs."""
        return self._environment.compile_sinks(self._sinks)

    def _taken(self) -> list[nodes.Sink]:
        if not self._sinks:
            raise InvalidProgramError("the statement set is empty: add an INSERT first")
        sinks, self._sinks = self._sinks, []
        return sinks
