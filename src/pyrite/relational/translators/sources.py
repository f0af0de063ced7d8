"""Translators of nodes without inputs."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.scan_watermarks import EMIT_STRATEGY, ON_EVENT, WATERMARK_OPTIONS, scan_strategy
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.relational.rows.scan import ScanSpec
from pyrite.operators.relational.rows.values import ValuesSource
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.render import describe
from pyrite.relational.plan.state_meaning import scan_meaning
from pyrite.relational.translators.translation import Translation, Translators, columns_of

_log = logging.getLogger(__name__)


def _scan(node: nodes.Scan, to: Translation) -> Transformation:
    source = to.source_of(node)
    options = Configuration(node.table.options)
    strategy = WatermarkStrategy.no_watermarks()
    if node.watermark is not None:
        strategy = scan_strategy(options, to.configuration)
    elif unused := [option.key for option in WATERMARK_OPTIONS if options.contains(option)]:
        name = node.table.identifier.as_serializable_string()
        _log.warning("%s of table %s has no effect: its scan generates no watermarks", ", ".join(unused), name)
    is_on_event = options.get(EMIT_STRATEGY) == ON_EVENT
    spec = ScanSpec(source, strategy, describe(node), node.rowtime, node.watermark, is_on_event)
    scan = replace(_source(f"{node.table.identifier.object}[1]", spec, node), state_meaning=scan_meaning(node))
    return scan if node.source.parallelism is None else scan.with_parallelism(node.source.parallelism)


def _stream_scan(node: nodes.StreamScan, to: Translation) -> TransformationId:
    transformation: TransformationId = node.transformation
    return transformation


def _values(node: nodes.Values, to: Translation) -> Transformation:
    source = ValuesSource(node.rows, node.values_type)
    spec = ScanSpec(source, WatermarkStrategy.no_watermarks(), describe(node))
    return replace(_source("Values", spec, node), non_parallel=True)


def _source(name: str, spec: ScanSpec, node: RelNode) -> Transformation:
    carried = columns_of(node.row_type, node.changelog)
    return Transformation(TransformationKind.SOURCE, name, (), spec, bounded=spec.is_bounded, output_format=carried)


SOURCES: Final[Translators] = {
    nodes.Scan: _scan,
    nodes.StreamScan: _stream_scan,
    nodes.Values: _values,
}
