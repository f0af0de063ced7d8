"""TablePipeline: a query and the table that it is written to."""

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
    """What `Table.insert_into` gives."""

    def __init__(self, sink: nodes.Sink, environment: TableEnvironment) -> None:
        self.sink = sink
        self._environment = environment

    def execute(self) -> TableResult:
        """Starts a job that writes the rows, and returns while it runs."""
        return self._environment.run_inserts([self.sink])

    def explain(self, *extra_details: ExplainDetail) -> str:
        return self._environment.explain_plans([self.sink], extra_details)

    def print_explain(self, *extra_details: ExplainDetail) -> None:
        sys.stdout.write(f"{self.explain(*extra_details)}\n")

    def get_sink_identifier(self) -> Optional[ObjectIdentifier]:
        """The table's full name; None for one that a descriptor describes."""
        table = self.sink.table
        return None if table is None or table.is_anonymous else ObjectIdentifier(table.identifier)

    def compile_plan(self) -> CompiledPlan:
        """The plan, to be stored or run."""
        return self._environment.compile_sinks([self.sink])
