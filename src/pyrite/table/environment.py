"""TableEnvironment: where a program of SQL or the Table API begins and is run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, Optional

from pyrite.connectors.table_factories import table_factory
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError, TableException, ValidationException
from pyrite.core.types import ObjectIdentifier
from pyrite.core.types.quoting import quoted_identifier
from pyrite.core.types.rows import row_from_parts
from pyrite.datastream.stream_execution_environment import StreamExecutionEnvironment
from pyrite.relational.bind.errors import BindError, located
from pyrite.relational.bind.session import InlineTable, ViewDefinition
from pyrite.relational.bind.tables import bind_scan
from pyrite.relational.catalog.manager import CatalogManager
from pyrite.relational.catalog.objects import CatalogBaseTable, CatalogFunction, CatalogView, InlineView
from pyrite.relational.compiled import compiled_plan
from pyrite.relational.compiled.compiled_plan import restored
from pyrite.relational.compiled.smile import SmileError, of_smile_bytes
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.session.compiled_plans import compile_sinks, load_plan, plan_of_json, plan_to_execute
from pyrite.relational.session.jobs import plans_of
from pyrite.relational.session.results import StatementResult, one_column
from pyrite.relational.session.session import Session
from pyrite.relational.session.statements import execute_statement
from pyrite.relational.session.tables import check_table, put_new_table
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.parser import parse_statement
from pyrite.relational.sql.sql_tree import ExplainDetail, ObjectKind
from pyrite.table.compiled_plan import CompiledPlan
from pyrite.table.environment_settings import EnvironmentSettings
from pyrite.table.expressions import parse_path
from pyrite.table.inputs.spark_frames import from_frame
from pyrite.table.inputs.table_inputs import arrow_plan, elements_plan, pandas_plan
from pyrite.table.module import Module, ModuleEntry
from pyrite.table.plan_reference import (
    BytesContentPlanReference,
    FilePlanReference,
    JsonContentPlanReference,
    PlanReference,
)
from pyrite.table.result_kind import ResultKind
from pyrite.table.statement_set import StatementSet
from pyrite.table.table import Table, table_of_schema
from pyrite.table.table_config import TableConfig
from pyrite.table.table_descriptor import TableDescriptor
from pyrite.table.table_jobs import TableJobs
from pyrite.table.table_pipeline import TablePipeline
from pyrite.table.table_result import PrintStyle, TableResult
from pyrite.table.types import DataType
from pyrite.table.user_defined_function import UserDefinedFunctionWrapper


class TableEnvironment:
    """Catalogs, settings and statements."""

    def __init__(self, stream_environment: StreamExecutionEnvironment, settings: EnvironmentSettings) -> None:
        self._stream_environment = stream_environment
        catalogs = CatalogManager(settings.get_built_in_catalog_name(), settings.get_built_in_database_name())
        self.session = Session(stream_environment.get_configuration(), table_factory, catalogs)
        self._jobs = TableJobs(stream_environment, self.session)
        self._unnamed = 0

    @staticmethod
    def create(environment_settings: EnvironmentSettings | Configuration) -> TableEnvironment:
        settings = environment_settings
        if isinstance(settings, Configuration):
            settings = EnvironmentSettings.new_instance().with_configuration(settings).build()
        environment = StreamExecutionEnvironment.get_execution_environment(settings.get_configuration())
        return TableEnvironment(environment, settings)

    def get_config(self) -> TableConfig:
        return TableConfig(self.session.configuration)

    # Statements -------------------------------------------------------------------------------------------------------

    def sql_query(self, query: str) -> Table:
        """The table that a SELECT or VALUES gives."""
        statement = parse_statement(query)
        if not isinstance(statement, sql_tree.QueryStatement):
            raise ValueError("Unsupported SQL query! sql_query() only accepts a single SQL query.")
        return Table(self.session.plan_query(statement.query, query), self)

    def execute_sql(self, stmt: str) -> TableResult:
        """Runs one statement; a query, an INSERT or a CREATE TABLE AS starts a job and returns while it runs."""
        statement = parse_statement(stmt)
        if isinstance(statement, sql_tree.Execute):  # EXECUTE changes nothing
            statement = statement.statement
        if isinstance(statement, sql_tree.Explain):
            return _shown(one_column("result", [self._explain(statement, stmt)]), PrintStyle.RAW)
        to_execute = plan_to_execute(statement, self.session, stmt)
        if to_execute is not None:
            return self.run_compiled(to_execute)
        plans = plans_of(statement, self.session, stmt)
        if plans is None:
            return _shown(execute_statement(statement, self.session, stmt))
        sinks = [plan for plan in plans if isinstance(plan, nodes.Sink)]
        return self.run_inserts(sinks) if sinks else self.run_query(plans[0])

    def explain_sql(self, stmt: str, *extra_details: ExplainDetail) -> str:
        """The plan of a query, an INSERT or a STATEMENT SET; nothing runs."""
        statement = parse_statement(stmt)
        if not isinstance(statement, sql_tree.Explain):
            statement = sql_tree.Explain(statement, extra_details)
        return self._explain(statement, stmt)

    def _explain(self, explained: sql_tree.Explain, text: str) -> str:
        plans = plans_of(explained.statement, self.session, text, is_explained=True)
        if plans is None:
            raise ValidationException(
                f"EXPLAIN takes a query, an INSERT or a CREATE TABLE AS, not {type(explained.statement).__name__}"
            )
        return self.explain_plans(plans, explained.details)

    def compile_plan_sql(self, stmt: str) -> CompiledPlan:
        """The plan of an INSERT or a STATEMENT SET, to be stored or run."""
        statement = parse_statement(stmt)
        if not isinstance(statement, (sql_tree.Insert, sql_tree.StatementSet)):
            raise TableException(
                "Unsupported SQL query! compilePlanSql() only accepts a single SQL statement of type INSERT"
            )
        plans = plans_of(statement, self.session, stmt) or []
        return self.compile_sinks([plan for plan in plans if isinstance(plan, nodes.Sink)])

    def load_plan(self, plan_reference: PlanReference) -> CompiledPlan:
        """A plan that was compiled before. Its tables are those of the plan, or of the catalogs: see
        `table.plan.restore.catalog-objects`."""
        match plan_reference:
            case FilePlanReference():
                plan = load_plan(str(plan_reference.get_file()), self.session)
            case JsonContentPlanReference():
                plan = plan_of_json(plan_reference.get_content(), self.session)
            case BytesContentPlanReference():
                plan = restored(_of_smile(plan_reference.get_content()), self.session)
            case _:
                raise TypeError(f"expected a PlanReference, got {plan_reference!r}")
        return CompiledPlan(plan, self)

    def execute_plan(self, plan_reference: PlanReference) -> TableResult:
        """Starts a job of a plan that was compiled before, and returns while it runs."""
        return self.load_plan(plan_reference).execute()

    def create_statement_set(self) -> StatementSet:
        return StatementSet(self)

    def plan_insert_sql(self, stmt: str) -> nodes.Sink:
        """The plan of one INSERT."""
        statement = parse_statement(stmt)
        if not isinstance(statement, sql_tree.Insert):
            raise ValidationException("Only INSERT statement is supported now.")
        return self.session.plan_insert(statement, stmt)

    def _run(self, statement: sql_tree.Statement) -> StatementResult:
        """What a method does that is a statement, too."""
        return execute_statement(statement, self.session, "")

    # Jobs -------------------------------------------------------------------------------------------------------------

    def run_query(self, plan: RelNode) -> TableResult:
        """Runs a query whose rows go to the client."""
        return self._jobs.query(plan)

    def run_inserts(self, sinks: Sequence[nodes.Sink]) -> TableResult:
        """Runs INSERTs as one job."""
        return self._jobs.inserts(sinks)

    def compile_sinks(self, sinks: Sequence[nodes.Sink]) -> CompiledPlan:
        """The plan of INSERTs, compiled."""
        return CompiledPlan(compile_sinks(sinks, self.session), self)

    def run_compiled(self, plan: compiled_plan.CompiledPlan) -> TableResult:
        """Runs a compiled plan as it is."""
        return self._jobs.compiled(plan)

    def explain_compiled(self, plan: compiled_plan.CompiledPlan, details: Sequence[ExplainDetail]) -> str:
        return self._jobs.explained_compiled(plan, details)

    def collect_arrow(self, plan: RelNode) -> Any:
        """Runs a query and waits for its rows, as a pyarrow.Table."""
        return self._jobs.arrow(plan)

    def explain_plans(self, plans: Sequence[RelNode], details: Sequence[ExplainDetail]) -> str:
        return self._jobs.explained(plans, details)

    def attach(self, sinks: Sequence[nodes.Sink]) -> None:
        """Adds INSERTs to the program of the stream environment."""
        for transformation in self._jobs.attached(sinks):
            self._stream_environment.add_transformation(transformation)

    def pipeline(self, plan: RelNode, target: str | TableDescriptor, overwrites: bool) -> TablePipeline:
        """A plan's rows, to be written to a table."""
        if isinstance(target, TableDescriptor):
            described = target.catalog_table(_declared(plan))
            return TablePipeline(self.session.plan_table_insert(plan, described, overwrites), self)
        return TablePipeline(self.session.plan_table_insert(plan, parse_path(target), overwrites), self)

    # Tables -----------------------------------------------------------------------------------------------------------

    def from_path(self, path: str) -> Table:
        """The table or view of that name."""
        parts = parse_path(path)
        try:
            known = self.session.table(parts)
            if known is None:
                shown = ".".join(map(quoted_identifier, parts))
                raise ValidationException(f"Table {shown} was not found.")
            if isinstance(known, InlineTable):
                return Table(known.plan, self)
            if isinstance(known, ViewDefinition):
                return Table(self.session.plan_query(sql_tree.TableQuery(parts)), self)
            return table_of_schema(bind_scan(known, {}, self.session), self, known.schema)
        except BindError as error:
            raise located(error, "") from None

    def from_descriptor(self, descriptor: TableDescriptor) -> Table:
        """A table that no catalog has."""
        try:
            table = self.session.anonymous_table(descriptor.catalog_table())
            return table_of_schema(bind_scan(table, {}, self.session), self, table.schema)
        except BindError as error:
            raise located(error, "") from None

    def from_elements(
        self, elements: Iterable[Any], schema: DataType | list[str] | None = None, verify_schema: bool = True
    ) -> Table:
        """Rows of Python values: tuples, lists, Rows, dicts, objects, or single values.

        The schema is a ROW, a type for rows of one column `value`, names, or nothing: then types are inferred.
        """
        try:
            return Table(elements_plan(elements, schema, verify_schema, self.session), self)
        except BindError as error:
            raise located(error, "") from None

    def from_pandas(self, pdf: Any, schema: Any = None, splits_num: int = 1) -> Table:
        """The rows of a pandas.DataFrame."""
        if type(pdf).__name__ != "DataFrame" or not type(pdf).__module__.startswith("pandas"):
            raise TypeError(f"Unsupported type, expected pandas.DataFrame, got {type(pdf)}")
        return Table(pandas_plan(self._stream_environment.program, pdf, schema), self)

    def from_arrow(self, table: Any) -> Table:
        """The rows of a pyarrow.Table. PyFlink has no such method."""
        return Table(arrow_plan(self._stream_environment.program, table), self)

    def from_spark(self, data_frame: Any) -> Table:
        """The rows that a Spark DataFrame has now, by way of this process. PyFlink has no such method."""
        if not hasattr(data_frame, "toArrow"):
            raise TypeError(f"expected a DataFrame of Spark, got {type(data_frame).__name__}")
        return Table(arrow_plan(self._stream_environment.program, *from_frame(data_frame)), self)

    def register_table(self, table: Table) -> str:
        """Registers a table under a name of its own, so that SQL text may refer to it."""
        name = f"UnnamedTable${self._unnamed}"
        self._unnamed += 1
        self.session.catalogs.temporary_tables[self.session.catalogs.qualify((name,))] = InlineView(table.plan)
        return name

    # Creating ---------------------------------------------------------------------------------------------------------

    def create_temporary_table(
        self,
        path: str,
        descriptor: TableDescriptor,
        ignoreIfExists: Optional[bool] = False,
    ) -> None:
        self._create_table(path, descriptor, True, bool(ignoreIfExists))

    def create_table(
        self,
        path: str,
        descriptor: TableDescriptor,
        ignoreIfExists: Optional[bool] = False,
    ) -> None:
        self._create_table(path, descriptor, False, bool(ignoreIfExists))

    def _create_table(self, path: str, descriptor: TableDescriptor, is_temporary: bool, ignores: bool) -> None:
        table = descriptor.catalog_table()
        try:
            check_table(table, self.session)
            put_new_table(table, self._qualified(path), self.session, is_temporary, ignores)
        except BindError as error:
            raise located(error, "") from None

    def create_temporary_view(self, view_path: str, table_or_data_stream: Any, *fields_or_schema: Any) -> None:
        """A table under a name; a stream only in a StreamTableEnvironment."""
        if not isinstance(table_or_data_stream, Table):
            raise TypeError(f"create_temporary_view takes a Table, not {type(table_or_data_stream).__name__}")
        name = self._qualified(view_path)
        known = self.session.catalogs.temporary_tables
        if name in known:
            raise ValidationException(f"Temporary table '{name.as_serializable_string()}' already exists")
        known[name] = InlineView(table_or_data_stream.plan)

    def create_view(self, view_path: str, table: Table, ignore_if_exists: Optional[bool] = False) -> None:
        """A table under a name of the catalog."""
        name = self._qualified(view_path)
        catalog = self.session.catalogs.catalog(name.catalog)
        if catalog.get_table(name.database, name.object) is not None:
            if ignore_if_exists:
                return
            raise ValidationException(f"Table (or view) {name.database}.{name.object} already exists")
        catalog.put_table(name.database, name.object, InlineView(table.plan))

    def _qualified(self, path: str) -> ObjectIdentifier:
        return self.session.catalogs.qualify(parse_path(path))

    # Dropping ---------------------------------------------------------------------------------------------------------

    def drop_temporary_table(self, table_path: str) -> bool:
        """Whether there was one."""
        return self._drop_temporary(table_path, is_view=False)

    def drop_temporary_view(self, view_path: str) -> bool:
        return self._drop_temporary(view_path, is_view=True)

    def _drop_temporary(self, path: str, is_view: bool) -> bool:
        name = self._qualified(path)
        table = self.session.catalogs.temporary_tables.get(name)
        if table is None or isinstance(table, (CatalogView, InlineView)) is not is_view:
            return False
        del self.session.catalogs.temporary_tables[name]
        return True

    def drop_table(self, table_path: str, ignore_if_not_exists: Optional[bool] = True) -> bool:
        return self._drop(ObjectKind.TABLE, table_path, bool(ignore_if_not_exists))

    def drop_view(self, view_path: str, ignore_if_not_exists: Optional[bool] = True) -> bool:
        return self._drop(ObjectKind.VIEW, view_path, bool(ignore_if_not_exists))

    def _drop(self, kind: ObjectKind, path: str, ignores: bool) -> bool:
        name = self._qualified(path)
        before = self.session.catalogs.get_permanent_table(name)
        if isinstance(before, InlineView) and kind is ObjectKind.VIEW:
            self.session.catalogs.catalog(name.catalog).drop_table(name.database, name.object)
            return True
        self._run(sql_tree.Drop(kind, parse_path(path), if_exists=ignores))
        return before is not None and self.session.catalogs.get_permanent_table(name) is None

    # Functions --------------------------------------------------------------------------------------------------------

    def create_temporary_system_function(self, name: str, function: Any) -> None:
        """A function that is called by its name alone, from any catalog and database."""
        known = self.session.catalogs.system_functions
        if name.lower() in known:
            raise ValidationException(
                f"Could not register temporary system function. A function named '{name}' does already exist."
            )
        known[name.lower()] = _catalog_function(function)

    def drop_temporary_system_function(self, name: str) -> bool:
        return self.session.catalogs.system_functions.pop(name.lower(), None) is not None

    def create_temporary_function(self, path: str, function: Any) -> None:
        """A function of the session, under a name of a catalog."""
        name = _folded(self._qualified(path))
        known = self.session.catalogs.temporary_functions
        if name in known:
            shown = f"{name.catalog}.{name.database}.{name.object}"
            raise ValidationException(
                f"Could not register temporary catalog function. A function '{shown}' does already exist."
            )
        known[name] = _catalog_function(function)

    def drop_temporary_function(self, path: str) -> bool:
        return self.session.catalogs.temporary_functions.pop(_folded(self._qualified(path)), None) is not None

    def drop_function(self, path: str) -> bool:
        name = self._qualified(path)
        if _folded(name) in self.session.catalogs.temporary_functions:
            shown = f"{name.catalog}.{name.database}.{name.object}"
            raise ValidationException(
                f"Could not drop catalog function. A temporary function '{shown}' does already exist. "
                "Please drop the temporary function first."
            )
        catalog = self.session.catalogs.catalog(name.catalog)
        if catalog.get_function(name.database, name.object) is None:
            return False
        catalog.drop_function(name.database, name.object)
        return True

    def create_java_temporary_system_function(self, name: str, function_class_name: str) -> NoReturn:
        _refuse_java("create_java_temporary_system_function")

    def create_java_function(
        self, path: str, function_class_name: str, ignore_if_exists: Optional[bool] = None
    ) -> NoReturn:
        _refuse_java("create_java_function")

    def create_java_temporary_function(self, path: str, function_class_name: str) -> NoReturn:
        _refuse_java("create_java_temporary_function")

    # Names ------------------------------------------------------------------------------------------------------------

    def list_catalogs(self) -> list[str]:
        return self._names(ObjectKind.CATALOG)

    def list_databases(self) -> list[str]:
        return self._names(ObjectKind.DATABASE)

    def list_tables(self) -> list[str]:
        """Tables and views of the current database."""
        return self._names(ObjectKind.TABLE)

    def list_views(self) -> list[str]:
        return self._names(ObjectKind.VIEW)

    def list_materialized_tables(self) -> list[str]:
        return []

    def list_models(self) -> list[str]:
        return []

    def list_temporary_models(self) -> list[str]:
        return []

    def list_temporary_tables(self) -> list[str]:
        """Temporary tables and views of the current database."""
        return sorted(name for name, _ in self._temporary())

    def list_temporary_views(self) -> list[str]:
        return sorted(name for name, table in self._temporary() if isinstance(table, (CatalogView, InlineView)))

    def _temporary(self) -> list[tuple[str, CatalogBaseTable]]:
        catalogs = self.session.catalogs
        place = (catalogs.current_catalog, catalogs.current_database)
        return [(n.object, t) for n, t in catalogs.temporary_tables.items() if (n.catalog, n.database) == place]

    def list_user_defined_functions(self) -> list[str]:
        return self._names(ObjectKind.FUNCTION, is_user=True)

    def list_functions(self) -> list[str]:
        return self._names(ObjectKind.FUNCTION)

    def _names(self, kind: ObjectKind, is_user: bool = False) -> list[str]:
        return [row[0] for row in self._run(sql_tree.Show(kind, is_user=is_user)).rows]

    def get_current_catalog(self) -> Optional[str]:
        return self.session.catalogs.current_catalog

    def use_catalog(self, catalog_name: str) -> None:
        if catalog_name not in self.session.catalogs.catalogs:
            raise ValidationException(f"A catalog with name [{catalog_name}] does not exist.")
        self._run(sql_tree.UseCatalog(catalog_name))

    def get_current_database(self) -> Optional[str]:
        return self.session.catalogs.current_database

    def use_database(self, database_name: str) -> None:
        if not database_name:
            raise ValidationException("The database name cannot be empty.")
        catalog = str(self.session.catalogs.current_catalog)
        if self.session.catalogs.catalog(catalog).get_database(database_name) is None:
            raise ValidationException(
                f"A database with name [{database_name}] does not exist in the catalog: [{catalog}]."
            )
        self._run(sql_tree.UseDatabase((database_name,)))

    # Modules ----------------------------------------------------------------------------------------------------------

    def load_module(self, module_name: str, module: Module) -> NoReturn:
        raise ValidationException(
            f"Could not load the module '{module_name}': there are no modules besides 'core', which is loaded"
        )

    def unload_module(self, module_name: str) -> NoReturn:
        if module_name != "core":
            raise ValidationException(f"No module with name '{module_name}' exists")
        raise ValidationException("Could not unload the module 'core': it is the only one")

    def use_modules(self, *module_names: str) -> None:
        for name in module_names:
            if name != "core":
                raise ValidationException(f"No module with name '{name}' exists")
        if len(module_names) > 1:
            raise ValidationException("Module 'core' appears more than once")
        if not module_names:
            raise ValidationException("use_modules() would leave out 'core', which is the only module")

    def list_modules(self) -> list[str]:
        return ["core"]

    def list_full_modules(self) -> list[ModuleEntry]:
        return [ModuleEntry("core", True)]

    # What tasks take along --------------------------------------------------------------------------------------------

    def add_python_file(self, file_path: str) -> None:
        """A module, a package's folder, or an archive of them, that tasks can import from."""
        self._stream_environment.add_python_file(file_path)

    def set_python_requirements(
        self, requirements_file_path: str, requirements_cache_dir: Optional[str] = None
    ) -> None:
        """Packages that pip installs for the tasks; with a folder of packages, from there and without a network."""
        self._stream_environment.set_python_requirements(requirements_file_path, requirements_cache_dir)

    def add_python_archive(self, archive_path: str, target_dir: Optional[str] = None) -> None:
        """An archive that is unpacked in the tasks' working folder."""
        self._stream_environment.add_python_archive(archive_path, target_dir)


def _shown(result: StatementResult, style: PrintStyle = PrintStyle.BY_CONTENT) -> TableResult:
    """What a statement shows, as rows."""
    rows = [row_from_parts(0, None, *row) for row in result.rows]
    kind = ResultKind.SUCCESS if result.is_ok else ResultKind.SUCCESS_WITH_CONTENT
    return TableResult(result.row_type, kind, rows, style=style)


def _of_smile(content: bytes) -> Any:
    try:
        return of_smile_bytes(content)
    except SmileError as error:
        raise TableException(f"Cannot load the plan. {error}") from None


def _declared(plan: RelNode) -> sql_tree.TableSchema:
    """The columns of a plan, for a descriptor that declares none."""
    return sql_tree.TableSchema(
        tuple(sql_tree.PhysicalColumn((field.name,), field.type) for field in plan.row_type.fields)
    )


def _catalog_function(function: Any) -> CatalogFunction:
    if not isinstance(function, UserDefinedFunctionWrapper):
        raise TypeError(f"expected what udf() or udtf() makes, got {function!r}: wrap the function in one of them")
    return CatalogFunction(function.spec)


def _folded(name: ObjectIdentifier) -> ObjectIdentifier:
    return ObjectIdentifier(name.catalog, name.database, name.object.lower())


def _refuse_java(method: str) -> NoReturn:
    raise InvalidProgramError(
        f"{method} is not supported: functions are written in Python. Use create_temporary_function"
    )
