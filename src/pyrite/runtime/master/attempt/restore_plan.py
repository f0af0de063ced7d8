"""RestorePlan: the part of a checkpoint or savepoint from which each subtask of a job is restored."""

from __future__ import annotations

import logging
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Optional

from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.core.errors import JobRefusedError, StateUnreadableError
from pyrite.core.persistence.persisted import PersistedNameError
from pyrite.core.persistence.persisted_pickling import loads
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.job_graph import JobGraph, JobVertex
from pyrite.graph.stream_graph import StreamNode
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.wire.deployment import OperatorRestore, SubtaskRestore, UnkeyedStatePart, UnkeyedStateShare
from pyrite.runtime.wire.in_flight_routing import InFlightRouting
from pyrite.state.handles import KeyedHandle, StoredOperatorState, UnkeyedStateSummary
from pyrite.state.key_groups import key_group_range

_log = logging.getLogger(__name__)


class RestorePlan:
    """The plan for restoring one job from one manifest."""

    def __init__(self, manifest: Manifest, job: JobGraph, job_id: str, allow_non_restored_state: bool = False) -> None:
        self._manifest = manifest
        self._job_id = job_id
        self._job = job
        self._allow_non_restored = allow_non_restored_state
        self._origin = f"{'savepoint' if manifest.savepoint else 'checkpoint'} {manifest.checkpoint_id}"
        self._in_flight = InFlightRouting(manifest, job)

    # Validation -------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Raises if the job cannot be restored from the manifest; logs the operators that start without state."""
        operators = {
            chained.node.operator_id: (chained.node, vertex)
            for vertex in self._job.vertices
            for chained in vertex.operators
        }
        for state in self._manifest.operators.values():
            if state.operator_id in operators:
                node, vertex = operators[state.operator_id]
                self._check_parallelism(state, vertex)
                self._check_layout(state, node)
            else:
                self._check_dropped(state)
        self._in_flight.check()
        for vertex in self._job.vertices:
            for chained in vertex.operators:
                node = chained.node
                if node.operator_id not in self._manifest.operators:
                    uid = node.uid or node.operator_id
                    _log.info(
                        "operator '%s' (uid %s) starts without state: %s contains none for it",
                        node.name,
                        uid,
                        self._origin,
                    )

    def _check_dropped(self, state: OperatorState) -> None:
        if not _has_state(state):
            return
        name = f"operator '{state.name}' (uid {state.uid or state.operator_id})"
        if self._allow_non_restored:
            _log.warning("the state of %s in %s is dropped: the job has no such operator", name, self._origin)
            return
        layout = f" that keeps {state.layout}" if state.layout else ""
        location = " in the query's compiled plan" if state.layout or state.meaning else ""
        raise JobRefusedError(
            f"{self._origin} has state of {name}{layout}, which the job does not have: give the operator this uid again"
            f"{location}, or drop its state with -n (execution.state-recovery.ignore-unclaimed-state)"
        )

    def _check_parallelism(self, state: OperatorState, vertex: JobVertex) -> None:
        if vertex.max_parallelism != state.max_parallelism:
            raise JobRefusedError(
                f"operator '{state.name}' had max parallelism {state.max_parallelism} in {self._origin}, but has "
                f"{vertex.max_parallelism} now: keys would be in other key groups. Set it to {state.max_parallelism}"
            )

    def _check_layout(self, state: OperatorState, node: StreamNode) -> None:
        """Raises if the checkpoint's state has a different layout or meaning than the operator's state."""
        pairs = ((state.layout, node.operator.keyed_layout), (state.meaning, node.state_meaning))
        for stored, current in pairs:
            if stored and current and stored != current and _has_state(state):
                raise JobRefusedError(
                    f"operator '{node.name}' (uid {node.uid or node.operator_id}), {node.operator.description}, keeps "
                    f"{current}, but in {self._origin} it kept {stored}: the state is incompatible. Run the previous "
                    "query, or start without the savepoint. To drop the state of this operator alone, give it another "
                    "uid, in the query's compiled plan, and restore with -n "
                    "(execution.state-recovery.ignore-unclaimed-state)"
                )

    # Contents ---------------------------------------------------------------------------------------------------------

    def enumerator_state(self, operator_id: str) -> tuple[bool, Any]:
        """Whether a source's enumerator was in the checkpoint, and its state."""
        state = self._manifest.operators.get(operator_id)
        if state is None or state.enumerator is None or state.enumerator.data is None:
            return False, None
        try:
            return True, loads(state.enumerator.data)
        except PersistedNameError as error:
            raise StateUnreadableError(f"the enumerator of '{state.name}' in {self._origin}: {error}") from error

    def had_finished(self, work: Subtask) -> bool:
        """Whether the subtask had finished: its input had ended, and all of its output was sent.

        After a change of parallelism this holds if all subtasks had finished. If only some had, they cannot be
        distinguished any more and all end again, as do subtasks whose input now comes from unfinished subtasks.
        """
        return bool(self._manifest.stopped_at) or work.index in self._finished[work.vertex]

    @cached_property
    def _finished(self) -> dict[int, set[int]]:
        """The indexes of the finished subtasks of each vertex."""
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
                    or finished[source.id].issuperset(edge.senders(index, source.parallelism, vertex.parallelism))
                    for edge, source in inputs
                )
            }
        return finished

    def of(self, work: Subtask) -> SubtaskRestore:
        """The state that one subtask is restored from."""
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
        previous = self._previous[state.operator_id]
        keyed: tuple[KeyedHandle, ...] = ()
        if not self._manifest.stopped_at:
            keyed = previous.keyed(key_group_range(index, vertex.parallelism, vertex.max_parallelism))
        if state.parallelism == vertex.parallelism:
            return previous.same(index, keyed)
        return previous.rescaled(index, vertex.parallelism, keyed, self._in_flight.broadcast_from(state, index))

    @cached_property
    def _previous(self) -> dict[str, PreviousOperator]:
        return {operator_id: PreviousOperator(state) for operator_id, state in self._manifest.operators.items()}


def _had_finished(state: Optional[OperatorState], index: int, parallelism: int) -> bool:
    if state is None:
        return False
    if state.parallelism == parallelism:
        return index in state.finished
    return len(state.finished) == state.parallelism


def _has_state(state: OperatorState) -> bool:
    """Whether state would be lost without the operator.

    Every operator has some internal state, which does not count.
    """
    keyed = any(handle.keyed is not None and handle.keyed.files for handle in state.subtasks.values())
    return keyed or state.enumerator is not None or any(handle.has_unkeyed for handle in state.subtasks.values())


def restore_plan_from(manifest: Optional[Manifest], job: JobGraph, settings: AttemptSettings) -> Optional[RestorePlan]:
    """The plan for restoring a job from a manifest; None if the job starts without state."""
    if manifest is None:
        return None
    assert settings.checkpoints is not None
    return RestorePlan(manifest, job, settings.checkpoints.job_id, settings.allow_non_restored_state)


_NONE = StoredOperatorState()


class PreviousOperator:
    """The stored state of one operator, in the order of its previous subtasks."""

    def __init__(self, state: OperatorState) -> None:
        self._state = state

    @property
    def parallelism(self) -> int:
        return self._state.parallelism

    @cached_property
    def _handles(self) -> list[StoredOperatorState]:
        return [self._state.subtasks.get(subtask, _NONE) for subtask in range(self.parallelism)]

    # Keyed state ------------------------------------------------------------------------------------------------------

    def keyed(self, groups: range) -> tuple[KeyedHandle, ...]:
        """The handles that may hold any of these key groups."""
        first, last, sorted_handles = self._by_groups
        # The slice leaves out handles that end before the groups, and those that begin after them.
        candidates = sorted_handles[bisect_left(last, groups.start) : bisect_left(first, groups.stop)]
        matching = [(previous, handle) for previous, handle in candidates if handle.may_hold(groups)]
        return tuple(handle for _, handle in sorted(matching, key=lambda pair: pair[0]))

    @cached_property
    def _by_groups(self) -> tuple[list[int], list[int], list[tuple[int, KeyedHandle]]]:
        """First groups of the handles, in order; running maximums of their last groups; the handles with their
        subtasks.
        """
        handles = [(n, h.keyed) for n, h in enumerate(self._handles) if h.keyed]
        handles.sort(key=lambda pair: pair[1].first_group)
        first = [handle.first_group for _, handle in handles]
        return first, list(accumulate((handle.last_group for _, handle in handles), max)), handles

    # Unkeyed state ----------------------------------------------------------------------------------------------------

    def same(self, index: int, keyed: tuple[KeyedHandle, ...]) -> OperatorRestore:
        """The restored state of a subtask at unchanged parallelism: its own state, and the union lists of all
        subtasks.
        """
        subtasks = sorted({index, *self._with_unions})
        handles = [self._handles[subtask] for subtask in subtasks]
        unkeyed, staged = tuple(handle.unkeyed for handle in handles), tuple(handle.staged for handle in handles)
        return OperatorRestore(keyed, unkeyed, subtasks.index(index), staged)

    def rescaled(
        self, index: int, parallelism: int, keyed: tuple[KeyedHandle, ...], broadcast_from: Optional[int]
    ) -> OperatorRestore:
        """The restored state of a subtask after a change of parallelism."""
        if not self._summaries:
            return OperatorRestore(keyed)
        return OperatorRestore(keyed, share=self._share(index, parallelism, broadcast_from))

    @cached_property
    def _with_unions(self) -> list[int]:
        return [previous for previous, handle in enumerate(self._handles) if handle.has_unions]

    @cached_property
    def _summaries(self) -> dict[int, UnkeyedStateSummary]:
        """The summaries of all unkeyed states, by subtask."""
        return {previous: handle.summary for previous, handle in enumerate(self._handles) if handle.summary is not None}

    def _share(self, index: int, parallelism: int, broadcast_from: Optional[int]) -> UnkeyedStateShare:
        lists = self._shares_of_lists(index, parallelism)
        numbered = {n for n in range(index, self.parallelism, parallelism) if n in self._numbered}
        broadcast = broadcast_from if broadcast_from in self._summaries else self._longest_broadcast
        subtasks = sorted({*lists, *numbered, *self._with_unions, *(() if broadcast is None else (broadcast,))})
        parts = []
        for subtask in subtasks:
            handle = self._handles[subtask]
            assert handle.unkeyed is not None
            is_numbered = subtask in numbered
            part = UnkeyedStatePart(
                handle.unkeyed, handle.staged, lists.get(subtask, {}), subtask == broadcast, is_numbered
            )
            parts.append(part)
        return UnkeyedStateShare(*self._time, tuple(self._lists), tuple(parts))

    def _shares_of_lists(self, index: int, parallelism: int) -> dict[int, dict[str, tuple[int, int]]]:
        """Ranges of list elements by previous subtask and list. The elements of a list are distributed in order."""
        shares: dict[int, dict[str, tuple[int, int]]] = {}
        for name, (previous_subtasks, ends) in self._lists.items():
            total = ends[-1] if ends else 0
            first, last = total * index // parallelism, total * (index + 1) // parallelism
            for position in range(bisect_right(ends, first), bisect_left(ends, last) + 1 if last > first else 0):
                begin = ends[position - 1] if position else 0
                share = (max(first, begin) - begin, min(last, ends[position]) - begin)
                shares.setdefault(previous_subtasks[position], {})[name] = share
        return shares

    @cached_property
    def _lists(self) -> dict[str, tuple[Sequence[int], Sequence[int]]]:
        """By list name: the subtasks with elements, and the running totals of their elements."""
        lists: dict[str, tuple[list[int], list[int]]] = {}
        for previous, summary in self._summaries.items():
            for name, length in summary.lists:
                previous_subtasks, ends = lists.setdefault(name, ([], []))
                if length:
                    previous_subtasks.append(previous)
                    ends.append(length + (ends[-1] if ends else 0))
        return dict(lists)

    @cached_property
    def _numbered(self) -> set[int]:
        return {previous for previous, summary in self._summaries.items() if summary.has_numbered}

    @cached_property
    def _longest_broadcast(self) -> Optional[int]:
        """The subtask with the most broadcast state: all have the same, except finished subtasks."""
        having = {previous: summary.broadcasts for previous, summary in self._summaries.items()}
        previous = max(having, key=lambda n: having[n])
        return previous if having[previous] else None

    @cached_property
    def _time(self) -> tuple[int, int, str]:
        """The lowest watermarks of all subtasks, and the latest windows."""
        summaries = list(self._summaries.values())
        return (
            min(summary.watermark_ms for summary in summaries),
            min(summary.output_watermark_ms for summary in summaries),
            max(summary.windows for summary in summaries),
        )
