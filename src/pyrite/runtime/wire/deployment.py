"""TaskDeployment: everything a task needs to know about its work, and how a vertex's tasks share it on the wire."""

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
"""How long a task may take to end itself, once it is to, before its watchdog kills it."""


@dataclass(frozen=True)
class InputEdge:
    """An edge into a task: which input of the head operator it feeds, and its connected senders."""

    edge: int
    input_index: int
    keyed: bool
    senders: tuple[int, ...]
    partitioning: Optional[Partitioning] = None
    """Where it is keyed: how senders distribute, for records in flight that are to be distributed again."""
    enters_supersteps: bool = False
    """From outside into the body of a loop with supersteps: its records are of the first, which ends after them."""
    format: EdgeFormat = ROWS


@dataclass(frozen=True)
class OutputEdge:
    """An edge out of a task: from which operator of the chain, how it distributes, and the way to each receiver."""

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
    """How a job's tasks take checkpoints."""

    store: CheckpointStore
    job_id: str
    periodic: bool = True
    """Whether there are checkpoints, and not only savepoints."""
    exactly_once: bool = True
    incremental: bool = True
    inline_bytes: int = 20 << 10
    local_copies: tuple[str, ...] = ()
    """The folders on every machine over which tasks spread copies of what they write; none: they keep no copies."""
    alignment_limit_bytes: int = 4 << 30
    """What may be held back for an alignment, in memory and on disk, before the checkpoint is aborted."""


@dataclass(frozen=True)
class TaskSettings:
    """What is the same for all tasks of a job."""

    batch: bool
    frame_size: int
    memory_bytes: int
    heartbeat_interval_ms: int
    heartbeat_timeout_ms: int
    configuration: Configuration = field(default_factory=Configuration)
    checkpoints: Optional[CheckpointSettings] = None
    in_flight_target_ms: int = 0
    """How much work may be in flight to a task, by the time it takes; 0: as much as fits into memory."""
    migrations: Migrations = NO_MIGRATIONS
    """How state of classes that have changed is read."""
    managed_bytes: int = MANAGED_MEMORY.default
    """What a task may take for its RocksDB states together."""
    memory_limit_bytes: int = 0
    """How much a task's process may grow before the task fails; 0: no limit."""


@dataclass(frozen=True)
class UnkeyedStatePart:
    """What a subtask takes of the unkeyed state of one former subtask. Unions go to all."""

    ref: FileRef
    staged: tuple[FileRef, ...] = ()
    """What `ref` refers to."""
    lists: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """From where to where it takes elements of lists."""
    broadcast: bool = False
    numbered: bool = False


@dataclass(frozen=True)
class UnkeyedStateShare:
    """At another parallelism: what a subtask takes of the unkeyed state of all: these parts and no others."""

    watermark_ms: int
    output_watermark_ms: int
    windows: str
    lists: tuple[str, ...]
    """The names of all lists."""
    parts: tuple[UnkeyedStatePart, ...]


@dataclass(frozen=True)
class OperatorRestore:
    """What an operator's subtask is restored from. `unkeyed` is of former subtasks, in their order."""

    keyed: tuple[KeyedHandle, ...] = ()
    """All that hold any of its key groups."""
    unkeyed: tuple[Optional[FileRef], ...] = ()
    own: int = 0
    """Which of them is its own; the others have union lists."""
    staged: tuple[tuple[FileRef, ...], ...] = ()
    """What each of `unkeyed` refers to."""
    share: Optional[UnkeyedStateShare] = None
    """At another parallelism, instead of `unkeyed`."""


@dataclass(frozen=True)
class InFlightRestore:
    """Records that were in flight to an operator of a subtask's chain, and are worked on before all others."""

    refs: tuple[FileRef, ...]
    operator: int = 0
    """The operator's position in the chain."""
    edge: Optional[int] = None
    """The edge whose records they are now; None: the operator gets its records within the chain."""
    by_key: bool = False
    """Whether only those records count whose keys are the subtask's."""
    as_recorded: bool = False
    """Whether the edge is what it was: each record keeps its channel, and watermarks count."""
    receivers: tuple[range, ...] = ()
    """With `by_key`, for each of `refs`: the subtasks that read it. All of its records must be theirs."""


@dataclass(frozen=True)
class SubtaskRestore:
    """What a subtask is restored from: its part of a checkpoint."""

    checkpoint_id: int
    operators: Mapping[str, OperatorRestore]
    in_flight: tuple[InFlightRestore, ...] = ()
    finished: bool = False
    stopped: bool = False
    """The job was stopped here: pending committables are committed, nothing else happens."""
    committed: bool = False
    """The sinks' pending committables are committed already."""
    foreign: bool = False
    """Another job wrote it, perhaps with other code: what it holds is looked at before it is used."""


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
    """How often this driver has started the task before."""

    @property
    def name(self) -> str:
        """The subtask in messages."""
        return f"'{self.vertex.name}', subtask {self.subtask + 1}/{self.vertex.parallelism}"


@dataclass(frozen=True)
class RelayDeployment:
    """The work of a relay: where each receiver's frames go next, and how many senders will end."""

    edge: int
    senders: int
    next_hops: Mapping[int, int]
    ends: int
    settings: TaskSettings


TaskDeployment = Union[SubtaskDeployment, RelayDeployment]


@dataclass(frozen=True)
class VertexInput:
    """An edge into a vertex. Its functions are left out where only the senders call them."""

    edge: JobEdge
    senders: int
    enters_supersteps: bool

    def of(self, subtask: int, parallelism: int) -> InputEdge:
        edge, way = self.edge, self.edge.partitioning
        senders = tuple(way.senders(subtask, self.senders, parallelism))
        keyed = way if way.is_keyed else None
        return InputEdge(edge.id, edge.input_index, way.is_keyed, senders, keyed, self.enters_supersteps, edge.format)


@dataclass(frozen=True)
class VertexOutput:
    """An edge out of a vertex, and the partition to which frames for each receiver go next."""

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
        """The work of one of its subtasks."""
        parallelism = self.vertex.parallelism
        inputs = tuple(edge.of(subtask, parallelism) for edge in self.inputs)
        outputs = tuple(edge.of(subtask, parallelism) for edge in self.outputs)
        return SubtaskDeployment(
            self.vertex, subtask, self.attempt, inputs, outputs, self.settings, restore, self.attempt_number
        )


def deploy(
    graph: ExecutionGraph, level: int, pid: int, settings: TaskSettings, restore: Optional[SubtaskRestore] = None
) -> TaskDeployment:
    """What the task of partition `pid` of a level is to do."""
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
    way = edge.partitioning
    return edge if way.is_keyed else replace(edge, partitioning=Partitioning(way.kind))


def deploy_relay(graph: ExecutionGraph, level: int, work: Relay, settings: TaskSettings) -> RelayDeployment:
    edge = graph.job.edges[work.edge]
    senders = graph.job.vertex(edge.source).parallelism
    hops = dict(enumerate(graph.next_hops(edge.id, level)))
    return RelayDeployment(edge.id, senders, hops, edge.partitioning.channels(senders, len(hops)), settings)


class DeploymentEncoder:
    """Makes the messages of one job, for one graph after the other."""

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
    """What the task is to do. To be called in a process that has the job's code."""
    shared: VertexDeployment | RelayDeployment = pickle.loads(message.shared)
    return shared if isinstance(shared, RelayDeployment) else shared.of(*pickle.loads(message.own))
