"""A job's end-to-end guarantee: the combination of its sources, its checkpoints and its sinks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyrite.core.config.checkpoint_options import (
    CHECKPOINTING_INTERVAL,
    CHECKPOINTING_MODE,
    RESTART_STRATEGY,
    CheckpointingMode,
)
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE, RuntimeExecutionMode
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, AT_MOST_ONCE, NO_GUARANTEE, EndToEnd, Guarantee, Link
from pyrite.graph.job_graph import JobGraph
from pyrite.graph.stream_graph import StreamNode


def delivery_guarantee(job: JobGraph, configuration: Configuration) -> EndToEnd:
    """The guarantee of a job's weakest link.

    Without checkpoints, the missing checkpoints are the weakest link: the first failure ends the job, so nothing is
    repeated, regardless of the sinks. A batch job needs no checkpoints: sinks commit at its end, or not at all.
    """
    nodes = [chained.node for vertex in job.vertices for chained in vertex.operators]
    mode = configuration.get(RUNTIME_MODE)
    batch = mode is RuntimeExecutionMode.BATCH or (mode is RuntimeExecutionMode.AUTOMATIC and _are_bounded(nodes))
    if not batch and not configuration.get(CHECKPOINTING_INTERVAL):
        return EndToEnd.of([Link("checkpoints", _without_checkpoints(configuration))])
    links = list(_ends(nodes))
    unaligned_inputs = not batch and configuration.get(CHECKPOINTING_MODE) is CheckpointingMode.AT_LEAST_ONCE
    if unaligned_inputs and job.edges:  # without edges, no task has inputs to align
        links.append(Link("checkpoints", Guarantee(AT_LEAST_ONCE, f"{CHECKPOINTING_MODE.key} is AT_LEAST_ONCE")))
    return EndToEnd.of(links)


def _without_checkpoints(configuration: Configuration) -> Guarantee:
    if configuration.get(RESTART_STRATEGY) in ("", "disable"):
        return Guarantee(
            AT_MOST_ONCE, f"checkpointing is off, so a failure ends the job: set {CHECKPOINTING_INTERVAL.key}"
        )
    return Guarantee(
        NO_GUARANTEE, f"checkpointing is off, so a restart reads all input again: set {CHECKPOINTING_INTERVAL.key}"
    )


def _ends(nodes: Iterable[StreamNode]) -> Iterator[Link]:
    for node in nodes:
        guarantee = node.operator.guarantee
        if guarantee is not None:
            yield Link(f"{node.kind.value} '{node.name}'", guarantee)


def _are_bounded(nodes: Iterable[StreamNode]) -> bool:
    return all(node.bounded for node in nodes)
