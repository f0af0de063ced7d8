"""CompiledPlan: the optimized plan of INSERTs, which can be stored and executed by another program."""

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
    """The result of `compile_plan_sql`, `load_plan`, and `compile_plan` of pipelines and statement sets.

    A job of a compiled plan can restore the state of the plan's earlier jobs, also if a later version of Pyrite would
    plan the query differently.
    """

    def __init__(self, plan: compiled_plan.CompiledPlan, environment: TableEnvironment) -> None:
        self._plan = plan
        self._environment = environment

    def as_json_string(self) -> str:
        """Returns the plan as JSON. Options of tables are included: see `table.plan.compile.catalog-objects`."""
        return self._plan.to_json()

    def as_smile_bytes(self) -> bytes:
        """Returns the plan in SMILE, a binary format of JSON."""
        return smile_bytes(self._plan.document)

    def write_to_file(self, file: str | Path, ignore_if_exists: bool = False) -> None:
        """Writes the plan as JSON. An existing file is an error unless `table.plan.force-recompile` is true."""
        if ignore_if_exists and Path(file).exists():
            return
        check_new_file(str(file), self._environment.session)
        write_plan(self._plan, str(file))

    def get_flink_version(self) -> str:
        """Returns the version of Flink whose names the plan uses."""
        return str(self._plan.document.get("flinkVersion", FLINK_VERSION))

    def print_json_string(self) -> None:
        """Prints the plan as JSON."""
        sys.stdout.write(self.as_json_string())

    def execute(self) -> TableResult:
        """Starts the job of the plan. Returns while the job runs."""
        return self._environment.run_compiled(self._plan)

    def explain(self, *extra_details: ExplainDetail) -> str:
        """Returns the plan as text, without running it."""
        return self._environment.explain_compiled(self._plan, extra_details)

    def print_explain(self, *extra_details: ExplainDetail) -> None:
        """Prints the plan of `explain`."""
        sys.stdout.write(f"{self.explain(*extra_details)}\n")
