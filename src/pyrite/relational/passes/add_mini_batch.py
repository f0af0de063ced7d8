"""add_mini_batch: with mini-batch, adds a MiniBatchAssigner above sources, where Flink does.

From the sinks down: an operator that needs watermarks makes the interval one of event time for all nodes below it, and
a legacy group window disables bundles.
"""

from __future__ import annotations

from typing import Final, Optional

from pyrite.core.config.sql_options import MINI_BATCH, MINI_BATCH_LATENCY
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, DropUpdateBefore
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.two_phases import MiniBatchAssigner
from pyrite.relational.plan.windows import WindowAggregate, WindowTableFunction

_SOURCES: Final = (nodes.Scan, nodes.StreamScan, nodes.WatermarkAssigner)
_PASSING: Final = (
    nodes.Calc,
    nodes.Scan,
    nodes.Sink,
    nodes.StreamScan,
    nodes.Union,
    nodes.Values,
    ChangelogNormalize,
    DropUpdateBefore,
    Exchange,
)


def add_mini_batch(plan: RelNode, settings: PassSettings) -> RelNode:
    if settings.is_batch or not settings.configuration.get(MINI_BATCH) or _needs_none(plan):
        return plan
    return _over(plan, settings.configuration.get(MINI_BATCH_LATENCY), is_event_time=False)


def _needs_none(node: RelNode) -> bool:
    """Returns whether a plan only passes rows on, without watermarks."""
    has_watermark = isinstance(node, nodes.Scan) and node.watermark is not None
    return isinstance(node, _PASSING) and not has_watermark and all(map(_needs_none, node.inputs))


def _over(node: RelNode, interval_ms: int, is_event_time: Optional[bool]) -> RelNode:
    """Adds assigners below a node; `is_event_time` None: none."""
    if isinstance(node, _SOURCES):
        if is_event_time is None:
            return node
        return MiniBatchAssigner(node, interval_ms, is_event_time, changelog=node.changelog)
    if isinstance(node, (WindowAggregate, WindowTableFunction)):
        if node.windowing.is_group_window:
            is_event_time = None
        elif is_event_time is not None:
            is_event_time = is_event_time or node.windowing.is_event_time
    return node.with_inputs([_over(each, interval_ms, is_event_time) for each in node.inputs])
