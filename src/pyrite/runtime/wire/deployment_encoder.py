"""DeploymentEncoder: what tasks are deployed with, as messages. What subtasks of a vertex share is pickled once."""

from __future__ import annotations

import pickle
from typing import Optional

from pyrite.core.job.code_pickling import dumps_code
from pyrite.graph.execution_graph import ExecutionGraph, Relay
from pyrite.runtime.wire.deployment import RelayDeployment, SubtaskRestore, TaskDeployment, TaskSettings
from pyrite.runtime.wire.messages import Deploy
from pyrite.runtime.wire.vertex_deployment import VertexDeployment, deploy_relay, deploy_vertex


class DeploymentEncoder:
    """Makes the messages of one job, for one graph after the other."""

    def __init__(self, settings: TaskSettings) -> None:
        self._settings = settings
        self._graph: Optional[ExecutionGraph] = None
        self._shared: dict[int, bytes] = {}

    def __call__(self, graph: ExecutionGraph, level: int, pid: int, restore: Optional[SubtaskRestore]) -> Deploy:
        if graph is not self._graph:
            self._graph, self._shared = graph, {}
        work = graph.levels[level].work[pid]
        if isinstance(work, Relay):
            return Deploy(dumps_code(deploy_relay(graph, level, work, self._settings)))
        if work.vertex not in self._shared:
            self._shared[work.vertex] = dumps_code(deploy_vertex(graph, work.vertex, self._settings))
        return Deploy(self._shared[work.vertex], pickle.dumps((work.index, restore), 5))


def decode_deployment(message: Deploy) -> TaskDeployment:
    """What the task is to do. To be called in a process that has the job's code."""
    shared: VertexDeployment | RelayDeployment = pickle.loads(message.shared)
    return shared if isinstance(shared, RelayDeployment) else shared.of(*pickle.loads(message.own))
