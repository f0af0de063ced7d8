"""TaskDeployment: the description of a task's work, and its shared encoding for the tasks of a vertex."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Optional, Union

from pyrite.core.blocks.edge_format import ROWS, EdgeFormat
from pyrite.core.config.checkpoint_options import MANAGED_MEMORY
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.code_pickling import dumps_code
from pyrite.core.job.partitioning import Partitioning
from pyrite.graph.execution_graph import ExecutionGraph, Relay
from pyrite.graph.job_graph import JobEdge, JobVertex
from pyrite.runtime.wire.messages import Deploy
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations
from pyrite.state.handles import FileRef, KeyedHandle
from pyrite.storage.store import CheckpointStore

WATCHDOG_GRACE_MS: Final = 1000
"""How long a task may take to end itself before its watchdog kills it."""


@dataclass(frozen=True)
class InputEdge:
    """An edge into a task: which input of the head operator it feeds, and its connected senders."""

    edge: int
    input_index: int
    keyed: bool
    senders: tuple[int, ...]
    partitioning: Optional[Partitioning] = None
    """For keyed edges: the partitioning of the senders, to repartition in-flight records."""
    enters_supersteps: bool = False
    """Whether it leads from outside into a loop with supersteps: its records belong to the first superstep."""
    format: EdgeFormat = ROWS


@dataclass(frozen=True)
class OutputEdge:
    """An edge out of a task: the operator of the chain, the partitioning, and the next hop to each receiver."""

    edge: int
    operator: int
    side_output: Optional[str]
    partitioning: Partitioning
    senders: int
    receivers: int
    max_parallelism: int
    next_hops: Mapping[int, int]
    timeout_ms: int
    format: EdgeFormat = ROWS


@dataclass(frozen=True)
class CheckpointSettings:
    """The settings with which a job's tasks take checkpoints."""

    store: CheckpointStore
    job_id: str
    periodic: bool = True
    """Whether checkpoints are taken periodically, and not only savepoints."""
    exactly_once: bool = True
    incremental: bool = True
    inline_bytes: int = 20 << 10
    local_copies: tuple[str, ...] = ()
    """Folders on every machine over which tasks distribute local copies of their state; empty: no copies."""
    alignment_limit_bytes: int = 4 << 30
    """The limit of frames held back for an alignment, in memory and on disk; beyond it the checkpoint is aborted."""


@dataclass(frozen=True)
class TaskSettings:
    """Settings shared by all tasks of a job."""

    batch: bool
    frame_size: int
    memory_bytes: int
    heartbeat_interval_ms: int
    heartbeat_timeout_ms: int
    configuration: Configuration = field(default_factory=Configuration)
    checkpoints: Optional[CheckpointSettings] = None
    in_flight_target_ms: int = 0
    """The processing time of the data that may be in flight to a task; 0: bounded by memory only."""
    migrations: Migrations = NO_MIGRATIONS
    """The migrations for state of changed classes."""
    managed_bytes: int = MANAGED_MEMORY.default
    """The memory for all RocksDB states of a task together."""
    memory_limit_bytes: int = 0
    """The growth of a task's process at which the task fails; 0: no limit."""


@dataclass(frozen=True)
class UnkeyedStatePart:
    """The share of a previous subtask's unkeyed state that a subtask restores. Union lists go to all."""

    ref: FileRef
    staged: tuple[FileRef, ...] = ()
    """The staged files of `ref`."""
    lists: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The ranges of list elements, as (first, last), by list."""
    broadcast: bool = False
    numbered: bool = False


@dataclass(frozen=True)
class UnkeyedStateShare:
    """After a change of parallelism: the complete unkeyed state that a subtask restores."""

    watermark_ms: int
    output_watermark_ms: int
    windows: str
    lists: tuple[str, ...]
    """The names of all lists."""
    parts: tuple[UnkeyedStatePart, ...]


@dataclass(frozen=True)
class OperatorRestore:
    """The state that an operator's subtask restores. `unkeyed` lists previous subtasks, in order."""

    keyed: tuple[KeyedHandle, ...] = ()
    """All handles that contain any of its key groups."""
    unkeyed: tuple[Optional[FileRef], ...] = ()
    own: int = 0
    """The index of its previous state in `unkeyed`; the others have union lists."""
    staged: tuple[tuple[FileRef, ...], ...] = ()
    """The staged files of each of `unkeyed`."""
    share: Optional[UnkeyedStateShare] = None
    """After a change of parallelism, instead of `unkeyed`."""


@dataclass(frozen=True)
class InFlightRestore:
    """In-flight records for an operator of a subtask's chain, which are processed before all others."""

    refs: tuple[FileRef, ...]
    operator: int = 0
    """The operator's position in the chain."""
    edge: Optional[int] = None
    """The edge to which the records now belong; None if the operator gets its records within the chain."""
    by_key: bool = False
    """Whether only records with keys of this subtask are restored."""
    as_recorded: bool = False
    """Whether the edge is unchanged: each record keeps its channel, and watermarks are restored."""
    receivers: tuple[range, ...] = ()
    """With `by_key`, for each of `refs`: the subtasks that read it, which must own all of its records."""


@dataclass(frozen=True)
class SubtaskRestore:
    """The part of a checkpoint from which a subtask is restored."""

    checkpoint_id: int
    operators: Mapping[str, OperatorRestore]
    in_flight: tuple[InFlightRestore, ...] = ()
    finished: bool = False
    stopped: bool = False
    """Whether the job was stopped here: only pending committables are committed."""
    committed: bool = False
    """Whether the sinks' pending committables are already committed."""
    foreign: bool = False
    """Whether another job wrote it, perhaps with other code: its classes are checked before use."""


@dataclass(frozen=True)
class SubtaskDeployment:
    """The work of one subtask."""

    vertex: JobVertex
    subtask: int
    attempt: int
    inputs: tuple[InputEdge, ...]
    outputs: tuple[OutputEdge, ...]
    settings: TaskSettings
    restore: Optional[SubtaskRestore] = None
    attempt_number: int = 0
    """The number of earlier starts of the task by this driver."""

    @property
    def name(self) -> str:
        """The name of the subtask in messages."""
        return f"'{self.vertex.name}', subtask {self.subtask + 1}/{self.vertex.parallelism}"


@dataclass(frozen=True)
class RelayDeployment:
    """The work of a relay: the next hop to each receiver, and the number of senders that will end."""

    edge: int
    senders: int
    next_hops: Mapping[int, int]
    ends: int
    settings: TaskSettings


TaskDeployment = Union[SubtaskDeployment, RelayDeployment]


@dataclass(frozen=True)
class VertexInput:
    """An edge into a vertex, without functions that only the senders call."""

    edge: JobEdge
    senders: int
    enters_supersteps: bool

    def of(self, subtask: int, parallelism: int) -> InputEdge:
        edge, partitioning = self.edge, self.edge.partitioning
        senders = tuple(partitioning.senders(subtask, self.senders, parallelism))
        keyed = partitioning if partitioning.is_keyed else None
        return InputEdge(
            edge.id, edge.input_index, partitioning.is_keyed, senders, keyed, self.enters_supersteps, edge.format
        )


@dataclass(frozen=True)
class VertexOutput:
    """An edge out of a vertex, and the next hop to each receiver."""

    edge: JobEdge
    receivers: int
    max_parallelism: int
    next_hops: Sequence[int]

    def of(self, subtask: int, parallelism: int) -> OutputEdge:
        edge = self.edge
        connected = edge.partitioning.receivers(subtask, parallelism, self.receivers)
        return OutputEdge(
            edge=edge.id,
            operator=edge.operator,
            side_output=edge.side_output,
            partitioning=edge.partitioning,
            senders=parallelism,
            receivers=self.receivers,
            max_parallelism=self.max_parallelism,
            next_hops={receiver: self.next_hops[receiver] for receiver in connected},
            timeout_ms=edge.buffer_timeout_ms,
            format=edge.format,
        )


@dataclass(frozen=True)
class VertexDeployment:
    """The work of a vertex."""

    vertex: JobVertex
    attempt: int
    inputs: tuple[VertexInput, ...]
    outputs: tuple[VertexOutput, ...]
    settings: TaskSettings
    attempt_number: int = 0

    def of(self, subtask: int, restore: Optional[SubtaskRestore] = None) -> SubtaskDeployment:
        """The work of one subtask of the vertex."""
        parallelism = self.vertex.parallelism
        inputs = tuple(edge.of(subtask, parallelism) for edge in self.inputs)
        outputs = tuple(edge.of(subtask, parallelism) for edge in self.outputs)
        return SubtaskDeployment(
            self.vertex, subtask, self.attempt, inputs, outputs, self.settings, restore, self.attempt_number
        )


def deploy(
    graph: ExecutionGraph, level: int, pid: int, settings: TaskSettings, restore: Optional[SubtaskRestore] = None
) -> TaskDeployment:
    """The work of the task of partition `pid` of a level."""
    work = graph.levels[level].work[pid]
    if isinstance(work, Relay):
        return deploy_relay(graph, level, work, settings)
    return deploy_vertex(graph, work.vertex, settings).of(work.index, restore)


def deploy_vertex(graph: ExecutionGraph, vertex_id: int, settings: TaskSettings) -> VertexDeployment:
    job, level = graph.job, graph.level_of(vertex_id)
    inputs = tuple(
        VertexInput(_without_functions(edge), job.vertex(edge.source).parallelism, job.enters_supersteps(edge))
        for edge in job.inputs(vertex_id)
    )
    outputs = tuple(
        VertexOutput(edge, target.parallelism, target.max_parallelism, graph.next_hops(edge.id, level))
        for edge in job.outputs(vertex_id)
        for target in (job.vertex(edge.target),)
    )
    return VertexDeployment(job.vertex(vertex_id), graph.attempt, inputs, outputs, settings, graph.attempt_number)


def _without_functions(edge: JobEdge) -> JobEdge:
    partitioning = edge.partitioning
    return edge if partitioning.is_keyed else replace(edge, partitioning=Partitioning(partitioning.kind))


def deploy_relay(graph: ExecutionGraph, level: int, work: Relay, settings: TaskSettings) -> RelayDeployment:
    edge = graph.job.edges[work.edge]
    senders = graph.job.vertex(edge.source).parallelism
    hops = dict(enumerate(graph.next_hops(edge.id, level)))
    return RelayDeployment(edge.id, senders, hops, edge.partitioning.channels(senders, len(hops)), settings)


class DeploymentEncoder:
    """Encodes the deployment messages of a job, for one graph after another."""

    def __init__(self, settings: TaskSettings) -> None:
        self._settings = settings
        self._graph: Optional[ExecutionGraph] = None
        self._shared: dict[int, bytes] = {}

    def __call__(self, graph: ExecutionGraph, level: int, pid: int, restore: Optional[SubtaskRestore]) -> Deploy:
        if graph is not self._graph:
            self._graph, self._shared = graph, {}
        work = graph.levels[level].work[pid]
        if isinstance(work, Relay):
            return Deploy(dumps_code(deploy_relay(graph, level, work, self._settings)))
        if work.vertex not in self._shared:
            self._shared[work.vertex] = dumps_code(deploy_vertex(graph, work.vertex, self._settings))
        return Deploy(self._shared[work.vertex], pickle.dumps((work.index, restore), 5))


def decode_deployment(message: Deploy) -> TaskDeployment:
    """Decodes the work of a task. Must be called in a process that has the job's code."""
    shared: VertexDeployment | RelayDeployment = pickle.loads(message.shared)
    return shared if isinstance(shared, RelayDeployment) else shared.of(*pickle.loads(message.own))
