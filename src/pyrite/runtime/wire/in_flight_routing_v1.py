"""InFlightRoutingV1: what was in flight in checkpoints of version 1, which name the receiving chain and no edges.

Edges are known by their numbers only, so the job must have the chains that it had. Keys may have other key groups now:
records on keyed edges go to whoever has their keys.
"""

from __future__ import annotations

from pyrite.checkpoint.manifest import Manifest
from pyrite.core.errors import JobRefusedError
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.job_graph import JobGraph
from pyrite.runtime.wire.deployment import InFlightRestore
from pyrite.runtime.wire.in_flight_routing import WHAT_TO_DO, InFlightRoutes

_Chains = list[tuple[tuple[str, ...], int]]
"""The operators of each chain, and their parallelism."""


class InFlightRoutingV1(InFlightRoutes):
    """In-flight data that is stored by the head of the receiving chain."""

    def __init__(self, manifest: Manifest, job: JobGraph) -> None:
        self._manifest = manifest
        self._job = job

    def check(self) -> None:
        before, now = self._chains_before(), self._chains_now()
        if before == now:
            return
        changed = next((chain for chain in before if chain not in now), None) or next(
            (chain for chain in now if chain not in before), before[0]
        )
        names = " -> ".join(f"'{self._name(operator)}'" for operator in changed[0])
        heads = ", ".join(f"'{self._name(head)}'" for head in self._manifest.in_flight_by_head)
        size = sum(ref.size for refs in self._manifest.in_flight_by_head.values() for ref in refs.values())
        raise JobRefusedError(
            f"checkpoint {self._manifest.checkpoint_id} is unaligned, was written by an earlier Pyrite, and has "
            f"{size} bytes of records in flight to {heads}. Such a checkpoint can only be restored into the same "
            f"chains at the same parallelism, and {names} (parallelism {changed[1]}) is not in both. {WHAT_TO_DO}"
        )

    def of(self, work: Subtask) -> tuple[InFlightRestore, ...]:
        refs = self._manifest.in_flight_by_head.get(self._job.vertex(work.vertex).head.operator_id, {})
        own = tuple(ref for index, ref in refs.items() if index == work.index)
        everyones = tuple(ref for _, ref in sorted(refs.items()))
        return tuple(
            InFlightRestore(
                everyones if edge.partitioning.is_keyed else own,
                edge=edge.id,
                by_key=edge.partitioning.is_keyed,
                as_recorded=not edge.partitioning.is_keyed,
                former_edge=edge.id,
            )
            for edge in self._job.inputs(work.vertex)
        )

    def _chains_before(self) -> _Chains:
        """A manifest has operators in the order of their chains, and metrics by the heads of these."""
        chains: _Chains = []
        for operator_id, state in self._manifest.operators.items():
            if operator_id in self._manifest.metrics or not chains:
                chains.append(((operator_id,), state.parallelism))
            else:
                chains[-1] = ((*chains[-1][0], operator_id), state.parallelism)
        return chains

    def _chains_now(self) -> _Chains:
        return [
            (tuple(chained.node.operator_id for chained in vertex.operators), vertex.parallelism)
            for vertex in self._job.vertices
        ]

    def _name(self, operator_id: str) -> str:
        state = self._manifest.operators.get(operator_id)
        return operator_id if state is None else state.name
