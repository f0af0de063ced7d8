"""JobSources: the enumerators of an attempt's sources, and the instructions that their decisions become."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Optional

from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.operators.source import SourceOperator
from pyrite.runtime.job_instructions import CallSource, Instruction, Send
from pyrite.runtime.restore import Restoring
from pyrite.runtime.split_assignment import SplitAssignment

_log = logging.getLogger(__name__)


class JobSources:
    """Enumerators, by the id of their vertex."""

    def __init__(self) -> None:
        self.assignments: dict[int, SplitAssignment] = {}

    def start(self, graph: ExecutionGraph, restoring: Optional[Restoring], now_ms: int) -> None:
        """Makes and starts the enumerators; if one cannot be, none is left open."""
        try:
            for vertex in graph.job.vertices:
                if vertex.head.operator.factory is SourceOperator:
                    source = vertex.head.operator.build().source
                    restored = (False, None)
                    if restoring is not None:
                        restored = restoring.enumerator_state(vertex.head.operator_id)
                    self.assignments[vertex.id] = SplitAssignment(source, vertex.parallelism, restored, now_ms)
            for assignment in self.assignments.values():
                assignment.start()
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        for assignment in self.assignments.values():
            try:
                assignment.close()
            except Exception as error:  # it is the user's code, and the attempt is over all the same
                _log.warning("a source's enumerator could not be closed: %s", error)

    def ask(self, graph: ExecutionGraph, vertex: int, ask: Callable[[SplitAssignment], None]) -> list[Instruction]:
        """Tells an enumerator something; what it wants its readers to know."""
        assignment = self.assignments.get(vertex)
        if assignment is None:
            return []
        ask(assignment)
        return [Send(graph.task_of(Subtask(vertex, reader)), message) for reader, message in assignment.take()]

    def advance(self, now_ms: int) -> None:
        for assignment in self.assignments.values():
            assignment.advance(now_ms)

    def calls(self) -> list[Instruction]:
        """The calls that are due."""
        return [
            CallSource(vertex, number, call)
            for vertex, assignment in self.assignments.items()
            for number, call in assignment.take_calls()
        ]

    def next_due_ms(self) -> Optional[int]:
        due = [assignment.next_due_ms() for assignment in self.assignments.values()]
        return min((at for at in due if at is not None), default=None)
