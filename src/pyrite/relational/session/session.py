"""Session: resolves names, and plans statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE, RuntimeExecutionMode
from pyrite.core.config.sql_options import LOCAL_TIME_ZONE, local_zone
from pyrite.core.connector.table import (
    SupportsOverwrite,
    SupportsPartitioning,
    TableContext,
    TableFactory,
    TableSink,
    TableSource,
)
from pyrite.core.connector.table_options import option_text
from pyrite.core.errors import PyriteError, ValidationException
from pyrite.core.functions.user_function import user_traceback
from pyrite.core.types import ObjectIdentifier
from pyrite.expressions.expression_tree import Path, Query
from pyrite.expressions.java.time_zones import zone_id
from pyrite.expressions.python_function import PythonFunctionSpec
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.bind.errors import BindError, nearest, placed, shown_in, unsupported
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.inserts import bind_insert, partition_text, stored_type, with_metadata
from pyrite.relational.bind.queries import QueryBinder
from pyrite.relational.bind.relations import hinted_options
from pyrite.relational.bind.schemas import resolve_schema
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import InlineTable, ViewDefinition
from pyrite.relational.catalog.manager import CatalogManager
from pyrite.relational.catalog.objects import CatalogTable, CatalogView, InlineView
from pyrite.relational.plan import nodes
from pyrite.relational.plan.abilities import Overwrite, SinkAbility, StaticPartition
from pyrite.relational.plan.nodes import RelNode, ResolvedTable
from pyrite.relational.sql import sql_tree

FindFactory = Callable[[str], TableFactory]
"""Returns the factory of a connector by its identifier. ValidationException if it does not exist."""


class Session:
    """Catalogs, functions and options. It plans statements and runs nothing."""

    def __init__(
        self, configuration: Configuration, find_factory: FindFactory, catalogs: Optional[CatalogManager] = None
    ) -> None:
        self.configuration = configuration
        self.catalogs = catalogs or CatalogManager()
        self._find_factory = find_factory
        self._initial = configuration.to_dict()
        self._anonymous = 0

    def reset(self, key: Optional[str] = None) -> None:
        """Resets an option, or all options, to their initial values."""
        keys = set(self.configuration.to_dict()) if key is None else {key}
        for each in keys:
            self.configuration.remove_config(each)
        for each, value in self._initial.items():
            if key is None or each == key:
                self.configuration.set_string(each, value)

    # The binder's interface -------------------------------------------------------------------------------------------

    @property
    def zone(self) -> str:
        setting = self.configuration.get(LOCAL_TIME_ZONE)
        if setting != LOCAL_TIME_ZONE.default and zone_id(setting) is None:
            raise ValidationException(
                "Invalid time zone. The value should be a Time Zone Database (TZDB) ID such as 'America/Los_Angeles' "
                "to include daylight saving time. Fixed offsets are supported using 'GMT-03:00' or 'GMT+03:00'. Or use "
                f"'UTC' without time zone and daylight saving time. '{LOCAL_TIME_ZONE.key}' is '{setting}'."
            )
        return local_zone(setting)

    @property
    def current_database(self) -> Optional[str]:
        return self.catalogs.current_database

    def table(self, path: Path) -> ResolvedTable | ViewDefinition | InlineTable | None:
        if len(path) > 3:
            return None
        name = self.catalogs.qualify(path)
        match self.catalogs.get_table(name):
            case CatalogTable() as table:
                return self.resolved(table, name)
            case CatalogView() as view:
                return ViewDefinition(view.query, view.schema)
            case InlineView() as view:
                return InlineTable(view.plan)
        return None

    def resolved(self, table: CatalogTable, name: ObjectIdentifier) -> ResolvedTable:
        """Resolves a table of a catalog."""
        return ResolvedTable(
            name,
            resolve_schema(table.schema, self),
            dict(table.options),
            table.partition_keys,
            table.distribution is not None,
            self.catalogs.is_temporary(name),
        )

    def has(self, path: Path) -> bool:
        catalogs = self.catalogs
        if len(path) <= 3 and catalogs.get_table(catalogs.qualify(path)) is not None:
            return True
        current = catalogs.catalogs.get(str(catalogs.current_catalog))
        if len(path) == 1:
            return path[0] in catalogs.catalogs or (current is not None and current.get_database(path[0]) is not None)
        catalog = catalogs.catalogs.get(path[0])
        return len(path) == 2 and catalog is not None and catalog.get_database(path[1]) is not None

    def table_names(self) -> list[str]:
        return self.catalogs.table_names()

    def describe_source(self, table: ResolvedTable) -> TableSource:
        try:
            factory, context = self._factory(table)
            return factory.describe_source(context)
        except Exception as error:
            raise _not_created("source for reading", table, error) from error

    def describe_sink(self, table: ResolvedTable) -> TableSink:
        try:
            factory, context = self._factory(table)
            return factory.describe_sink(context)
        except Exception as error:
            raise _not_created("sink for writing", table, error) from error

    def _factory(self, table: ResolvedTable) -> tuple[TableFactory, TableContext]:
        name = table.identifier.as_serializable_string()
        connector = table.options.get("connector")
        if connector is None:
            raise ValidationException(
                f"Table options do not contain an option key 'connector' for discovering a connector. Table: {name}"
            )
        key = table.schema.primary_key
        context = TableContext(
            table.identifier,
            table.schema.physical_type,
            dict(table.options),
            () if key is None else key.columns,
            table.partition_keys,
            self.configuration,
            self.is_batch,
            table.is_temporary,
        )
        return self._find_factory(connector), context

    @property
    def is_batch(self) -> bool:
        return self.configuration.get(RUNTIME_MODE) is RuntimeExecutionMode.BATCH

    def function(self, path: Path) -> Optional[Any]:
        registered = self.catalogs.get_function(path)
        if registered is None or not isinstance(registered.function, PythonFunctionSpec):
            return None if registered is None else registered.function
        return replace(registered.function, path=self.catalogs.full_function_path(path))

    # Plans ------------------------------------------------------------------------------------------------------------

    def plan_query(self, query: Query, text: str = "") -> RelNode:
        """Plans a query. Errors have positions in the text."""
        with shown_in(text):
            return QueryBinder(self, {}).bind(query)

    def plan_insert(self, insert: sql_tree.Insert, text: str = "") -> nodes.Sink:
        with shown_in(text):
            return self._insert(insert)

    def _insert(self, insert: sql_tree.Insert) -> nodes.Sink:
        if insert.is_upsert:
            raise BindError("UPSERT INTO statement is not supported. Please use INSERT INTO instead.", insert.at)
        if insert.extra_columns:
            raise unsupported("EXTEND", insert.at)
        query = QueryBinder(self, {}).bind(insert.query)
        table = self._target(insert.table, insert.at)
        table = table.hinted(hinted_options(insert.hints, insert.at))
        name = f"{table.identifier.catalog}.{table.identifier.database}.{table.identifier.object}"
        for part in insert.partition:
            if part.column in table.schema.names and part.column not in table.partition_keys:
                raise BindError(
                    f"Static partition column '{part.column}' should be in the partition keys list "
                    f"[{', '.join(table.partition_keys)}] for table '{name}'.",
                    part.at,
                )
        binder = ExpressionBinder(Scope([]), self)
        static = [(part.column, binder.bind(part.value)) for part in insert.partition if part.value is not None]
        with placed(insert.at):
            columns = [".".join(column) for column in insert.columns]
            sink = self.plan_sink(query, table, columns, static, insert.is_overwrite)
        return replace(sink, on_conflict=insert.on_conflict)

    def plan_table_insert(self, query: RelNode, target: Path | CatalogTable, overwrites: bool = False) -> nodes.Sink:
        """Plans an INSERT of a plan's rows into a table by name, or into a table of a descriptor."""
        with shown_in(""):
            if isinstance(target, CatalogTable):
                return self.plan_sink(query, self.anonymous_table(target), overwrites=overwrites)
            return self.plan_sink(query, self._target(target, -1), overwrites=overwrites)

    def anonymous_table(self, table: CatalogTable) -> ResolvedTable:
        """Resolves a table that is in no catalog."""
        self._anonymous += 1
        name = f"*anonymous_{table.options.get('connector', '')}${self._anonymous}*"
        return ResolvedTable(
            self.catalogs.qualify((name,)),
            resolve_schema(table.schema, self),
            dict(table.options),
            table.partition_keys,
            table.distribution is not None,
            is_temporary=True,
            is_anonymous=True,
        )

    def plan_sink(
        self,
        query: RelNode,
        table: ResolvedTable,
        columns: Sequence[str] = (),
        static: Sequence[tuple[str, ResolvedExpression]] = (),
        overwrites: bool = False,
    ) -> nodes.Sink:
        """Plans an INSERT of a plan's rows into a table, into these of its columns if `columns` is not empty."""
        name = table.identifier.as_serializable_string()
        path = f"{table.identifier.catalog}.{table.identifier.database}.{table.identifier.object}"
        plan = bind_insert(query, table.schema, path, self.zone, columns, static)
        sink = self.describe_sink(table)
        abilities: list[SinkAbility] = []
        if table.is_distributed:
            raise BindError(
                f"Table '{path}' is distributed into buckets, but the underlying DynamicTableSink doesn't implement "
                "the SupportsBucketing interface."
            )
        if overwrites:
            if not isinstance(sink, SupportsOverwrite):
                raise BindError(
                    f"INSERT OVERWRITE requires that the underlying DynamicTableSink of table '{path}' implements the "
                    "SupportsOverwrite interface."
                )
            abilities.append(Overwrite())
        if static and isinstance(sink, SupportsPartitioning):
            abilities.append(StaticPartition(tuple((key, partition_text(value, self.zone)) for key, value in static)))
        plan, metadata = with_metadata(plan, sink, table.schema, path, self.zone)
        if metadata is not None:
            abilities.append(metadata)
        for ability in abilities:
            sink = ability.apply(sink)
        return nodes.Sink(plan, name, sink, stored_type(table.schema), table, tuple(abilities))

    def _target(self, path: Path, at: int) -> ResolvedTable:
        target = self.table(path)
        name = self.catalogs.qualify(path).as_serializable_string() if len(path) <= 3 else ".".join(path)
        if target is None:
            raise BindError(
                f"Cannot find table '{name}' in any of the catalogs [{', '.join(sorted(self.catalogs.catalogs))}], "
                "nor as a temporary table.",
                at,
                nearest(path[-1], self.table_names()),
            )
        if not isinstance(target, ResolvedTable):
            full_name = name.replace("`", "")
            raise BindError(f"Sink '{full_name}' does not exists: it is a view, which cannot be written to", at)
        return target


def _not_created(what: str, table: ResolvedTable, error: Exception) -> BindError:
    """Creates Flink's error, with the error of the factory."""
    name = table.identifier
    options = "\n".join(sorted(option_text(key, value) for key, value in table.options.items()))
    cause = str(error) if isinstance(error, PyriteError) else "".join(user_traceback(error)).rstrip()
    return BindError(
        f"Unable to create a {what} table '{name.catalog}.{name.database}.{name.object}'.\n\n"
        f"Table options are:\n\n{options}\n\n{cause}"
    )
