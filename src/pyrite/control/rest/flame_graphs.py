"""FlameGraphs: samples of the stacks of vertices, taken on demand, and the flame graphs made of them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Optional

from pyrite.control.job_manager_gateway import JobManagerGateway
from pyrite.core.config.cluster_options import (
    FLAME_GRAPH_CLEANUP,
    FLAME_GRAPH_DELAY,
    FLAME_GRAPH_DEPTH,
    FLAME_GRAPH_REFRESH,
    FLAME_GRAPH_SAMPLES,
)
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.commands import JobStacks, SampleStacks, SubtaskStacks


@dataclass
class FlameNode:
    """A frame with its number of samples, and the frames that it called."""

    name: str
    value: int = 0
    children: list[FlameNode] = field(default_factory=list)
    _by_name: dict[str, FlameNode] = field(default_factory=dict, repr=False)

    def child(self, name: str) -> FlameNode:
        if name not in self._by_name:
            self._by_name[name] = FlameNode(name)
            self.children.append(self._by_name[name])
        return self._by_name[name]

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "value": self.value, "children": [child.to_json() for child in self.children]}


def flame_graph(subtasks: Iterable[SubtaskStacks], kind: str, subtask: Optional[int]) -> FlameNode:
    """The flame graph of a vertex or of one subtask: FULL, ON_CPU or OFF_CPU."""
    root = FlameNode("root")
    for each in subtasks:
        if subtask is not None and each.index != subtask:
            continue
        for stack in each.stacks:
            if kind != "FULL" and stack.is_on_cpu != (kind == "ON_CPU"):
                continue
            root.value += stack.count
            node = root
            for frame in stack.frames:
                node = node.child(frame)
                node.value += stack.count
    return root


@dataclass
class _Sampled:
    """The samples of one vertex."""

    used_s: float
    asked_s: float = 0.0
    answer: Optional[JobStacks] = None
    asking: Optional[asyncio.Task[None]] = None


class FlameGraphs:
    """The samples of all jobs. Flink's options set the number of samples and how long they stay valid."""

    def __init__(self, gateway: JobManagerGateway, configuration: Configuration) -> None:
        self._gateway = gateway
        self._command = SampleStacks(
            samples=configuration.get(FLAME_GRAPH_SAMPLES),
            delay_ms=configuration.get(FLAME_GRAPH_DELAY),
            depth=configuration.get(FLAME_GRAPH_DEPTH),
        )
        self._refresh_s: float = configuration.get(FLAME_GRAPH_REFRESH) / 1000
        self._cleanup_s: float = configuration.get(FLAME_GRAPH_CLEANUP) / 1000
        self._sampled: dict[tuple[str, str], _Sampled] = {}

    def latest(self, job_id: str, vertex_id: str) -> Optional[JobStacks]:
        """The last samples of a vertex; None: no samples yet. Requests new samples if these are outdated."""
        now_s = time.monotonic()
        self._sampled = {
            key: each
            for key, each in self._sampled.items()
            if each.asking is not None or now_s - each.used_s < self._cleanup_s
        }
        sampled = self._sampled.setdefault((job_id, vertex_id), _Sampled(now_s))
        sampled.used_s = now_s
        if sampled.asking is None and (sampled.answer is None or now_s - sampled.asked_s >= self._refresh_s):
            sampled.asked_s = now_s
            sampled.asking = asyncio.create_task(self._sample(job_id, vertex_id, sampled))
        return sampled.answer

    async def _sample(self, job_id: str, vertex_id: str, sampled: _Sampled) -> None:
        try:
            with contextlib.suppress(Exception):  # the job or its driver has ended: the next request tries again
                answer = await self._gateway.send(job_id, replace(self._command, vertex=vertex_id))
                sampled.answer = answer if answer.subtasks else sampled.answer  # no samples: no task is running yet
        finally:
            sampled.asking = None

    async def close(self) -> None:
        tasks = [each.asking for each in self._sampled.values() if each.asking is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
