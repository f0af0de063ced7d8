"""Runs plans block by block in the test itself: their operators one after another, each with a state backend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional, cast

import pyarrow as pa

from pyrite.core.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.values import to_values
from pyrite.graph.transformation import Transformation, TransformationKind
from pyrite.operators.operator import build_operator
from pyrite.operators.relational.rows import batch_of
from pyrite.relational.passes import optimized
from pyrite.relational.passes.changelog_traits import Consumer
from pyrite.relational.passes.settings import COLLECTED, PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.changelog_nodes import scan_changelog
from pyrite.relational.plan.nodes import RelNode, rewritten
from pyrite.relational.to_transformations import Translator
from tests.operators.harness import Harness

Change = tuple[int, tuple[Any, ...]]
"""The kind and the row, whose values are as row forms have them."""


class RunningPlan:
    """A plan that runs. Its scans are all the same table, to which `feed` gives blocks."""

    def __init__(
        self,
        plan: RelNode,
        is_batch: bool = False,
        consumer: Consumer = COLLECTED,
        settings: Optional[Mapping[str, str]] = None,
    ) -> None:
        self._source = Transformation(TransformationKind.OPERATOR, "source", [])
        configuration = Configuration({RUNTIME_MODE.key: "BATCH" if is_batch else "STREAMING", **(settings or {})})
        self.plan = optimized(rewritten(plan, self._as_stream), PassSettings(is_batch, configuration, consumer))
        self._is_batch = is_batch
        self._steps: list[tuple[Transformation, Harness]] = []
        self._root = self._built(Translator(configuration).translate(self.plan))
        self._out: list[ColumnBlock] = []

    @property
    def steps(self) -> list[Transformation]:
        """Its operators, inputs first."""
        return [step for step, _ in self._steps]

    def _as_stream(self, node: RelNode) -> RelNode:
        if not isinstance(node, nodes.Scan):
            return node
        key = node.table.schema.primary_key
        places = None if key is None else frozenset(node.row_type.names.index(each) for each in key.columns)
        return nodes.StreamScan(self._source, "source", node.row_type, scan_changelog(node), places)

    def _built(self, transformation: Transformation) -> Transformation:
        """Makes the operators, inputs first."""
        for each in transformation.inputs:
            self._built(each)
        if transformation.operator is not None:
            harness = Harness(build_operator(transformation.operator), transformation.keyed, self._is_batch)
            self._steps.append((transformation, harness))
        return transformation

    def feed(self, block: ColumnBlock) -> None:
        self._pass_on(self._source, [block])

    def _pass_on(self, source: Transformation, blocks: Sequence[ColumnBlock]) -> None:
        """Gives blocks to all that read from a step, however many partitions and unions are between."""
        if source is self._root:
            self._out += blocks
        for step, harness in self._steps:
            if any(self._origin(each, source) for each in step.inputs):
                for block in blocks:
                    harness.operator.process_block(block)
                self._pass_on(step, self._taken(harness))
        if self._root.operator is None and self._root is not source and self._origin(self._root, source):
            self._out += blocks

    def _origin(self, transformation: Transformation, source: Transformation) -> bool:
        if transformation is source:
            return True
        is_virtual = transformation.kind.is_virtual
        return is_virtual and any(self._origin(each, source) for each in transformation.inputs)

    def _taken(self, harness: Harness) -> list[ColumnBlock]:
        blocks = [cast(ColumnBlock, each) for each in harness.main.blocks]
        harness.main.clear()
        return blocks

    def finish(self) -> None:
        """The input has ended."""
        for step, harness in self._steps:
            harness.operator.finish()
            self._pass_on(step, self._taken(harness))

    def changes(self) -> list[Change]:
        """What came out so far."""
        types = self.plan.row_type.children
        changes: list[Change] = []
        for block in self._out:
            columns = [to_values(block.batch.column(place), kind) for place, kind in enumerate(types)]
            kinds = [0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist()
            changes += zip(kinds, zip(*columns, strict=True), strict=True)
        return changes


def block_of(rows: Sequence[tuple[Any, ...]], kinds: Sequence[int], row_type: RowType) -> ColumnBlock:
    """A block of rows with their kinds of change; inserts alone have none."""
    batch = batch_of(list(rows), row_type, to_arrow_schema(row_type))
    if any(kinds):
        batch = batch.append_column(CHANGE_KINDS, pa.array(kinds, pa.int8()))
    return ColumnBlock(batch)
