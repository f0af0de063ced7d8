"""The contract of a source: an enumerator on the driver, a reader in each source task.

A reader returns blocks of records, snapshots its positions, and resumes from them. The user creates the `Source`, which
must pickle. All splits must pickle too: they are sent to the readers and stored, with positions, in checkpoints.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, Optional, Protocol, TypeVar

from pyrite.core.clock import Clock
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Guarantee
from pyrite.core.functions.functions import RuntimeContext
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.persistence.persisted import persisted


@persisted("source-split/1")
class SourceSplit(Protocol):
    """A part of a source that one reader reads, with the current position. Must pickle."""

    @property
    def split_id(self) -> str:
        """The permanent id of the split, unique within the source."""
        ...


SplitT = TypeVar("SplitT", bound=SourceSplit)


@persisted("boundedness/1")
class Boundedness(Enum):
    """Whether the input of a source ends."""

    BOUNDED = 0
    CONTINUOUS_UNBOUNDED = 1


@persisted("source-block/1")
@dataclass(frozen=True, slots=True)
class SourceBlock:
    """Records of one split, in order. `timestamps` come from the external system, or are None.

    `split_ended`: the split has no further records, so it no longer holds back the watermark. The source of a table
    creates its blocks with `pyrite.core.connector.table.columns_of_split`.
    """

    split_id: str
    values: list[Any]
    timestamps: Optional[list[int]] = None
    split_ended: bool = False


@persisted("end-of-input/1")
class EndOfInput(Enum):
    """The result of `poll` at the end of the input."""

    END_OF_INPUT = 0


END_OF_INPUT: Final = EndOfInput.END_OF_INPUT


@persisted("source-reader-context/1")
@dataclass(frozen=True)
class SourceReaderContext:
    """The environment of a reader. `request_split` asks the enumerator for another split."""

    subtask: int
    parallelism: int
    clock: Clock
    request_split: Callable[[], None] = lambda: None
    runtime_context: Optional[RuntimeContext] = None
    send_source_event: Callable[[Any], None] = lambda event: None
    """Sends a picklable event to the enumerator's `handle_source_event`."""
    emit_side: Callable[[OutputTag, list[Any]], None] = lambda tag, values: None
    """Emits additional records to a side output, such as unreadable ones."""
    checkpointing: bool = False
    """Whether the job has checkpoints; otherwise `notify_checkpoint_complete` is never called."""
    batch: bool = False
    """Whether the job runs in BATCH mode, in which the readers may run one after another."""


@persisted("source-reader/1")
class SourceReader(ABC, Generic[SplitT]):
    """Reads its assigned splits. Called from one thread only, the task's main loop."""

    @abstractmethod
    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        """Up to `max_records` records; None if no record is available; END_OF_INPUT after the last split's end.

        END_OF_INPUT is final once `notify_no_more_splits` has been called; if a split is added before, `poll` is called
        again. May wait up to `timeout_ms` for records, but not longer, since barriers and cancellation wait for it.
        """

    @abstractmethod
    def add_splits(self, splits: list[SplitT]) -> None:
        """Adds splits to read, at the start, from the enumerator, or from a checkpoint."""

    @abstractmethod
    def notify_no_more_splits(self) -> None:
        """No further split will be added: the input ends after the current ones."""

    @abstractmethod
    def snapshot_state(self, checkpoint_id: int) -> list[SplitT]:
        """The unfinished splits with their current positions."""

    def available_at_ms(self, now_ms: int) -> int:
        """The next time at which `poll` may return records; `now_ms` if it is unknown."""
        return now_ms

    def handle_source_event(self, event: Any) -> None:
        """Handles an event that the enumerator has sent with `send_event_to_source_reader`."""

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        """The snapshot of this checkpoint is no longer needed: its records can be acknowledged to the store."""

    def open(self) -> None:
        """Called once in the task before all other methods."""

    def close(self) -> None:
        """Called once at the end."""


@persisted("split-enumerator-context/1")
class SplitEnumeratorContext(ABC, Generic[SplitT]):
    """The environment of an enumerator."""

    @abstractmethod
    def current_parallelism(self) -> int:
        """The number of readers."""

    @abstractmethod
    def registered_readers(self) -> list[int]:
        """The readers that have been registered with `add_reader`."""

    @abstractmethod
    def assign_splits(self, subtask: int, splits: list[SplitT]) -> None:
        """Assigns splits to a reader, which receives them in `add_splits`."""

    @abstractmethod
    def signal_no_more_splits(self, subtask: int) -> None:
        """Calls a reader's `notify_no_more_splits`. A reader does not end without it."""

    @abstractmethod
    def send_event_to_source_reader(self, subtask: int, event: Any) -> None:
        """Sends a picklable event to a reader's `handle_source_event`."""

    @abstractmethod
    def call_async(
        self,
        call: Callable[[], Any],
        handler: Callable[[Any, Optional[Exception]], None],
        initial_delay_ms: int = 0,
        period_ms: int = 0,
    ) -> None:
        """Runs a blocking call in another thread, once or periodically; `handler` receives its result or its error.

        The handler runs in the enumerator's thread; its exceptions end the attempt. A periodic call starts `period_ms`
        after the previous one has been handled.
        """


@persisted("split-enumerator/1")
class SplitEnumerator(ABC, Generic[SplitT]):
    """Discovers splits and assigns them to readers. Lives in the JobMaster; called from one thread only."""

    def start(self) -> None:
        """Called once before any reader is registered."""

    @abstractmethod
    def add_reader(self, subtask: int) -> None:
        """A reader has started."""

    def handle_split_request(self, subtask: int) -> None:
        """A reader has finished its splits and requests another one."""

    def handle_source_event(self, subtask: int, event: Any) -> None:
        """Handles an event that a reader has sent with `send_source_event`. Events before a restore may be repeated."""

    @abstractmethod
    def snapshot_state(self, checkpoint_id: int) -> Any:
        """The unassigned splits, and other state of the enumerator."""

    def close(self) -> None:
        """Called once at the end."""


@persisted("source/1")
class Source(ABC, Generic[SplitT]):
    """A source of records."""

    def configure(self, configuration: Configuration) -> None:
        """Passes the job's configuration, for example for a file system. Called when the program adds the source.

        The configuration may change until the job starts, so the source stores it and reads it when it needs a value.
        """

    @abstractmethod
    def get_boundedness(self) -> Boundedness:
        """Whether the input ends. BATCH mode requires bounded sources."""

    def guarantee(self) -> Guarantee:
        """How often a record of the external system enters the job when a failure occurs, with checkpoints."""
        return Guarantee(EXACTLY_ONCE, "positions are part of the checkpoint")

    @abstractmethod
    def create_reader(self, context: SourceReaderContext) -> SourceReader[SplitT]:
        """Creates a reader; called in each source task."""

    @abstractmethod
    def create_enumerator(self, context: SplitEnumeratorContext[SplitT]) -> SplitEnumerator[SplitT]:
        """Creates the enumerator; called once, on the driver."""

    def restore_enumerator(self, context: SplitEnumeratorContext[SplitT], checkpoint: Any) -> SplitEnumerator[SplitT]:
        """Creates an enumerator from the state that `snapshot_state` returned."""
        raise TypeError(f"{type(self).__name__} cannot be restored: it does not define restore_enumerator")


class FunctionReader(SourceReader[Any]):
    """A reader that runs a user's function in another thread."""

    func: Any

    @abstractmethod
    def at_rest(self) -> AbstractContextManager[None]:
        """A context in which the function neither emits nor changes its state. CheckpointError if it does not pause."""
