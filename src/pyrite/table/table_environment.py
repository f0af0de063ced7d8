"""StreamTableEnvironment: tables and streams in one program."""

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
    """A TableEnvironment over a StreamExecutionEnvironment.

    >>> stream = env.from_collection([("tea", 3)], Types.ROW_NAMED(["item", "price"], [Types.STRING(), Types.INT()]))
    >>> t_env.from_data_stream(stream).select(col("item")).to_arrow().to_pylist()
    [{'item': 'tea'}]
    """

    @staticmethod
    def create(  # type: ignore[override]
        stream_execution_environment: Optional[StreamExecutionEnvironment] = None,
        environment_settings: Optional[EnvironmentSettings] = None,
    ) -> StreamTableEnvironment:
        """Creates an environment over a stream environment, or a new one with these settings."""
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
        """Converts a stream to a table.

        Columns follow from the stream's type, from a Schema, or from expressions. The metadata key `rowtime` is the
        timestamp of a record; SOURCE_WATERMARK() in a schema stands for the stream's watermarks.

        >>> stream = env.from_collection([("tea", 3)], Types.TUPLE([Types.STRING(), Types.INT()]))
        >>> t_env.from_data_stream(stream, col("item"), col("price")).to_arrow().to_pylist()
        [{'item': 'tea', 'price': 3}]
        """
        self._check_stream(data_stream)
        try:
            if fields_or_schema and all(isinstance(each, Expression) for each in fields_or_schema):
                trees = [each.tree for each in fields_or_schema if isinstance(each, Expression)]
                return Table(fields_plan(data_stream, trees), self)
            if len(fields_or_schema) > 1 or not all(isinstance(each, Schema) for each in fields_or_schema):
                raise ValueError(f"Invalid arguments for 'fields': {fields_or_schema!r}")
            tree = next((each.tree for each in fields_or_schema if isinstance(each, Schema)), None)
            plan, schema = schema_plan(data_stream, tree, self.session)
            return Table(plan, self) if schema is None else table_of_schema(plan, self, schema)
        except BindError as error:
            raise located(error, "") from None

    def create_temporary_view(self, view_path: str, table_or_data_stream: Any, *fields_or_schema: Any) -> None:
        """Registers a table, or a stream as a table, under a name until the end of this session.

        >>> t_env.create_temporary_view("words", env.from_collection(["tea"], Types.STRING()))
        >>> t_env.sql_query("SELECT UPPER(f0) AS word FROM words").to_arrow().to_pylist()
        [{'word': 'TEA'}]
        """
        table = table_or_data_stream
        if isinstance(table, DataStream):
            table = self.from_data_stream(table, *fields_or_schema)
        super().create_temporary_view(view_path, table)

    def to_data_stream(self, table: Table) -> DataStream:
        """Converts an insert-only table to a stream of `Row`s. The rowtime attribute is the timestamp of a record.

        >>> rows = t_env.to_data_stream(t_env.from_elements([("tea", 3)], ["item", "price"]))
        >>> [row[0] for row in rows.execute_and_collect()]
        ['tea']
        """
        return self._stream_of(table, Consumer(f"Table sink '{_SINK}'", INSERT_ONLY))

    def to_append_stream(self, table: Table, type_info: TypeInformation) -> DataStream:
        """As `to_data_stream`, with records of this type: rows, tuples or single values."""
        stream = self._stream_of(table, Consumer("toAppendStream", INSERT_ONLY))
        return stream.map(_converter(type_info), type_info)

    def from_changelog_stream(
        self, data_stream: DataStream, schema: Optional[Schema] = None, changelog_mode: Optional[ChangelogMode] = None
    ) -> Table:
        """Converts a stream of `Row`s with change kinds to the table that they describe.

        `changelog_mode` declares the kinds in the stream, all by default. A stream of upserts needs a schema with a
        primary key.
        """
        self._check_stream(data_stream)
        try:
            tree = None if schema is None else schema.tree
            mode = changelog_mode or ALL_CHANGES
            plan, resolved = schema_plan(data_stream, tree, self.session, mode)
            return Table(plan, self) if resolved is None else table_of_schema(plan, self, resolved)
        except BindError as error:
            raise located(error, "") from None

    def to_changelog_stream(
        self, table: Table, target_schema: Optional[Schema] = None, changelog_mode: Optional[ChangelogMode] = None
    ) -> DataStream:
        """Converts a table to a stream of its changes, as `Row`s with their kinds.

        `changelog_mode` sets the kinds that the stream may contain. Without UPDATE_BEFORE, the table needs an upsert
        key. With `target_schema`, columns take its names and types by position, and changes are merged by its primary
        key if rows of the query can share one.

        >>> counts = t_env.sql_query("SELECT item, COUNT(*) FROM (VALUES ('tea'), ('tea')) AS t (item) GROUP BY item")
        >>> [(row.get_row_kind().name, row[1]) for row in t_env.to_changelog_stream(counts).execute_and_collect()]
        [('INSERT', 1), ('UPDATE_BEFORE', 1), ('UPDATE_AFTER', 2)]
        """
        mode = changelog_mode or ALL_CHANGES
        if target_schema is None:
            return self._stream_of(table, Consumer(f"Table sink '{_SINK}'", mode))
        try:
            sink = stream_target(table.plan, target_schema.tree, mode, self.session)
        except BindError as error:
            raise located(error, "") from None
        best = optimized(sink, self._jobs.settings(EXPLAINED))
        assert isinstance(best, nodes.Sink)
        translator = self._jobs.program_translator([best.input])
        (rows,) = translator.translate_all([best.input])
        rows = SinkTranslation(best, translator).written(rows)
        return to_stream(rows, best.input.row_type, self._stream_environment)

    def to_retract_stream(self, table: Table, type_info: TypeInformation) -> DataStream:
        """Converts a table to a stream of pairs: True with an added row, or False with a removed row."""
        stream = self._stream_of(table, Consumer("toRetractStream", ALL_CHANGES))
        return stream.map(Retraction(_converter(type_info)), Types.TUPLE([Types.BOOLEAN(), type_info]))

    def _stream_of(self, table: Table, consumer: Consumer) -> DataStream:
        """Translates a table to a stream for this consumer."""
        best = optimized(table.plan, self._jobs.settings(consumer))
        (rows_id,) = self._jobs.program_translator([best]).translate_all([best])
        return to_stream(rows_id, table.plan.row_type, self._stream_environment)

    def _check_stream(self, stream: Any) -> None:
        if not isinstance(stream, DataStream):
            raise TypeError(f"expected a DataStream, got {stream!r}")
        if stream.get_execution_environment() is not self._stream_environment:
            raise InvalidProgramError("the stream belongs to another environment than the table environment")


class Retraction(MapFunction):
    """Converts a change to a pair of a bool and the row."""

    def __init__(self, convert: Callable[[Any], Any]) -> None:
        self._convert = convert

    def map(self, value: Any) -> tuple[bool, Any]:
        """Returns the pair for a row."""
        is_added = value.get_row_kind() in (RowKind.INSERT, RowKind.UPDATE_AFTER)
        value.set_row_kind(RowKind.INSERT)
        return is_added, self._convert(value)


def _converter(type_info: TypeInformation) -> Callable[[Any], Any]:
    """Returns a function from a row to a record of the type. Fields are matched by position."""
    return tuple if isinstance(type_info, (RowTypeInfo, TupleTypeInfo)) else _first


def _first(row: Any) -> Any:
    return row[0]
