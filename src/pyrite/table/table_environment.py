"""The environments of tables: TableEnvironment, and StreamTableEnvironment for tables and streams in one program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Optional

from pyrite.core.blocks.changelog import ALL_CHANGES, INSERT_ONLY
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.functions import MapFunction
from pyrite.core.types.composite_type_info import RowTypeInfo, TupleTypeInfo
from pyrite.core.types.rows import RowKind
from pyrite.core.types.type_information import TypeInformation
from pyrite.core.types.types_factory import Types
from pyrite.datastream.data_stream import DataStream
from pyrite.datastream.stream_execution_environment import StreamExecutionEnvironment
from pyrite.relational.bind.errors import BindError, located
from pyrite.relational.passes import optimized
from pyrite.relational.passes.changes.changelog_traits import Consumer
from pyrite.relational.passes.settings import EXPLAINED
from pyrite.relational.plan import nodes
from pyrite.relational.translators.sinks import SinkTranslation
from pyrite.table.changelog_mode import ChangelogMode
from pyrite.table.environment import TableEnvironment
from pyrite.table.environment_settings import EnvironmentSettings
from pyrite.table.expression import Expression
from pyrite.table.schema import Schema
from pyrite.table.streams.stream_tables import fields_plan, schema_plan, to_stream
from pyrite.table.streams.stream_target import stream_target
from pyrite.table.table import Table, table_of_schema

__all__ = ["StreamTableEnvironment", "TableEnvironment"]

_SINK: Final = "*anonymous_datastream_sink$1*"


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
            return Table(plan, self) if schema is None else table_of_schema(plan, self, schema)
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
        return self._stream_of(table, Consumer(f"Table sink '{_SINK}'", INSERT_ONLY))

    def to_append_stream(self, table: Table, type_info: TypeInformation) -> DataStream:
        """The same, as records of that type: Rows, tuples, or single values."""
        stream = self._stream_of(table, Consumer("toAppendStream", INSERT_ONLY))
        return stream.map(_converter(type_info), type_info)

    def from_changelog_stream(
        self, data_stream: DataStream, schema: Optional[Schema] = None, changelog_mode: Optional[ChangelogMode] = None
    ) -> Table:
        """A stream of `Row`s as the table that their kinds describe.

        `changelog_mode` says which kinds come, all by default; a stream of upserts needs a schema with a primary key.
        """
        self._check_stream(data_stream)
        try:
            declared = None if schema is None else schema.declared
            mode = changelog_mode or ALL_CHANGES
            plan, resolved = schema_plan(data_stream, declared, self.session, mode)
            return Table(plan, self) if resolved is None else table_of_schema(plan, self, resolved)
        except BindError as error:
            raise located(error, "") from None

    def to_changelog_stream(
        self, table: Table, target_schema: Optional[Schema] = None, changelog_mode: Optional[ChangelogMode] = None
    ) -> DataStream:
        """A table's changes as `Row`s, each with its kind; `changelog_mode` says which kinds may come.

        Without UPDATE_BEFORE among them, the table's rows must have a key by which they can be updated. With a schema,
        columns get its names and types, in their order; where rows may share its primary key, they are kept by it.
        """
        mode = changelog_mode or ALL_CHANGES
        if target_schema is None:
            return self._stream_of(table, Consumer(f"Table sink '{_SINK}'", mode))
        try:
            sink = stream_target(table.plan, target_schema.declared, mode, self.session)
        except BindError as error:
            raise located(error, "") from None
        best = optimized(sink, self._jobs.settings(EXPLAINED))
        assert isinstance(best, nodes.Sink)
        translator = self._jobs.program_translator([best.input])
        (rows,) = translator.translate_all([best.input])
        rows = SinkTranslation(best, translator).written(rows)
        return to_stream(rows, best.input.row_type, self._stream_environment)

    def to_retract_stream(self, table: Table, type_info: TypeInformation) -> DataStream:
        """A table's changes as pairs: True and a row that is there from now on, or False and one that no longer is."""
        stream = self._stream_of(table, Consumer("toRetractStream", ALL_CHANGES))
        return stream.map(Retraction(_converter(type_info)), Types.TUPLE([Types.BOOLEAN(), type_info]))

    def _stream_of(self, table: Table, consumer: Consumer) -> DataStream:
        """The rows of a table as a consumer takes them."""
        best = optimized(table.plan, self._jobs.settings(consumer))
        (made,) = self._jobs.program_translator([best]).translate_all([best])
        return to_stream(made, table.plan.row_type, self._stream_environment)

    def _check_stream(self, stream: Any) -> None:
        if not isinstance(stream, DataStream):
            raise TypeError(f"expected a DataStream, got {stream!r}")
        if stream.get_execution_environment() is not self._stream_environment:
            raise InvalidProgramError("the stream is of another StreamExecutionEnvironment than the table environment")


class Retraction(MapFunction):
    """A change as a pair."""

    def __init__(self, convert: Callable[[Any], Any]) -> None:
        self._convert = convert

    def map(self, value: Any) -> tuple[bool, Any]:
        is_added = value.get_row_kind() in (RowKind.INSERT, RowKind.UPDATE_AFTER)
        value.set_row_kind(RowKind.INSERT)
        return is_added, self._convert(value)


def _converter(type_info: TypeInformation) -> Callable[[Any], Any]:
    """From a row to a record of the type. Fields go by position, whatever the names of the columns are."""
    return tuple if isinstance(type_info, (RowTypeInfo, TupleTypeInfo)) else _first


def _first(row: Any) -> Any:
    return row[0]
