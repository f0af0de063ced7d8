"""Functions with checkpointed state, under the names of Flink's Java API."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Optional

from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import KeyedStateStore, OperatorStateStore


@persisted("function-snapshot-context/1")
class FunctionSnapshotContext(ABC):
    """The checkpoint of a snapshot."""

    @abstractmethod
    def get_checkpoint_id(self) -> int:
        """The checkpoint's id. Ids increase."""

    @abstractmethod
    def get_checkpoint_timestamp(self) -> int:
        """The processing time at the barrier in this subtask, in milliseconds since the epoch."""


@persisted("function-initialization-context/1")
class FunctionInitializationContext(ABC):
    """Access to state for the initialization of a function."""

    @abstractmethod
    def is_restored(self) -> bool:
        """Whether the job was restored from a checkpoint, so that state may exist."""

    @abstractmethod
    def get_restored_checkpoint_id(self) -> Optional[int]:
        """The id of the checkpoint from which the job was restored; None at a first start."""

    @abstractmethod
    def get_operator_state_store(self) -> OperatorStateStore:
        """The store of the subtask's operator state."""

    @abstractmethod
    def get_keyed_state_store(self) -> KeyedStateStore:
        """The store of keyed state; on a keyed stream only."""


@persisted("checkpointed-function/1")
class CheckpointedFunction(ABC):
    """A function with state of its subtask. Use it as a further base: `class Mine(MapFunction, CheckpointedFunction)`.

    `initialize_state` is called once, before `open`. `snapshot_state` is called at every checkpoint, between two
    records; there is no current key. The checkpoint contains the states as of its return. If it raises, the checkpoint
    fails, and the job continues within the limit of `tolerable-failed-checkpoints`.
    """

    @abstractmethod
    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        """Updates the states for a checkpoint."""

    @abstractmethod
    def initialize_state(self, context: FunctionInitializationContext) -> None:
        """Gets the states, and reads their restored values."""


@persisted("checkpoint-listener/1")
class CheckpointListener(ABC):
    """A function that is notified of the outcome of checkpoints. Exceptions of these methods fail the task.

    A notification may be missing if the task crashed before; a later notification covers all earlier checkpoints.
    """

    @abstractmethod
    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        """The checkpoint is complete: after a crash, the job is restored from it or from a later one."""

    def notify_checkpoint_aborted(self, checkpoint_id: int) -> None:  # noqa: B027
        """The checkpoint was aborted."""
