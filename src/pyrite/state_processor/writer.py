"""SavepointWriter: new savepoints, from DataFrames and from the state of other savepoints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Optional

from pyspark.sql import SparkSession

from pyrite.checkpoint.file_names import METADATA, named_files
from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.checkpoint.savepoint import load_savepoint, write_savepoint
from pyrite.core.clock import SystemClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import program_configuration
from pyrite.core.errors import CheckpointError, InvalidProgramError
from pyrite.core.file_uri import as_uri
from pyrite.core.job.job_id import JobID
from pyrite.core.state.state_types import StateDescriptor
from pyrite.operators.reduce import REDUCED
from pyrite.operators.window.window_base import CONTENTS
from pyrite.state.evolution.loading import Migrations
from pyrite.state.handles import HASHMAP, ROCKSDB
from pyrite.state.savepoint_format import STATE, TABLE
from pyrite.state_processor.bootstrap import StateBootstrapTransformation
from pyrite.state_processor.bootstrap_operator import Target
from pyrite.state_processor.existing_state import Change, ChangeFunction, ExistingState
from pyrite.state_processor.operator_identifier import OperatorIdentifier
from pyrite.state_processor.pieces import state_names
from pyrite.state_processor.reader import operator_of
from pyrite.state_processor.savepoint_files import Access
from pyrite.state_processor.spark_tasks import spark_session
from pyrite.storage.open_store import FolderOpener


@dataclass
class _ExistingOperator:
    """An operator of the existing savepoint: its state, its new identifier, and the changes."""

    state: OperatorState
    identifier: OperatorIdentifier
    changes: list[Change] = field(default_factory=list)


class SavepointWriter:
    """Collects the contents of a new savepoint; `write` creates it, in Spark tasks.

    The new savepoint is independent: state from an existing savepoint is copied.
    """

    def __init__(
        self,
        operators: dict[str, _ExistingOperator],
        max_parallelism: int,
        session: SparkSession,
        access: Access,
        backend: str,
        committed: bool = False,
    ) -> None:
        self._existing = operators
        self._new: dict[OperatorIdentifier, StateBootstrapTransformation] = {}
        self._max_parallelism = max_parallelism
        self._session = session
        self._access = access
        self._backend = backend
        self._committed = committed

    @staticmethod
    def new_savepoint(
        max_parallelism: int = 128,
        spark: Optional[SparkSession] = None,
        configuration: Optional[Configuration] = None,
        state_backend: str = HASHMAP,
    ) -> SavepointWriter:
        """Begins with an empty savepoint. `max_parallelism` must equal that of the job that starts from it.

        Tasks build state in memory, or with `state_backend="rocksdb"` on their disks.
        """
        if not 1 <= max_parallelism <= 32768:
            raise InvalidProgramError(f"max parallelism is between 1 and 32768, not {max_parallelism}")
        settings = program_configuration(configuration)
        return SavepointWriter(
            {},
            max_parallelism,
            spark or spark_session(settings),
            Access(settings, Migrations()),
            _checked(state_backend),
        )

    @staticmethod
    def from_existing_savepoint(
        path: str,
        spark: Optional[SparkSession] = None,
        configuration: Optional[Configuration] = None,
        state_backend: str = HASHMAP,
        migrations: Optional[Migrations] = None,
    ) -> SavepointWriter:
        """Begins with all state of a savepoint, or of a retained checkpoint."""
        settings = program_configuration(configuration)
        manifest = load_savepoint(path, FolderOpener(settings))
        if manifest.has_in_flight:
            raise CheckpointError(f"{path} is an unaligned checkpoint with in-flight records. Take a savepoint instead")
        operators = {
            name: _ExistingOperator(state, OperatorIdentifier(state.uid, "" if state.uid else state.operator_id))
            for name, state in manifest.operators.items()
        }
        limit = max((state.max_parallelism for state in manifest.operators.values()), default=128)
        access = Access(settings, migrations or Migrations())
        session = spark or spark_session(settings)
        return SavepointWriter(operators, limit, session, access, _checked(state_backend), manifest.committed)

    # Contents ---------------------------------------------------------------------------------------------------------

    def with_operator(
        self, identifier: OperatorIdentifier, transformation: StateBootstrapTransformation
    ) -> SavepointWriter:
        """Adds an operator's state built from a DataFrame. Existing state of the operator must be removed first."""
        if identifier.id in self._ids():
            raise InvalidProgramError(
                f"operator '{identifier.id}' has state in the savepoint: call remove_operator() first"
            )
        self._new[identifier] = transformation
        return self

    def remove_operator(self, identifier: OperatorIdentifier) -> SavepointWriter:
        """Removes an operator's state."""
        del self._existing[self._find(identifier)]
        return self

    def change_operator_identifier(
        self, from_identifier: OperatorIdentifier, to_identifier: OperatorIdentifier
    ) -> SavepointWriter:
        """Changes the uid of an operator's state."""
        operator = self._existing[self._find(from_identifier)]
        if to_identifier.id in self._ids():
            raise InvalidProgramError(f"operator '{to_identifier.id}' is already in the savepoint")
        operator.identifier = to_identifier
        return self

    def change_keyed_state(
        self, identifier: OperatorIdentifier, state: str | StateDescriptor, function: Callable[[Any, Any], Any]
    ) -> SavepointWriter:
        """Replaces every value of a state by `function(key, value)`; None removes the entry.

        All other state of the operator is kept. The function gets the values of the job, not rows, and runs in Spark
        tasks. The running value of a keyed `reduce`, `sum`, ... is the state `reduced`.
        """
        name = state if isinstance(state, str) else state.name
        kind = TABLE if name == REDUCED else STATE
        return self._change(identifier, Change(kind, name, _WithoutNamespace(function)))

    def change_window_state(self, identifier: OperatorIdentifier, function: ChangeFunction) -> SavepointWriter:
        """Replaces window contents by `function(key, window, value)`; None removes the entry."""
        return self._change(identifier, Change(TABLE, CONTENTS, function))

    def _change(self, identifier: OperatorIdentifier, change: Change) -> SavepointWriter:
        operator = self._existing[self._find(identifier)]
        names = state_names(operator.state)
        if change.state not in names:
            raise InvalidProgramError(
                f"operator '{identifier.id}' has no keyed state '{change.state}'; it has {', '.join(names)}"
            )
        operator.changes.append(change)
        return self

    def _ids(self) -> set[str]:
        return {operator.identifier.id for operator in self._existing.values()} | {
            identifier.id for identifier in self._new
        }

    def _find(self, identifier: OperatorIdentifier) -> str:
        for name, operator in self._existing.items():
            if operator.identifier.id == identifier.id:
                return name
        states = {operator.identifier.id: operator.state for operator in self._existing.values()}
        operator_of(Manifest("", "", 0, 0, 0, 0, states), identifier)
        raise AssertionError("operator_of raises for unknown operators")

    # Writing ----------------------------------------------------------------------------------------------------------

    def write(self, path: str) -> str:
        """Writes the savepoint to an empty folder; returns its URI."""
        folder = as_uri(path)
        store = FolderOpener(self._access.configuration)(folder)
        if store.list(""):
            raise CheckpointError(f"{folder} is not empty: write the savepoint to a new folder")
        begun_ms = SystemClock().now_ms()
        try:
            operators = [*self._existing_operators(folder), *self._new_operators(folder)]
            manifest = Manifest(
                job_id=str(JobID()),
                job_name="state processor",
                checkpoint_id=1,
                attempt=1,
                triggered_ms=begun_ms,
                completed_ms=SystemClock().now_ms(),
                operators={state.operator_id: state for state in operators},
                committed=self._committed,
            )
            manifest_paths = {ref.path for ref in named_files(manifest)}
            for name in store.list(""):
                if name not in manifest_paths:
                    store.delete(name)  # written by a repeated task
            write_savepoint(manifest, store)
        except BaseException:
            if not store.exists(METADATA):
                store.delete_folder("")
            raise
        return folder

    def _existing_operators(self, folder: str) -> list[OperatorState]:
        operators = list(self._existing.values())
        states = ExistingState(self._session, self._access, folder).written(
            [(operator.state, tuple(operator.changes)) for operator in operators]
        )
        return [
            replace(state, operator_id=operator.identifier.id, uid=operator.identifier.uid)
            for state, operator in zip(states, operators, strict=True)
        ]

    def _new_operators(self, folder: str) -> list[OperatorState]:
        return [
            transformation.make(
                Target(identifier.id, identifier.uid, folder, self._max_parallelism, self._backend, self._access)
            )
            for identifier, transformation in self._new.items()
        ]


@dataclass(frozen=True)
class _WithoutNamespace:
    """Adapts a function of key and value to calls with a namespace."""

    function: Callable[[Any, Any], Any]

    def __call__(self, key: Any, namespace: Any, value: Any) -> Any:
        return self.function(key, value)


def _checked(backend: str) -> str:
    if backend not in (HASHMAP, ROCKSDB):
        raise InvalidProgramError(f"expected state_backend {HASHMAP!r} or {ROCKSDB!r}, got {backend!r}")
    return backend
