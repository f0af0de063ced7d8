"""HarnessSubtask: one subtask of a source or a sink in its harness; OperatorSnapshot: the states of all subtasks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Optional, TypeVar

from pyrite.checkpoint.manifest import OperatorState
from pyrite.core.clock import Clock
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext, OperatorPlace, OperatorServices, OperatorSettings
from pyrite.operators.state.operator_state_handler import OperatorStateHandler
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState, load_operator_state
from pyrite.runtime.master.attempt.restore_plan import PreviousOperator
from pyrite.runtime.task.chain.unkeyed_state import read_unkeyed_state
from pyrite.state.evolution.loading import ReadStaged, dumps
from pyrite.state.handles import FileRef, StateReader, StoredOperatorState
from pyrite.testing.harness import Recorder, RecordingOutput

OperatorT = TypeVar("OperatorT", bound=Operator)


@dataclass(frozen=True)
class OperatorSnapshot:
    """An operator's part of a checkpoint: the state of each subtask. It shares no objects with the harness."""

    checkpoint_id: int
    attempt: int
    subtasks: tuple[OperatorSubtaskState, ...]

    def restored_at(self, parallelism: int) -> list[Optional[OperatorSubtaskState]]:
        """The state of each subtask at this parallelism, redistributed as in a job."""
        stored = dict(enumerate(map(_stored, self.subtasks)))
        previous = PreviousOperator(OperatorState("", "", "", len(stored), 1, stored))
        if parallelism == len(stored):
            plans = [previous.same(index, ()) for index in range(parallelism)]
        else:
            plans = [previous.rescaled(index, parallelism, (), None) for index in range(parallelism)]
        return [read_unkeyed_state(plan, _Inline(), _load) for plan in plans]


class HarnessSubtask(Generic[OperatorT]):
    """One subtask: its operator, restored and open, and its output."""

    def __init__(
        self,
        operator: OperatorT,
        place: OperatorPlace,
        clock: Clock,
        settings: OperatorSettings,
        services: OperatorServices,
        restored: Optional[OperatorSubtaskState],
    ) -> None:
        self.operator = operator
        self.output = Recorder()
        self.recording = RecordingOutput(self.output, None)
        operator.setup(OperatorContext(place, clock, self.recording, settings=settings, services=services))
        self.state = OperatorStateHandler(operator)
        if restored is not None:
            self.state.restore(restored)
        operator.open()

    def snapshot(self, checkpoint_id: int, savepoint: bool) -> OperatorSubtaskState:
        """The current state, written and read back as in a checkpoint."""
        self.state.prepare(checkpoint_id, savepoint=savepoint)
        return load_operator_state(dumps(self.state.snapshot(checkpoint_id)))


class _Inline(StateReader):
    """Reads files whose contents are in their handles."""

    def read(self, ref: FileRef) -> bytes:
        assert ref.data is not None
        return ref.data

    def download(self, ref: FileRef, path: Path) -> None:
        path.write_bytes(self.read(ref))


def _stored(state: OperatorSubtaskState) -> StoredOperatorState:
    data = dumps(state)
    ref = FileRef("", len(data), 0, data)
    return StoredOperatorState(None, ref, state.has_unkeyed, bool(state.unions), summary=state.summary())


def _load(data: bytes, read_staged: Optional[ReadStaged]) -> OperatorSubtaskState:
    return load_operator_state(data, read_staged=read_staged)
