"""Runs plans with several subtasks, checkpoints, crashes and rescales in the test itself; nothing is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Optional, cast

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.clock import ManualClock
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.graph.transformation import Transformation, TransformationId
from pyrite.operators.operator import build_operator
from pyrite.operators.operator_context import OperatorContext, OperatorPlace, OperatorServices, OperatorSettings
from pyrite.operators.output import Output
from pyrite.operators.state.operator_state_handler import OperatorStateHandler
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.runtime.wire.column_partitioners import ByColumns
from pyrite.runtime.wire.partitioners import Split
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.evolution import loading
from pyrite.state.handles import KeyedHandle
from pyrite.state.key_groups import key_group_range
from pyrite.state.keyed_states import KeyedStates
from tests.relational.running import Change, TranslatedPlan
from tests.state.contract.backends import BACKENDS, GROUPS
from tests.state.contract.memory_files import MemoryFiles

Event = ColumnBlock | int
"""A block, or a watermark."""


class _Collected:
    """A target that keeps what an operator emits."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def process_block(self, block: Any) -> None:
        self.events.append(block)

    def process_watermark(self, watermark_ms: int) -> None:
        self.events.append(watermark_ms)

    def process_idle(self, idle: bool) -> None:
        raise AssertionError("a plan that is fed is never idle")

    def process_mark(self, mark: Any) -> None:
        raise AssertionError("SQL has no loops")


class _Subtask:
    def __init__(self, step: Transformation, number: int, parallelism: int, make: str, is_batch: bool) -> None:
        self.groups = key_group_range(number, parallelism, GROUPS)
        self.backend: Optional[KeyedStateBackend] = BACKENDS[make](self.groups) if step.keyed else None
        self._out = _Collected()
        self.operator = build_operator(cast(OperatorSpec, step.operator))
        clock = ManualClock(1_000_000)
        self.operator.setup(
            OperatorContext(
                OperatorPlace(step.name, "", number, parallelism, GROUPS, 0),
                clock,
                Output([self._out]),
                self.backend,
                None if self.backend is None else KeyedStates(self.backend, clock),
                OperatorSettings(is_batch),
                OperatorServices(),
                {},
                MetricGroup(),
            )
        )
        self.state = OperatorStateHandler(self.operator)

    def taken(self) -> list[Event]:
        events, self._out.events = self._out.events, []
        return events


@dataclass
class _Step:
    """An operator with its subtasks, and the watermark of each of its inputs."""

    transformation: TransformationId
    subtasks: list[_Subtask]
    marks: dict[int, int]
    watermark_ms: int = MIN_WATERMARK
    sent_ms: int = MIN_WATERMARK


@dataclass(frozen=True)
class _Edge:
    """From an operator, or the source, to an input of the one at `receiver`, by columns where it is keyed."""

    number: int
    origin: TransformationId
    receiver: int
    input_index: int
    columns: Optional[tuple[str, ...]]


@dataclass
class Checkpoint:
    """What a restart needs: the state of each step, and how much had come out."""

    keyed: list[list[KeyedHandle]] = field(default_factory=list)
    unkeyed: list[OperatorSubtaskState] = field(default_factory=list)
    marks: list[tuple[dict[int, int], int, int]] = field(default_factory=list)
    emitted: int = 0
    is_savepoint: bool = False


_OUT: Final = -1
"""The receiver of what comes out."""


class RestartingPlan:
    """A plan that runs. Keyed operators have as many subtasks as `parallelism` says, the others one."""

    def __init__(self, plan: TranslatedPlan, parallelism: int = 1, backend: str = "hashmap") -> None:
        self._plan = plan
        self._backend = backend
        self._files = MemoryFiles()
        self._checkpoints = 0
        self._edges = _edges(plan)
        self._steps: list[_Step] = []
        self._out: list[ColumnBlock] = []
        self.restart(None, parallelism)

    # Input ------------------------------------------------------------------------------------------------------------

    def feed(self, block: ColumnBlock) -> None:
        self._send(self._plan.source, [block])

    def finish(self) -> None:
        """The input has ended."""
        self._send(self._plan.source, [MAX_WATERMARK])
        for step in self._steps:
            for subtask in step.subtasks:
                subtask.operator.finish()
            self._pass_on(step)
        self.close()

    def close(self) -> None:
        for step in self._steps:
            for subtask in step.subtasks:
                if subtask.backend is not None:
                    subtask.backend.close()

    def _send(self, origin: TransformationId, events: Sequence[Event]) -> None:
        for edge in self._edges:
            if edge.origin is origin:
                for event in events:
                    self._receive(edge, event)

    def _receive(self, edge: _Edge, event: Event) -> None:
        if edge.receiver == _OUT:
            if isinstance(event, ColumnBlock):
                self._out.append(event)
            return
        step = self._steps[edge.receiver]
        if isinstance(event, ColumnBlock):
            for number, part in self._split(edge, step, event):
                step.subtasks[number].operator.process_block(part, edge.input_index)
        else:
            step.marks[edge.number] = event
            lowest = min(step.marks.values())
            if lowest <= step.watermark_ms:
                return
            step.watermark_ms = lowest
            for subtask in step.subtasks:
                subtask.operator.process_watermark(lowest)
        self._pass_on(step)

    def _split(self, edge: _Edge, step: _Step, block: ColumnBlock) -> Split:
        if len(step.subtasks) == 1 or edge.columns is None:
            return ((0, block),)
        return _partitioner(edge.columns, len(step.subtasks)).split(block)

    def _pass_on(self, step: _Step) -> None:
        """Sends what the subtasks have emitted; a watermark once all of them have."""
        for subtask in step.subtasks:
            for event in subtask.taken():
                if isinstance(event, ColumnBlock):
                    self._send(step.transformation, [event])
                elif len(step.subtasks) == 1:
                    step.sent_ms = event
                    self._send(step.transformation, [event])
        lowest = min(subtask.operator.output.watermark_ms for subtask in step.subtasks)
        if lowest > step.sent_ms:
            step.sent_ms = lowest
            self._send(step.transformation, [lowest])

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def checkpoint(self, savepoint: bool = False) -> Checkpoint:
        """A barrier goes through all operators. A savepoint is in the form that every backend reads."""
        self._checkpoints += 1
        made = Checkpoint(is_savepoint=savepoint)
        for step in self._steps:
            for subtask in step.subtasks:
                subtask.state.prepare(self._checkpoints, savepoint=savepoint)
            self._pass_on(step)
            frozen = [subtask.state.freeze(self._checkpoints, savepoint) for subtask in step.subtasks]
            made.keyed.append([each.keyed.write(self._files) for each in frozen if each.keyed is not None])
            made.unkeyed.append(_merged([loading.loads(each.unkeyed) for each in frozen]))
            made.marks.append((dict(step.marks), step.watermark_ms, step.sent_ms))
        for step in self._steps:
            for subtask in step.subtasks:
                subtask.state.completed(self._checkpoints)
        made.emitted = len(self._out)
        return made

    def restart(self, checkpoint: Optional[Checkpoint], parallelism: int, backend: Optional[str] = None) -> None:
        """All processes are gone; what came out after the checkpoint was never committed."""
        self.close()
        self._backend = backend or self._backend
        self._steps = [
            self._restored(number, step, parallelism if self._is_spread(number) else 1, checkpoint)
            for number, step in enumerate(self._plan.steps)
        ]
        self._out = [] if checkpoint is None else self._out[: checkpoint.emitted]

    def _is_spread(self, number: int) -> bool:
        edges = [edge for edge in self._edges if edge.receiver == number]
        return self._plan.steps[number].keyed and all(edge.columns for edge in edges)

    def _restored(self, number: int, step: Transformation, parallelism: int, checkpoint: Optional[Checkpoint]) -> _Step:
        subtasks = [
            _Subtask(step, place, parallelism, self._backend, self._plan.is_batch) for place in range(parallelism)
        ]
        marks = {edge.number: MIN_WATERMARK for edge in self._edges if edge.receiver == number}
        made = _Step(self._plan.step_ids[number], subtasks, marks)
        for subtask in subtasks:
            if checkpoint is not None:
                if subtask.backend is not None:
                    handles = [
                        each
                        for each in checkpoint.keyed[number]
                        if each.first_group < subtask.groups.stop and subtask.groups.start <= each.last_group
                    ]
                    subtask.backend.restore(handles, self._files, subtask.groups)
                subtask.state.restore(checkpoint.unkeyed[number])
            subtask.operator.open()
        if checkpoint is not None:
            marks, made.watermark_ms, made.sent_ms = checkpoint.marks[number]
            made.marks = dict(marks)
        return made

    # Output -----------------------------------------------------------------------------------------------------------

    def changes(self) -> list[Change]:
        """What came out so far."""
        return self._plan.changes(self._out)


@lru_cache
def _partitioner(columns: tuple[str, ...], receivers: int) -> ByColumns:
    return ByColumns(columns, receivers, GROUPS)


def _merged(states: list[OperatorSubtaskState]) -> OperatorSubtaskState:
    """What every subtask is restored from, however many there are: beside keys, operators keep a watermark."""
    if len(states) == 1:
        return states[0]
    assert not any(state.lists or state.unions or state.numbered for state in states)
    return OperatorSubtaskState(
        watermark_ms=min(state.watermark_ms for state in states),
        output_watermark_ms=min(state.output_watermark_ms for state in states),
    )


def _edges(plan: TranslatedPlan) -> list[_Edge]:
    found: list[_Edge] = []

    def follow(origin: TransformationId, receiver: int, place: int, columns: Optional[tuple[str, ...]]) -> None:
        node = plan.program[origin]
        if origin is plan.source or node.operator is not None:
            found.append(_Edge(len(found), origin, receiver, place, columns))
            return
        partitioning = node.partitioning
        if columns is None and partitioning is not None and partitioning.is_keyed:
            columns = partitioning.key_columns
        for each in node.inputs:
            follow(each, receiver, place, columns)

    for number, step in enumerate(plan.steps):
        for place, each in enumerate(step.inputs):
            follow(each, number, place, None)
    follow(plan.root, _OUT, 0, None)
    return found
