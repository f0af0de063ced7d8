"""The contract of a source: an enumerator on the driver, a reader in each source task.

A reader gives blocks of records, reports its positions when asked, and resumes from them. `Source` is what the user
makes; it must pickle. All splits must pickle too: they travel to the readers and, with positions, into checkpoints.
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
    """A part of a source that one reader reads, with the position it has come to. Must pickle."""

    @property
    def split_id(self) -> str:
        """Identifies the split among the source's splits, permanently."""
        ...


SplitT = TypeVar("SplitT", bound=SourceSplit)


@persisted("boundedness/1")
class Boundedness(Enum):
    """Whether a source ends by itself."""

    BOUNDED = 0
    CONTINUOUS_UNBOUNDED = 1


@persisted("source-block/1")
@dataclass(frozen=True, slots=True)
class SourceBlock:
    """Records of one split, in order. `timestamps` are the store's own, or None.

    `split_ended` says that no record of the split will follow: it no longer holds the watermark back. The source of a
    table makes its blocks by `pyrite.core.connector.table.columns_of_split`.
    """

    split_id: str
    values: list[Any]
    timestamps: Optional[list[int]] = None
    split_ended: bool = False


@persisted("end-of-input/1")
class EndOfInput(Enum):
    """What `poll` returns when no record will ever follow."""

    END_OF_INPUT = 0


END_OF_INPUT: Final = EndOfInput.END_OF_INPUT


@persisted("source-reader-context/1")
@dataclass(frozen=True)
class SourceReaderContext:
    """What a reader knows about its place. `request_split` asks the enumerator for more."""

    subtask: int
    parallelism: int
    clock: Clock
    request_split: Callable[[], None] = lambda: None
    runtime_context: Optional[RuntimeContext] = None
    send_source_event: Callable[[Any], None] = lambda event: None
    """Sends something that pickles to the enumerator: its `handle_source_event`."""
    emit_side: Callable[[OutputTag, list[Any]], None] = lambda tag, values: None
    """Emits records that are not the source's own, such as those that nobody can read, to a side output."""
    checkpointing: bool = False
    """Whether the job has checkpoints: without any, `notify_checkpoint_complete` is never called."""
    batch: bool = False
    """Whether the job runs in BATCH: then the readers need not run at the same time."""


@persisted("source-reader/1")
class SourceReader(ABC, Generic[SplitT]):
    """Reads the splits that it is assigned. Called from one thread only, the task's main loop."""

    @abstractmethod
    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        """Up to `max_records` records; None when there are none now; END_OF_INPUT after the last split's end.

        END_OF_INPUT counts once `notify_no_more_splits` was called; if a split comes first, `poll` is called again.
        May wait up to `timeout_ms` for records, never longer: barriers and cancellation wait for it.
        """

    @abstractmethod
    def add_splits(self, splits: list[SplitT]) -> None:
        """Takes splits to read, at start, from the enumerator, or from a checkpoint."""

    @abstractmethod
    def notify_no_more_splits(self) -> None:
        """No further split will come: after the present ones, the input ends."""

    @abstractmethod
    def snapshot_state(self, checkpoint_id: int) -> list[SplitT]:
        """The unfinished splits with their present positions."""

    def available_at_ms(self, now_ms: int) -> int:
        """The next time at which `poll` can give records; `now_ms` when that is not known."""
        return now_ms

    def handle_source_event(self, event: Any) -> None:
        """Takes what the enumerator has sent by `send_event_to_source_reader`."""

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        """What `snapshot_state` gave for this checkpoint is never read again: it may be acknowledged to the store."""

    def open(self) -> None:
        """Called once in the task before anything else."""

    def close(self) -> None:
        """Called once at the end."""


@persisted("split-enumerator-context/1")
class SplitEnumeratorContext(ABC, Generic[SplitT]):
    """What an enumerator can do."""

    @abstractmethod
    def current_parallelism(self) -> int:
        """How many readers there are."""

    @abstractmethod
    def registered_readers(self) -> list[int]:
        """The readers that were registered with `add_reader`."""

    @abstractmethod
    def assign_splits(self, subtask: int, splits: list[SplitT]) -> None:
        """Sends splits to a reader: its `add_splits`."""

    @abstractmethod
    def signal_no_more_splits(self, subtask: int) -> None:
        """Calls a reader's `notify_no_more_splits`: no further split will come. Without it, no reader ends."""

    @abstractmethod
    def send_event_to_source_reader(self, subtask: int, event: Any) -> None:
        """Sends something that pickles to a reader: its `handle_source_event`."""

    @abstractmethod
    def call_async(
        self,
        call: Callable[[], Any],
        handler: Callable[[Any, Optional[Exception]], None],
        initial_delay_ms: int = 0,
        period_ms: int = 0,
    ) -> None:
        """Runs what may block in another thread, once or again and again; `handler` gets its result or its error.

        The handler is called like the enumerator's own methods; what it raises ends the attempt. A call is begun
        `period_ms` after the one before it was handled.
        """


@persisted("split-enumerator/1")
class SplitEnumerator(ABC, Generic[SplitT]):
    """Discovers the splits and assigns them to readers. Lives in the JobMaster; called from one thread only."""

    def start(self) -> None:
        """Called once before any reader is known."""

    @abstractmethod
    def add_reader(self, subtask: int) -> None:
        """A reader has started."""

    def handle_split_request(self, subtask: int) -> None:
        """A reader has nothing left to read and asks for more."""

    def handle_source_event(self, subtask: int, event: Any) -> None:
        """Takes what a reader has sent by `send_source_event`. What was sent before a restore may be sent again."""

    @abstractmethod
    def snapshot_state(self, checkpoint_id: int) -> Any:
        """What is not yet assigned."""

    def close(self) -> None:
        """Called once at the end."""


@persisted("source/1")
class Source(ABC, Generic[SplitT]):
    """A source of records."""

    def configure(self, configuration: Configuration) -> None:
        """Takes the job's settings, such as those of a file system. Called when the program names the source.

        They may change until the job starts, so they are kept as they are and read when they are needed.
        """

    @abstractmethod
    def get_boundedness(self) -> Boundedness:
        """Whether the input ends by itself. BATCH needs sources that do."""

    def guarantee(self) -> Guarantee:
        """How often a record of the store comes into the job, with checkpoints, whatever fails."""
        return Guarantee(EXACTLY_ONCE, "positions are part of the checkpoint")

    @abstractmethod
    def create_reader(self, context: SourceReaderContext) -> SourceReader[SplitT]:
        """A reader; called in each source task."""

    @abstractmethod
    def create_enumerator(self, context: SplitEnumeratorContext[SplitT]) -> SplitEnumerator[SplitT]:
        """The enumerator; called once, on the driver."""

    def restore_enumerator(self, context: SplitEnumeratorContext[SplitT], checkpoint: Any) -> SplitEnumerator[SplitT]:
        """An enumerator restored from what `snapshot_state` returned."""
        raise TypeError(f"{type(self).__name__} cannot be restored: it does not define restore_enumerator")


class FunctionReader(SourceReader[Any]):
    """A reader that runs a user's function in another thread."""

    func: Any

    @abstractmethod
    def at_rest(self) -> AbstractContextManager[None]:
        """While it is held, the function neither emits nor changes its state. CheckpointError if it does not stop."""
