"""TableEnvironment: where a program of SQL or the Table API begins and is run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.connectors.table_factories import table_factory
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE
from pyrite.core.errors import ValidationException
from pyrite.core.types import RowType
from pyrite.core.types.rows import row_from_parts
from pyrite.datastream.stream_execution_environment import StreamExecutionEnvironment
from pyrite.graph.passes.build_stream_graph import build_stream_graph
from pyrite.graph.plan import make_plan
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.render.flink_plan import flink_plan_json
from pyrite.graph.transformation import Transformation, TransformationKind
from pyrite.operators.relational.rows import ColumnsToRowsSpec
from pyrite.operators.sink import SinkSpec
from pyrite.relational.catalog.manager import CatalogManager
from pyrite.relational.passes import optimized
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.session.explain import explain
from pyrite.relational.session.results import StatementResult, one_column
from pyrite.relational.session.session import Session
from pyrite.relational.session.statements import execute_statement
from pyrite.relational.sql import tree
from pyrite.relational.sql.parser import parse_statement
from pyrite.relational.sql.tree import ExplainDetail
from pyrite.relational.to_transformations import Translator
from pyrite.table.environment_settings import EnvironmentSettings
from pyrite.table.result_kind import ResultKind
from pyrite.table.table import Table
from pyrite.table.table_config import TableConfig
from pyrite.table.table_result import TableResult

_NO_ROW = RowType(())


class TableEnvironment:
    """Catalogs, settings and statements."""

    def __init__(self, stream_environment: StreamExecutionEnvironment, settings: EnvironmentSettings) -> None:
        self._stream_environment = stream_environment
        catalogs = CatalogManager(settings.get_built_in_catalog_name(), settings.get_built_in_database_name())
        self._session = Session(stream_environment.get_configuration(), table_factory, catalogs)

    @staticmethod
    def create(environment_settings: EnvironmentSettings | Configuration) -> TableEnvironment:
        settings = environment_settings
        if isinstance(settings, Configuration):
            settings = EnvironmentSettings.new_instance().with_configuration(settings).build()
        environment = StreamExecutionEnvironment.get_execution_environment(settings.get_configuration())
        return TableEnvironment(environment, settings)

    def get_config(self) -> TableConfig:
        return TableConfig(self._session.configuration)

    def sql_query(self, query: str) -> Table:
        """The table that a SELECT or VALUES gives."""
        statement = parse_statement(query)
        if not isinstance(statement, tree.QueryStatement):
            raise ValueError("Unsupported SQL query! sql_query() only accepts a single SQL query.")
        return Table(self._session.plan_query(statement.query, query), self)

    def execute_sql(self, stmt: str) -> TableResult:
        """Runs one statement; an INSERT or a query starts a job and returns while it runs."""
        statement = parse_statement(stmt)
        match statement:
            case tree.QueryStatement():
                return self.run_query(self._session.plan_query(statement.query, stmt))
            case tree.Insert():
                return self._run_inserts([self._session.plan_insert(statement, stmt)])
            case tree.StatementSet():
                return self._run_inserts([self._session.plan_insert(insert, stmt) for insert in statement.inserts])
            case tree.Explain():
                return _shown(one_column("result", [self._explain(statement, stmt)]))
        return _shown(execute_statement(statement, self._session, stmt))

    def explain_sql(self, stmt: str, *extra_details: ExplainDetail) -> str:
        """The plan of a query, an INSERT or a STATEMENT SET; nothing runs."""
        statement = parse_statement(stmt)
        if not isinstance(statement, tree.Explain):
            statement = tree.Explain(statement, extra_details)
        return self._explain(statement, stmt)

    def _explain(self, explained: tree.Explain, text: str) -> str:
        plans: list[RelNode]
        match explained.statement:
            case tree.QueryStatement() as query:
                plans = [self._session.plan_query(query.query, text)]
            case tree.Insert() as insert:
                plans = [self._session.plan_insert(insert, text)]
            case tree.StatementSet() as statements:
                plans = [self._session.plan_insert(insert, text) for insert in statements.inserts]
            case other:
                raise ValidationException(f"EXPLAIN takes a query or an INSERT, not {type(other).__name__}")
        return self.explain_plans(plans, explained.details)

    def explain_plans(self, plans: Sequence[RelNode], details: Sequence[ExplainDetail]) -> str:
        graph = self._graph_json(plans) if ExplainDetail.JSON_EXECUTION_PLAN in details else ""
        return explain(plans, details, graph)

    def _graph_json(self, plans: Sequence[RelNode]) -> str:
        """The job graph of plans, in the form that Flink's plan visualizer reads."""
        translator = Translator(self._session.configuration)
        transformations = [translator.translate(optimized(plan)) for plan in plans]
        configuration = self._session.configuration
        stream = build_stream_graph(transformations, "explain", self._stream_environment.get_buffer_timeout())
        return flink_plan_json(make_plan(stream, PlanSettings.of(configuration)).stream)

    # Jobs -------------------------------------------------------------------------------------------------------------

    def run_query(self, plan: RelNode) -> TableResult:
        """Runs a query whose rows go to the client."""
        translator = Translator(self._session.configuration)
        best = optimized(plan)
        environment = self._stream_environment
        rows = Transformation(
            TransformationKind.OPERATOR, "ToRows", [translator.translate(best)], ColumnsToRowsSpec(best.row_type)
        )
        environment.add_transformation(rows)
        collect = Transformation(TransformationKind.SINK, "Collect table sink", [rows], SinkSpec(CollectSink()))
        environment.add_transformation(collect)
        return TableResult(best.row_type, ResultKind.SUCCESS_WITH_CONTENT, job=environment.start("collect"))

    def _run_inserts(self, sinks: list[nodes.Sink], job_name: Optional[str] = None) -> TableResult:
        translator = Translator(self._session.configuration)
        for sink in sinks:
            self._stream_environment.add_transformation(translator.translate(optimized(sink)))
        name = job_name or "insert-into_" + ",".join(sink.name.replace("`", "") for sink in sinks)
        return TableResult(_NO_ROW, ResultKind.SUCCESS_WITH_CONTENT, job=self._stream_environment.start(name))


def _shown(result: StatementResult) -> TableResult:
    """What a statement shows, as rows."""
    names = tuple(field.name for field in result.row_type.fields)
    rows = [row_from_parts(0, names, *row) for row in result.rows]
    kind = ResultKind.SUCCESS if result.is_ok else ResultKind.SUCCESS_WITH_CONTENT
    return TableResult(result.row_type, kind, rows)


class StreamTableEnvironment(TableEnvironment):
    """A TableEnvironment over a StreamExecutionEnvironment: tables and streams in one program."""

    @staticmethod
    def create(  # type: ignore[override]
        stream_execution_environment: Optional[StreamExecutionEnvironment] = None,
        environment_settings: Optional[EnvironmentSettings] = None,
    ) -> StreamTableEnvironment:
        environment = stream_execution_environment or StreamExecutionEnvironment.get_execution_environment()
        settings = environment_settings or EnvironmentSettings(
            Configuration({RUNTIME_MODE.key: environment.get_configuration().get(RUNTIME_MODE).name})
        )
        return StreamTableEnvironment(environment, settings)
