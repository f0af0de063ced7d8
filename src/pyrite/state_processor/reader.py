"""SavepointReader: the state of a savepoint, or of a retained checkpoint, as Spark DataFrames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any, Final, Optional

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import types as spark

from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.checkpoint.savepoint import load_savepoint
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import program_configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.core.state.state_types import StateDescriptor
from pyrite.operators.reduce import REDUCED
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState, load_operator_state
from pyrite.operators.timers import EVENT_TIMERS, PROCESSING_TIMERS
from pyrite.operators.window.window_base import CONTENTS
from pyrite.state.description import StateDescription
from pyrite.state.evolution.loading import Migrations
from pyrite.state.handles import FileRef
from pyrite.state.savepoint_format import STATE, TABLE, TIMER
from pyrite.state_processor.columns import PICKLED, Column, ValueType, batches, column_for, kind_of, schema_of
from pyrite.state_processor.inference import declared_type
from pyrite.state_processor.operator_identifier import OperatorIdentifier
from pyrite.state_processor.pieces import Entry, Piece, handles_of, pieces_of, state_names
from pyrite.state_processor.reader_function import KeyedStateReaderFunction, ReadWithFunction
from pyrite.state_processor.savepoint_files import Access
from pyrite.state_processor.spark_tasks import frame_of, run_each, spark_session
from pyrite.storage.open_store import FolderOpener

_SAMPLED_PIECES: Final = 4
_SAMPLE: Final = 2_000
"""The number of entries of each sampled piece for type inference."""
_OF_WINDOWS: Final = ("window/", "trigger/")
"""The prefixes of the names of states that belong to a key's window, not to the key."""
_DOMAINS: Final = {EVENT_TIMERS: "event", PROCESSING_TIMERS: "processing"}

Rows = Callable[[Any], Iterator[tuple[Any, ...]]]
"""Reads the rows of a piece."""


class SavepointReader:
    """Reads state in Spark tasks, file by file: the state does not pass through the driver.

    Columns have the types declared in the program, or inferred from the values: records are structs, lists arrays,
    dicts maps. Values without a common type are pickled, and a second column, `value_text`, describes them; read them
    with `pyrite.state.evolution.loading.loads`. Values of missing classes are read by their fields.
    """

    def __init__(self, manifest: Manifest, session: SparkSession, access: Access) -> None:
        self.manifest = manifest
        self._session = session
        self._access = access

    @staticmethod
    def read(
        path: str,
        spark: Optional[SparkSession] = None,
        configuration: Optional[Configuration] = None,
        migrations: Optional[Migrations] = None,
    ) -> SavepointReader:
        """Opens a savepoint, or a retained checkpoint, by its folder or its `_metadata`."""
        settings = program_configuration(configuration)
        manifest = load_savepoint(path, FolderOpener(settings))
        access = Access(settings, replace(migrations or Migrations(), without_code=True))
        return SavepointReader(manifest, spark or spark_session(settings), access)

    def operators(self) -> list[OperatorIdentifier]:
        """The operators of the savepoint."""
        states = self.manifest.operators.values()
        return [OperatorIdentifier(state.uid, "" if state.uid else state.operator_id) for state in states]

    def keyed_states(self, identifier: OperatorIdentifier) -> list[str]:
        """The names of an operator's keyed states, window contents and timers."""
        return state_names(self.operator(identifier))

    def operator(self, identifier: OperatorIdentifier) -> OperatorState:
        return operator_of(self.manifest, identifier)

    # Keyed state ------------------------------------------------------------------------------------------------------

    def read_keyed_state(
        self,
        identifier: OperatorIdentifier,
        state: str | StateDescriptor | KeyedStateReaderFunction,
        value_type: ValueType = None,
        key_type: ValueType = None,
    ) -> DataFrame:
        """The columns `key` and `value` of a state, by its name or descriptor, with `namespace` for states of windows.

        With a KeyedStateReaderFunction, its rows; `value_type` is then the type of a row. The running value of a keyed
        `reduce`, `sum`, ... is the state `reduced`.
        """
        operator = self.operator(identifier)
        if isinstance(state, KeyedStateReaderFunction):
            return self._read_with(operator, state, value_type)
        description = None if isinstance(state, str) else StateDescription.of(state)
        name = state if isinstance(state, str) else state.name
        kind = TABLE if name == REDUCED else STATE
        pieces = pieces_of(operator, kind, name, description)
        self._check_exists(operator, name)
        types = {"key": key_type, "value": value_type}
        if name.startswith(_OF_WINDOWS):
            return self._frame(pieces, {"key": key_type, "namespace": None, "value": value_type}, _key_namespace_value)
        return self._frame(pieces, types, _key_value)

    def read_window_state(
        self, identifier: OperatorIdentifier, value_type: ValueType = None, key_type: ValueType = None
    ) -> DataFrame:
        """The columns `key`, `namespace` (the window) and `value`: the window contents, an accumulator or records.

        Merging windows with a custom trigger, an evictor or lateness are listed under the window in which their
        contents were first stored.
        """
        operator = self.operator(identifier)
        self._check_exists(operator, CONTENTS)
        types = {"key": key_type, "namespace": None, "value": value_type}
        return self._frame(pieces_of(operator, TABLE, CONTENTS), types, _key_namespace_value)

    def read_timers(self, identifier: OperatorIdentifier, key_type: ValueType = None) -> DataFrame:
        """The columns `key`, `namespace`, `domain` (event or processing) and `time_ms` of registered timers."""
        operator = self.operator(identifier)
        pieces = [piece for queue in _DOMAINS for piece in pieces_of(operator, TIMER, queue)]
        types = {"key": key_type, "namespace": None, "domain": spark.StringType(), "time_ms": spark.LongType()}
        return self._frame(pieces, types, _timer)

    def _frame(
        self, pieces: list[Piece], types: dict[str, ValueType], row: Callable[[Entry], tuple[Any, ...]]
    ) -> DataFrame:
        size = sum(ref.size for piece in pieces for ref in piece.handle.files)
        return self._rows(pieces, types, partial(_entry_rows, access=self._access, row=row), size)

    def _read_with(
        self, operator: OperatorState, function: KeyedStateReaderFunction, value_type: ValueType
    ) -> DataFrame:
        """A column for each field of a row; a single column, `value`, if rows have no fields."""
        rows = partial(_single_rows, read_rows=ReadWithFunction(operator, function, self._access).rows)
        handles = handles_of(operator)
        frame = self._rows(handles, {"value": value_type}, rows, sum(ref.size for h in handles for ref in h.files))
        kind = frame.schema["value"].dataType
        return frame.select("value.*") if isinstance(kind, spark.StructType) else frame

    def _check_exists(self, operator: OperatorState, name: str) -> None:
        names = state_names(operator)
        if name not in names:
            raise InvalidProgramError(
                f"operator '{operator.uid or operator.operator_id}' has no keyed state '{name}'; it has "
                f"{', '.join(names) or 'none'}"
            )

    # Operator state ---------------------------------------------------------------------------------------------------

    def read_list_state(
        self, identifier: OperatorIdentifier, state: str | StateDescriptor, value_type: ValueType = None
    ) -> DataFrame:
        """The column `value`: the elements of a list state, of all subtasks."""
        return self._lists(identifier, state, value_type, _list_of)

    def read_union_state(
        self, identifier: OperatorIdentifier, state: str | StateDescriptor, value_type: ValueType = None
    ) -> DataFrame:
        """The column `value`: the elements of a union list state, of all subtasks."""
        return self._lists(identifier, state, value_type, _union_of)

    def _lists(
        self,
        identifier: OperatorIdentifier,
        state: str | StateDescriptor,
        value_type: ValueType,
        elements: Callable[[OperatorSubtaskState, str], Iterable[Any]],
    ) -> DataFrame:
        name = state if isinstance(state, str) else state.name
        read_rows = partial(_unkeyed_rows, access=self._access, rows=partial(_elements, name=name, elements=elements))
        files = self._unkeyed(identifier)
        return self._rows([[ref] for ref in files], {"value": value_type}, read_rows, sum(ref.size for ref in files))

    def read_broadcast_state(
        self,
        identifier: OperatorIdentifier,
        state: str | StateDescriptor,
        value_type: ValueType = None,
        key_type: ValueType = None,
    ) -> DataFrame:
        """The columns `key` and `value` of a broadcast state, read once, since every subtask has a complete copy."""
        name = state if isinstance(state, str) else state.name
        read_rows = partial(_unkeyed_rows, access=self._access, rows=partial(_broadcast, name=name))
        return self._rows([self._unkeyed(identifier)], {"key": key_type, "value": value_type}, read_rows)

    def _unkeyed(self, identifier: OperatorIdentifier) -> list[FileRef]:
        subtasks = sorted(self.operator(identifier).subtasks.items())
        return [handle.unkeyed for _, handle in subtasks if handle.unkeyed is not None]

    # DataFrames -------------------------------------------------------------------------------------------------------

    def _rows(
        self, pieces: Sequence[Any], types: dict[str, ValueType], read_rows: Rows, size_bytes: int = 0
    ) -> DataFrame:
        columns = self._columns(pieces, types, read_rows)
        read_batches = partial(_batches, columns=columns, read_rows=read_rows)
        return frame_of(self._session, pieces, read_batches, schema_of(columns), size_bytes)

    def _columns(self, pieces: Sequence[Any], types: dict[str, ValueType], read_rows: Rows) -> list[Column]:
        """The columns with the requested types; a Spark task infers the others from some entries."""
        kinds = {name: kind_of(kind) for name, kind in types.items()}
        if all(kind is not None or types[name] == PICKLED for name, kind in kinds.items()):
            return [Column(name, kind) for name, kind in kinds.items()]
        step = max(1, len(pieces) // _SAMPLED_PIECES)
        look = partial(_sample, list(types), read_rows, self._access)
        sampled = run_each(self._session, [pieces[::step][:_SAMPLED_PIECES]], look)[0]
        return [
            Column(name, kinds[name]) if kinds[name] is not None or types[name] == PICKLED else column
            for name, column in zip(types, sampled, strict=True)
        ]


def operator_of(manifest: Manifest, identifier: OperatorIdentifier) -> OperatorState:
    """The state of an operator; InvalidProgramError lists the existing operators."""
    operator = manifest.operators.get(identifier.id)
    if operator is None:
        names = ", ".join(state.uid or f"{state.operator_id} ({state.name})" for state in manifest.operators.values())
        raise InvalidProgramError(f"the savepoint has no operator '{identifier.id}'; it has {names or 'none'}")
    return operator


# In tasks -------------------------------------------------------------------------------------------------------------


def _sample(names: list[str], read_rows: Rows, access: Access, pieces: Sequence[Any]) -> list[Column]:
    """Infers columns from rows. The declared type of a state takes precedence over its values."""
    rows = list(chain.from_iterable(islice(read_rows(piece), _SAMPLE) for piece in pieces))
    values = zip(*rows, strict=True) if rows else [()] * len(names)
    described = pieces[0].described(access) if pieces and isinstance(pieces[0], Piece) else None
    kind = declared_type(described)
    return [
        Column(name, kind) if name == "value" and kind is not None else column_for(name, column_values)
        for name, column_values in zip(names, values, strict=True)
    ]


def _batches(piece: Any, columns: list[Column], read_rows: Rows) -> Iterator[pa.RecordBatch]:
    return batches(columns, read_rows(piece))


def _entry_rows(piece: Piece, access: Access, row: Callable[[Entry], tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    return map(row, piece.entries(access))


def _key_value(entry: Entry) -> tuple[Any, ...]:
    return entry.key, entry.value


def _key_namespace_value(entry: Entry) -> tuple[Any, ...]:
    return entry.key, entry.namespace, entry.value


def _timer(entry: Entry) -> tuple[Any, ...]:
    return entry.key, entry.namespace, _DOMAINS[entry.state], entry.value


def _single_rows(piece: Any, read_rows: Callable[[Any], Iterator[Any]]) -> Iterator[tuple[Any, ...]]:
    return ((row,) for row in read_rows(piece))


def _unkeyed_rows(
    refs: list[FileRef], access: Access, rows: Callable[[list[OperatorSubtaskState]], Iterator[tuple[Any, ...]]]
) -> Iterator[tuple[Any, ...]]:
    files = access.reader()
    return rows([load_operator_state(files.read(ref), access.migrations) for ref in refs])


def _elements(
    states: list[OperatorSubtaskState], name: str, elements: Callable[[OperatorSubtaskState, str], Iterable[Any]]
) -> Iterator[tuple[Any, ...]]:
    return ((element,) for state in states for element in elements(state, name))


def _list_of(state: OperatorSubtaskState, name: str) -> Iterable[Any]:
    return state.lists.get(name, ())


def _union_of(state: OperatorSubtaskState, name: str) -> Iterable[Any]:
    return state.unions.get(name, ())


def _broadcast(states: list[OperatorSubtaskState], name: str) -> Iterator[tuple[Any, ...]]:
    whole = max((state.broadcast.get(name, {}) for state in states), key=len, default={})
    return iter(whole.items())
