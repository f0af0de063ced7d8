"""Imports within functions: they may put off what is heavy, and must not hide a cycle between modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.test_layers import MODULES, imports

_COLUMNS = "numpy and pyarrow, which jobs of rows do not need"
_FAST = "what the command does; its help and its completion come at once"
ALLOWED = {
    ("pyrite.cli.commands.checkpoints", "pyrite.cli.output.checkpoint_tables"): _FAST,
    ("pyrite.cli.commands.checkpoints", "pyrite.checkpoint.savepoint"): _FAST,
    ("pyrite.cli.commands.checkpoints", "pyrite.storage.open_store"): _FAST,
    ("pyrite.cli.commands.config", "pyrite.cli.program.info"): _FAST,
    ("pyrite.cli.commands.logs", "pyrite.cli.output.job_logs"): _FAST,
    ("pyrite.cli.commands.security", "pyrite.control.access.certificates"): "cryptography",
    ("pyrite.cli.program.program", "pyrite.cli.sql.sql_session"): "SQL and pandas, which other programs do not need",
    ("pyrite.cli.commands.cluster", "pyrite.cli.cluster.jobmanager"): "packages of the extra jobmanager",
    ("pyrite.cli.commands.historyserver", "pyrite.cli.cluster.historyserver"): "packages of the extra jobmanager",
    ("pyrite.cli.commands.jobmanager", "pyrite.cli.cluster.jobmanager"): "packages of the extra jobmanager",
    ("pyrite.cli.commands.job_verbs", "pyrite.checkpoint.savepoint"): _FAST,
    (
        "pyrite.cli.commands.list",
        "pyrite.cli.remote.job_manager_client",
    ): "httpx, not needed for jobs of this machine",
    ("pyrite.cli.commands.run", "pyrite.cli.program.info"): _FAST,
    ("pyrite.cli.commands.run", "pyrite.cli.program.program_file"): _FAST,
    ("pyrite.cli.commands.run", "pyrite.cli.remote.remote_run"): _FAST,
    ("pyrite.cli.commands.run", "pyrite.cli.program.run_job"): _FAST,
    (
        "pyrite.cli.remote.send_command",
        "pyrite.cli.remote.job_manager_client",
    ): "httpx, not needed on this machine",
    ("pyrite.cli.commands.sql", "pyrite.cli.sql.sql_session"): _FAST,
    ("pyrite.cli.commands.state", "pyrite.queryable_state"): _FAST,
    ("pyrite.cli.cluster.historyserver", "pyrite.control.rest.http_server"): "packages of the extra jobmanager",
    ("pyrite.control.job_manager.server", "pyrite.control.rest.http_server"): "packages of the extra jobmanager",
    ("pyrite.cli.commands.events", "pyrite.cli.output.job_events"): _FAST,
    ("pyrite.cli.output.job_events", "pyrite.cli.remote.job_manager_client"): "httpx, not needed on this machine",
    ("pyrite.cli.commands.logs", "pyrite.cli.remote.remote_logs"): _FAST,
    ("pyrite.cli.commands.logs", "pyrite.cli.remote.job_manager_client"): "httpx, not needed on this machine",
    ("pyrite.operators.uncaught", "pyrite.operators.failed_rows"): _COLUMNS,
    ("pyrite.state.changes", "pyrite.state.columns.changes"): _COLUMNS,
    ("pyrite.state.delta", "pyrite.state.columns.parts"): _COLUMNS,
    ("pyrite.state.hashmap.backend", "pyrite.state.hashmap.columns"): _COLUMNS,
    ("pyrite.state.rocksdb.backend", "pyrite.state.rocksdb.columns"): _COLUMNS,
    (
        "pyrite.runtime.spark.spark_executor",
        "pyrite.runtime.spark.driver.job_master",
    ): "PySpark, while the JVM starts",
    (
        "pyrite.runtime.task.checkpoint.in_flight_reader",
        "pyrite.core.blocks.column_block",
    ): "pyarrow, which jobs of rows do not need",
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
