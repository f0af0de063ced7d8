"""InFlightRouting: which subtasks restore the data that was in flight in an unaligned checkpoint.

In-flight records are input of the operator they were sent to, so that operator receives them, wherever it is chained
now and whoever its senders are. The edge's current partitioning decides which of its subtasks:

- unchanged, with the same number of receivers: each takes its previous records;
- by key: each reads all files that may contain its keys, and takes the records of these keys;
- to any receiver: all records of a previous receiver go to one receiver;
- broadcast with another number of receivers: each takes the copy of one receiver, with that one's broadcast state.

If none of this is possible, the job is refused: records are never dropped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final, Optional

from pyrite.checkpoint.manifest import InFlightEdge, Manifest, OperatorState
from pyrite.core.errors import JobRefusedError
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.job_graph import JobEdge, JobGraph, JobVertex
from pyrite.runtime.wire.deployment import InFlightRestore
from pyrite.state.key_groups import key_group_range, subtasks_of_groups

_ANY_RECEIVER: Final = frozenset(
    (PartitioningKind.FORWARD, PartitioningKind.REBALANCE, PartitioningKind.RESCALE, PartitioningKind.SHUFFLE)
)
WHAT_TO_DO: Final = (
    "Start the program that wrote the checkpoint from it again, stop that with a savepoint, which never has records in "
    "flight, and start this program from the savepoint"
)


class _Selection(Enum):
    """The previous receivers whose records a subtask takes."""

    OWN = "the receiver with the same index"
    COPY = "a receiver that had not finished"
    BY_KEY = "all, restricted to the subtask's keys"
    FIRST = "all, for the first subtask"
    SPREAD = "a share of the receivers"


@dataclass(frozen=True)
class _Route:
    vertex: JobVertex
    operator: int
    edge: Optional[JobEdge]
    selection: _Selection
    as_recorded: bool
    is_by_range: bool = False
    """With `BY_KEY`: a receiver's records had its keys, so only subtasks that have any of these keys now read them."""


class InFlightRouting:
    """Routes the in-flight data of a checkpoint to the subtasks of a job."""

    def __init__(self, manifest: Manifest, job: JobGraph) -> None:
        self._manifest = manifest
        self._job = job

    def check(self) -> None:
        """Raises JobRefusedError if in-flight records cannot be routed."""
        assert self._routes is not None

    def of(self, work: Subtask) -> tuple[InFlightRestore, ...]:
        """The in-flight data that one subtask restores."""
        return tuple(
            InFlightRestore(
                tuple(in_flight.subtasks[receiver].ref for receiver in receivers),
                route.operator,
                None if route.edge is None else route.edge.id,
                route.selection is _Selection.BY_KEY,
                route.as_recorded,
                receivers=tuple(_readers(in_flight, route, receiver) for receiver in receivers)
                if route.is_by_range
                else (),
            )
            for in_flight, route in self._routes
            if route.vertex.id == work.vertex
            and (
                receivers := [
                    n for n in self._previous_receivers(in_flight, route, work.index) if n in in_flight.subtasks
                ]
            )
        )

    def broadcast_from(self, state: OperatorState, index: int) -> Optional[int]:
        """After a change of parallelism: the subtask whose broadcast state is restored; None if all are the same."""
        is_copied = any(
            in_flight.edge.target == state.operator_id and route.selection is _Selection.COPY
            for in_flight, route in self._routes
        )
        return _copied(state, index) if is_copied else None

    # Routes -----------------------------------------------------------------------------------------------------------

    @cached_property
    def _routes(self) -> list[tuple[InFlightEdge, _Route]]:
        """The current route of each edge's in-flight data.

        Marks without records are dropped if the edge has changed.
        """
        routes = [(in_flight, self._route(in_flight)) for in_flight in self._manifest.in_flight if in_flight.records]
        marks = [in_flight for in_flight in self._manifest.in_flight if not in_flight.records]
        for in_flight in marks:
            vertex, position = self._receiver(in_flight) or (None, 0)
            if vertex is not None and position == 0:
                exact = self._exact(in_flight, vertex)
                if exact is not None and self._is_as_recorded(in_flight, exact, vertex):
                    routes.append((in_flight, _Route(vertex, 0, exact, _Selection.OWN, True)))
        return routes

    def _route(self, in_flight: InFlightEdge) -> _Route:
        receiver = self._receiver(in_flight)
        if receiver is None:
            raise self._refused(in_flight, "the job no longer has this receiver")
        vertex, position = receiver
        if position > 0:
            if in_flight.edge.input_index != 0:
                raise self._refused(in_flight, f"the receiver no longer has input {in_flight.edge.input_index + 1}")
            return _Route(vertex, position, None, self._select(in_flight, PartitioningKind.FORWARD, vertex), False)
        edge = self._edge(in_flight, vertex)
        selection = self._select(in_flight, edge.partitioning.kind, vertex)
        was_by_key = in_flight.partitioning is PartitioningKind.HASH and self._job.identity(edge) == in_flight.edge
        is_by_range = selection is _Selection.BY_KEY and was_by_key
        return _Route(vertex, 0, edge, selection, self._is_as_recorded(in_flight, edge, vertex), is_by_range)

    def _receiver(self, in_flight: InFlightEdge) -> Optional[tuple[JobVertex, int]]:
        for vertex in self._job.vertices:
            for position, chained in enumerate(vertex.operators):
                if chained.node.operator_id == in_flight.edge.target:
                    return vertex, position
        return None

    def _edge(self, in_flight: InFlightEdge, vertex: JobVertex) -> JobEdge:
        """The same edge, or else one that leads to the same input."""
        exact = self._exact(in_flight, vertex)
        if exact is not None:
            return exact
        edges = [edge for edge in self._job.inputs(vertex.id) if edge.input_index == in_flight.edge.input_index]
        if not edges:
            raise self._refused(in_flight, f"the receiver no longer has input {in_flight.edge.input_index + 1}")
        partitionings = [edge.partitioning for edge in edges]
        if all(partitioning == partitionings[0] for partitioning in partitionings) or all(
            partitioning.kind in _ANY_RECEIVER for partitioning in partitionings
        ):
            return edges[0]
        raise self._refused(in_flight, "the sender has changed, and the receiver's inputs are partitioned differently")

    def _exact(self, in_flight: InFlightEdge, vertex: JobVertex) -> Optional[JobEdge]:
        return next((edge for edge in self._job.inputs(vertex.id) if self._job.identity(edge) == in_flight.edge), None)

    def _is_as_recorded(self, in_flight: InFlightEdge, edge: JobEdge, vertex: JobVertex) -> bool:
        senders = self._job.vertex(edge.source).parallelism
        now = (self._job.identity(edge), edge.partitioning.kind, senders, vertex.parallelism)
        return now == (in_flight.edge, in_flight.partitioning, in_flight.senders, in_flight.receivers)

    def _select(self, in_flight: InFlightEdge, kind: PartitioningKind, vertex: JobVertex) -> _Selection:
        if kind is in_flight.partitioning and vertex.parallelism == in_flight.receivers:
            return _Selection.OWN
        if PartitioningKind.BROADCAST in (kind, in_flight.partitioning):
            if kind is not in_flight.partitioning:
                raise self._refused(in_flight, f"the edge was {in_flight.partitioning.value} and is {kind.value} now")
            return _Selection.COPY
        if kind is PartitioningKind.CUSTOM:
            now = f"has {vertex.parallelism} receivers now, but had {in_flight.receivers}"
            raise self._refused(in_flight, f"the edge has a custom partitioner, which only senders call, and {now}")
        if kind is PartitioningKind.HASH:
            return _Selection.BY_KEY
        return _Selection.FIRST if kind is PartitioningKind.GLOBAL else _Selection.SPREAD

    def _previous_receivers(self, in_flight: InFlightEdge, route: _Route, index: int) -> Iterable[int]:
        """The previous receivers whose records a subtask reads."""
        count = route.vertex.parallelism
        match route.selection:
            case _Selection.OWN:
                return (index,)
            case _Selection.COPY:
                return (_copied(self._manifest.operators[in_flight.edge.target], index),)
            case _Selection.BY_KEY if route.is_by_range:
                groups = key_group_range(index, count, route.vertex.max_parallelism)
                return subtasks_of_groups(groups, in_flight.receivers, route.vertex.max_parallelism)
            case _Selection.BY_KEY:
                return sorted(in_flight.subtasks)
            case _Selection.FIRST:
                return sorted(in_flight.subtasks) if index == 0 else ()
            case _Selection.SPREAD:
                return range(-(-index * in_flight.receivers // count), -(-(index + 1) * in_flight.receivers // count))

    def _refused(self, in_flight: InFlightEdge, why: str) -> JobRefusedError:
        edge, checkpoint = in_flight.edge, self._manifest.checkpoint_id
        side = f", side output '{edge.side_output}'" if edge.side_output else ""
        return JobRefusedError(
            f"checkpoint {checkpoint} is unaligned, with {in_flight.records} records in flight from "
            f"{self._name(edge.source)}{side} to {self._name(edge.target)}, but {why}: they would be lost. {WHAT_TO_DO}"
        )

    def _name(self, operator_id: str) -> str:
        state = self._manifest.operators.get(operator_id)
        name = "" if state is None else f"'{state.name}' "
        return f"operator {name}(uid {operator_id if state is None else state.uid or operator_id})"


def _readers(in_flight: InFlightEdge, route: _Route, receiver: int) -> range:
    """The subtasks that read the records of a previous receiver, whose keys they have now."""
    count, max_parallelism = route.vertex.parallelism, route.vertex.max_parallelism
    return subtasks_of_groups(key_group_range(receiver, in_flight.receivers, max_parallelism), count, max_parallelism)


def _copied(state: OperatorState, index: int) -> int:
    """The previous receiver of a broadcast whose copy a subtask takes: one that had not finished."""
    if not state.finished:
        return index % state.parallelism
    running = [receiver for receiver in range(state.parallelism) if receiver not in state.finished] or [0]
    return running[index % len(running)]
