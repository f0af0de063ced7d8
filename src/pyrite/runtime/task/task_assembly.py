"""Assembles the parts of a task that runs a chain of operators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.operators.source import SourceOperator
from pyrite.runtime.task.chain.chain_builder import build_chain
from pyrite.runtime.task.chain.operator_chain import OperatorChain
from pyrite.runtime.task.chain.task_turn import TaskTurn
from pyrite.runtime.task.checkpoint.in_flight_reader import InFlightReader
from pyrite.runtime.task.checkpoint.snapshot_upload import SnapshotUpload
from pyrite.runtime.task.checkpoint.subtask_checkpoints import SubtaskCheckpoints, SubtaskSnapshots
from pyrite.runtime.task.input.alignment import Barriers
from pyrite.runtime.task.input.batch_input import BatchInput
from pyrite.runtime.task.input.current_block import CurrentBlock
from pyrite.runtime.task.input.edge_input import EdgeInput, InputGate
from pyrite.runtime.task.input.input_credits import InputCredits, make_input_credits
from pyrite.runtime.task.input.source_input import SourceInput
from pyrite.runtime.task.metrics.latency_tracking import LatencyTracking
from pyrite.runtime.task.metrics.subtask_meter import SubtaskMeter
from pyrite.runtime.task.subtask_end import SubtaskEnd
from pyrite.runtime.task.task_core import TaskServices
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import SubtaskDeployment
from pyrite.runtime.wire.frames import Buffer
from pyrite.state.chain import MergeRequest


@dataclass(frozen=True)
class TaskOutput:
    """The output of a task to its shell: written by its parts, read by the shell."""

    outbox: list[tuple[int, Buffer]]
    messages: list[messages.TaskMessage]
    uploads: list[SnapshotUpload]
    merges: list[tuple[str, MergeRequest]]
    metrics: MetricGroup


@dataclass(frozen=True)
class TaskParts:
    """The parts of one subtask.

    frame -> EdgeInput -> Barriers -> SubtaskSnapshots -> upload
                 |
                 v
            CurrentBlock or BatchInput -> OperatorChain -> frame
                                               ^
                            SourceInput -------+
    """

    turn: TaskTurn
    chain: OperatorChain
    source: Optional[SourceInput]
    """None if the task has inputs."""
    gate: InputGate
    current: CurrentBlock
    batch_input: Optional[BatchInput]
    """None in streaming."""
    credits: Optional[InputCredits]
    """None if senders are bounded by memory alone."""
    meter: SubtaskMeter
    latency: LatencyTracking
    end: SubtaskEnd
    in_flight: InFlightReader
    snapshots: SubtaskSnapshots
    barriers: Barriers
    checkpoints: SubtaskCheckpoints
    edges: EdgeInput


def assemble_task(deployment: SubtaskDeployment, services: TaskServices, out: TaskOutput) -> TaskParts:
    """Creates the parts, each with the parts that it calls."""
    clock, report = services.clock, out.messages.append
    turn = TaskTurn(out.outbox)
    chain = build_chain(deployment, services, lambda pid, frame: out.outbox.append((pid, frame)), report, turn)
    turn.chain = chain
    head = chain.head
    source = SourceInput(head, chain.writers) if isinstance(head, SourceOperator) else None
    gate, current = InputGate(deployment.inputs), CurrentBlock()
    batch_input = BatchInput(deployment, head) if deployment.settings.batch else None
    meter = SubtaskMeter(chain, clock, out.metrics)
    latency = LatencyTracking(chain, deployment.settings.configuration, clock)
    end = SubtaskEnd(chain, deployment.restore, report, meter.last_accumulators, batch_input)
    snapshots = SubtaskSnapshots(chain, gate, current, clock, end, out.uploads, out.messages)
    barriers = _barriers(deployment, gate, snapshots, services)
    return TaskParts(
        turn=turn,
        chain=chain,
        source=source,
        gate=gate,
        current=current,
        batch_input=batch_input,
        credits=make_input_credits(deployment, gate.channels, clock),
        meter=meter,
        latency=latency,
        end=end,
        in_flight=InFlightReader(deployment, chain.operators, services.files),
        snapshots=snapshots,
        barriers=barriers,
        checkpoints=SubtaskCheckpoints(chain, barriers, snapshots, source is not None, out.messages, out.merges),
        edges=EdgeInput(gate, barriers, current, batch_input, head, meter, latency, end.input_ended),
    )


def _barriers(
    deployment: SubtaskDeployment, gate: InputGate, snapshots: SubtaskSnapshots, services: TaskServices
) -> Barriers:
    settings, checkpoints = deployment.settings, deployment.settings.checkpoints
    return Barriers(
        gate.channels,
        snapshots,
        services.clock,
        checkpoints is None or checkpoints.exactly_once,
        settings.memory_bytes // 8,
        0 if checkpoints is None else checkpoints.alignment_limit_bytes,
    )
