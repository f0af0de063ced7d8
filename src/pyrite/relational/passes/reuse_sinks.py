"""Sinks of one job that write to one table in the same way become one, over the rows of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pyrite.core.config.sql_options import REUSE_SINK
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode


def with_shared_sinks(plans: Sequence[RelNode], settings: PassSettings) -> list[RelNode]:
    """The plans, of which those with the same sink are one, where the first of them was."""
    made: list[RelNode] = []
    if not settings.configuration.get(REUSE_SINK):
        return list(plans)
    for plan in plans:
        place = next((number for number, other in enumerate(made) if _are_same(plan, other)), None)
        if place is None:
            made.append(plan)
        else:
            made[place] = _with(made[place], plan)
    return made


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
