"""Runs plans block by block in the test itself: their operators one after another, each with a state backend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional, cast

import pyarrow as pa

from pyrite.core.blocks.changelog import INSERT_ONLY
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.values import to_values
from pyrite.graph.program import Program
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.operator import build_operator
from pyrite.operators.relational.rows.rows import batch_of
from pyrite.relational.passes import optimized
from pyrite.relational.passes.changes.changelog_traits import Consumer
from pyrite.relational.passes.settings import COLLECTED, PassSettings
from pyrite.relational.passes.subqueries.decorrelate import decorrelate
from pyrite.relational.plan import nodes
from pyrite.relational.plan.changelog_nodes import scan_changelog
from pyrite.relational.plan.nodes import RelNode, rewritten
from pyrite.relational.to_transformations import Translator
from tests.operators.harness import Harness

Change = tuple[int, tuple[Any, ...]]
"""The kind and the row, whose values are as row forms have them."""


class TranslatedPlan:
    """A plan with its operators, which may run any number of times. Its scans are all the same table."""

    def __init__(
        self,
        plan: RelNode,
        is_batch: bool = False,
        consumer: Consumer = COLLECTED,
        settings: Optional[Mapping[str, str]] = None,
    ) -> None:
        self.program = Program()
        self.source = self.program.add(Transformation(TransformationKind.OPERATOR, "source", ()))
        self.is_batch = is_batch
        configuration = Configuration({RUNTIME_MODE.key: "BATCH" if is_batch else "STREAMING", **(settings or {})})
        self.plan = optimized(
            rewritten(decorrelate(plan), self._as_stream), PassSettings(is_batch, configuration, consumer)
        )
        self.root = Translator(configuration, self.program).translate(self.plan)
        upstream = self.program.upstream([self.root])
        self.step_ids = [each for each in upstream if self.program[each].operator is not None]
        """Its operators, inputs first."""

    def _as_stream(self, node: RelNode) -> RelNode:
        if not isinstance(node, nodes.Scan):
            return node
        key = node.table.schema.primary_key
        places = None if key is None else frozenset(node.row_type.names.index(each) for each in key.columns)
        changelog = INSERT_ONLY if self.is_batch else scan_changelog(node)
        return nodes.StreamScan(self.source, "source", node.row_type, changelog, places)

    @property
    def steps(self) -> list[Transformation]:
        return [self.program[each] for each in self.step_ids]

    def changes(self, blocks: Sequence[ColumnBlock]) -> list[Change]:
        """What blocks of its output hold."""
        types = self.plan.row_type.children
        changes: list[Change] = []
        for block in blocks:
            columns = [to_values(block.batch.column(place), kind) for place, kind in enumerate(types)]
            kinds = [0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist()
            changes += zip(kinds, zip(*columns, strict=True), strict=True)
        return changes


class RunningPlan:
    """A plan that runs, with one subtask for each operator; `feed` gives blocks to its scans."""

    def __init__(
        self,
        plan: RelNode,
        is_batch: bool = False,
        consumer: Consumer = COLLECTED,
        settings: Optional[Mapping[str, str]] = None,
    ) -> None:
        self._translated = translated = TranslatedPlan(plan, is_batch, consumer, settings)
        self.plan = translated.plan
        self._program = translated.program
        self._source, self._root = translated.source, translated.root
        self._steps = [
            (each, Harness(build_operator(cast(OperatorSpec, step.operator)), step.keyed, is_batch))
            for each, step in zip(translated.step_ids, translated.steps, strict=True)
        ]
        self._out: list[ColumnBlock] = []

    @property
    def steps(self) -> list[Transformation]:
        """Its operators, inputs first."""
        return self._translated.steps

    def feed(self, block: ColumnBlock) -> None:
        self._pass_on(self._source, [block])

    def _pass_on(self, source: TransformationId, blocks: Sequence[ColumnBlock]) -> None:
        """Gives blocks to all that read from a step, however many partitions and unions are between."""
        if source is self._root:
            self._out += blocks
        for step, harness in self._steps:
            for place, each in enumerate(self._program[step].inputs):
                ways = self._ways(each, source)
                if ways:
                    for block in [*blocks] * ways:
                        harness.operator.process_block(block, place)
                    self._pass_on(step, self._taken(harness))
        if self._program[self._root].operator is None and self._root is not source:
            self._out += [*blocks] * self._ways(self._root, source)

    def _ways(self, step: TransformationId, source: TransformationId) -> int:
        """How often a step's blocks come to another one: a union may have one input twice."""
        if step is source:
            return 1
        node = self._program[step]
        return sum(self._ways(each, source) for each in node.inputs) if node.kind.is_virtual else 0

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
        return self._translated.changes(self._out)


def block_of(rows: Sequence[tuple[Any, ...]], kinds: Sequence[int], row_type: RowType) -> ColumnBlock:
    """A block of rows with their kinds of change; inserts alone have none."""
    batch = batch_of(list(rows), row_type, to_arrow_schema(row_type))
    if any(kinds):
        batch = batch.append_column(CHANGE_KINDS, pa.array(kinds, pa.int8()))
    return ColumnBlock(batch)
