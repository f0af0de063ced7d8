"""ChainState: snapshots and restores the state of a chain's operators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Optional

from pyrite.core.errors import StateUnreadableError
from pyrite.operators.operator import Operator
from pyrite.operators.sink import SinkOperator
from pyrite.operators.state.operator_state_handler import OperatorStateHandler
from pyrite.operators.state.operator_subtask_state import FrozenOperatorState, OperatorSubtaskState, load_operator_state
from pyrite.runtime.task.chain.unkeyed_state import read_unkeyed_state, with_event_time_reset
from pyrite.runtime.wire.deployment import OperatorRestore, SubtaskDeployment, SubtaskRestore
from pyrite.state.chain import MergeRequest
from pyrite.state.evolution import loading as evolution
from pyrite.state.handles import FileRef, StateReader
from pyrite.state.key_groups import key_group_range
from pyrite.storage.fault_points import reaches


class ChainState:
    """The operators of one subtask, head first, each with its state handler."""

    def __init__(self, deployment: SubtaskDeployment, operators: Sequence[Operator]) -> None:
        self._deployment = deployment
        self._operators = {operator.context.place.operator_id: operator for operator in operators}
        self._handlers = {name: OperatorStateHandler(operator) for name, operator in self._operators.items()}

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, completed_id: int, savepoint: bool) -> None:
        """Prepares all operators at a barrier. A failure may have lost records, so the task cannot continue."""
        for handler in self._handlers.values():
            handler.prepare(checkpoint_id, completed_id, savepoint)

    def freeze(self, checkpoint_id: int, savepoint: bool) -> dict[str, FrozenOperatorState]:
        """Freezes the state of all operators at a barrier, by operator id. A failure affects this checkpoint only."""
        return {name: handler.freeze(checkpoint_id, savepoint) for name, handler in self._handlers.items()}

    @reaches("task.commit.before", "task.commit.after")
    def completed(self, checkpoint_id: int) -> None:
        for handler in self._handlers.values():
            handler.completed(checkpoint_id)

    def aborted(self, checkpoint_id: int) -> None:
        for handler in self._handlers.values():
            handler.aborted(checkpoint_id)

    def merges_needed(self) -> list[tuple[str, MergeRequest]]:
        """The merge requests of the operators' backends, by operator id."""
        backends = {name: operator.context.backend for name, operator in self._operators.items()}
        requests = [(name, None if backend is None else backend.needs_merge()) for name, backend in backends.items()]
        return [(name, request) for name, request in requests if request is not None]

    def merged(self, operator_id: str, request: MergeRequest, ref: Optional[FileRef]) -> None:
        operator = self._operators.get(operator_id)
        if operator is not None and operator.context.backend is not None:
            operator.context.backend.merged(request, ref)

    # Restore ----------------------------------------------------------------------------------------------------------

    def restore(self, restore: SubtaskRestore, files: StateReader) -> None:
        """Restores the last operator first: a sink's pending committables are committed before anything else."""
        for name, operator in reversed(self._operators.items()):
            restored = restore.operators.get(name)
            if restored is not None:
                try:
                    self._restore(operator, self._handlers[name], restore, restored, files)
                except StateUnreadableError as error:
                    raise StateUnreadableError(f"{operator.label()}: {error}") from error

    def _restore(
        self,
        operator: Operator,
        handler: OperatorStateHandler,
        restore: SubtaskRestore,
        restored: OperatorRestore,
        files: StateReader,
    ) -> None:
        subtask, vertex = self._deployment.subtask, self._deployment.vertex
        migrations = replace(self._deployment.settings.migrations, same_code=not restore.foreign)
        if restored.keyed:
            groups = key_group_range(subtask, vertex.parallelism, vertex.max_parallelism)
            handler.restore_keyed(restored.keyed, files, groups, migrations)

        def loads(data: bytes, read_staged: Optional[evolution.ReadStaged]) -> OperatorSubtaskState:
            return load_operator_state(data, migrations, read_staged)

        state = read_unkeyed_state(restored, files, loads)
        if state is not None:
            if not restore.finished:
                state = with_event_time_reset(state)
            if restore.committed and isinstance(operator, SinkOperator):
                state = replace(state, numbered={})
            handler.restore(state)
