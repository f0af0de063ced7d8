"""export: all state of a savepoint as one Parquet table, readable without Pyrite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Optional

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import types as spark

from pyrite.checkpoint.file_names import named_files
from pyrite.checkpoint.manifest import OperatorState
from pyrite.checkpoint.savepoint import load_savepoint
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import program_configuration
from pyrite.operators.state.operator_subtask_state import load_operator_state
from pyrite.state.evolution.loading import Migrations, dumps
from pyrite.state.handles import FileRef, KeyedHandle
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_group
from pyrite.state.savepoint_format import STATE, TABLE, TIMER
from pyrite.state_processor.columns import Column, batches, schema_of, text_of
from pyrite.state_processor.pieces import Piece, by_file, handles_of
from pyrite.state_processor.savepoint_files import Access
from pyrite.state_processor.spark_tasks import frame_of, spark_session
from pyrite.storage.open_store import FolderOpener

COLUMNS: Final = [
    *(Column(name, spark.StringType()) for name in ("uid", "operator", "kind", "state")),
    Column("key_group", spark.IntegerType()),
    *(Column(name, spark.StringType()) for name in ("key", "namespace", "value")),
    Column("value_pickled", spark.BinaryType()),
]
"""The columns of an export. Keys, namespaces and values are JSON if possible, otherwise Python's repr."""


@dataclass(frozen=True)
class _Part:
    """A part of an operator's state: a keyed handle, or a file of unkeyed state."""

    operator: OperatorState
    keyed: Optional[KeyedHandle] = None
    file: Optional[FileRef] = None


def export(
    path: str, target: str, spark: Optional[SparkSession] = None, configuration: Optional[Configuration] = None
) -> int:
    """Writes the state of a savepoint or a retained checkpoint to a folder of Parquet files; returns the number of
    rows.
    """
    settings = program_configuration(configuration)
    manifest = load_savepoint(path, FolderOpener(settings))
    session = spark or spark_session(settings)
    parts = [part for operator in manifest.operators.values() for part in _parts(operator)]
    read_piece = partial(_batches, access=Access(settings, Migrations.plain()))
    size = sum(ref.size for ref in named_files(manifest))
    frame_of(session, parts, read_piece, schema_of(COLUMNS), size).write.parquet(target)
    return int(session.read.parquet(target).count())


def _parts(operator: OperatorState) -> Iterator[_Part]:
    header = replace(operator, subtasks={}, enumerator=None)
    for handle in handles_of(operator):
        yield from (_Part(header, keyed=part) for part in by_file(handle))
    for _, subtask in sorted(operator.subtasks.items()):
        if subtask.unkeyed is not None and subtask.has_unkeyed:
            yield _Part(header, file=subtask.unkeyed)


# In tasks -------------------------------------------------------------------------------------------------------------


def _batches(part: _Part, access: Access) -> Iterator[pa.RecordBatch]:
    rows = _keyed_rows(part, part.keyed, access) if part.keyed is not None else _other_rows(part, access)
    name = part.operator.uid or part.operator.operator_id
    return batches(COLUMNS, ((name, part.operator.name, *row) for row in rows))


def _keyed_rows(part: _Part, handle: KeyedHandle, access: Access) -> Iterator[tuple[Any, ...]]:
    for delta in access.deltas(handle):
        sections = ((STATE, delta.states), (TABLE, delta.tables), (TIMER, delta.timers))
        for kind, state in ((kind, state) for kind, states in sections for state in states):
            for entry in Piece(handle, kind, state).entries_in(delta):
                group = key_group(encode_key(entry.key), part.operator.max_parallelism)
                texts = text_of(entry.key), text_of(entry.namespace), text_of(entry.value)
                yield kind, state, group, *texts, dumps(entry.value)


def _other_rows(part: _Part, access: Access) -> Iterator[tuple[Any, ...]]:
    assert part.file is not None
    whole = load_operator_state(access.reader().read(part.file), access.migrations)
    for kind, lists in (("list", whole.lists), ("union", whole.unions)):
        for state, elements in lists.items():
            for value in elements:
                yield kind, state, None, None, None, text_of(value), dumps(value)
    for state, entries in whole.broadcast.items():
        for key, value in entries.items():
            yield "broadcast", state, None, text_of(key), None, text_of(value), dumps(value)
