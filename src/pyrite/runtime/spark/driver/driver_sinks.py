"""DriverSinks: what the driver does with a job's sinks itself, when no task is there to do it."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Iterator
from typing import Any, Optional

from pyrite.checkpoint.manifest import Manifest
from pyrite.core.connector.sink import WriterInitContext
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.job_graph import ChainedOperator
from pyrite.operators.operator_context import EmitCommitted
from pyrite.operators.sink import SinkOperator, SinkSpec, writer_states_in
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState, load_operator_state
from pyrite.state.handles import FileRef, StateReader, StoredOperatorState

_log = logging.getLogger(__name__)
Committables = dict[tuple[int, int], list[Any]]
"""By vertex and position in its chain."""


class DriverSinks:
    """The sinks of one attempt that is over."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self._graph = graph

    def commit(self, owed: Committables, emit_committed: Optional[EmitCommitted] = None) -> Optional[Exception]:
        """Publishes committables, collected records by `emit_committed`; returns what went wrong."""
        try:
            for place, committables in owed.items():
                with contextlib.closing(self._sink(place)) as operator:
                    operator.commit(committables, emit_committed)
        except Exception as error:
            return error
        return None

    def abort(self, given_up: Committables) -> None:
        """Aborts committables that will never be committed."""
        for place, committables in given_up.items():
            try:
                with contextlib.closing(self._sink(place)) as operator:
                    operator.abort(committables)
            except Exception as error:
                name = self._chained(place).node.name
                _log.warning("what sink '%s' has prepared could not be rolled back: %s", name, error)

    def end_cancelled(
        self,
        newest: Optional[Manifest],
        job_id: str,
        attempt: int,
        files: StateReader,
        retained: bool,
        timeout_s: float,
    ) -> None:
        """The job was canceled. Commits what its newest checkpoint left pending, and lets sinks remove the rest.

        Tasks may have been cut off between a complete checkpoint and their commit, or before a checkpoint for which
        they have prepared something; no later attempt takes care of it. `attempt` is higher than any that they had.
        A store that does not answer holds the end of the job up for `timeout_s` at most.
        """

        def end_all() -> None:
            for chained, operator in self._committing():
                try:
                    with contextlib.closing(operator):
                        self._end_cancelled(chained, operator, newest, (job_id, attempt), files, retained)
                except Exception as error:
                    _log.warning("sink '%s' may have left something behind: %s", chained.node.name, error)

        ending = threading.Thread(target=end_all, daemon=True, name="cancelled-sinks")
        ending.start()
        ending.join(timeout_s)
        if ending.is_alive():
            _log.warning("sinks of the canceled job have not ended within %.0f s: they may leave something", timeout_s)

    def _end_cancelled(
        self,
        chained: ChainedOperator,
        operator: SinkOperator,
        newest: Optional[Manifest],
        job: tuple[str, int],
        files: StateReader,
        retained: bool,
    ) -> None:
        job_id, attempt = job
        stored = None if newest is None else newest.operators.get(chained.node.operator_id)
        handles = [] if stored is None else [stored.subtasks[index] for index in sorted(stored.subtasks)]
        states = [_read(handle, handle.unkeyed, files) for handle in handles if handle.unkeyed is not None]
        for state in states:
            operator.commit_owed(state.numbered)
        after_all = WriterInitContext(
            0, 1, attempt, _no_text, _no_result, job_id=job_id, operator_id=chained.node.operator_id
        )
        operator.sink.roll_back(
            after_all, [writer_state for one in states for writer_state in writer_states_in(one.lists)], retained
        )

    def _committing(self) -> Iterator[tuple[ChainedOperator, SinkOperator]]:
        for vertex in self._graph.job.vertices:
            for position, chained in enumerate(vertex.operators):
                spec = chained.node.operator
                if isinstance(spec, SinkSpec) and spec.has_committer:
                    yield chained, self._sink((vertex.id, position))

    def _sink(self, place: tuple[int, int]) -> SinkOperator:
        spec = self._chained(place).node.operator
        assert isinstance(spec, SinkSpec)
        return spec.build()

    def _chained(self, place: tuple[int, int]) -> ChainedOperator:
        vertex, position = place
        return self._graph.job.vertex(vertex).operators[position]


def _read(handle: StoredOperatorState, ref: FileRef, files: StateReader) -> OperatorSubtaskState:
    return load_operator_state(files.read(ref), read_staged=lambda index: files.read(handle.staged[index]))


def _no_text(text: str, to_stderr: bool) -> None:
    pass


def _no_result(values: list[Any]) -> None:
    pass
