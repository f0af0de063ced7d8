"""Sinks of one job that write to one table in the same way become one sink of a union."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pyrite.core.config.sql_options import REUSE_SINK
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode


def with_shared_sinks(plans: Sequence[RelNode], settings: PassSettings) -> list[RelNode]:
    """Merges plans with the same sink, at the position of the first."""
    merged: list[RelNode] = []
    if not settings.configuration.get(REUSE_SINK):
        return list(plans)
    for plan in plans:
        place = next((number for number, other in enumerate(merged) if _are_same(plan, other)), None)
        if place is None:
            merged.append(plan)
        else:
            merged[place] = _with(merged[place], plan)
    return merged


def _are_same(plan: RelNode, other: RelNode) -> bool:
    if not isinstance(plan, nodes.Sink) or not isinstance(other, nodes.Sink) or plan.table is None:
        return False
    rows, others = plan.input, other.input
    return (
        replace(plan, input=others, sink=other.sink) == other
        and rows.row_type == others.row_type
        and rows.changelog == others.changelog
    )


def _with(sink: RelNode, other: RelNode) -> RelNode:
    assert isinstance(sink, nodes.Sink) and isinstance(other, nodes.Sink)
    parts = sink.input.parts if isinstance(sink.input, nodes.Union) else (sink.input,)
    return replace(sink, input=nodes.Union((*parts, other.input), changelog=sink.input.changelog))
