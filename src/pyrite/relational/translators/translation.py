"""Translation: the base class of translators."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Optional

from pyrite.core.blocks.changelog import INSERT_ONLY, ChangelogMode
from pyrite.core.blocks.column_block import ArrowCodec
from pyrite.core.blocks.edge_format import EdgeFormat
from pyrite.core.clock import SystemClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE, RuntimeExecutionMode
from pyrite.core.config.sql_options import MINI_BATCH, MINI_BATCH_LATENCY, MINI_BATCH_SIZE, STATE_TTL
from pyrite.core.connector.source import Source
from pyrite.core.errors import ValidationException
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import RowType
from pyrite.expressions.folding import with_start_time
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.graph.program import Program
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.relational.aggregate.bundle import BundleSize
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import TwoInputs
from pyrite.relational.plan.nodes import RelNode, SingleInput
from pyrite.relational.plan.state_meaning import state_meaning


class Translation(ABC):
    """The configuration of the node that is translated, and the program with the transformations of its inputs."""

    def __init__(self, configuration: Configuration, program: Program) -> None:
        self.configuration = configuration
        self.program = program
        self.is_batch = configuration.get(RUNTIME_MODE) is RuntimeExecutionMode.BATCH
        self._start_ms = SystemClock().now_ms() if self.is_batch else None

    @abstractmethod
    def translate(self, node: RelNode) -> TransformationId:
        """Returns the last transformation of a node."""

    @abstractmethod
    def source_of(self, scan: nodes.Scan) -> Source[Any]:
        """Returns the source of a scan."""

    @property
    def ttl_ms(self) -> int:
        return self.configuration.get(STATE_TTL)

    def bundle_size(self) -> Optional[BundleSize]:
        """With mini-batch, the size of bundles."""
        configuration = self.configuration
        if not configuration.get(MINI_BATCH) or self.is_batch:
            return None
        rows, latency_ms = configuration.get(MINI_BATCH_SIZE), configuration.get(MINI_BATCH_LATENCY)
        for option, value in ((MINI_BATCH_LATENCY, latency_ms), (MINI_BATCH_SIZE, rows)):
            if value <= 0:
                raise ValidationException(f"{option.key} must be > 0 where {MINI_BATCH.key} is true, but is {value}")
        return BundleSize(rows, latency_ms)

    def computed(self, tree: ResolvedExpression) -> ResolvedExpression:
        """Prepares an expression for tasks."""
        return tree if self._start_ms is None else with_start_time(tree, self._start_ms)

    def operator(self, name: str, spec: OperatorSpec, node: SingleInput) -> Transformation:
        """Returns an operator over the node's input."""
        rows = self.translate(node.input)
        carried = columns_of(node.row_type, node.changelog)
        operator = Transformation(TransformationKind.OPERATOR, name, (rows,), spec, output_format=carried)
        return in_order_of(self.program, rows, operator)

    def single(self, name: str, spec: OperatorSpec, node: SingleInput) -> Transformation:
        """Returns an operator with one subtask."""
        return replace(self.operator(name, spec, node), non_parallel=True)

    def keyed(self, name: str, spec: OperatorSpec, node: SingleInput, keys: tuple[int, ...]) -> Transformation:
        """Returns an operator with keyed state; without keys, with one subtask."""
        operator = self.operator(name, spec, node)
        return replace(operator, keyed=True, state_meaning=state_meaning(node), non_parallel=not keys)

    def keyed_join(self, name: str, spec: OperatorSpec, node: TwoInputs, has_keys: bool) -> Transformation:
        """Returns an operator with keyed state and two inputs; without keys, with one subtask."""
        return Transformation(
            TransformationKind.OPERATOR,
            name,
            tuple(map(self.translate, node.inputs)),
            spec,
            keyed=True,
            state_meaning=state_meaning(node),
            non_parallel=not has_keys,
            output_format=columns_of(node.row_type, node.changelog),
        )

    def with_parallelism_of(self, rows: TransformationId, step: Transformation) -> Transformation:
        """Sets the parallelism of the preceding transformation, which keeps changes in their order."""
        return with_parallelism_of(self.program, rows, step)


Translators = Mapping[type[RelNode], Callable[[Any, Translation], Transformation | TransformationId]]
"""Returns the last transformation of a node, by the node's class or its nearest base class."""


def with_parallelism_of(program: Program, rows: TransformationId, step: Transformation) -> Transformation:
    """Sets the parallelism of the preceding transformation, which keeps changes in their order."""
    if program[rows].kind is TransformationKind.PARTITION:
        return step
    return replace(step, parallelism=program.parallelism_of(rows))


def in_order_of(program: Program, rows: TransformationId, step: Transformation) -> Transformation:
    """Sets the parallelism of the preceding transformation, unless that is an insert-only source."""
    before = program[rows]
    if before.kind is TransformationKind.SOURCE and before.output_format.changelog.is_insert_only:
        return step
    return with_parallelism_of(program, rows, step)


def columns_of(row_type: RowType, changelog: ChangelogMode = INSERT_ONLY) -> EdgeFormat:
    """Returns the format of an edge between relational operators."""
    return EdgeFormat(ArrowCodec(), row_type, changelog)
