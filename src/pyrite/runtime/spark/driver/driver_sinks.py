"""DriverSinks: commits and aborts for a job's sinks in the driver, when no task is left to do it."""

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
"""Committables by vertex and position in its chain."""


class DriverSinks:
    """The sinks of one attempt that is over."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self._graph = graph

    def commit(
        self, committables_by_operator: Committables, emit_committed: Optional[EmitCommitted] = None
    ) -> Optional[Exception]:
        """Commits committables, collected records by `emit_committed`; returns the error, if any."""
        try:
            for chain_position, committables in committables_by_operator.items():
                with contextlib.closing(self._sink(chain_position)) as operator:
                    operator.commit(committables, emit_committed)
        except Exception as error:
            return error
        return None

    def abort(self, committables_by_operator: Committables) -> None:
        """Aborts committables that will never be committed."""
        for chain_position, committables in committables_by_operator.items():
            try:
                with contextlib.closing(self._sink(chain_position)) as operator:
                    operator.abort(committables)
            except Exception as error:
                name = self._chained(chain_position).node.name
                _log.warning("the uncommitted data of sink '%s' could not be rolled back: %s", name, error)

    def end_cancelled(
        self,
        newest: Optional[Manifest],
        job_id: str,
        attempt: int,
        files: StateReader,
        retained: bool,
        timeout_s: float,
    ) -> None:
        """Ends the sinks of a canceled job: commits what the newest checkpoint left pending, and removes the rest.

        Tasks may have been killed between a complete checkpoint and their commit, or before a checkpoint for which they
        prepared committables; no later attempt takes care of these. `attempt` is higher than all attempts of the tasks.
        A store that does not answer delays the end of the job by at most `timeout_s`.
        """

        def end_all() -> None:
            for chained, operator in self._committing():
                try:
                    with contextlib.closing(operator):
                        self._end_cancelled(chained, operator, newest, (job_id, attempt), files, retained)
                except Exception as error:
                    _log.warning("sink '%s' may have left uncommitted data: %s", chained.node.name, error)

        ending = threading.Thread(target=end_all, daemon=True, name="cancelled-sinks")
        ending.start()
        ending.join(timeout_s)
        if ending.is_alive():
            _log.warning(
                "sinks of the canceled job did not end within %.0f s: they may leave uncommitted data", timeout_s
            )

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
            operator.commit_pending(state.numbered)
        context = WriterInitContext(
            0, 1, attempt, _no_text, _no_result, job_id=job_id, operator_id=chained.node.operator_id
        )
        operator.sink.roll_back(
            context, [writer_state for one in states for writer_state in writer_states_in(one.lists)], retained
        )

    def _committing(self) -> Iterator[tuple[ChainedOperator, SinkOperator]]:
        for vertex in self._graph.job.vertices:
            for position, chained in enumerate(vertex.operators):
                spec = chained.node.operator
                if isinstance(spec, SinkSpec) and spec.has_committer:
                    yield chained, self._sink((vertex.id, position))

    def _sink(self, chain_position: tuple[int, int]) -> SinkOperator:
        spec = self._chained(chain_position).node.operator
        assert isinstance(spec, SinkSpec)
        return spec.build()

    def _chained(self, chain_position: tuple[int, int]) -> ChainedOperator:
        vertex, position = chain_position
        return self._graph.job.vertex(vertex).operators[position]


def _read(handle: StoredOperatorState, ref: FileRef, files: StateReader) -> OperatorSubtaskState:
    return load_operator_state(files.read(ref), read_staged=lambda index: files.read(handle.staged[index]))


def _no_text(text: str, to_stderr: bool) -> None:
    pass


def _no_result(values: list[Any]) -> None:
    pass
