"""Translators of nodes that project, filter, replicate, merge and distribute rows."""

from __future__ import annotations

from typing import Final

from pyrite.core.config.sql_options import LOCAL_TIME_ZONE, SOURCE_IDLE_TIMEOUT, local_zone
from pyrite.core.job.partitioning import Partitioning, PartitioningKind
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.core.types import LocalZonedTimestampType
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.relational.aggregate.expand import ExpandSpec
from pyrite.operators.relational.rows.calc import CalcSpec
from pyrite.operators.relational.rows.correlate import CorrelateSpec
from pyrite.operators.relational.rows.mini_batch_assigner import MiniBatchAssignerSpec
from pyrite.operators.relational.rows.watermark_assigner import WatermarkAssignerSpec
from pyrite.relational.plan import nodes
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.expand import Expand
from pyrite.relational.plan.render import describe
from pyrite.relational.plan.two_phases import MiniBatchAssigner
from pyrite.relational.translators.translation import Translation, Translators, columns_of


def _calc(node: nodes.Calc, to: Translation) -> Transformation:
    projections = tuple(map(to.computed, node.projections))
    condition = node.condition and to.computed(node.condition)
    spec = CalcSpec(projections, condition, node.input.row_type, node.row_type, text=describe(node))
    return to.operator("Calc", spec, node)


def _correlate(node: nodes.Correlate, to: Translation) -> Transformation:
    spec = CorrelateSpec(
        to.computed(node.call),
        node.input.row_type,
        node.function_type,
        node.row_type,
        node.is_left,
        node.condition and to.computed(node.condition),
        text=describe(node),
    )
    return to.operator("Correlate", spec, node)


def _expand(node: Expand, to: Translation) -> Transformation:
    spec = ExpandSpec(node.projections, node.input.row_type, node.row_type, text=describe(node))
    return to.operator("Expand", spec, node)


def _watermark_assigner(node: nodes.WatermarkAssigner, to: Translation) -> Transformation:
    timeout_ms = to.configuration.get(SOURCE_IDLE_TIMEOUT)
    is_zoned = isinstance(node.row_type.fields[node.rowtime].type, LocalZonedTimestampType)
    zone = local_zone(to.configuration.get(LOCAL_TIME_ZONE)) if is_zoned else "UTC"
    spec = WatermarkAssignerSpec(
        node.rowtime, node.watermark, text=describe(node), idle_timeout_ms=timeout_ms, zone=zone
    )
    return to.operator("WatermarkAssigner", spec, node)


def _mini_batch_assigner(node: MiniBatchAssigner, to: Translation) -> Transformation | TransformationId:
    """Bundles by the clock need no operator, but watermarks, which would end them, are dropped."""
    if node.is_passed_through:
        return to.translate(node.input)
    interval_ms = node.interval_ms if node.is_event_time else MAX_WATERMARK
    return to.operator("MiniBatchAssigner", MiniBatchAssignerSpec(interval_ms, text=describe(node)), node)


def _union(node: nodes.Union, to: Translation) -> Transformation:
    inputs = tuple(to.translate(part) for part in node.parts)
    carried = columns_of(node.row_type, node.changelog)
    return Transformation(TransformationKind.UNION, "Union", inputs, output_format=carried)


def _exchange(node: Exchange, to: Translation) -> Transformation:
    names = node.field_names
    hashed = Partitioning(PartitioningKind.HASH, key_columns=tuple(names[key] for key in node.keys))
    return Transformation(
        TransformationKind.PARTITION,
        "Exchange",
        (to.translate(node.input),),
        partitioning=hashed if node.keys else Partitioning(PartitioningKind.GLOBAL),
        output_format=columns_of(node.row_type, node.changelog),
    )


ROWS: Final[Translators] = {
    nodes.Calc: _calc,
    nodes.Correlate: _correlate,
    Expand: _expand,
    nodes.WatermarkAssigner: _watermark_assigner,
    MiniBatchAssigner: _mini_batch_assigner,
    nodes.Union: _union,
    Exchange: _exchange,
}
