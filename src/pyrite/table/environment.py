"""TableEnvironment: the entry point for programs of SQL and the Table API."""

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
    """Creates tables, runs SQL statements, and holds the catalogs and the configuration that they use.

    >>> t_env.sql_query("SELECT UPPER('tea') AS item").to_arrow().to_pylist()
    [{'item': 'TEA'}]
    """

    def __init__(self, stream_environment: StreamExecutionEnvironment, settings: EnvironmentSettings) -> None:
        self._stream_environment = stream_environment
        catalogs = CatalogManager(settings.get_built_in_catalog_name(), settings.get_built_in_database_name())
        self.session = Session(stream_environment.get_configuration(), table_factory, catalogs)
        self._jobs = TableJobs(stream_environment, self.session)
        self._unnamed = 0

    @staticmethod
    def create(environment_settings: EnvironmentSettings | Configuration) -> TableEnvironment:
        """Creates an environment from settings, or from a configuration in streaming mode.

        >>> TableEnvironment.create(EnvironmentSettings.in_batch_mode()).get_current_catalog()
        'default_catalog'
        """
        settings = environment_settings
        if isinstance(settings, Configuration):
            settings = EnvironmentSettings.new_instance().with_configuration(settings).build()
        environment = StreamExecutionEnvironment.get_execution_environment(settings.get_configuration())
        return TableEnvironment(environment, settings)

    def get_config(self) -> TableConfig:
        """Returns the configuration of this environment. Changes apply to queries that are planned later.

        >>> t_env.get_config().set("table.exec.state.ttl", "1 h").get("table.exec.state.ttl", "0 ms")
        '1 h'
        """
        return TableConfig(self.session.configuration)

    # Statements -------------------------------------------------------------------------------------------------------

    def sql_query(self, query: str) -> Table:
        """Returns the result of a SELECT or VALUES as a Table. The query runs when the table is executed.

        >>> t_env.sql_query("VALUES (1, 'tea'), (2, 'cup')").to_arrow().num_rows
        2
        """
        statement = parse_statement(query)
        if not isinstance(statement, sql_tree.QueryStatement):
            raise ValueError("Unsupported SQL query! sql_query() only accepts a single SQL query.")
        return Table(self.session.plan_query(statement.query, query), self)

    def execute_sql(self, stmt: str) -> TableResult:
        """Runs one statement. A query, an INSERT or a CREATE TABLE AS starts a job, and the call returns while it runs.

        >>> t_env.execute_sql("SHOW DATABASES").print()
        +------------------+
        |    database name |
        +------------------+
        | default_database |
        +------------------+
        1 row in set
        """
        statement = parse_statement(stmt)
        if isinstance(statement, sql_tree.Execute):  # EXECUTE changes nothing
            statement = statement.statement
        if isinstance(statement, sql_tree.Explain):
            return _statement_result(one_column("result", [self._explain(statement, stmt)]), PrintStyle.RAW)
        to_execute = plan_to_execute(statement, self.session, stmt)
        if to_execute is not None:
            return self.run_compiled(to_execute)
        plans = plans_of(statement, self.session, stmt)
        if plans is None:
            return _statement_result(execute_statement(statement, self.session, stmt))
        sinks = [plan for plan in plans if isinstance(plan, nodes.Sink)]
        return self.run_inserts(sinks) if sinks else self.run_query(plans[0])

    def explain_sql(self, stmt: str, *extra_details: ExplainDetail) -> str:
        """Returns the plan of a query, an INSERT or a STATEMENT SET without running it.

        >>> print(t_env.explain_sql("SELECT 1 AS n").splitlines()[1])
        LogicalProject(n=[1])
        """
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
        """Compiles an INSERT or a STATEMENT SET to a plan that can be stored and executed."""
        statement = parse_statement(stmt)
        if not isinstance(statement, (sql_tree.Insert, sql_tree.StatementSet)):
            raise TableException(
                "Unsupported SQL query! compilePlanSql() only accepts a single SQL statement of type INSERT"
            )
        plans = plans_of(statement, self.session, stmt) or []
        return self.compile_sinks([plan for plan in plans if isinstance(plan, nodes.Sink)])

    def load_plan(self, plan_reference: PlanReference) -> CompiledPlan:
        """Loads a compiled plan. `table.plan.restore.catalog-objects` sets where its tables' definitions come from."""
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
        """Loads a compiled plan and starts its job. Returns while the job runs."""
        return self.load_plan(plan_reference).execute()

    def create_statement_set(self) -> StatementSet:
        """Returns an empty statement set for INSERTs that run as one job."""
        return StatementSet(self)

    def plan_insert_sql(self, stmt: str) -> nodes.Sink:
        """Plans a single INSERT statement."""
        statement = parse_statement(stmt)
        if not isinstance(statement, sql_tree.Insert):
            raise ValidationException("Only INSERT statement is supported now.")
        return self.session.plan_insert(statement, stmt)

    def _run(self, statement: sql_tree.Statement) -> StatementResult:
        """Executes the statement that a method corresponds to."""
        return execute_statement(statement, self.session, "")

    # Jobs -------------------------------------------------------------------------------------------------------------

    def run_query(self, plan: RelNode) -> TableResult:
        """Starts a job that sends the rows of a query to the client."""
        return self._jobs.query(plan)

    def run_inserts(self, sinks: Sequence[nodes.Sink]) -> TableResult:
        """Starts one job for all of the INSERTs."""
        return self._jobs.inserts(sinks)

    def compile_sinks(self, sinks: Sequence[nodes.Sink]) -> CompiledPlan:
        """Compiles the plans of INSERTs."""
        return CompiledPlan(compile_sinks(sinks, self.session), self)

    def run_compiled(self, plan: compiled_plan.CompiledPlan) -> TableResult:
        """Starts the job of a compiled plan, without optimizing the plan again."""
        return self._jobs.compiled(plan)

    def explain_compiled(self, plan: compiled_plan.CompiledPlan, details: Sequence[ExplainDetail]) -> str:
        """Renders a compiled plan with these details."""
        return self._jobs.explained_compiled(plan, details)

    def collect_arrow(self, plan: RelNode) -> Any:
        """Runs a query to its end. Returns its rows as a pyarrow.Table."""
        return self._jobs.arrow(plan)

    def explain_plans(self, plans: Sequence[RelNode], details: Sequence[ExplainDetail]) -> str:
        """Renders plans with these details, as EXPLAIN shows them."""
        return self._jobs.explained(plans, details)

    def attach(self, sinks: Sequence[nodes.Sink]) -> None:
        """Adds INSERTs to the program of the stream environment."""
        for transformation in self._jobs.attached(sinks):
            self._stream_environment.add_transformation(transformation)

    def pipeline(self, plan: RelNode, target: str | TableDescriptor, overwrites: bool) -> TablePipeline:
        """Returns a pipeline that writes the rows of a plan to a table."""
        if isinstance(target, TableDescriptor):
            described = target.catalog_table(_schema_of(plan))
            return TablePipeline(self.session.plan_table_insert(plan, described, overwrites), self)
        return TablePipeline(self.session.plan_table_insert(plan, parse_path(target), overwrites), self)

    # Tables -----------------------------------------------------------------------------------------------------------

    def from_path(self, path: str) -> Table:
        """Returns the table or view with this name.

        >>> t_env.create_temporary_view("items", t_env.from_elements([("tea", 3)], ["item", "price"]))
        >>> t_env.from_path("items").to_arrow().to_pylist()
        [{'item': 'tea', 'price': 3}]
        """
        parts = parse_path(path)
        try:
            table = self.session.table(parts)
            if table is None:
                name = ".".join(map(quoted_identifier, parts))
                raise ValidationException(f"Table {name} was not found.")
            if isinstance(table, InlineTable):
                return Table(table.plan, self)
            if isinstance(table, ViewDefinition):
                return Table(self.session.plan_query(sql_tree.TableQuery(parts)), self)
            return table_of_schema(bind_scan(table, {}, self.session), self, table.schema)
        except BindError as error:
            raise located(error, "") from None

    def from_descriptor(self, descriptor: TableDescriptor) -> Table:
        """Returns a table for a descriptor, without registering it in a catalog."""
        try:
            table = self.session.anonymous_table(descriptor.catalog_table())
            return table_of_schema(bind_scan(table, {}, self.session), self, table.schema)
        except BindError as error:
            raise located(error, "") from None

    def from_elements(
        self, elements: Iterable[Any], schema: DataType | list[str] | None = None, verify_schema: bool = True
    ) -> Table:
        """Creates a table of Python values: tuples, lists, Rows, dicts, objects with attributes, or single values.

        `schema` is a ROW type, one type for rows with a single column `value`, or a list of names. Without it, names
        and types are inferred from the elements.

        >>> t_env.from_elements([("tea", 3), ("cup", 5)], ["item", "price"]).to_arrow().to_pylist()
        [{'item': 'tea', 'price': 3}, {'item': 'cup', 'price': 5}]
        """
        try:
            return Table(elements_plan(elements, schema, verify_schema, self.session), self)
        except BindError as error:
            raise located(error, "") from None

    def from_pandas(self, pdf: Any, schema: Any = None, splits_num: int = 1) -> Table:
        """Creates a table of the rows of a pandas.DataFrame."""
        if type(pdf).__name__ != "DataFrame" or not type(pdf).__module__.startswith("pandas"):
            raise TypeError(f"Unsupported type, expected pandas.DataFrame, got {type(pdf)}")
        return Table(pandas_plan(self._stream_environment.program, pdf, schema), self)

    def from_arrow(self, table: Any) -> Table:
        """Creates a table of the rows of a pyarrow.Table. Not part of PyFlink."""
        return Table(arrow_plan(self._stream_environment.program, table), self)

    def from_spark(self, data_frame: Any) -> Table:
        """Creates a table of the current rows of a Spark DataFrame, by way of this process. Not part of PyFlink."""
        if not hasattr(data_frame, "toArrow"):
            raise TypeError(f"expected a DataFrame of Spark, got {type(data_frame).__name__}")
        return Table(arrow_plan(self._stream_environment.program, *from_frame(data_frame)), self)

    def register_table(self, table: Table) -> str:
        """Registers a table under a generated name, so that SQL text can refer to it. Returns the name."""
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
        """Creates a table that exists until the end of this session, under a path such as `catalog.database.table`.

        >>> source = TableDescriptor.for_connector("datagen").schema(Schema.new_builder().column("id", "INT").build())
        >>> t_env.create_temporary_table("ids", source.option("number-of-rows", 3).build())
        >>> t_env.list_temporary_tables()
        ['ids']
        """
        self._create_table(path, descriptor, True, bool(ignoreIfExists))

    def create_table(
        self,
        path: str,
        descriptor: TableDescriptor,
        ignoreIfExists: Optional[bool] = False,
    ) -> None:
        """Creates a table in a catalog. ValidationException if it exists, unless `ignoreIfExists` is true.

        >>> source = TableDescriptor.for_connector("datagen").schema(Schema.new_builder().column("id", "INT").build())
        >>> t_env.create_table("ids", source.option("number-of-rows", 3).build())
        >>> t_env.list_tables()
        ['ids']
        """
        self._create_table(path, descriptor, False, bool(ignoreIfExists))

    def _create_table(self, path: str, descriptor: TableDescriptor, is_temporary: bool, ignores: bool) -> None:
        table = descriptor.catalog_table()
        try:
            check_table(table, self.session)
            put_new_table(table, self._qualified(path), self.session, is_temporary, ignores)
        except BindError as error:
            raise located(error, "") from None

    def create_temporary_view(self, view_path: str, table_or_data_stream: Any, *fields_or_schema: Any) -> None:
        """Registers a table under a name until the end of this session. Only a StreamTableEnvironment accepts streams.

        >>> t_env.create_temporary_view("items", t_env.from_elements([("tea", 3)], ["item", "price"]))
        >>> t_env.sql_query("SELECT item FROM items WHERE price > 2").to_arrow().to_pylist()
        [{'item': 'tea'}]
        """
        if not isinstance(table_or_data_stream, Table):
            raise TypeError(f"create_temporary_view takes a Table, not {type(table_or_data_stream).__name__}")
        name = self._qualified(view_path)
        temporary_tables = self.session.catalogs.temporary_tables
        if name in temporary_tables:
            raise ValidationException(f"Temporary table '{name.as_serializable_string()}' already exists")
        temporary_tables[name] = InlineView(table_or_data_stream.plan)

    def create_view(self, view_path: str, table: Table, ignore_if_exists: Optional[bool] = False) -> None:
        """Registers a table as a view in a catalog.

        >>> t_env.create_view("items", t_env.from_elements([("tea", 3)], ["item", "price"]))
        >>> t_env.list_views()
        ['items']
        """
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
        """Drops a temporary table. Returns whether it existed."""
        return self._drop_temporary(table_path, is_view=False)

    def drop_temporary_view(self, view_path: str) -> bool:
        """Drops a temporary view. Returns whether it existed.

        >>> t_env.drop_temporary_view("items")
        False
        """
        return self._drop_temporary(view_path, is_view=True)

    def _drop_temporary(self, path: str, is_view: bool) -> bool:
        name = self._qualified(path)
        table = self.session.catalogs.temporary_tables.get(name)
        if table is None or isinstance(table, (CatalogView, InlineView)) is not is_view:
            return False
        del self.session.catalogs.temporary_tables[name]
        return True

    def drop_table(self, table_path: str, ignore_if_not_exists: Optional[bool] = True) -> bool:
        """Drops a table of a catalog. Returns whether it existed; ValidationException if it must exist and does not."""
        return self._drop(ObjectKind.TABLE, table_path, bool(ignore_if_not_exists))

    def drop_view(self, view_path: str, ignore_if_not_exists: Optional[bool] = True) -> bool:
        """Drops a view of a catalog. Returns whether it existed; ValidationException if it must exist and does not."""
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
        """Registers a function for this session. Queries call it by name from any catalog and database.

        >>> t_env.create_temporary_system_function("twice", udf(lambda n: 2 * n, result_type=DataTypes.BIGINT()))
        >>> t_env.sql_query("SELECT twice(21) AS n").to_arrow().to_pylist()
        [{'n': 42}]
        """
        functions = self.session.catalogs.system_functions
        if name.lower() in functions:
            raise ValidationException(
                f"Could not register temporary system function. A function named '{name}' does already exist."
            )
        functions[name.lower()] = _catalog_function(function)

    def drop_temporary_system_function(self, name: str) -> bool:
        """Drops a temporary system function. Returns whether it existed."""
        return self.session.catalogs.system_functions.pop(name.lower(), None) is not None

    def create_temporary_function(self, path: str, function: Any) -> None:
        """Registers a function for this session under a path in a catalog.

        >>> t_env.create_temporary_function("twice", udf(lambda n: 2 * n, result_type=DataTypes.BIGINT()))
        >>> t_env.drop_temporary_function("twice")
        True
        """
        name = _folded(self._qualified(path))
        functions = self.session.catalogs.temporary_functions
        if name in functions:
            full_name = f"{name.catalog}.{name.database}.{name.object}"
            raise ValidationException(
                f"Could not register temporary catalog function. A function '{full_name}' does already exist."
            )
        functions[name] = _catalog_function(function)

    def drop_temporary_function(self, path: str) -> bool:
        """Drops a temporary function of a catalog. Returns whether it existed."""
        return self.session.catalogs.temporary_functions.pop(_folded(self._qualified(path)), None) is not None

    def drop_function(self, path: str) -> bool:
        """Drops a function of a catalog. Returns whether it existed."""
        name = self._qualified(path)
        if _folded(name) in self.session.catalogs.temporary_functions:
            full_name = f"{name.catalog}.{name.database}.{name.object}"
            raise ValidationException(
                f"Could not drop catalog function. A temporary function '{full_name}' does already exist. "
                "Please drop the temporary function first."
            )
        catalog = self.session.catalogs.catalog(name.catalog)
        if catalog.get_function(name.database, name.object) is None:
            return False
        catalog.drop_function(name.database, name.object)
        return True

    def create_java_temporary_system_function(self, name: str, function_class_name: str) -> NoReturn:
        """Not supported: functions are written in Python."""
        _refuse_java("create_java_temporary_system_function")

    def create_java_function(
        self, path: str, function_class_name: str, ignore_if_exists: Optional[bool] = None
    ) -> NoReturn:
        """Not supported: functions are written in Python."""
        _refuse_java("create_java_function")

    def create_java_temporary_function(self, path: str, function_class_name: str) -> NoReturn:
        """Not supported: functions are written in Python."""
        _refuse_java("create_java_temporary_function")

    # Names ------------------------------------------------------------------------------------------------------------

    def list_catalogs(self) -> list[str]:
        """Returns the names of all catalogs.

        >>> t_env.list_catalogs()
        ['default_catalog']
        """
        return self._names(ObjectKind.CATALOG)

    def list_databases(self) -> list[str]:
        """Returns the names of the databases in the current catalog.

        >>> t_env.list_databases()
        ['default_database']
        """
        return self._names(ObjectKind.DATABASE)

    def list_tables(self) -> list[str]:
        """Returns the names of tables and views in the current database, temporary ones included."""
        return self._names(ObjectKind.TABLE)

    def list_views(self) -> list[str]:
        """Returns the names of views in the current database, temporary ones included."""
        return self._names(ObjectKind.VIEW)

    def list_materialized_tables(self) -> list[str]:
        """Returns an empty list: materialized tables are not supported."""
        return []

    def list_models(self) -> list[str]:
        """Returns an empty list: models are not supported."""
        return []

    def list_temporary_models(self) -> list[str]:
        """Returns an empty list: models are not supported."""
        return []

    def list_temporary_tables(self) -> list[str]:
        """Returns the names of temporary tables and views in the current database."""
        return sorted(name for name, _ in self._temporary())

    def list_temporary_views(self) -> list[str]:
        """Returns the names of temporary views in the current database."""
        return sorted(name for name, table in self._temporary() if isinstance(table, (CatalogView, InlineView)))

    def _temporary(self) -> list[tuple[str, CatalogBaseTable]]:
        catalogs = self.session.catalogs
        place = (catalogs.current_catalog, catalogs.current_database)
        return [(n.object, t) for n, t in catalogs.temporary_tables.items() if (n.catalog, n.database) == place]

    def list_user_defined_functions(self) -> list[str]:
        """Returns the names of functions that users registered.

        >>> t_env.create_temporary_system_function("twice", udf(lambda n: 2 * n, result_type=DataTypes.BIGINT()))
        >>> t_env.list_user_defined_functions()
        ['twice']
        """
        return self._names(ObjectKind.FUNCTION, is_user=True)

    def list_functions(self) -> list[str]:
        """Returns the names of built-in and user-defined functions.

        >>> "COALESCE" in t_env.list_functions()
        True
        """
        return self._names(ObjectKind.FUNCTION)

    def _names(self, kind: ObjectKind, is_user: bool = False) -> list[str]:
        return [row[0] for row in self._run(sql_tree.Show(kind, is_user=is_user)).rows]

    def get_current_catalog(self) -> Optional[str]:
        """Returns the name of the current catalog, in which paths without a catalog are resolved.

        >>> t_env.get_current_catalog()
        'default_catalog'
        """
        return self.session.catalogs.current_catalog

    def use_catalog(self, catalog_name: str) -> None:
        """Makes a catalog the current one. ValidationException if it does not exist."""
        if catalog_name not in self.session.catalogs.catalogs:
            raise ValidationException(f"A catalog with name [{catalog_name}] does not exist.")
        self._run(sql_tree.UseCatalog(catalog_name))

    def get_current_database(self) -> Optional[str]:
        """Returns the name of the current database, in which plain names are resolved.

        >>> t_env.get_current_database()
        'default_database'
        """
        return self.session.catalogs.current_database

    def use_database(self, database_name: str) -> None:
        """Makes a database of the current catalog the current one. ValidationException if it does not exist.

        >>> t_env.execute_sql("CREATE DATABASE shop").print()
        OK
        >>> t_env.use_database("shop")
        >>> t_env.get_current_database()
        'shop'
        """
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
        """Not supported: `core` is the only module."""
        raise ValidationException(
            f"Could not load the module '{module_name}': 'core' is the only module, and it is loaded"
        )

    def unload_module(self, module_name: str) -> NoReturn:
        """Not supported: `core` is the only module."""
        if module_name != "core":
            raise ValidationException(f"No module with name '{module_name}' exists")
        raise ValidationException("Could not unload the module 'core': it is the only one")

    def use_modules(self, *module_names: str) -> None:
        """Sets the modules in use and their order. Only `core` exists, and it cannot be left out."""
        for name in module_names:
            if name != "core":
                raise ValidationException(f"No module with name '{name}' exists")
        if len(module_names) > 1:
            raise ValidationException("Module 'core' appears more than once")
        if not module_names:
            raise ValidationException("use_modules() would leave out 'core', which is the only module")

    def list_modules(self) -> list[str]:
        """Returns the names of the modules in use.

        >>> t_env.list_modules()
        ['core']
        """
        return ["core"]

    def list_full_modules(self) -> list[ModuleEntry]:
        """Returns all loaded modules, with their use.

        >>> t_env.list_full_modules()
        [ModuleEntry{name='core', used=true}]
        """
        return [ModuleEntry("core", True)]

    # Dependencies of tasks --------------------------------------------------------------------------------------------

    def add_python_file(self, file_path: str) -> None:
        """Ships a module, the folder of a package, or an archive to the tasks, which can import from it."""
        self._stream_environment.add_python_file(file_path)

    def set_python_requirements(
        self, requirements_file_path: str, requirements_cache_dir: Optional[str] = None
    ) -> None:
        """Installs packages for the tasks with pip: from the network, or from a folder of packages if one is passed."""
        self._stream_environment.set_python_requirements(requirements_file_path, requirements_cache_dir)

    def add_python_archive(self, archive_path: str, target_dir: Optional[str] = None) -> None:
        """Ships an archive to the tasks, which unpack it in their working folder."""
        self._stream_environment.add_python_archive(archive_path, target_dir)


def _statement_result(result: StatementResult, style: PrintStyle = PrintStyle.BY_CONTENT) -> TableResult:
    """Returns the result of a statement as a TableResult."""
    rows = [row_from_parts(0, None, *row) for row in result.rows]
    kind = ResultKind.SUCCESS if result.is_ok else ResultKind.SUCCESS_WITH_CONTENT
    return TableResult(result.row_type, kind, rows, style=style)


def _of_smile(content: bytes) -> Any:
    try:
        return of_smile_bytes(content)
    except SmileError as error:
        raise TableException(f"Cannot load the plan. {error}") from None


def _schema_of(plan: RelNode) -> sql_tree.TableSchema:
    """Returns the columns of a plan as the schema of a descriptor without one."""
    return sql_tree.TableSchema(
        tuple(sql_tree.PhysicalColumn((field.name,), field.type) for field in plan.row_type.fields)
    )


def _catalog_function(function: Any) -> CatalogFunction:
    if not isinstance(function, UserDefinedFunctionWrapper):
        raise TypeError(f"expected the result of udf() or udtf(), got {function!r}: wrap the function in one of them")
    return CatalogFunction(function.spec)


def _folded(name: ObjectIdentifier) -> ObjectIdentifier:
    return ObjectIdentifier(name.catalog, name.database, name.object.lower())


def _refuse_java(method: str) -> NoReturn:
    raise InvalidProgramError(
        f"{method} is not supported: functions are written in Python. Use create_temporary_function"
    )
