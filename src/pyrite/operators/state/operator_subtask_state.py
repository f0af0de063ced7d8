"""The state of one operator in one subtask: live as an OperatorSubtaskState, frozen at a barrier, and stored.

    OperatorSubtaskState   the values: what an operator takes a snapshot of and is restored from
    FrozenOperatorState    the state at a barrier, which nothing changes any more, on its way to storage
    StoredOperatorState    the handles of the files that it was written to (state/handles.py)

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
    """All state of an operator in one subtask at one moment. Pickles, and shares nothing with the operator.

    In checkpoints `keyed` and `timers` are empty: the state backend writes them. A rescale redistributes lists and
    gives unions to all. What is numbered stays with the subtask of the same number, or goes, where there is none, to
    that of the number modulo the parallelism.
    """

    keyed: list[StateEntry] = field(default_factory=list)
    timers: list[Timer] = field(default_factory=list)
    broadcast: dict[str, dict[Any, Any]] = field(default_factory=dict)
    watermark_ms: int = MIN_WATERMARK
    windows: str = ""
    """What windows hold, in words; empty: it has none."""
    output_watermark_ms: int = MIN_WATERMARK
    lists: dict[str, list[Any]] = field(default_factory=dict)
    unions: dict[str, list[Any]] = field(default_factory=dict)
    numbered: dict[str, list[Any]] = field(default_factory=dict)
    checkpoint_id: int = field(default=0, compare=False)
    """The checkpoint that a test harness took it for; 0 in checkpoints."""

    @property
    def has_unkeyed(self) -> bool:
        """Whether anything but keyed state and the progress of event time is in it."""
        parts = (self.lists, self.unions, self.numbered, self.broadcast)
        return any(value for part in parts for value in part.values())

    def summary(self) -> UnkeyedStateSummary:
        """What a manifest says of it, so that nobody has to read the file to show it."""
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
    """An operator's state as it was at a barrier: the keyed state, and an OperatorSubtaskState without it, pickled."""

    keyed: Optional[FrozenKeyedState]
    unkeyed: bytes
    has_unkeyed: bool = False
    has_unions: bool = False
    staged: tuple[Staged, ...] = ()
    """What `unkeyed` refers to: it goes into files of its own."""
    summary: Optional[UnkeyedStateSummary] = None

    @property
    def is_encoded(self) -> bool:
        """Whether nothing of it is still to be taken out of the operator's state."""
        return self.keyed is None or self.keyed.is_encoded

    def encode(self, most: int) -> None:
        """Encodes about so many entries of the keyed state; in the task's thread, between records."""
        if self.keyed is not None:
            self.keyed.encode(most)

    def write(self, files: StagingWriter) -> StoredOperatorState:
        """Writes it, while the task keeps running; called once."""
        keyed = None if self.keyed is None else self.keyed.write(files)
        unkeyed = files.write(self.unkeyed, is_shared=False) if self.unkeyed else None
        staged = tuple(_write_staged(part, files) for part in self.staged)
        summary = self.summary if unkeyed else None
        return StoredOperatorState(keyed, unkeyed, self.has_unkeyed, self.has_unions, staged, summary)


def _write_staged(staged: Staged, files: StagingWriter) -> FileRef:
    """Writes what is not written yet. What is short is in the manifest once; from the next checkpoint on in a file."""
    if staged.ref is None or staged.ref.data is not None:
        staged.ref = files.stage(staged.contents(), inline=staged.ref is None)
    ref: FileRef = staged.ref
    return ref


# Reading --------------------------------------------------------------------------------------------------------------


def load_operator_state(
    data: bytes, migrations: Migrations = NO_MIGRATIONS, read_staged: Optional[evolution.ReadStaged] = None
) -> OperatorSubtaskState:
    """What a checkpoint's `unkeyed` file holds."""
    state: OperatorSubtaskState = evolution.loads(data, migrations, read_staged)
    return state
