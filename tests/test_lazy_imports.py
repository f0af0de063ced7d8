"""Imports within functions: they may put off what is heavy, and must not hide a cycle between modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.test_layers import MODULES, imports

_COLUMNS = "numpy and pyarrow, which jobs of rows do not need"
_FAST = "what the command does; its help and its completion come at once"
ALLOWED = {
    ("pyrite.cli.checkpoints_command", "pyrite.cli.show_checkpoint"): _FAST,
    ("pyrite.cli.checkpoints_command", "pyrite.cli.show_checkpoints"): _FAST,
    ("pyrite.cli.config_command", "pyrite.cli.info"): _FAST,
    ("pyrite.cli.logs_command", "pyrite.cli.show_logs"): _FAST,
    ("pyrite.cli.program", "pyrite.cli.sql_session"): "SQL and pandas, which other programs do not need",
    ("pyrite.cli.cluster_command", "pyrite.cli.jobmanager"): "packages of the extra jobmanager",
    ("pyrite.cli.historyserver_command", "pyrite.cli.historyserver"): "packages of the extra jobmanager",
    ("pyrite.cli.jobmanager_command", "pyrite.cli.jobmanager"): "packages of the extra jobmanager",
    ("pyrite.cli.job_verbs", "pyrite.checkpoint.savepoint"): _FAST,
    ("pyrite.cli.list_command", "pyrite.cli.job_manager_client"): "httpx, which jobs of this machine do not need",
    ("pyrite.cli.run_command", "pyrite.cli.info"): _FAST,
    ("pyrite.cli.run_command", "pyrite.cli.remote_run"): _FAST,
    ("pyrite.cli.run_command", "pyrite.cli.run_job"): _FAST,
    ("pyrite.cli.send_command", "pyrite.cli.job_manager_client"): "httpx, which commands on this machine do not need",
    ("pyrite.cli.sql_command", "pyrite.cli.sql_session"): _FAST,
    ("pyrite.cli.state_command", "pyrite.queryable_state"): _FAST,
    ("pyrite.operators.uncaught", "pyrite.operators.failed_rows"): _COLUMNS,
    ("pyrite.state.changes", "pyrite.state.columns.changes"): _COLUMNS,
    ("pyrite.state.delta", "pyrite.state.columns.parts"): _COLUMNS,
    ("pyrite.state.hashmap.backend", "pyrite.state.hashmap.columns"): _COLUMNS,
    ("pyrite.state.rocksdb.backend", "pyrite.state.rocksdb.columns"): _COLUMNS,
    ("pyrite.runtime.spark.spark_executor", "pyrite.runtime.spark.job_master"): "PySpark, while the JVM comes up",
    ("pyrite.runtime.task.in_flight_reader", "pyrite.core.column_block"): "pyarrow, which jobs of rows do not need",
    ("pyrite.runtime.wire.partitioners", "pyrite.runtime.wire.column_partitioners"): "pyarrow, as above",
}
"""The module, what a function of it imports, and what that puts off. Where two modules need each other, put what makes
both beside them, or move what they share down."""


def lazy_imports(tree: ast.Module) -> Iterator[str]:
    """Modules of ours that are imported within functions."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from (name.rpartition(".")[0] for name in imports(node) if name.startswith("pyrite."))


def test_functions_import_only_what_the_list_allows() -> None:
    lazy = {(module, name) for module, path in MODULES.items() for name in lazy_imports(ast.parse(path.read_text()))}
    assert lazy == set(ALLOWED)


def test_imports_within_functions_are_seen() -> None:
    """Else the test above would prove nothing."""
    tree = ast.parse("def f():\n    def g():\n        from pyrite.core.clock import Clock\n    import pickle")
    assert set(lazy_imports(tree)) == {"pyrite.core.clock"}
