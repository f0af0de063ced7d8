"""SnapshotUpload: a subtask's frozen state on its way to storage."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pyrite.checkpoint.manifest import SubtaskFigures
from pyrite.checkpoint.task_storage import CheckpointFiles, SavepointFiles, TaskFiles
from pyrite.operators.operator import FrozenOperator
from pyrite.runtime.frames import Buffer
from pyrite.state.handles import FileRef, KeyedHandle, OperatorHandle, StateWriter, SubtaskHandle


@dataclass
class SnapshotUpload:
    """One subtask's part of one checkpoint. `write` runs in the background, once."""

    checkpoint_id: int
    operators: dict[str, FrozenOperator]
    finished: bool
    figures: SubtaskFigures = field(default_factory=SubtaskFigures)
    in_flight: Sequence[Buffer] = ()
    savepoint: str = ""
    """The folder that it goes to; empty: that of the job's checkpoints."""

    def writer(self, files: TaskFiles) -> CheckpointFiles | SavepointFiles:
        return files.for_savepoint(self.savepoint) if self.savepoint else files.for_checkpoint(self.checkpoint_id)

    def write(self, files: StateWriter) -> SubtaskHandle:
        operators = {operator_id: _write(frozen, files) for operator_id, frozen in self.operators.items()}
        in_flight = None
        if self.in_flight:
            in_flight = files.write(pickle.dumps([bytes(frame) for frame in self.in_flight], 5), shared=False)
        return SubtaskHandle(operators, in_flight, self.finished)

    def told(self, handle: SubtaskHandle, async_ms: float, written_bytes: int) -> SubtaskFigures:
        """The figures with those of the upload."""
        full = sum(ref.size for ref in files_of(handle))
        return replace(self.figures, async_ms=async_ms, written_bytes=written_bytes, full_bytes=full)


def _write(frozen: FrozenOperator, files: StateWriter) -> OperatorHandle:
    keyed = None if frozen.keyed is None else frozen.keyed.write(files)
    rest = files.write(frozen.rest, shared=False) if frozen.rest else None
    return OperatorHandle(keyed, rest, frozen.has_rest, frozen.has_unions)


def files_of(handle: SubtaskHandle) -> list[FileRef]:
    """All files that a subtask's part of a checkpoint needs."""
    found = [] if handle.in_flight is None else [handle.in_flight]
    for operator in handle.operators.values():
        found.extend(_keyed_files(operator.keyed))
        if operator.rest is not None:
            found.append(operator.rest)
    return found


def _keyed_files(keyed: KeyedHandle | None) -> tuple[FileRef, ...]:
    return () if keyed is None else keyed.files
