"""A job's guarantee from end to end: what its sources, its checkpoints and its sinks give together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyrite.common.checkpoint_options import CHECKPOINTING_INTERVAL, CHECKPOINTING_MODE, CheckpointingMode
from pyrite.common.configuration import Configuration
from pyrite.common.guarantee import AT_LEAST_ONCE, NO_GUARANTEE, EndToEnd, Guarantee, Link
from pyrite.common.source import Boundedness
from pyrite.graph.stream_graph import StreamNode
from pyrite.operators.sink import SinkOperator
from pyrite.operators.sink_function import SinkFunctionOperator
from pyrite.operators.source import SourceOperator


def end_to_end(nodes: Iterable[StreamNode], configuration: Configuration) -> EndToEnd:
    """The weakest of all links of a job with these operators."""
    return EndToEnd.of(_links(nodes, configuration))


def _links(nodes: Iterable[StreamNode], configuration: Configuration) -> Iterator[Link]:
    unbounded = False
    for node in nodes:
        factory = node.operator.factory
        if factory is SourceOperator:
            source = node.operator.build().source
            unbounded = unbounded or source.get_boundedness() is not Boundedness.BOUNDED
            yield Link(f"source '{node.name}'", source.guarantee())
        elif factory is SinkOperator:
            yield Link(f"sink '{node.name}'", node.operator.build().sink.guarantee())
        elif factory is SinkFunctionOperator:
            yield Link(f"sink '{node.name}'", Guarantee(AT_LEAST_ONCE, "a function that is called again"))
    if not configuration.get(CHECKPOINTING_INTERVAL):
        if unbounded:
            reason = f"there are none: set {CHECKPOINTING_INTERVAL.key}"
            yield Link("checkpoints", Guarantee(NO_GUARANTEE, reason))
    elif configuration.get(CHECKPOINTING_MODE) is CheckpointingMode.AT_LEAST_ONCE:
        yield Link("checkpoints", Guarantee(AT_LEAST_ONCE, f"{CHECKPOINTING_MODE.key} is AT_LEAST_ONCE"))
