"""Functions that take part in checkpoints, with the names of Flink's Java API."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Optional

from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import KeyedStateStore, OperatorStateStore


@persisted("function-snapshot-context/1")
class FunctionSnapshotContext(ABC):
    """The checkpoint that a function's state is wanted for."""

    @abstractmethod
    def get_checkpoint_id(self) -> int:
        """Each checkpoint has a greater one than those before."""

    @abstractmethod
    def get_checkpoint_timestamp(self) -> int:
        """The clock at the barrier in this subtask, in milliseconds since the epoch."""


@persisted("function-initialization-context/1")
class FunctionInitializationContext(ABC):
    """Where a function gets its state when it begins."""

    @abstractmethod
    def is_restored(self) -> bool:
        """Whether the job was restored from a checkpoint, so that state may be there."""

    @abstractmethod
    def get_restored_checkpoint_id(self) -> Optional[int]:
        """The checkpoint that the job was restored from; None at a first start."""

    @abstractmethod
    def get_operator_state_store(self) -> OperatorStateStore:
        """Where state of the subtask comes from."""

    @abstractmethod
    def get_keyed_state_store(self) -> KeyedStateStore:
        """Where keyed state comes from; on a keyed stream only."""


@persisted("checkpointed-function/1")
class CheckpointedFunction(ABC):
    """A function with state of its subtask. Give it as a further base: `class Mine(MapFunction, CheckpointedFunction)`.

    `initialize_state` is called once, before `open`. `snapshot_state` is called at every checkpoint, between two
    records; there is no current key. What is in the states when it returns is in the checkpoint. If it raises, the
    checkpoint fails, and the job continues as far as `tolerable-failed-checkpoints` lets it.
    """

    @abstractmethod
    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        """Brings the states up to date."""

    @abstractmethod
    def initialize_state(self, context: FunctionInitializationContext) -> None:
        """Gets the states, and takes up what they hold after a restore."""


@persisted("checkpoint-listener/1")
class CheckpointListener(ABC):
    """A function that wants to know how checkpoints end. What these methods raise fails the task.

    A notification may be missing (the task crashed before): one about a later checkpoint stands for all before it.
    """

    @abstractmethod
    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        """The checkpoint is complete: whatever crashes, the job is restored from it or from a later one."""

    def notify_checkpoint_aborted(self, checkpoint_id: int) -> None:  # noqa: B027
        """The checkpoint was aborted."""
