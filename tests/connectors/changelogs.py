"""A changelog for tests of tables that take upserts and deletes, and an environment whose jobs are simulated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Optional

from pyrite.common import Row, RowKind, Types
from pyrite.core.config.configuration import Configuration
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import DataTypes, Schema, StreamTableEnvironment
from pyrite.testing import SimulationExecutor

Change = tuple[str, int, Optional[str]]
_KINDS: Final = {"+I": RowKind.INSERT, "-U": RowKind.UPDATE_BEFORE, "+U": RowKind.UPDATE_AFTER, "-D": RowKind.DELETE}
CHANGES: Final[tuple[Change, ...]] = (
    *(("+I", 1, "a"), ("+I", 2, "b"), ("-U", 1, "a"), ("+U", 1, "c"), ("-D", 2, "b"), ("+I", 3, None)),
    *(("+I", 4, "d"), ("+U", 4, None)),
)
"""They leave (1, 'c'), (3, NULL) and (4, NULL)."""


@contextmanager
def simulated_tables() -> Iterator[StreamTableEnvironment]:
    settings = Configuration({"parallelism.default": "1", "table.local-time-zone": "UTC"})
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=7))):
        yield StreamTableEnvironment.create(StreamExecutionEnvironment.get_execution_environment(settings))


def view_of_changes(tables: StreamTableEnvironment, *changes: Change) -> None:
    """A view `changes` of rows (id, name), by id."""
    rows = [Row(number, name) for _, number, name in changes]
    for row, (kind, _, _) in zip(rows, changes, strict=True):
        row.set_row_kind(_KINDS[kind])
    types = Types.ROW_NAMED(["id", "name"], [Types.INT(), Types.STRING()])
    schema = Schema.new_builder().column("id", DataTypes.INT().not_null()).column("name", DataTypes.STRING())
    stream = tables._stream_environment.from_collection(rows, types)
    tables.create_temporary_view("changes", tables.from_changelog_stream(stream, schema.primary_key("id").build()))
