"""Restore: which part of a checkpoint each subtask of a job goes on from."""

from __future__ import annotations

import pickle
from typing import Any, Optional

from pyrite.checkpoint.manifest import Manifest
from pyrite.common.errors import JobRefusedError
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.graph.job_graph import JobGraph
from pyrite.runtime.deployment import SubtaskRestore
from pyrite.state.handles import OperatorHandle


def check_restorable(manifest: Manifest, job: JobGraph) -> None:
    """Raises where the job is not the one the checkpoint was taken of."""
    known = {chained.node.operator_id: vertex for vertex in job.vertices for chained in vertex.operators}
    for state in manifest.operators.values():
        vertex = known.get(state.operator_id)
        if vertex is None:
            raise JobRefusedError(
                f"checkpoint {manifest.checkpoint_id} has state of operator '{state.name}' (id {state.operator_id}), "
                "which the job does not have"
            )
        if vertex.max_parallelism != state.max_parallelism:
            raise JobRefusedError(
                f"operator '{state.name}' had max parallelism {state.max_parallelism} in checkpoint "
                f"{manifest.checkpoint_id} and has {vertex.max_parallelism} now: keys would be in other groups"
            )
        if vertex.parallelism != state.parallelism:
            raise JobRefusedError(
                f"operator '{state.name}' had parallelism {state.parallelism} in checkpoint {manifest.checkpoint_id} "
                f"and has {vertex.parallelism} now: go on with the old parallelism"
            )


def restore_of(manifest: Optional[Manifest], graph: ExecutionGraph, work: Subtask) -> Optional[SubtaskRestore]:
    """What one subtask goes on from."""
    if manifest is None:
        return None
    vertex = graph.job.vertex(work.vertex)
    head = manifest.operators.get(vertex.head.operator_id)
    operators: dict[str, OperatorHandle] = {}
    for chained in vertex.operators:
        state = manifest.operators.get(chained.node.operator_id)
        if state is not None and work.index in state.subtasks:
            operators[chained.node.operator_id] = state.subtasks[work.index]
    if head is None:  # the operator is new: it begins from nothing
        return SubtaskRestore(manifest.checkpoint_id, operators)
    in_flight = manifest.in_flight.get(head.operator_id, {}).get(work.index)
    return SubtaskRestore(manifest.checkpoint_id, operators, in_flight, work.index in head.finished)


def enumerator_state(manifest: Optional[Manifest], operator_id: str) -> tuple[bool, Any]:
    """Whether a source's enumerator was in the checkpoint, and its state."""
    state = None if manifest is None else manifest.operators.get(operator_id)
    if state is None or state.enumerator is None or state.enumerator.data is None:
        return False, None
    return True, pickle.loads(state.enumerator.data)
