"""The environments of tables: TableEnvironment, and StreamTableEnvironment for tables and streams in one program."""

from __future__ import annotations

from typing import Any, NoReturn, Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE
from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.composite_type_info import RowTypeInfo, TupleTypeInfo
from pyrite.core.types.type_information import TypeInformation
from pyrite.datastream.data_stream import DataStream
from pyrite.datastream.stream_execution_environment import StreamExecutionEnvironment
from pyrite.relational.bind.errors import BindError, located
from pyrite.relational.passes import optimized
from pyrite.relational.sql.tree import PhysicalColumn
from pyrite.relational.to_transformations import Translator
from pyrite.table.changelog_mode import ChangelogMode
from pyrite.table.environment import TableEnvironment
from pyrite.table.environment_settings import EnvironmentSettings
from pyrite.table.expression import Expression
from pyrite.table.schema import Schema
from pyrite.table.stream_tables import fields_plan, schema_plan, to_stream
from pyrite.table.table import Table, table_of_schema

__all__ = ["StreamTableEnvironment", "TableEnvironment"]


class StreamTableEnvironment(TableEnvironment):
    """A TableEnvironment over a StreamExecutionEnvironment."""

    @staticmethod
    def create(  # type: ignore[override]
        stream_execution_environment: Optional[StreamExecutionEnvironment] = None,
        environment_settings: Optional[EnvironmentSettings] = None,
    ) -> StreamTableEnvironment:
        settings = environment_settings
        configuration = None if settings is None else settings.get_configuration()
        environment = stream_execution_environment
        if environment is None:
            environment = StreamExecutionEnvironment.get_execution_environment(configuration)
        elif configuration is not None:
            environment.configure(configuration)
        if settings is None:
            mode = environment.get_configuration().get(RUNTIME_MODE)
            settings = EnvironmentSettings(Configuration({RUNTIME_MODE.key: mode.name}))
        return StreamTableEnvironment(environment, settings)

    def from_data_stream(self, data_stream: DataStream, *fields_or_schema: Expression[Any] | Schema) -> Table:
        """A stream's records as a table.

        Columns follow from the stream's declared type, from a Schema, or from expressions. The metadata `rowtime` is
        the records' timestamp, and SOURCE_WATERMARK() the stream's own watermark.
        """
        self._check_stream(data_stream)
        try:
            if fields_or_schema and all(isinstance(each, Expression) for each in fields_or_schema):
                trees = [each.tree for each in fields_or_schema if isinstance(each, Expression)]
                return Table(fields_plan(data_stream, trees), self)
            if len(fields_or_schema) > 1 or not all(isinstance(each, Schema) for each in fields_or_schema):
                raise ValueError(f"Invalid arguments for 'fields': {fields_or_schema!r}")
            declared = next((each.declared for each in fields_or_schema if isinstance(each, Schema)), None)
            plan, schema = schema_plan(data_stream, declared, self.session)
            chooses = declared is not None and any(isinstance(each, PhysicalColumn) for each in declared.columns)
            return Table(plan, self) if chooses else table_of_schema(plan, self, schema)
        except BindError as error:
            raise located(error, "") from None

    def create_temporary_view(self, view_path: str, table_or_data_stream: Any, *fields_or_schema: Any) -> None:
        """A table, or a stream as a table, under a name."""
        table = table_or_data_stream
        if isinstance(table, DataStream):
            table = self.from_data_stream(table, *fields_or_schema)
        super().create_temporary_view(view_path, table)

    def to_data_stream(self, table: Table) -> DataStream:
        """A table's rows as `Row`s; a rowtime attribute gives their timestamps, and watermarks pass through."""
        plan = optimized(table.plan)
        made = Translator(self.session.configuration).translate(plan)
        return to_stream(made, table.plan.row_type, self._stream_environment)

    def to_append_stream(self, table: Table, type_info: TypeInformation) -> DataStream:
        """The same, as records of that type: Rows, tuples, or single values."""
        stream = self.to_data_stream(table)
        if isinstance(type_info, RowTypeInfo):
            return stream.map(_same, type_info)
        return stream.map(tuple if isinstance(type_info, TupleTypeInfo) else _first, type_info)

    def from_changelog_stream(
        self, data_stream: DataStream, schema: Optional[Schema] = None, changelog_mode: Optional[ChangelogMode] = None
    ) -> NoReturn:
        _later("from_changelog_stream")

    def to_changelog_stream(
        self, table: Table, target_schema: Optional[Schema] = None, changelog_mode: Optional[ChangelogMode] = None
    ) -> NoReturn:
        _later("to_changelog_stream")

    def to_retract_stream(self, table: Table, type_info: TypeInformation) -> NoReturn:
        _later("to_retract_stream")

    def _check_stream(self, stream: Any) -> None:
        if not isinstance(stream, DataStream):
            raise TypeError(f"expected a DataStream, got {stream!r}")
        if stream.get_execution_environment() is not self._stream_environment:
            raise InvalidProgramError("the stream is of another StreamExecutionEnvironment than the table environment")


def _same(row: Any) -> Any:
    return row


def _first(row: Any) -> Any:
    return row[0]


def _later(method: str) -> NoReturn:
    raise InvalidProgramError(f"StreamTableEnvironment.{method} is not supported yet")
