"""BootstrapTask: runs a bootstrap function over rows, as an operator of a job would, and writes its state."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.clock import SystemClock
from pyrite.core.functions.functions import Function, TimerService
from pyrite.core.state.state_types import BroadcastState, MapStateDescriptor
from pyrite.core.types.rows import Row
from pyrite.operators.operator_context import OperatorContext, OperatorPlace, OperatorSettings
from pyrite.operators.output import Output
from pyrite.operators.process import ProcessContext, ProcessOperator
from pyrite.operators.state.operator_state_handler import OperatorStateHandler
from pyrite.state.backend import KeyContext, KeyedStateBackend
from pyrite.state.handles import ROCKSDB, StoredOperatorState
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.key_codec import encode_keys
from pyrite.state.keyed_states import KeyedStates
from pyrite.state.rocksdb.backend import RocksDBBackend
from pyrite.state_processor.bootstrap_functions import BroadcastStateBootstrapFunction
from pyrite.state_processor.records import KeyOf
from pyrite.state_processor.savepoint_files import Access

_BLOCK = 1_000


@dataclass(frozen=True)
class Target:
    """The operator of the state, and the folder to which the state is written."""

    operator_id: str
    uid: str
    folder: str
    max_parallelism: int
    backend: str
    """The state backend that holds the state until it is written."""
    access: Access


class _BootstrapContext(ProcessContext, BroadcastStateBootstrapFunction.Context):
    """A process function's context with access to broadcast states."""

    operator: BootstrapOperator

    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        return self.operator.function_state.states.get_broadcast_state(state_descriptor)


class BootstrapOperator(ProcessOperator):
    """Calls a bootstrap function; its timers are kept, and never fire."""

    def __init__(self, func: Function) -> None:
        super().__init__(func, "process_element")

    def make_context(self, timers: TimerService, key_context: Optional[KeyContext]) -> ProcessContext:
        context = _BootstrapContext(timers, key_context)
        context.operator = self
        return context


@dataclass(frozen=True)
class BootstrapTask:
    """The bootstrap of one subtask, sent to Spark tasks. `key_of` is None for state without keys."""

    target: Target
    function: Function
    parallelism: int
    key_of: Optional[KeyOf] = None

    def run(self, rows: Iterator[Row], subtask: int, groups: range = range(0)) -> StoredOperatorState:
        """Builds the state of a subtask from its rows, and writes it."""
        folder = Path(tempfile.mkdtemp(prefix="pyrite-bootstrap-"))
        backend = None if self.key_of is None else self._backend(groups, folder / "state")
        try:
            operator = BootstrapOperator(self.function)
            operator.setup(self._context(backend, subtask))
            operator.open()
            try:
                for values in iter(lambda: list(itertools.islice(rows, _BLOCK)), []):
                    keys = None if self.key_of is None else encode_keys(list(map(self.key_of, values)))
                    operator.process_block(RowBlock(values, None, keys))
                return self._written(operator)
            finally:
                operator.close()
        finally:
            if backend is not None:
                backend.close()
            shutil.rmtree(folder, ignore_errors=True)

    def _written(self, operator: BootstrapOperator) -> StoredOperatorState:
        frozen = OperatorStateHandler(operator).freeze(1, savepoint=True)
        files = self.target.access.writer(self.target.folder, self.target.operator_id)
        return frozen.write(files)

    def _backend(self, groups: range, folder: Path) -> KeyedStateBackend:
        if self.target.backend == ROCKSDB:
            return RocksDBBackend(folder, groups=groups, max_parallelism=self.target.max_parallelism)
        return HashMapBackend(groups=groups, max_parallelism=self.target.max_parallelism)

    def _context(self, backend: Optional[KeyedStateBackend], subtask: int) -> OperatorContext:
        clock = SystemClock()
        return OperatorContext(
            OperatorPlace(
                name=f"bootstrap of {self.target.operator_id}",
                uid=self.target.uid,
                subtask=subtask,
                parallelism=self.parallelism,
                max_parallelism=self.target.max_parallelism,
                attempt=0,
                operator_id=self.target.operator_id,
            ),
            clock=clock,
            output=Output([]),
            backend=backend,
            keyed_states=None if backend is None else KeyedStates(backend, clock),
            settings=OperatorSettings(checkpointing=True),
        )
