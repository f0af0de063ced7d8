"""Manifest: the contents of a checkpoint. It is stored as `_metadata` in the checkpoint's folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from pyrite.core.job.edge_identity import EdgeIdentity
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.state.handles import FileRef, InFlightData, StoredOperatorState

VERSION = 1


@dataclass(frozen=True)
class CheckpointMetrics:
    """Metrics of one subtask's part of a checkpoint. Times in milliseconds, sizes in bytes."""

    sync_ms: float = 0.0
    async_ms: float = 0.0
    start_delay_ms: float = 0.0
    alignment_ms: float = 0.0
    held_bytes: int = 0
    written_bytes: int = 0
    full_bytes: int = 0
    host: str = ""
    """The host of the subtask."""


@dataclass(frozen=True)
class OperatorState:
    """The state of one operator in all its subtasks."""

    operator_id: str
    name: str
    uid: str
    parallelism: int
    max_parallelism: int
    subtasks: dict[int, StoredOperatorState] = field(default_factory=dict)
    finished: frozenset[int] = frozenset()
    """Subtasks that had reached their end of input."""
    enumerator: Optional[FileRef] = None
    """A source's enumerator, pickled."""
    layout: str = ""
    """A description of the keyed state; empty if unknown."""
    meaning: str = ""
    """The contents of a query's state, as expressions over columns of tables; empty if unknown."""


@dataclass(frozen=True)
class InFlightEdge:
    """In-flight data of one edge, with the properties of the edge that redistribution needs."""

    edge: EdgeIdentity
    partitioning: PartitioningKind
    senders: int
    receivers: int
    subtasks: dict[int, InFlightData]
    """By receiving subtask."""

    @property
    def records(self) -> int:
        return sum(data.records for data in self.subtasks.values())


@dataclass(frozen=True)
class Manifest:
    """One complete checkpoint."""

    job_id: str
    job_name: str
    checkpoint_id: int
    attempt: int
    triggered_ms: int
    completed_ms: int
    operators: dict[str, OperatorState]
    in_flight: tuple[InFlightEdge, ...] = ()
    """Data overtaken by an unaligned checkpoint's barriers."""
    metrics: dict[str, dict[int, CheckpointMetrics]] = field(default_factory=dict)
    """By the id of the chain's first operator and subtask."""
    final: bool = False
    """All input had ended."""
    savepoint: bool = False
    """Whether the user owns it: no other checkpoint needs its files, and only the user removes them."""
    stopped_at: str = ""
    """The savepoint that stopped the job. A job restored from this checkpoint commits pending committables and ends."""
    committed: bool = False
    """Whether the sinks' pending committables have been committed. A restored job does not commit them again."""
    version: int = VERSION

    @property
    def has_in_flight(self) -> bool:
        return bool(self.in_flight)
