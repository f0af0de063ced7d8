"""From a plan to the transformations that the job graph is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Optional

from pyrite.core.changelog import ChangeKind
from pyrite.core.clock import SystemClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE, RuntimeExecutionMode
from pyrite.core.config.sql_options import MINI_BATCH, MINI_BATCH_LATENCY, MINI_BATCH_SIZE, STATE_TTL
from pyrite.core.connector.scan_watermarks import EMIT_STRATEGY, ON_EVENT, scan_strategy
from pyrite.core.errors import ValidationException
from pyrite.core.job.partitioning import Partitioning, PartitioningKind
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.expressions.folding import with_start_time
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.graph.transformation import Transformation, TransformationKind
from pyrite.operators.relational.bundle import BundleSize
from pyrite.operators.relational.calc import CalcSpec
from pyrite.operators.relational.changelog_functions import FromChangelogSpec, ToChangelogSpec
from pyrite.operators.relational.changelog_normalize import ChangelogNormalizeSpec
from pyrite.operators.relational.correlate import CorrelateSpec
from pyrite.operators.relational.drop_update_before import DropUpdateBeforeSpec
from pyrite.operators.relational.expand import ExpandSpec
from pyrite.operators.relational.group_aggregate import GroupAggregateSpec
from pyrite.operators.relational.limit import LimitSpec
from pyrite.operators.relational.local_aggregate import LocalGroupAggregateSpec
from pyrite.operators.relational.mini_batch_assigner import MiniBatchAssignerSpec
from pyrite.operators.relational.scan import ScanSpec
from pyrite.operators.relational.sort import SortSpec
from pyrite.operators.relational.time_windows import Session
from pyrite.operators.relational.values import ValuesSource
from pyrite.operators.relational.watermark_assigner import WatermarkAssignerSpec
from pyrite.relational.node_notes import NodeNotes, set_uids
from pyrite.relational.over_specs import batch_over, over_aggregate
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import GroupAggregate, Grouped
from pyrite.relational.plan.changelog_functions import FromChangelog, ToChangelog
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, DropUpdateBefore
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.expand import Expand
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.order import Sort, SortLimit, TemporalSort
from pyrite.relational.plan.over_aggregate import BatchOverAggregate, OverAggregate
from pyrite.relational.plan.rank import Rank
from pyrite.relational.plan.render import describe
from pyrite.relational.plan.two_phase_windows import GlobalWindowAggregate, LocalWindowAggregate
from pyrite.relational.plan.two_phases import GlobalGroupAggregate, LocalGroupAggregate, MiniBatchAssigner
from pyrite.relational.plan.window_rank import WindowDeduplicate, WindowRank
from pyrite.relational.plan.windows import WindowAggregate, WindowTableFunction
from pyrite.relational.rank_specs import limit_of_changes, rank, sort_limit, temporal_sort, window_rank
from pyrite.relational.sink_translation import SinkTranslation, columns_of, with_parallelism_of
from pyrite.relational.window_specs import (
    global_window_aggregate,
    local_window_aggregate,
    window_aggregate,
    window_table_function,
)


class Translator:
    """Translates plans. A node that two plans share, as an object, becomes one transformation."""

    def __init__(self, configuration: Configuration, notes: Optional[Mapping[int, NodeNotes]] = None) -> None:
        """`notes` are of nodes by their identity."""
        self._configuration = self._session_configuration = configuration
        self._notes = notes or {}
        self._done: dict[int, tuple[RelNode, Transformation]] = {}
        is_batch = configuration.get(RUNTIME_MODE) is RuntimeExecutionMode.BATCH
        self._start_ms = SystemClock().now_ms() if is_batch else None

    def translate(self, node: RelNode) -> Transformation:
        known = self._done.get(id(node))
        if known is None:
            outer, self._configuration = self._configuration, self.configuration_of(node)
            try:
                known = self._done[id(node)] = (node, self._translated(node))
            finally:
                self._configuration = outer
            notes = self._notes.get(id(node))
            if notes is not None and notes.uid and not isinstance(node, nodes.StreamScan):
                set_uids(known[1], notes.uid, {id(made) for _, made in self._done.values() if made is not known[1]})
        return known[1]

    def configuration_of(self, node: RelNode) -> Configuration:
        """The settings that a node's operators are made with."""
        notes = self._notes.get(id(node))
        session = self._session_configuration
        return session if notes is None else Configuration({**session.to_dict(), **notes.options})

    def _translated(self, node: RelNode) -> Transformation:
        match node:
            case nodes.Scan():
                return self._scan(node)
            case nodes.StreamScan():
                transformation: Transformation = node.transformation
                return transformation
            case nodes.Values():
                source = ValuesSource(node.rows, node.values_type)
                spec = ScanSpec(source, WatermarkStrategy.no_watermarks(), describe(node))
                return self._source(spec, node, is_parallel=False)
            case nodes.Calc():
                projections = tuple(map(self._computed, node.projections))
                condition = node.condition and self._computed(node.condition)
                calc = CalcSpec(projections, condition, node.input.row_type, node.row_type, describe(node))
                return self._operator("Calc", calc, node)
            case nodes.Correlate():
                correlate = CorrelateSpec(
                    self._computed(node.call),
                    node.input.row_type,
                    node.function_type,
                    node.row_type,
                    node.is_left,
                    node.condition and self._computed(node.condition),
                    describe(node),
                )
                return self._operator("Correlate", correlate, node)
            case nodes.Limit():
                return self._limit(node)
            case nodes.WatermarkAssigner():
                assigner = WatermarkAssignerSpec(node.rowtime, node.watermark, describe(node))
                return self._operator("WatermarkAssigner", assigner, node)
            case nodes.Union():
                inputs = [self.translate(part) for part in node.parts]
                return Transformation(
                    TransformationKind.UNION,
                    "Union",
                    inputs,
                    output_format=columns_of(node.row_type, node.changelog),
                )
            case Exchange():
                return self._exchange(node)
            case MiniBatchAssigner():
                if not node.is_event_time:  # bundles end by themselves
                    return self.translate(node.input)
                batches = MiniBatchAssignerSpec(node.interval_ms, describe(node))
                return self._operator("MiniBatchAssigner", batches, node)
            case LocalGroupAggregate():
                local = LocalGroupAggregateSpec(
                    node.grouping,
                    node.phases.local_calls,
                    node.input.row_type,
                    node.row_type,
                    node.retracts,
                    describe(node),
                )
                return self._operator("LocalGroupAggregate", local, node)
            case GlobalGroupAggregate():
                merging = replace(
                    self._group_aggregate(node, node.retracts), calls=node.phases.global_calls, rows=node.phases.rows
                )
                return self._keyed(self._operator("GlobalGroupAggregate", merging, node), node.grouping)
            case GroupAggregate():
                return self._keyed(
                    self._operator(
                        "GroupAggregate", self._group_aggregate(node, not node.input.changelog.is_insert_only), node
                    ),
                    node.grouping,
                )
            case WindowRank() | WindowDeduplicate():
                name = type(node).__name__
                return self._keyed(self._operator(name, window_rank(node), node), node.partition)
            case SortLimit():
                first = sort_limit(node, self._configuration.get(STATE_TTL))
                return self._keyed(self._operator("SortLimit", first, node), ())
            case TemporalSort():
                return self._keyed(self._operator("TemporalSort", temporal_sort(node), node), ())
            case Sort():
                sort = self._operator("Sort", SortSpec(node.order, node.row_type, describe(node)), node)
                sort.non_parallel = True
                return sort
            case Rank():
                ranked = rank(node, self._configuration.get(STATE_TTL), self._start_ms is not None)
                return self._keyed(self._operator("Rank", ranked, node), node.partition)
            case LocalWindowAggregate():
                return self._operator("LocalWindowAggregate", local_window_aggregate(node), node)
            case GlobalWindowAggregate():
                merged = self._operator("GlobalWindowAggregate", global_window_aggregate(node), node)
                return self._keyed(merged, node.grouping)
            case OverAggregate():
                over = over_aggregate(node, self._configuration.get(STATE_TTL))
                return self._keyed(self._operator("OverAggregate", over, node), node.partition)
            case BatchOverAggregate():
                return self._keyed(self._operator("OverAggregate", batch_over(node), node), node.partition)
            case WindowAggregate():
                return self._keyed(self._operator("WindowAggregate", window_aggregate(node), node), node.grouping)
            case WindowTableFunction():
                function = self._operator("WindowTableFunction", window_table_function(node), node)
                is_session = isinstance(node.windowing.windows, Session)
                return self._keyed(function, node.windowing.partition_keys) if is_session else function
            case Expand():
                expand = ExpandSpec(node.projections, node.input.row_type, node.row_type, describe(node))
                return self._operator("Expand", expand, node)
            case ChangelogNormalize():
                return self._keyed(self._operator("ChangelogNormalize", self._normalize(node), node), node.keys)
            case ToChangelog():
                inserts = ToChangelogSpec(node.codes, node.row_type, describe(node))
                return self._operator("ProcessTableFunction", inserts, node)
            case FromChangelog():
                changes = FromChangelogSpec(node.column, node.kinds, node.row_type, describe(node))
                function = self._operator("ProcessTableFunction", changes, node)
                return with_parallelism_of(function.inputs[0], function)
            case DropUpdateBefore():
                return self._operator("DropUpdateBefore", DropUpdateBeforeSpec(), node)
            case nodes.Sink():
                return SinkTranslation(node, self._configuration).over(self.translate(node.input))
        raise TypeError(f"{type(node).__name__} has no translation")

    def _exchange(self, node: Exchange) -> Transformation:
        names = node.field_names
        hashed = Partitioning(PartitioningKind.HASH, key_columns=tuple(names[key] for key in node.keys))
        return Transformation(
            TransformationKind.PARTITION,
            "Exchange",
            [self.translate(node.input)],
            partitioning=hashed if node.keys else Partitioning(PartitioningKind.GLOBAL),
            output_format=columns_of(node.row_type, node.changelog),
        )

    def _keyed(self, transformation: Transformation, keys: tuple[int, ...]) -> Transformation:
        """An operator with keyed state; without keys it has one subtask."""
        transformation.keyed = True
        transformation.non_parallel = not keys
        return transformation

    def _normalize(self, node: ChangelogNormalize) -> ChangelogNormalizeSpec:
        emits_update_before = ChangeKind.UPDATE_BEFORE in node.changelog.kinds
        condition = node.condition and self._computed(node.condition)
        ttl_ms = self._configuration.get(STATE_TTL)
        return ChangelogNormalizeSpec(node.keys, condition, node.row_type, emits_update_before, describe(node), ttl_ms)

    def _group_aggregate(self, node: Grouped, retracts: bool) -> GroupAggregateSpec:
        return GroupAggregateSpec(
            node.grouping,
            node.calls,
            node.input.row_type,
            node.row_type,
            retracts=retracts,
            emits_update_before=ChangeKind.UPDATE_BEFORE in node.changelog.kinds,
            text=describe(node),
            bundle=self._bundle_size(),
            ttl_ms=self._configuration.get(STATE_TTL) if node.state_ttl_ms is None else node.state_ttl_ms,
        )

    def _bundle_size(self) -> Optional[BundleSize]:
        configuration = self._configuration
        if not configuration.get(MINI_BATCH) or configuration.get(RUNTIME_MODE) is RuntimeExecutionMode.BATCH:
            return None
        rows, latency_ms = configuration.get(MINI_BATCH_SIZE), configuration.get(MINI_BATCH_LATENCY)
        for option, value in ((MINI_BATCH_LATENCY, latency_ms), (MINI_BATCH_SIZE, rows)):
            if value <= 0:
                raise ValidationException(f"{option.key} must be > 0 where {MINI_BATCH.key} is true, but is {value}")
        return BundleSize(rows, latency_ms)

    def _limit(self, node: nodes.Limit) -> Transformation:
        if node.fetch is None and self._configuration.get(RUNTIME_MODE) is not RuntimeExecutionMode.BATCH:
            raise ValidationException("FETCH is missed, which on streaming table is not supported currently.")
        if node.fetch is not None and not node.input.changelog.is_insert_only:
            ttl_ms = self._configuration.get(STATE_TTL)
            return self._keyed(self._operator("Limit", limit_of_changes(node, node.fetch, ttl_ms), node), ())
        limit = self._operator("Limit", LimitSpec(node.offset, node.fetch, describe(node)), node)
        limit.non_parallel = True
        return limit

    def _computed(self, tree: ResolvedExpression) -> ResolvedExpression:
        """An expression as tasks compute it."""
        return tree if self._start_ms is None else with_start_time(tree, self._start_ms)

    def _scan(self, node: nodes.Scan) -> Transformation:
        source = node.source.create_source()
        source.configure(self._configuration)
        options = Configuration(node.table.options)
        strategy = scan_strategy(options, self._configuration)
        is_on_event = options.get(EMIT_STRATEGY) == ON_EVENT
        spec = ScanSpec(source, strategy, describe(node), node.rowtime, node.watermark, is_on_event)
        transformation = self._source(spec, node)
        if node.source.parallelism is not None:
            transformation.set_parallelism(node.source.parallelism)
        return transformation

    def _source(self, spec: ScanSpec, node: RelNode, is_parallel: bool = True) -> Transformation:
        name = f"{node.table.identifier.object}[1]" if isinstance(node, nodes.Scan) else "Values"
        return Transformation(
            TransformationKind.SOURCE,
            name,
            [],
            spec,
            bounded=spec.is_bounded,
            non_parallel=not is_parallel,
            output_format=columns_of(node.row_type, node.changelog),
        )

    def _operator(self, name: str, spec: OperatorSpec, node: nodes.SingleInput) -> Transformation:
        rows = self.translate(node.input)
        carried = columns_of(node.row_type, node.changelog)
        operator = Transformation(TransformationKind.OPERATOR, name, [rows], spec, output_format=carried)
        return operator if node.input.changelog.is_insert_only else with_parallelism_of(rows, operator)
