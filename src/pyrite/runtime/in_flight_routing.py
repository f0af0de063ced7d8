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

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final, Optional

from pyrite.checkpoint.manifest import InFlightEdge, Manifest, OperatorState
from pyrite.common.errors import JobRefusedError
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.job_graph import JobEdge, JobGraph, JobVertex
from pyrite.graph.partitioning import PartitioningKind
from pyrite.runtime.deployment import InFlightRestore
from pyrite.state.key_groups import key_group_range, subtasks_of_groups

_ANY_RECEIVER: Final = frozenset(
    (PartitioningKind.FORWARD, PartitioningKind.REBALANCE, PartitioningKind.RESCALE, PartitioningKind.SHUFFLE)
)
WHAT_TO_DO: Final = (
    "Start the program that wrote the checkpoint from it again, stop that with a savepoint, which never has records in "
    "flight, and start this program from the savepoint"
)


class InFlightRoutes(ABC):
    """Where a job takes up what was in flight."""

    @abstractmethod
    def check(self) -> None:
        """Raises JobRefusedError where records in flight have nowhere to go."""

    @abstractmethod
    def of(self, work: Subtask) -> tuple[InFlightRestore, ...]:
        """What one subtask takes."""

    def broadcast_from(self, state: OperatorState, index: int) -> Optional[int]:
        """At another parallelism: whose broadcast state a subtask takes; None: all of them are the same."""
        return None


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


class InFlightRouting(InFlightRoutes):
    """In-flight data that is stored by edge."""

    def __init__(self, manifest: Manifest, job: JobGraph) -> None:
        self._manifest = manifest
        self._job = job

    def check(self) -> None:
        assert self._routes is not None

    def of(self, work: Subtask) -> tuple[InFlightRestore, ...]:
        return tuple(
            InFlightRestore(
                tuple(found.subtasks[former].ref for former in formers),
                route.operator,
                None if route.edge is None else route.edge.id,
                route.place is _Place.BY_KEY,
                route.as_recorded,
                receivers=tuple(_readers(found, route, former) for former in formers) if route.is_by_range else (),
            )
            for found, route in self._routes
            if route.vertex.id == work.vertex
            and (formers := [n for n in self._formers(found, route, work.index) if n in found.subtasks])
        )

    def broadcast_from(self, state: OperatorState, index: int) -> Optional[int]:
        is_copied = any(
            found.edge.target == state.operator_id and route.place is _Place.COPY for found, route in self._routes
        )
        return _copied(state, index) if is_copied else None

    # Where to ---------------------------------------------------------------------------------------------------------

    @cached_property
    def _routes(self) -> list[tuple[InFlightEdge, _Route]]:
        """Where what was in flight on each edge goes now. Marks alone are left out where the edge has changed."""
        routes = [(found, self._route(found)) for found in self._manifest.in_flight if found.records]
        marks = [found for found in self._manifest.in_flight if not found.records]
        for found in marks:
            vertex, position = self._receiver(found) or (None, 0)
            if vertex is not None and position == 0:
                exact = self._exact(found, vertex)
                if exact is not None and self._is_as_recorded(found, exact, vertex):
                    routes.append((found, _Route(vertex, 0, exact, _Place.OWN, True)))
        return routes

    def _route(self, found: InFlightEdge) -> _Route:
        receiver = self._receiver(found)
        if receiver is None:
            raise self._refused(found, "the job has no such receiver now")
        vertex, position = receiver
        if position > 0:
            if found.edge.input_index != 0:
                raise self._refused(found, f"the receiver has no input {found.edge.input_index + 1} now")
            return _Route(vertex, position, None, self._place(found, PartitioningKind.FORWARD, vertex), False)
        edge = self._edge(found, vertex)
        place = self._place(found, edge.partitioning.kind, vertex)
        was_by_key = found.partitioning is PartitioningKind.HASH and self._job.identity(edge) == found.edge
        is_by_range = place is _Place.BY_KEY and was_by_key
        return _Route(vertex, 0, edge, place, self._is_as_recorded(found, edge, vertex), is_by_range)

    def _receiver(self, found: InFlightEdge) -> Optional[tuple[JobVertex, int]]:
        for vertex in self._job.vertices:
            for position, chained in enumerate(vertex.operators):
                if chained.node.operator_id == found.edge.target:
                    return vertex, position
        return None

    def _edge(self, found: InFlightEdge, vertex: JobVertex) -> JobEdge:
        """The edge itself, or else one that leads to the same input."""
        exact = self._exact(found, vertex)
        if exact is not None:
            return exact
        edges = [edge for edge in self._job.inputs(vertex.id) if edge.input_index == found.edge.input_index]
        if not edges:
            raise self._refused(found, f"the receiver has no input {found.edge.input_index + 1} now")
        ways = [edge.partitioning for edge in edges]
        if all(way == ways[0] for way in ways) or all(way.kind in _ANY_RECEIVER for way in ways):
            return edges[0]
        raise self._refused(found, "the sender is another now, and the receiver's inputs are distributed differently")

    def _exact(self, found: InFlightEdge, vertex: JobVertex) -> Optional[JobEdge]:
        return next((edge for edge in self._job.inputs(vertex.id) if self._job.identity(edge) == found.edge), None)

    def _is_as_recorded(self, found: InFlightEdge, edge: JobEdge, vertex: JobVertex) -> bool:
        senders = self._job.vertex(edge.source).parallelism
        now = (self._job.identity(edge), edge.partitioning.kind, senders, vertex.parallelism)
        return now == (found.edge, found.partitioning, found.senders, found.receivers)

    def _place(self, found: InFlightEdge, kind: PartitioningKind, vertex: JobVertex) -> _Place:
        if kind is found.partitioning and vertex.parallelism == found.receivers:
            return _Place.OWN
        if PartitioningKind.BROADCAST in (kind, found.partitioning):
            if kind is not found.partitioning:
                raise self._refused(found, f"the edge was {found.partitioning.value} and is {kind.value} now")
            return _Place.COPY
        if kind is PartitioningKind.CUSTOM:
            now = f"has {vertex.parallelism} receivers now, and had {found.receivers}"
            raise self._refused(found, f"the edge has a partitioner of the user's, which only senders ask, and {now}")
        if kind is PartitioningKind.HASH:
            return _Place.BY_KEY
        return _Place.FIRST if kind is PartitioningKind.GLOBAL else _Place.SPREAD

    def _formers(self, found: InFlightEdge, route: _Route, index: int) -> Iterable[int]:
        """The former receivers whose records a subtask reads."""
        count = route.vertex.parallelism
        match route.place:
            case _Place.OWN:
                return (index,)
            case _Place.COPY:
                return (_copied(self._manifest.operators[found.edge.target], index),)
            case _Place.BY_KEY if route.is_by_range:
                groups = key_group_range(index, count, route.vertex.max_parallelism)
                return subtasks_of_groups(groups, found.receivers, route.vertex.max_parallelism)
            case _Place.BY_KEY:
                return sorted(found.subtasks)
            case _Place.FIRST:
                return sorted(found.subtasks) if index == 0 else ()
            case _Place.SPREAD:
                return range(-(-index * found.receivers // count), -(-(index + 1) * found.receivers // count))

    def _refused(self, found: InFlightEdge, why: str) -> JobRefusedError:
        edge, checkpoint = found.edge, self._manifest.checkpoint_id
        side = f", side output '{edge.side_output}'" if edge.side_output else ""
        return JobRefusedError(
            f"checkpoint {checkpoint} is unaligned and has {found.records} records in flight from "
            f"{self._name(edge.source)}{side} to {self._name(edge.target)}, and {why}: they would be lost. {WHAT_TO_DO}"
        )

    def _name(self, operator_id: str) -> str:
        state = self._manifest.operators.get(operator_id)
        name = "" if state is None else f"'{state.name}' "
        return f"operator {name}(uid {operator_id if state is None else state.uid or operator_id})"


def _readers(found: InFlightEdge, route: _Route, former: int) -> range:
    """The subtasks that read what was in flight to a former one, whose keys are theirs now."""
    count, max_parallelism = route.vertex.parallelism, route.vertex.max_parallelism
    return subtasks_of_groups(key_group_range(former, found.receivers, max_parallelism), count, max_parallelism)


def _copied(state: OperatorState, index: int) -> int:
    """The former receiver of a broadcast whose copy a subtask takes: one that had not finished."""
    if not state.finished:
        return index % state.parallelism
    running = [former for former in range(state.parallelism) if former not in state.finished] or [0]
    return running[index % len(running)]
