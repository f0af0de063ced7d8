"""JobSources: the enumerators of an attempt's sources, and their decisions. Pure except for the enumerators' code."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Optional

from pyrite.graph.execution_graph import Relay, Subtask
from pyrite.graph.job_graph import JobVertex
from pyrite.graph.region import Region
from pyrite.operators.source import SourceSpec
from pyrite.runtime.master.attempt.attempt_tasks import AttemptTasks
from pyrite.runtime.master.attempt.decisions import Decision, FailVertex, PartEvent, ReaderOpenedEvent
from pyrite.runtime.master.attempt.restore_plan import RestorePlan
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.master.job_events import MessageEvent, SourceCalledEvent, StopEvent, TaskId
from pyrite.runtime.master.job_instructions import CallSource, Send
from pyrite.runtime.wire import messages

_log = logging.getLogger(__name__)


class JobSources:
    """The enumerators, by the id of their vertex."""

    def __init__(self, attempt_tasks: AttemptTasks, repeats: bool = False) -> None:
        """`repeats`: readers of a batch source may register again while other readers of the source are kept."""
        self._attempt_tasks = attempt_tasks
        self._repeats = repeats
        self.assignments: dict[int, SplitAssignment] = {}
        self._attempts: dict[int, int] = {}
        self._input_ends = False
        """Whether all sources must end, including sources that are not open yet."""

    # Regions ----------------------------------------------------------------------------------------------------------

    def start(self, region: Region, restoring: Optional[RestorePlan], now_ms: int) -> None:
        """Creates and starts the enumerators of a region; if one fails to start, all are closed."""
        try:
            self._start(region, region.vertices, restoring, now_ms)
        except Exception:
            self.close(region)
            raise

    def _start(
        self, region: Region, vertices: Iterable[JobVertex], restoring: Optional[RestorePlan], now_ms: int
    ) -> None:
        assignments: list[SplitAssignment] = []
        for vertex in vertices:
            spec = vertex.head.operator
            if isinstance(spec, SourceSpec):
                restored = (False, None)
                if restoring is not None:
                    restored = restoring.enumerator_state(vertex.head.operator_id)
                assignments.append(SplitAssignment(spec.source, vertex.parallelism, restored, now_ms, self._repeats))
                self.assignments[vertex.id] = assignments[-1]
                self._attempts[vertex.id] = region.graph.attempt
        for assignment in assignments:
            assignment.start()

    def can_repeat(self, reader: Subtask) -> bool:
        """Whether a subtask can run again while other subtasks of its vertex are kept."""
        assignment = self.assignments.get(reader.vertex)
        return assignment is None or assignment.can_repeat(reader.index)

    def repeat(self, region: Region, kept_work: Iterable[Subtask | Relay], now_ms: int) -> None:
        """Batch: all tasks except the kept ones run again. Sources without a kept reader get a new enumerator."""
        by_vertex: dict[int, set[int]] = {}
        for work in kept_work:
            if isinstance(work, Subtask):
                by_vertex.setdefault(work.vertex, set()).add(work.index)
        for vertex, subtasks in by_vertex.items():
            if vertex in self.assignments:
                self.assignments[vertex].expect_again(subtasks)
        begun_again = [vertex for vertex in region.vertices if vertex.id not in by_vertex]
        self._close([vertex.id for vertex in begun_again if vertex.id in self.assignments])
        self._start(region, begun_again, None, now_ms)

    def close(self, region: Region) -> None:
        """Closes the enumerators of a region whose tasks are ending."""
        self._close([vertex.id for vertex in region.vertices if vertex.id in self.assignments])

    def close_all(self) -> None:
        self._close(list(self.assignments))

    def _close(self, vertices: list[int]) -> None:
        for vertex in vertices:
            assignment = self.assignments.pop(vertex)
            try:
                assignment.close()
            except Exception as error:  # user code; the attempt is over regardless
                _log.warning("a source's enumerator could not be closed: %s", error)

    # Events -----------------------------------------------------------------------------------------------------------

    def handle(self, event: PartEvent, now_ms: int) -> list[Decision]:
        """The decisions of an enumerator, and the calls that are due."""
        for assignment in self.assignments.values():
            assignment.advance(now_ms)
        out: list[Decision] = []
        match event:
            case MessageEvent(task, messages.RequestSplit()):
                reader = self._attempt_tasks.subtask(task)
                out = self._ask(reader.vertex, lambda source: source.request(reader.index))
            case MessageEvent(task, messages.SourceEvent(source_event)):
                reader = self._attempt_tasks.subtask(task)
                out = self._ask(reader.vertex, lambda source: source.handle_event(reader.index, source_event))
            case ReaderOpenedEvent(reader):
                out = self._ask(reader.vertex, lambda source: source.add_reader(reader.index))
                if self._input_ends:
                    out += self._stop([self._attempt_tasks.graph.task_of(reader)])
            case SourceCalledEvent(vertex, attempt) if self._attempts.get(vertex) == attempt:
                out = self._ask(vertex, lambda source: source.called(event.number, event.result, event.error))
            case StopEvent():
                self._input_ends = True
                out = self._stop(self._attempt_tasks.running())
        return out + self._calls()

    def _ask(self, vertex: int, ask: Callable[[SplitAssignment], None]) -> list[Decision]:
        """Calls an enumerator; returns its messages to readers."""
        assignment = self.assignments.get(vertex)
        if assignment is None:
            return []
        try:
            ask(assignment)
        except Exception as error:
            return [FailVertex(vertex, error)]
        graph = self._attempt_tasks.graph
        return [Send(graph.task_of(Subtask(vertex, reader)), message) for reader, message in assignment.take()]

    def _stop(self, tasks: Iterable[TaskId]) -> list[Decision]:
        """Ends the input of the source tasks among these."""
        works = [(task, self._attempt_tasks.work(task)) for task in tasks]
        return [
            Send(task, messages.Stop())
            for task, work in works
            if isinstance(work, Subtask) and work.vertex in self.assignments
        ]

    def _calls(self) -> list[Decision]:
        """The calls that are due."""
        return [
            CallSource(vertex, self._attempts[vertex], number, call)
            for vertex, assignment in self.assignments.items()
            for number, call in assignment.take_calls()
        ]

    def next_due_ms(self) -> Optional[int]:
        due = [assignment.next_due_ms() for assignment in self.assignments.values()]
        return min((at for at in due if at is not None), default=None)
