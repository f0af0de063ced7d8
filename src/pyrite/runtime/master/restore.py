"""Restore: which part of a checkpoint or savepoint each subtask of a job is restored from.

Operators find their state by their ids, wherever they are chained. At another parallelism, keyed state goes to whoever
has its key groups now; lists are redistributed; unions and broadcast state go to everyone. What was in flight goes to
whoever takes the records of its edge now.
"""

from __future__ import annotations

import logging
from functools import cached_property
from typing import Any, Optional

from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.core.errors import JobRefusedError, StateUnreadableError
from pyrite.core.persisted import PersistedNameError
from pyrite.core.persisted_pickling import loads
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.job_graph import JobGraph, JobVertex
from pyrite.graph.stream_graph import StreamNode
from pyrite.runtime.master.attempt_settings import AttemptSettings
from pyrite.runtime.master.former_operator import FormerOperator
from pyrite.runtime.wire.deployment import OperatorRestore, SubtaskRestore
from pyrite.runtime.wire.in_flight_routing import InFlightRoutes, InFlightRouting
from pyrite.runtime.wire.in_flight_routing_v1 import InFlightRoutingV1
from pyrite.state.handles import KeyedHandle
from pyrite.state.key_groups import key_group_range

_log = logging.getLogger(__name__)


class Restoring:
    """One job being restored from one manifest."""

    def __init__(self, manifest: Manifest, job: JobGraph, job_id: str, allow_non_restored_state: bool = False) -> None:
        self._manifest = manifest
        self._job_id = job_id
        self._job = job
        self._allow_non_restored = allow_non_restored_state
        self._what = f"{'savepoint' if manifest.savepoint else 'checkpoint'} {manifest.checkpoint_id}"
        self._in_flight: InFlightRoutes = InFlightRouting(manifest, job)
        if manifest.in_flight_by_head:
            self._in_flight = InFlightRoutingV1(manifest, job)

    # Whether ----------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Raises where the job cannot be restored from it; logs which operators begin with nothing."""
        known = {
            chained.node.operator_id: (chained.node, vertex)
            for vertex in self._job.vertices
            for chained in vertex.operators
        }
        for state in self._manifest.operators.values():
            if state.operator_id in known:
                node, vertex = known[state.operator_id]
                self._check_parallelism(state, vertex)
                self._check_layout(state, node)
            else:
                self._check_left_out(state)
        self._in_flight.check()
        for vertex in self._job.vertices:
            for chained in vertex.operators:
                node = chained.node
                if node.operator_id not in self._manifest.operators:
                    uid = node.uid or node.operator_id
                    _log.info("operator '%s' (uid %s) begins without state: %s has none", node.name, uid, self._what)

    def _check_left_out(self, state: OperatorState) -> None:
        if not _has_state(state):
            return
        name = f"operator '{state.name}' (uid {state.uid or state.operator_id})"
        if self._allow_non_restored:
            _log.warning("the state of %s in %s is left out: the job has no such operator", name, self._what)
            return
        kept = f" that keeps {state.layout}" if state.layout else ""
        place = " in the query's compiled plan" if state.layout or state.meaning else ""
        raise JobRefusedError(
            f"{self._what} has state of {name}{kept}, which the job does not have: give the operator that uid again"
            f"{place}, or leave its state out with -n (execution.state-recovery.ignore-unclaimed-state)"
        )

    def _check_parallelism(self, state: OperatorState, vertex: JobVertex) -> None:
        if vertex.max_parallelism != state.max_parallelism:
            raise JobRefusedError(
                f"operator '{state.name}' had max parallelism {state.max_parallelism} in {self._what} and has "
                f"{vertex.max_parallelism} now: keys would be in other groups. Set it to {state.max_parallelism}"
            )

    def _check_layout(self, state: OperatorState, node: StreamNode) -> None:
        """State of other values than the operator keeps would be read as something that it is not."""
        pairs = ((state.layout, node.operator.keyed_layout), (state.meaning, node.state_meaning))
        for kept, now in pairs:
            if kept and now and kept != now and _has_state(state):
                raise JobRefusedError(
                    f"operator '{node.name}' (uid {node.uid or node.operator_id}), {node.operator.description}, keeps "
                    f"{now}, but in {self._what} it has kept {kept}: the state does not fit. Run the former query, "
                    "or start without the savepoint. To leave out the state of this operator alone, give it another "
                    "uid, in the query's compiled plan, and restore with -n "
                    "(execution.state-recovery.ignore-unclaimed-state)"
                )

    # What -------------------------------------------------------------------------------------------------------------

    def enumerator_state(self, operator_id: str) -> tuple[bool, Any]:
        """Whether a source's enumerator was in the checkpoint, and its state."""
        state = self._manifest.operators.get(operator_id)
        if state is None or state.enumerator is None or state.enumerator.data is None:
            return False, None
        try:
            return True, loads(state.enumerator.data)
        except PersistedNameError as error:
            raise StateUnreadableError(f"the enumerator of '{state.name}' in {self._what}: {error}") from error

    def had_finished(self, work: Subtask) -> bool:
        """Whether the subtask had come to its end: its input has ended, and all its output is sent.

        At another parallelism that is so if all had; if only some had, they can no longer be distinguished, and end
        again. So do those that get their input from others now, which have not finished.
        """
        return bool(self._manifest.stopped_at) or work.index in self._finished[work.vertex]

    @cached_property
    def _finished(self) -> dict[int, set[int]]:
        """The numbers of the finished subtasks of each vertex."""
        finished: dict[int, set[int]] = {}
        for vertex in self._job.vertices:  # they follow their inputs
            states = [self._manifest.operators.get(chained.node.operator_id) for chained in vertex.operators]
            inputs = [(edge.partitioning, self._job.vertex(edge.source)) for edge in self._job.inputs(vertex.id)]
            complete = {source.id for _, source in inputs if len(finished[source.id]) == source.parallelism}
            finished[vertex.id] = {
                index
                for index in range(vertex.parallelism)
                if all(_had_finished(state, index, vertex.parallelism) for state in states)
                and all(
                    source.id in complete
                    or finished[source.id].issuperset(way.senders(index, source.parallelism, vertex.parallelism))
                    for way, source in inputs
                )
            }
        return finished

    def of(self, work: Subtask) -> SubtaskRestore:
        """What one subtask is restored from."""
        manifest, vertex = self._manifest, self._job.vertex(work.vertex)
        operators = {
            state.operator_id: self._operator(state, work.index, vertex)
            for chained in vertex.operators
            if (state := manifest.operators.get(chained.node.operator_id)) is not None
        }
        return SubtaskRestore(
            manifest.checkpoint_id,
            operators,
            self._in_flight.of(work),
            self.had_finished(work),
            bool(manifest.stopped_at),
            manifest.committed,
            manifest.savepoint or manifest.job_id != self._job_id,
        )

    def _operator(self, state: OperatorState, index: int, vertex: JobVertex) -> OperatorRestore:
        former = self._former[state.operator_id]
        keyed: tuple[KeyedHandle, ...] = ()
        if not self._manifest.stopped_at:
            keyed = former.keyed(key_group_range(index, vertex.parallelism, vertex.max_parallelism))
        if state.parallelism == vertex.parallelism:
            return former.same(index, keyed)
        return former.rescaled(index, vertex.parallelism, keyed, self._in_flight.broadcast_from(state, index))

    @cached_property
    def _former(self) -> dict[str, FormerOperator]:
        return {operator_id: FormerOperator(state) for operator_id, state in self._manifest.operators.items()}


def _had_finished(state: Optional[OperatorState], index: int, parallelism: int) -> bool:
    if state is None:
        return False
    if state.parallelism == parallelism:
        return index in state.finished
    return len(state.finished) == state.parallelism


def _has_state(state: OperatorState) -> bool:
    """Whether anything would be lost without the operator. Every operator has a little that is not its own."""
    keyed = any(handle.keyed is not None and handle.keyed.files for handle in state.subtasks.values())
    return keyed or state.enumerator is not None or any(handle.has_unkeyed for handle in state.subtasks.values())


def restoring_from(manifest: Optional[Manifest], job: JobGraph, settings: AttemptSettings) -> Optional[Restoring]:
    """The way from a checkpoint to the tasks of a job; None: they begin with nothing."""
    if manifest is None:
        return None
    assert settings.checkpoints is not None
    return Restoring(manifest, job, settings.checkpoints.job_id, settings.allow_non_restored_state)
