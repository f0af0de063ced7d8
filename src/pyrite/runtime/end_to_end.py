"""A job's guarantee from end to end: what its sources, its checkpoints and its sinks give together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyrite.common.checkpoint_options import (
    CHECKPOINTING_INTERVAL,
    CHECKPOINTING_MODE,
    RESTART_STRATEGY,
    CheckpointingMode,
)
from pyrite.common.configuration import Configuration
from pyrite.common.guarantee import AT_LEAST_ONCE, AT_MOST_ONCE, NO_GUARANTEE, EndToEnd, Guarantee, Link
from pyrite.common.options import RUNTIME_MODE, RuntimeExecutionMode
from pyrite.common.source import Boundedness
from pyrite.graph.job_graph import JobGraph
from pyrite.graph.stream_graph import StreamNode
from pyrite.operators.sink import SinkOperator
from pyrite.operators.sink_function import SinkFunctionOperator
from pyrite.operators.source import SourceOperator


def end_to_end(job: JobGraph, configuration: Configuration) -> EndToEnd:
    """The weakest of all links of a job.

    Without checkpoints that is their lack: the first failure ends the job, so nothing is repeated, whatever the sinks
    would do. A batch job needs none: sinks commit at its end, or not at all.
    """
    nodes = [chained.node for vertex in job.vertices for chained in vertex.operators]
    mode = configuration.get(RUNTIME_MODE)
    batch = mode is RuntimeExecutionMode.BATCH or (mode is RuntimeExecutionMode.AUTOMATIC and _are_bounded(nodes))
    if not batch and not configuration.get(CHECKPOINTING_INTERVAL):
        return EndToEnd.of([Link("checkpoints", _without_checkpoints(configuration))])
    links = list(_ends(nodes))
    unaligned_inputs = not batch and configuration.get(CHECKPOINTING_MODE) is CheckpointingMode.AT_LEAST_ONCE
    if unaligned_inputs and job.edges:  # a task whose only input is its source has nothing to align
        links.append(Link("checkpoints", Guarantee(AT_LEAST_ONCE, f"{CHECKPOINTING_MODE.key} is AT_LEAST_ONCE")))
    return EndToEnd.of(links)


def _without_checkpoints(configuration: Configuration) -> Guarantee:
    if configuration.get(RESTART_STRATEGY) in ("", "disable"):
        return Guarantee(AT_MOST_ONCE, f"there are none, so a failure ends the job: set {CHECKPOINTING_INTERVAL.key}")
    return Guarantee(NO_GUARANTEE, f"there are none, so a restart reads all again: set {CHECKPOINTING_INTERVAL.key}")


def _ends(nodes: Iterable[StreamNode]) -> Iterator[Link]:
    for node in nodes:
        factory = node.operator.factory
        if factory is SourceOperator:
            yield Link(f"source '{node.name}'", node.operator.build().source.guarantee())
        elif factory is SinkOperator:
            yield Link(f"sink '{node.name}'", node.operator.build().sink.guarantee())
        elif factory is SinkFunctionOperator:
            yield Link(f"sink '{node.name}'", Guarantee(AT_LEAST_ONCE, "a function that is called again"))


def _are_bounded(nodes: Iterable[StreamNode]) -> bool:
    sources = [node.operator.build().source for node in nodes if node.operator.factory is SourceOperator]
    return all(source.get_boundedness() is Boundedness.BOUNDED for source in sources)
