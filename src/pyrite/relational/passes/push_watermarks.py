"""push_watermarks: a watermark over a scan's own columns is made in the scan, for each split by itself."""

from __future__ import annotations

from dataclasses import replace

from pyrite.expressions.resolved import FieldReference, ResolvedExpression
from pyrite.relational.passes.substitution import substituted
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode, rewritten


def push_watermarks(plan: RelNode) -> RelNode:
    return rewritten(plan, _pushed)


def _pushed(node: RelNode) -> RelNode:
    if not isinstance(node, nodes.WatermarkAssigner):
        return node
    projects: list[nodes.Project] = []
    below = node.input
    while isinstance(below, nodes.Project):
        projects.append(below)
        below = below.input
    if not isinstance(below, nodes.Scan):
        return node
    field = node.row_type.fields[node.rowtime]
    rowtime: ResolvedExpression = FieldReference(node.rowtime, field.name, field.type)
    watermark = node.watermark
    for project in projects:
        rowtime = substituted(rowtime, project.projections)
        watermark = substituted(watermark, project.projections)
    plan: RelNode = replace(below, rowtime=rowtime, watermark=watermark)
    for project in reversed(projects):
        plan = replace(project, input=plan)
    return plan
