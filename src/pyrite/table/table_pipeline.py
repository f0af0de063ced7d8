"""TablePipeline: a query with the table that its rows are written to."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Optional

from pyrite.relational.plan import nodes
from pyrite.table.catalog import ObjectIdentifier
from pyrite.table.compiled_plan import CompiledPlan
from pyrite.table.explain_detail import ExplainDetail
from pyrite.table.table_result import TableResult

if TYPE_CHECKING:
    from pyrite.table.environment import TableEnvironment


class TablePipeline:
    """The result of `Table.insert_into`: an INSERT to execute, explain, compile or add to a StatementSet."""

    def __init__(self, sink: nodes.Sink, environment: TableEnvironment) -> None:
        self.sink = sink
        self._environment = environment

    def execute(self) -> TableResult:
        """Starts a job that writes the rows. Returns while the job runs."""
        return self._environment.run_inserts([self.sink])

    def explain(self, *extra_details: ExplainDetail) -> str:
        """Returns the plan of the INSERT without running it."""
        return self._environment.explain_plans([self.sink], extra_details)

    def print_explain(self, *extra_details: ExplainDetail) -> None:
        """Prints the plan of `explain`."""
        sys.stdout.write(f"{self.explain(*extra_details)}\n")

    def get_sink_identifier(self) -> Optional[ObjectIdentifier]:
        """Returns the full name of the target table; None if a descriptor describes it."""
        table = self.sink.table
        return None if table is None or table.is_anonymous else ObjectIdentifier(table.identifier)

    def compile_plan(self) -> CompiledPlan:
        """Compiles the INSERT to a plan that can be stored and executed."""
        return self._environment.compile_sinks([self.sink])
