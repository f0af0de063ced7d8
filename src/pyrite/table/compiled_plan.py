"""CompiledPlan: the plan of INSERTs, which can be stored, and run by a later program as it is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pyrite.relational.compiled import compiled_plan
from pyrite.relational.compiled.compiled_plan import FLINK_VERSION
from pyrite.relational.compiled.smile import smile_bytes
from pyrite.relational.session.compiled_plans import check_new_file, write_plan
from pyrite.table.explain_detail import ExplainDetail
from pyrite.table.table_result import TableResult

if TYPE_CHECKING:
    from pyrite.table.environment import TableEnvironment


class CompiledPlan:
    """What `compile_plan_sql`, `load_plan` and the `compile_plan` of pipelines and statement sets give.

    A job that runs it finds the state of an earlier one, whatever a later version of Pyrite would make of the query.
    """

    def __init__(self, plan: compiled_plan.CompiledPlan, environment: TableEnvironment) -> None:
        self._plan = plan
        self._environment = environment

    def as_json_string(self) -> str:
        """The plan as text. Options of tables are in it, passwords too: see `table.plan.compile.catalog-objects`."""
        return self._plan.to_json()

    def as_smile_bytes(self) -> bytes:
        """The same in SMILE, which is JSON in binary."""
        return smile_bytes(self._plan.document)

    def write_to_file(self, file: str | Path, ignore_if_exists: bool = False) -> None:
        """Writes the text to a file, which must not be there unless `table.plan.force-recompile` is true."""
        if ignore_if_exists and Path(file).exists():
            return
        check_new_file(str(file), self._environment.session)
        write_plan(self._plan, str(file))

    def get_flink_version(self) -> str:
        """The version of Flink whose names the plan has."""
        return str(self._plan.document.get("flinkVersion", FLINK_VERSION))

    def print_json_string(self) -> None:
        sys.stdout.write(self.as_json_string())

    def execute(self) -> TableResult:
        """Starts a job, and returns while it runs."""
        return self._environment.run_compiled(self._plan)

    def explain(self, *extra_details: ExplainDetail) -> str:
        return self._environment.explain_compiled(self._plan, extra_details)

    def print_explain(self, *extra_details: ExplainDetail) -> None:
        sys.stdout.write(f"{self.explain(*extra_details)}\n")
