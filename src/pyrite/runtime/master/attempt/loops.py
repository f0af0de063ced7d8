"""Loops: the JobMaster's decisions on iterations: connecting tails to heads, beginning supersteps, ending loops.

Pure. Nothing is stored in checkpoints: after a restore, decisions follow from the operators' reports on opening.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Optional

from pyrite.core.functions.functions import AggregateFunction
from pyrite.core.functions.user_function import raise_user_error
from pyrite.core.job.loop import LoopRole, LoopSpec
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.graph.region import Region
from pyrite.operators.iteration.loop_events import (
    Aggregated,
    Aggregates,
    AggregatesKnown,
    Begin,
    Connect,
    End,
    FedBack,
    FromOperator,
    HeadOpened,
    InputEnded,
    Joined,
    TailOpened,
    Terminating,
    ToOperator,
)
from pyrite.runtime.master.attempt.decisions import (
    Decision,
    FailVertex,
    PartEvent,
    PlacedEvent,
    RegionOpenedEvent,
    RegionStartedEvent,
)
from pyrite.runtime.master.job_events import MessageEvent, TickEvent
from pyrite.runtime.master.job_instructions import Send
from pyrite.runtime.wire import messages

_AGAIN_MS = 20
"""The delay until the next mark is sent into a streaming loop that was not empty."""
_log = logging.getLogger(__name__)


class Superstep(NamedTuple):
    """The statistics of a superstep: the number of records fed back, and its duration."""

    number: int
    fed_back: int
    took_ms: int


@dataclass
class _LoopVertices:
    """The vertices of a loop's operators."""

    spec: LoopSpec
    name: str
    parallelism: int
    head: int
    tail: int = -1
    termination: int = -1
    terminations: int = 0


@dataclass
class _SuperstepReports:
    """The reports on a superstep or a mark, by subtask, or by operator and subtask."""

    fed_back: dict[int, int] = field(default_factory=dict)
    terminating: dict[int, int] = field(default_factory=dict)
    aggregated: dict[Any, Any] = field(default_factory=dict)
    informed: set[Any] = field(default_factory=set)


class _Loop:
    """One loop in one attempt."""

    def __init__(self, loop_vertices: _LoopVertices) -> None:
        self._vertices = loop_vertices
        self._spec = loop_vertices.spec
        self._heads: dict[int, HeadOpened] = {}
        self._tails: set[int] = set()
        self._members: set[Any] = set()
        self._input_ended: set[int] = set()
        self._reports: dict[int, _SuperstepReports] = {}
        self._number = 0
        self._begun_ms = 0
        self._is_running = False
        self._is_over = False
        self._is_sending_aggregates = False
        """Whether a superstep's aggregates are being sent to operators."""
        self._empty_ms: Optional[int] = None
        self._time_ends = False
        self._due_ms: Optional[int] = None
        self.supersteps: list[Superstep] = []
        self.out: list[tuple[Subtask, ToOperator]] = []

    @property
    def due_ms(self) -> Optional[int]:
        return self._due_ms

    def handle(self, subtask: Subtask, event: FromOperator, now_ms: int) -> None:
        index = subtask.index
        match event:
            case HeadOpened():
                self._heads[index] = event
            case TailOpened():
                self._tails.add(index)
            case InputEnded():
                self._input_ended.add(index)
            case FedBack(number, records):
                self._of(number).fed_back[index] = records
            case Terminating(number, records):
                self._of(number).terminating[index] = records
            case Joined(operator_id):
                self._members.add((subtask, operator_id))
            case Aggregated(operator_id, number, accumulators):
                self._of(number).aggregated[subtask, operator_id] = accumulators
            case AggregatesKnown(operator_id, number):
                self._of(number).informed.add((subtask, operator_id))
        if self._is_running and not self._is_over:
            self._decide(now_ms)

    def _of(self, number: int) -> _SuperstepReports:
        return self._reports.setdefault(number, _SuperstepReports())

    def start(self, now_ms: int) -> None:
        """Every task runs. A head that has not opened had finished before the restore, so the loop was at its end."""
        self._is_running, self._begun_ms = True, now_ms
        for index in self._tails & self._heads.keys():
            self.out.append((Subtask(self._vertices.tail, index), Connect(self._heads[index].address)))
        if len(self._heads) < self._vertices.parallelism or any(head.ending for head in self._heads.values()):
            self._end()
        else:
            if self._spec.has_supersteps:
                self._number = max(head.superstep for head in self._heads.values())
            self._decide(now_ms)

    def tick(self, now_ms: int) -> None:
        if self._due_ms is not None and now_ms >= self._due_ms and not self._is_over:
            self._due_ms = None
            self._begin(now_ms)

    def _decide(self, now_ms: int) -> None:
        if self._spec.has_supersteps:
            self._decide_superstep(now_ms)
        elif self._number == 0:
            if len(self._input_ended) == self._vertices.parallelism:
                self._begin(now_ms)
        elif len(self._of(self._number).fed_back) == self._vertices.parallelism and self._due_ms is None:
            self._decide_end_of_stream(now_ms)

    # Streaming loops --------------------------------------------------------------------------------------------------

    def _decide_end_of_stream(self, now_ms: int) -> None:
        """The mark has passed through the loop.

        If no record was fed back since the previous mark, the loop is empty.
        """
        if sum(self._of(self._number).fed_back.values()):
            self._empty_ms = None
            self._due_ms = now_ms + _AGAIN_MS
            return
        if self._empty_ms is None:
            self._empty_ms = now_ms
        waited_ms = now_ms - self._empty_ms
        if not self._time_ends and waited_ms < self._spec.max_wait_ms:
            self._due_ms = self._empty_ms + self._spec.max_wait_ms
        elif not self._time_ends:  # timers and windows in the loop may still emit records that are fed back
            self._time_ends = True
            self._begin(now_ms)
        else:
            self._end()

    # Supersteps -------------------------------------------------------------------------------------------------------

    def _decide_superstep(self, now_ms: int) -> None:
        reports = self._of(self._number)
        complete = (
            len(reports.fed_back) == self._vertices.parallelism
            and len(reports.terminating) == self._vertices.terminations
            and len(reports.aggregated) >= len(self._members)  # compares the sets only when the sizes match
            and reports.aggregated.keys() >= self._members
        )
        if not complete:
            return
        if not self._is_sending_aggregates:
            self._note(sum(reports.fed_back.values()), now_ms)
            if self._is_last(reports):
                self._end()
                return
            self._is_sending_aggregates = True
            results = self._results(reports)
            for subtask, _ in sorted(self._members, key=repr):
                self.out.append((subtask, Aggregates(self._number, results)))
        if len(reports.informed) >= len(self._members) and reports.informed >= self._members:
            self._is_sending_aggregates = False
            self._reports = {number: later for number, later in self._reports.items() if number > self._number}
            self._begin(now_ms)

    def _note(self, fed_back: int, now_ms: int) -> None:
        self.supersteps.append(Superstep(self._number, fed_back, now_ms - self._begun_ms))
        took_ms = self.supersteps[-1].took_ms
        _log.info("%s: superstep %d fed back %d records in %d ms", self._vertices.name, self._number, fed_back, took_ms)

    def _is_last(self, reports: _SuperstepReports) -> bool:
        return (
            self._number >= self._spec.max_iterations
            or (self._spec.has_termination and not any(reports.terminating.values()))
            or (self._spec.ends_when_empty and not any(reports.fed_back.values()))
        )

    def _results(self, reports: _SuperstepReports) -> dict[str, Any]:
        results = {}
        for name, function in self._spec.aggregators.items():
            parts = [values[name] for _, values in sorted(reports.aggregated.items(), key=repr) if name in values]
            try:
                results[name] = function.get_result(_merged(function, parts))
            except Exception as error:
                raise_user_error(error, f"'{self._vertices.name}', its aggregator '{name}'", function, None)
        return results

    # Common -----------------------------------------------------------------------------------------------------------

    def _begin(self, now_ms: int) -> None:
        self._number += 1
        self._begun_ms = now_ms
        begin = Begin(self._number, self._time_ends)
        self.out.extend((Subtask(self._vertices.head, index), begin) for index in self._heads)

    def _end(self) -> None:
        self._is_over, self._due_ms = True, None
        self.out.extend((Subtask(self._vertices.head, index), End()) for index in self._heads)


def _merged(function: AggregateFunction, parts: list[Any]) -> Any:
    merged = function.create_accumulator()
    for part in parts:
        merged = function.merge(merged, part)
    return merged


class Loops:
    """All loops of an attempt."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self._graph = graph
        self._vertices_by_loop = _vertices_by_loop(graph)
        self._loops = {name: _Loop(loop_vertices) for name, loop_vertices in self._vertices_by_loop.items()}

    def __bool__(self) -> bool:
        return bool(self._loops)

    def handle(self, event: PartEvent, now_ms: int) -> list[Decision]:
        if not self._loops:
            return []
        failed: list[Decision] = []
        match event:
            case MessageEvent(task, messages.LoopEvent(name, operator_event)):
                subtask = self._graph.work_of(task)
                assert isinstance(subtask, Subtask)
                failed = _guarded(subtask.vertex, lambda: self._loops[name].handle(subtask, operator_event, now_ms))
            case RegionStartedEvent(region):
                self._loops.update((name, _Loop(self._vertices_by_loop[name])) for name in self._names_in(region))
            case RegionOpenedEvent(region):
                for name in self._names_in(region):
                    failed += _guarded(self._vertices_by_loop[name].head, partial(self._loops[name].start, now_ms))
            case TickEvent():
                for loop in self._loops.values():
                    loop.tick(now_ms)
            case PlacedEvent(graph):
                self._graph = graph
        return failed + self._take()

    def _names_in(self, region: Region) -> list[str]:
        return [name for name, loop_vertices in self._vertices_by_loop.items() if loop_vertices.head in region.graph]

    def next_due_ms(self) -> Optional[int]:
        return min((loop.due_ms for loop in self._loops.values() if loop.due_ms is not None), default=None)

    def supersteps(self) -> dict[str, list[Superstep]]:
        """The supersteps of this attempt, by loop name, for the job's result.

        The second loop with the same name is called `name (2)`, and so on.
        """
        tables: dict[str, list[Superstep]] = {}
        names: Counter[str] = Counter()
        for loop, loop_vertices in self._vertices_by_loop.items():
            if loop_vertices.spec.has_supersteps:
                names[loop_vertices.name] += 1
                number = f" ({names[loop_vertices.name]})" if names[loop_vertices.name] > 1 else ""
                tables[f"supersteps of {loop_vertices.name}{number}"] = self._loops[loop].supersteps
        return tables

    def _take(self) -> list[Decision]:
        decisions: list[Decision] = []
        for name, loop in self._loops.items():
            for subtask, event in loop.out:
                decisions.append(Send(self._graph.task_of(subtask), messages.LoopEvent(name, event)))
            loop.out.clear()
        return decisions


def _guarded(vertex: int, step: Callable[[], None]) -> list[Decision]:
    """Runs a step in which a user's aggregator may fail."""
    try:
        step()
    except Exception as error:
        return [FailVertex(vertex, error)]
    return []


def _vertices_by_loop(graph: ExecutionGraph) -> dict[str, _LoopVertices]:
    """The vertices of the loops' operators, by loop name."""
    ends = [
        (chained.node, vertex)
        for vertex in graph.job.vertices
        for chained in vertex.operators
        if chained.node.operator.loop is not None
    ]
    by_loop: dict[str, _LoopVertices] = {}
    for node, vertex in ends:
        if node.loop is not None and node.loop_role is LoopRole.HEAD:
            by_loop[node.loop_name] = _LoopVertices(node.loop, node.name, vertex.parallelism, vertex.id)
    for node, vertex in ends:
        loop_vertices = by_loop[node.loop_name]
        if node.loop_role is LoopRole.TAIL:
            loop_vertices.tail = vertex.id
        elif node.loop_role is LoopRole.TERMINATION:
            loop_vertices.termination, loop_vertices.terminations = vertex.id, vertex.parallelism
    return by_loop
