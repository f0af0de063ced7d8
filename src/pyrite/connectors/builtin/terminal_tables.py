"""'connector' = 'print' and 'connector' = 'blackhole': tables that print or drop their rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Optional, Self

from pyrite.connectors.builtin.external_text import text_of
from pyrite.core.blocks.changelog import ALL_CHANGES, UPSERT, ChangelogMode
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.config.config_options import ConfigOption, parse_bool, whole_number
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.table import SupportsPartitioning, TableContext, TableFactory, TableSink
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.types import RowType
from pyrite.expressions.values import to_values

PRINT_IDENTIFIER: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "print-identifier", str, None, "Message that identify print and is prefixed to the output of the value."
)
STANDARD_ERROR: Final = ConfigOption(
    "standard-error",
    parse_bool,
    False,
    "True, if the format should print to standard error instead of standard out.",
)
SINK_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "sink.parallelism", whole_number(1), None, "The parallelism of the sink; by default the parallelism of its input."
)
_KINDS: Final = ("+I", "-U", "+U", "-D")


@dataclass(frozen=True)
class PrintRowsSink(Sink):
    """Writes each row to the user's terminal: `+I[1, a]`, after `identifier:1> ` as in Flink. At least once."""

    row_type: RowType
    identifier: str = ""
    to_stderr: bool = False

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        number = str(context.subtask + 1) if context.parallelism > 1 else ""
        mark = ":".join(part for part in (self.identifier, number) if part)
        return _PrintRowsWriter(context, self.row_type, f"{mark}> " if mark else "", self.to_stderr)


class _PrintRowsWriter(SinkWriter):
    def __init__(self, context: WriterInitContext, row_type: RowType, prefix: str, to_stderr: bool) -> None:
        self._emit_text = context.emit_text
        self._types = row_type.children
        self._texts = [text_of(kind) for kind in self._types]
        self._prefix = prefix
        self._to_stderr = to_stderr

    def write(self, block: Any) -> None:
        lines = [f"{self._prefix}{line}\n" for line in self._lines(block)]
        self._emit_text("".join(lines), self._to_stderr)

    def _lines(self, block: ColumnBlock) -> list[str]:
        columns = [
            list(map(text, to_values(block.batch.column(index), kind)))
            for index, (kind, text) in enumerate(zip(self._types, self._texts, strict=True))
        ]
        rows = [", ".join(row) for row in zip(*columns, strict=True)] if columns else [""] * len(block)
        if block.change_kinds is None:
            return [f"+I[{row}]" for row in rows]
        kinds = block.change_kinds.to_numpy(zero_copy_only=False).tolist()
        return [f"{_KINDS[kind]}[{row}]" for kind, row in zip(kinds, rows, strict=True)]


@dataclass(frozen=True)
class PrintTableSink(TableSink, SupportsPartitioning):
    """A table whose rows are printed."""

    row_type: RowType
    identifier: Optional[str]
    to_stderr: bool
    sink_parallelism: Optional[int]
    partition_keys: tuple[str, ...] = ()
    static_partition: Mapping[str, str] = field(default_factory=dict)

    @property
    def changelog_mode(self) -> ChangelogMode:
        return ALL_CHANGES

    @property
    def parallelism(self) -> Optional[int]:
        return self.sink_parallelism

    def as_summary_string(self) -> str:
        return f"Print to {'System.err' if self.to_stderr else 'System.out'}"

    def apply_static_partition(self, partition: Mapping[str, str]) -> Self:
        return replace(self, static_partition=dict(partition))

    def create_sink(self) -> Sink:
        partition_labels = [
            f"{key}={self.static_partition[key]}" for key in self.partition_keys if key in self.static_partition
        ]
        identifier = ":".join([*([] if self.identifier is None else [self.identifier]), *partition_labels])
        return PrintRowsSink(self.row_type, identifier, self.to_stderr)


class PrintTableFactory(TableFactory):
    """Creates tables with 'connector' = 'print'."""

    identifier = "print"
    optional_options = (PRINT_IDENTIFIER, STANDARD_ERROR, SINK_PARALLELISM)

    def describe_sink(self, context: TableContext) -> TableSink:
        options = TableOptions(self, context)
        options.validate()
        return PrintTableSink(
            context.row_type,
            options.get(PRINT_IDENTIFIER),
            options.get(STANDARD_ERROR),
            options.get(SINK_PARALLELISM),
            context.partition_keys,
        )


class BlackHoleSink(Sink):
    """Drops all rows."""

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _DroppingWriter()


class _DroppingWriter(SinkWriter):
    def write(self, block: Any) -> None:
        pass


@dataclass(frozen=True)
class BlackHoleTableSink(TableSink, SupportsPartitioning):
    """A table that drops its rows. As in Flink it requests no UPDATE_BEFORE rows."""

    @property
    def changelog_mode(self) -> ChangelogMode:
        return UPSERT

    def as_summary_string(self) -> str:
        return "BlackHole"

    def apply_static_partition(self, partition: Mapping[str, str]) -> Self:
        return self

    def create_sink(self) -> Sink:
        return BlackHoleSink()


class BlackHoleTableFactory(TableFactory):
    """Creates tables with 'connector' = 'blackhole'."""

    identifier = "blackhole"

    def describe_sink(self, context: TableContext) -> TableSink:
        TableOptions(self, context).validate()
        return BlackHoleTableSink()
