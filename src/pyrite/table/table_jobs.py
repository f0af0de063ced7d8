"""TableJobs: translates plans to jobs and starts them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.config.sql_options import NOT_NULL_ENFORCER, UID_GENERATION
from pyrite.core.errors import PyriteError
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import BigIntType, RowField, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.core.types.rows import Row
from pyrite.datastream.stream_execution_environment import StreamExecutionEnvironment
from pyrite.graph.passes.build_stream_graph import build_stream_graph
from pyrite.graph.plan import make_plan
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.render.flink_plan import flink_plan_json
from pyrite.graph.running_job import RunningJob
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.relational.rows.rows import ColumnsToBatchesSpec, ColumnsToRowsSpec
from pyrite.operators.sink import SinkSpec
from pyrite.relational.compiled.compiled_plan import CompiledPlan, uid_notes
from pyrite.relational.passes import all_optimized, optimized
from pyrite.relational.passes.changes.changelog_traits import Consumer
from pyrite.relational.passes.settings import COLLECTED, EXPLAINED, PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.render import describe
from pyrite.relational.session.explain import explain, rendered
from pyrite.relational.session.explain_state import state_section
from pyrite.relational.session.session import Session
from pyrite.relational.session.unbounded_state import unbounded_joins
from pyrite.relational.sql.sql_tree import ExplainDetail
from pyrite.relational.to_transformations import Translator
from pyrite.relational.translators.translation import in_order_of
from pyrite.table.result_kind import ResultKind
from pyrite.table.table_result import PrintStyle, TableResult

_log = logging.getLogger(__name__)
_UNKNOWN_COUNT = -1
"""The number of rows of an INSERT in its result: Flink does not report it."""


def _name(sink: nodes.Sink) -> str:
    """Returns the name of a sink's table, as it appears in the name of a job."""
    table = sink.table
    if table is None:
        return sink.name
    name = table.identifier
    return name.object if table.is_anonymous else f"{name.catalog}.{name.database}.{name.object}"


def _numbered(names: Sequence[str]) -> list[str]:
    """Appends a number from 1 to repeated names, as Flink does."""
    return [
        name if names.count(name) == 1 else f"{name}_{names[: index + 1].count(name)}"
        for index, name in enumerate(names)
    ]


def applied(batches: Sequence[Any], schema: Any) -> Any:
    """Applies the changes in batches. Returns the resulting rows in the order of their arrival."""
    blocks = [ColumnBlock(batch) for batch in batches]
    unified = [batch.select(schema.names) for batch in batches]  # inputs of a union differ in NOT NULL
    rows = pa.Table.from_batches([pa.record_batch(batch.columns, schema=schema) for batch in unified], schema)
    if all(block.change_kinds is None for block in blocks):
        return rows
    kinds = [
        kind
        for block in blocks
        for kind in ([0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist())
    ]
    places: dict[str, list[int]] = {}
    for place, (kind, row) in enumerate(zip(kinds, rows.to_pylist(), strict=True)):
        same = places.setdefault(repr(row), [])
        if kind in (ChangeKind.INSERT, ChangeKind.UPDATE_AFTER):
            same.append(place)
        elif same:
            same.pop()
    return rows.take(pa.array(sorted(place for same in places.values() for place in same), pa.int64()))


class TableJobs:
    """Starts jobs for plans in a stream environment."""

    def __init__(self, environment: StreamExecutionEnvironment, session: Session) -> None:
        self._environment = environment
        self._session = session
        self._ids_in_program = 0

    def settings(self, consumer: Consumer) -> PassSettings:
        """Returns the settings of passes for plans whose rows this consumer receives."""
        session = self._session
        return PassSettings(session.is_batch, session.configuration, consumer, session.describe_source)

    def query(self, plan: RelNode) -> TableResult:
        """Starts a job that sends the rows of a query to the client."""
        best = optimized(plan, self.settings(COLLECTED))
        drops = self._session.configuration.get(NOT_NULL_ENFORCER) == "DROP"
        job = self._collected(best, ColumnsToRowsSpec(best.row_type, is_named=False, drops_nulls=drops))
        style = PrintStyle.BY_TYPE if self._session.is_batch else PrintStyle.WITH_KINDS
        kind = ResultKind.SUCCESS_WITH_CONTENT
        return TableResult(best.row_type, kind, job=job, style=style, zone=self._session.zone)

    def arrow(self, plan: RelNode) -> Any:
        """Runs a query to its end. Returns its rows as a pyarrow.Table."""
        best = optimized(plan, self.settings(COLLECTED))
        job = self._collected(best, ColumnsToBatchesSpec())
        batches: list[Any] = []
        while (block := job.results.get()) is not None:
            batches += block
        job.finished.result()
        return applied(batches, to_arrow_schema(best.row_type))

    def _collected(self, plan: RelNode, spec: OperatorSpec) -> RunningJob:
        (rows_id,) = self._translator([plan]).translate_all([plan])
        program = self._environment.program
        step = in_order_of(program, rows_id, Transformation(TransformationKind.OPERATOR, "ToRows", (rows_id,), spec))
        handed = program.add(step)
        kind, name, sink = TransformationKind.SINK, "Collect table sink", SinkSpec(CollectSink())
        collect = program.add(Transformation(kind, name, (handed,), sink, parallelism=step.parallelism))
        return self._environment.start_part([collect], "collect", is_collected=True)

    def inserts(self, sinks: Sequence[nodes.Sink]) -> TableResult:
        """Starts one job for INSERTs."""
        return self._started(sinks, self.transformations(sinks))

    def compiled(self, plan: CompiledPlan) -> TableResult:
        """Starts the job of a compiled plan."""
        return self._started(plan.sinks, self._compiled_transformations(plan))

    def _compiled_transformations(self, plan: CompiledPlan) -> list[TransformationId]:
        notes = plan.notes
        if self._session.configuration.get(UID_GENERATION) == "DISABLED":
            notes = {node: replace(each, uid="") for node, each in notes.items()}
        translator = Translator(self._session.configuration, self._environment.program, notes)
        return translator.translate_all(plan.sinks)

    def _started(self, sinks: Sequence[nodes.Sink], transformations: list[TransformationId]) -> TableResult:
        names = _numbered([_name(sink) for sink in sinks])
        job = self._environment.start_part(transformations, "insert-into_" + ",".join(names))
        names = names[: len(transformations)]  # as in Flink, where INSERTs share a sink
        row_type = RowType(tuple(RowField(each, BigIntType()) for each in names))
        counts = [Row(*[_UNKNOWN_COUNT] * len(names))]
        return TableResult(row_type, ResultKind.SUCCESS_WITH_CONTENT, counts, job, PrintStyle.RAW)

    def transformations(self, plans: Sequence[RelNode]) -> list[TransformationId]:
        """Translates plans to transformations of the stream environment. Nodes that plans share are translated once."""
        best = self._optimized(plans)
        return self._translator(best).translate_all(best)

    def attached(self, plans: Sequence[RelNode]) -> list[TransformationId]:
        """Translates plans to transformations that become a part of the stream environment's program."""
        best = self._optimized(plans)
        return self.program_translator(best).translate_all(best)

    def _optimized(self, plans: Sequence[RelNode]) -> list[RelNode]:
        return all_optimized(plans, self.settings(COLLECTED))

    def _translator(self, plans: Sequence[RelNode]) -> Translator:
        """Returns a translator for plans that were not compiled. They have uids only if the options require them."""
        for warning in unbounded_joins(plans, self._session.configuration):
            _log.warning(warning)
        return Translator(self._session.configuration, self._environment.program, uid_notes(plans, self._session))

    def program_translator(self, plans: Sequence[RelNode]) -> Translator:
        """Returns a translator for a part of the stream environment's program. Ids are unique in the program."""
        notes = uid_notes(plans, self._session, self._ids_in_program + 1)
        self._ids_in_program += len(notes)
        return Translator(self._session.configuration, self._environment.program, notes)

    def explained_compiled(self, plan: CompiledPlan, details: Sequence[ExplainDetail]) -> str:
        """Renders a compiled plan with these details."""
        transformations = self._compiled_transformations(plan)
        sections = [f"== Optimized Execution Plan ==\n{rendered(plan.sinks, describe)}"]
        if ExplainDetail.JSON_EXECUTION_PLAN in details:
            sections.append(f"== Physical Execution Plan ==\n{self._graph_json(transformations)}")
        return "\n".join([*sections, *self._state(transformations)])

    def explained(self, plans: Sequence[RelNode], details: Sequence[ExplainDetail]) -> str:
        """Renders plans with these details."""
        needs_graph = ExplainDetail.JSON_EXECUTION_PLAN in details
        try:
            transformations = self.transformations(plans)
        except PyriteError:  # EXPLAIN also shows plans that cannot run
            if needs_graph:
                raise
            transformations = []
        graph = self._graph_json(transformations) if needs_graph else ""
        text = explain(plans, details, graph, self.settings(EXPLAINED))
        return "\n".join([text, *self._state(transformations)])

    def _state(self, transformations: Sequence[TransformationId]) -> list[str]:
        """Returns the section about state; in batch there is no such section."""
        section = "" if self._session.is_batch else state_section(self._environment.program, transformations)
        return [section] if section else []

    def _graph_json(self, transformations: list[TransformationId]) -> str:
        """Returns the job graph in the format of Flink's plan visualizer."""
        stream = build_stream_graph(
            self._environment.program, transformations, "explain", self._environment.get_buffer_timeout()
        )
        return flink_plan_json(make_plan(stream, PlanSettings.of(self._session.configuration)).stream)
