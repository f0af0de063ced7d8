"""push_watermarks: pushes the watermark into the scan of a source that supports it, for each split separately."""

from __future__ import annotations

from dataclasses import replace

from pyrite.core.connector.table import SupportsWatermarkPushDown
from pyrite.core.types import LogicalType, RowType
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression
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
    if not isinstance(below, nodes.Scan) or not isinstance(below.source, SupportsWatermarkPushDown):
        return node
    field = node.row_type.fields[node.rowtime]
    rowtime: ResolvedExpression = FieldReference(node.rowtime, field.name, field.type)
    watermark = node.watermark
    for project in projects:
        rowtime = substituted(rowtime, project.projections)
        watermark = substituted(watermark, project.projections)
    scan = replace(below, rowtime=rowtime, watermark=watermark)
    if isinstance(rowtime, FieldReference):
        scan = replace(scan, scan_type=_with_type(scan.scan_type, rowtime.index, field.type))
    plan: RelNode = scan
    for project in reversed(projects):
        plan = replace(project, input=plan)
    return _as_rowtime(plan, node.rowtime, field.type) if isinstance(plan, nodes.Project) else plan


def _as_rowtime(project: nodes.Project, place: int, kind: LogicalType) -> nodes.Project:
    """Sets the type of the projected column to rowtime, since there is no assigner any more."""
    trees = list(project.projections)
    match trees[place]:
        case FieldReference() as column:
            trees[place] = replace(column, field_type=kind)
        case FunctionCall() as call:
            trees[place] = replace(call, result_type=kind)
    return replace(project, projections=tuple(trees))


def _with_type(row: RowType, place: int, kind: LogicalType) -> RowType:
    fields = list(row.fields)
    fields[place] = replace(fields[place], type=kind)
    return replace(row, fields=tuple(fields))
