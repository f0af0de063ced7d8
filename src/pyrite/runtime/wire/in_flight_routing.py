"""InFlightRouting: which subtasks take what was in flight when an unaligned checkpoint was taken.

Records in flight are input of the operator they were sent to, so that operator gets them, wherever it is chained now
and whoever sends to it. How the edge distributes now decides which of its subtasks:

- as before, with as many receivers: each takes what was on the way to it;
- by key: each reads all that may hold its keys, and takes the records of these;
- to any receiver: what was on the way to one of them goes to one of them;
- broadcast with another number of receivers: each takes the copy of one of them, and that one's broadcast state.

Where none of this is possible the job is refused: records are never left out.
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


class _Place(Enum):
    """Which former receivers' records a subtask takes."""

    OWN = "those of the one with its number"
    COPY = "those of one that had not finished"
    BY_KEY = "of all, the records of its keys"
    FIRST = "all, if it is the first"
    SPREAD = "those of a share of them"


@dataclass(frozen=True)
class _Route:
    vertex: JobVertex
    operator: int
    edge: Optional[JobEdge]
    place: _Place
    as_recorded: bool
    is_by_range: bool = False
    """With `BY_KEY`: what was in flight to a subtask was of its keys, so those read it that have any of these now."""


class InFlightRouting:
    """Where a job restores what was in flight."""

    def __init__(self, manifest: Manifest, job: JobGraph) -> None:
        self._manifest = manifest
        self._job = job

    def check(self) -> None:
        """Raises JobRefusedError where records in flight have nowhere to go."""
        assert self._routes is not None

    def of(self, work: Subtask) -> tuple[InFlightRestore, ...]:
        """What one subtask takes."""
        return tuple(
            InFlightRestore(
                tuple(in_flight.subtasks[former].ref for former in formers),
                route.operator,
                None if route.edge is None else route.edge.id,
                route.place is _Place.BY_KEY,
                route.as_recorded,
                receivers=tuple(_readers(in_flight, route, former) for former in formers) if route.is_by_range else (),
            )
            for in_flight, route in self._routes
            if route.vertex.id == work.vertex
            and (formers := [n for n in self._formers(in_flight, route, work.index) if n in in_flight.subtasks])
        )

    def broadcast_from(self, state: OperatorState, index: int) -> Optional[int]:
        """At another parallelism: whose broadcast state a subtask takes; None: all of them are the same."""
        is_copied = any(
            in_flight.edge.target == state.operator_id and route.place is _Place.COPY
            for in_flight, route in self._routes
        )
        return _copied(state, index) if is_copied else None

    # Where to ---------------------------------------------------------------------------------------------------------

    @cached_property
    def _routes(self) -> list[tuple[InFlightEdge, _Route]]:
        """Where what was in flight on each edge goes now. Marks alone are left out where the edge has changed."""
        routes = [(in_flight, self._route(in_flight)) for in_flight in self._manifest.in_flight if in_flight.records]
        marks = [in_flight for in_flight in self._manifest.in_flight if not in_flight.records]
        for in_flight in marks:
            vertex, position = self._receiver(in_flight) or (None, 0)
            if vertex is not None and position == 0:
                exact = self._exact(in_flight, vertex)
                if exact is not None and self._is_as_recorded(in_flight, exact, vertex):
                    routes.append((in_flight, _Route(vertex, 0, exact, _Place.OWN, True)))
        return routes

    def _route(self, in_flight: InFlightEdge) -> _Route:
        receiver = self._receiver(in_flight)
        if receiver is None:
            raise self._refused(in_flight, "the job has no such receiver now")
        vertex, position = receiver
        if position > 0:
            if in_flight.edge.input_index != 0:
                raise self._refused(in_flight, f"the receiver has no input {in_flight.edge.input_index + 1} now")
            return _Route(vertex, position, None, self._place(in_flight, PartitioningKind.FORWARD, vertex), False)
        edge = self._edge(in_flight, vertex)
        place = self._place(in_flight, edge.partitioning.kind, vertex)
        was_by_key = in_flight.partitioning is PartitioningKind.HASH and self._job.identity(edge) == in_flight.edge
        is_by_range = place is _Place.BY_KEY and was_by_key
        return _Route(vertex, 0, edge, place, self._is_as_recorded(in_flight, edge, vertex), is_by_range)

    def _receiver(self, in_flight: InFlightEdge) -> Optional[tuple[JobVertex, int]]:
        for vertex in self._job.vertices:
            for position, chained in enumerate(vertex.operators):
                if chained.node.operator_id == in_flight.edge.target:
                    return vertex, position
        return None

    def _edge(self, in_flight: InFlightEdge, vertex: JobVertex) -> JobEdge:
        """The edge itself, or else one that leads to the same input."""
        exact = self._exact(in_flight, vertex)
        if exact is not None:
            return exact
        edges = [edge for edge in self._job.inputs(vertex.id) if edge.input_index == in_flight.edge.input_index]
        if not edges:
            raise self._refused(in_flight, f"the receiver has no input {in_flight.edge.input_index + 1} now")
        ways = [edge.partitioning for edge in edges]
        if all(way == ways[0] for way in ways) or all(way.kind in _ANY_RECEIVER for way in ways):
            return edges[0]
        raise self._refused(
            in_flight, "the sender is another now, and the receiver's inputs are distributed differently"
        )

    def _exact(self, in_flight: InFlightEdge, vertex: JobVertex) -> Optional[JobEdge]:
        return next((edge for edge in self._job.inputs(vertex.id) if self._job.identity(edge) == in_flight.edge), None)

    def _is_as_recorded(self, in_flight: InFlightEdge, edge: JobEdge, vertex: JobVertex) -> bool:
        senders = self._job.vertex(edge.source).parallelism
        now = (self._job.identity(edge), edge.partitioning.kind, senders, vertex.parallelism)
        return now == (in_flight.edge, in_flight.partitioning, in_flight.senders, in_flight.receivers)

    def _place(self, in_flight: InFlightEdge, kind: PartitioningKind, vertex: JobVertex) -> _Place:
        if kind is in_flight.partitioning and vertex.parallelism == in_flight.receivers:
            return _Place.OWN
        if PartitioningKind.BROADCAST in (kind, in_flight.partitioning):
            if kind is not in_flight.partitioning:
                raise self._refused(in_flight, f"the edge was {in_flight.partitioning.value} and is {kind.value} now")
            return _Place.COPY
        if kind is PartitioningKind.CUSTOM:
            now = f"has {vertex.parallelism} receivers now, and had {in_flight.receivers}"
            raise self._refused(
                in_flight, f"the edge has a partitioner of the user's, which only senders ask, and {now}"
            )
        if kind is PartitioningKind.HASH:
            return _Place.BY_KEY
        return _Place.FIRST if kind is PartitioningKind.GLOBAL else _Place.SPREAD

    def _formers(self, in_flight: InFlightEdge, route: _Route, index: int) -> Iterable[int]:
        """The former receivers whose records a subtask reads."""
        count = route.vertex.parallelism
        match route.place:
            case _Place.OWN:
                return (index,)
            case _Place.COPY:
                return (_copied(self._manifest.operators[in_flight.edge.target], index),)
            case _Place.BY_KEY if route.is_by_range:
                groups = key_group_range(index, count, route.vertex.max_parallelism)
                return subtasks_of_groups(groups, in_flight.receivers, route.vertex.max_parallelism)
            case _Place.BY_KEY:
                return sorted(in_flight.subtasks)
            case _Place.FIRST:
                return sorted(in_flight.subtasks) if index == 0 else ()
            case _Place.SPREAD:
                return range(-(-index * in_flight.receivers // count), -(-(index + 1) * in_flight.receivers // count))

    def _refused(self, in_flight: InFlightEdge, why: str) -> JobRefusedError:
        edge, checkpoint = in_flight.edge, self._manifest.checkpoint_id
        side = f", side output '{edge.side_output}'" if edge.side_output else ""
        return JobRefusedError(
            f"checkpoint {checkpoint} is unaligned and has {in_flight.records} records in flight from "
            f"{self._name(edge.source)}{side} to {self._name(edge.target)}, and {why}: they would be lost. {WHAT_TO_DO}"
        )

    def _name(self, operator_id: str) -> str:
        state = self._manifest.operators.get(operator_id)
        name = "" if state is None else f"'{state.name}' "
        return f"operator {name}(uid {operator_id if state is None else state.uid or operator_id})"


def _readers(in_flight: InFlightEdge, route: _Route, former: int) -> range:
    """The subtasks that read what was in flight to a former one, whose keys are theirs now."""
    count, max_parallelism = route.vertex.parallelism, route.vertex.max_parallelism
    return subtasks_of_groups(key_group_range(former, in_flight.receivers, max_parallelism), count, max_parallelism)


def _copied(state: OperatorState, index: int) -> int:
    """The former receiver of a broadcast whose copy a subtask takes: one that had not finished."""
    if not state.finished:
        return index % state.parallelism
    running = [former for former in range(state.parallelism) if former not in state.finished] or [0]
    return running[index % len(running)]
