"""The state of one operator in one subtask: live as an OperatorSubtaskState, frozen at a barrier, and stored.

    OperatorSubtaskState   the values: the result of a snapshot, and the input of a restore
    FrozenOperatorState    the immutable state at a barrier, before it is written to storage
    StoredOperatorState    the handles of the files to which it was written (state/handles.py)

A manifest's OperatorState has the StoredOperatorState of every subtask.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.core.connector.staged import Staged
from pyrite.core.functions.functions import TimeDomain
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.state.backend import StateEntry
from pyrite.state.evolution import loading as evolution
from pyrite.state.evolution.migrations import NO_MIGRATIONS, Migrations
from pyrite.state.handles import FileRef, FrozenKeyedState, StagingWriter, StoredOperatorState, UnkeyedStateSummary


@persisted("timer/1")
@dataclass(frozen=True)
class Timer:
    """A timer that has not fired."""

    domain: TimeDomain
    time_ms: int
    key: StateKey


@persisted("operator-subtask-state/1")
@dataclass(frozen=True)
class OperatorSubtaskState:
    """All state of an operator in one subtask at one moment. Can be pickled, and is independent of the operator.

    In checkpoints `keyed` and `timers` are empty: the state backend writes them. A rescale redistributes lists and
    gives unions to all. Numbered state stays with the subtask of the same index or, if it no longer exists, goes to the
    subtask with the index modulo the parallelism.
    """

    keyed: list[StateEntry] = field(default_factory=list)
    timers: list[Timer] = field(default_factory=list)
    broadcast: dict[str, dict[Any, Any]] = field(default_factory=dict)
    watermark_ms: int = MIN_WATERMARK
    windows: str = ""
    """A description of the window state; empty without windows."""
    output_watermark_ms: int = MIN_WATERMARK
    lists: dict[str, list[Any]] = field(default_factory=dict)
    unions: dict[str, list[Any]] = field(default_factory=dict)
    numbered: dict[str, list[Any]] = field(default_factory=dict)
    checkpoint_id: int = field(default=0, compare=False)
    """The checkpoint of a test harness; 0 in real checkpoints."""

    @property
    def has_unkeyed(self) -> bool:
        """Whether it contains state other than keyed state and watermarks."""
        parts = (self.lists, self.unions, self.numbered, self.broadcast)
        return any(value for part in parts for value in part.values())

    def summary(self) -> UnkeyedStateSummary:
        """The summary for a manifest, so that the file need not be read to show it."""
        return UnkeyedStateSummary(
            self.watermark_ms,
            self.output_watermark_ms,
            self.windows,
            tuple((name, len(elements)) for name, elements in self.lists.items()),
            len(self.broadcast),
            any(self.numbered.values()),
        )


@dataclass(frozen=True)
class FrozenOperatorState:
    """An operator's state at a barrier: the keyed state, and a pickled OperatorSubtaskState without it."""

    keyed: Optional[FrozenKeyedState]
    unkeyed: bytes
    has_unkeyed: bool = False
    has_unions: bool = False
    staged: tuple[Staged, ...] = ()
    """The staged values of `unkeyed`, which are written to separate files."""
    summary: Optional[UnkeyedStateSummary] = None

    @property
    def is_encoded(self) -> bool:
        """Whether it no longer depends on the operator's live state."""
        return self.keyed is None or self.keyed.is_encoded

    def encode(self, most: int) -> None:
        """Encodes about `most` entries of the keyed state; called in the task's thread, between records."""
        if self.keyed is not None:
            self.keyed.encode(most)

    def write(self, files: StagingWriter) -> StoredOperatorState:
        """Writes the state while the task keeps running; called once."""
        keyed = None if self.keyed is None else self.keyed.write(files)
        unkeyed = files.write(self.unkeyed, is_shared=False) if self.unkeyed else None
        staged = tuple(_write_staged(part, files) for part in self.staged)
        summary = self.summary if unkeyed else None
        return StoredOperatorState(keyed, unkeyed, self.has_unkeyed, self.has_unions, staged, summary)


def _write_staged(staged: Staged, files: StagingWriter) -> FileRef:
    """Writes unwritten contents. Short contents are in the manifest once, and in a file from the next checkpoint on."""
    if staged.ref is None or staged.ref.data is not None:
        staged.ref = files.stage(staged.contents(), inline=staged.ref is None)
    ref: FileRef = staged.ref
    return ref


# Reading --------------------------------------------------------------------------------------------------------------


def load_operator_state(
    data: bytes, migrations: Migrations = NO_MIGRATIONS, read_staged: Optional[evolution.ReadStaged] = None
) -> OperatorSubtaskState:
    """Reads the contents of a checkpoint's `unkeyed` file."""
    state: OperatorSubtaskState = evolution.loads(data, migrations, read_staged)
    return state
