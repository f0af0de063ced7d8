"""SnapshotUpload: a subtask's frozen state during its upload."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pyrite.checkpoint.manifest import CheckpointMetrics
from pyrite.checkpoint.task_storage import CheckpointFiles, SavepointFiles, TaskFiles
from pyrite.operators.state.operator_subtask_state import FrozenOperatorState
from pyrite.runtime.wire.frames import Buffer
from pyrite.runtime.wire.in_flight_items import encode_items, items_by_edge
from pyrite.state.handles import (
    FileRef,
    InFlightData,
    KeyedHandle,
    StagingWriter,
    TaskStateSnapshot,
)


@dataclass
class SnapshotUpload:
    """One subtask's part of one checkpoint. `encode` runs between records; `write` runs once, in the background."""

    checkpoint_id: int
    operators: dict[str, FrozenOperatorState]
    finished: bool
    metrics: CheckpointMetrics = field(default_factory=CheckpointMetrics)
    in_flight: Sequence[Buffer] = ()
    savepoint: str = ""
    """The target folder of a savepoint; empty for the job's checkpoints."""

    @property
    def is_encoded(self) -> bool:
        return all(frozen.is_encoded for frozen in self.operators.values())

    def encode(self, most: int) -> None:
        """Encodes about `most` entries of the first operator that is not yet encoded."""
        for frozen in self.operators.values():
            if not frozen.is_encoded:
                frozen.encode(most)
                return

    def writer(self, files: TaskFiles) -> CheckpointFiles | SavepointFiles:
        return files.for_savepoint(self.savepoint) if self.savepoint else files.for_checkpoint(self.checkpoint_id)

    def write(self, files: StagingWriter) -> TaskStateSnapshot:
        operators = {operator_id: frozen.write(files) for operator_id, frozen in self.operators.items()}
        in_flight = {
            edge: InFlightData(files.write(encode_items(items), is_shared=False), sum(item.records for item in items))
            for edge, items in items_by_edge(self.in_flight).items()
        }
        return TaskStateSnapshot(operators, in_flight, self.finished)

    def with_upload_metrics(self, handle: TaskStateSnapshot, async_ms: float, written_bytes: int) -> CheckpointMetrics:
        """The metrics, including the upload's."""
        full = sum(ref.size for ref in files_of(handle))
        return replace(self.metrics, async_ms=async_ms, written_bytes=written_bytes, full_bytes=full)


def files_of(handle: TaskStateSnapshot) -> list[FileRef]:
    """All files that a subtask's part of a checkpoint needs."""
    refs = [data.ref for data in handle.in_flight.values()]
    for operator in handle.operators.values():
        refs.extend(_keyed_files(operator.keyed))
        if operator.unkeyed is not None:
            refs.append(operator.unkeyed)
        refs.extend(operator.staged)
    return refs


def _keyed_files(keyed: KeyedHandle | None) -> tuple[FileRef, ...]:
    return () if keyed is None else keyed.files
