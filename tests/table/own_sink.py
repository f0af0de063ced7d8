"""A connector whose sinks keep the blocks that they get in this process, for simulated jobs."""

from __future__ import annotations

from typing import Any, Final

from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.table import TableContext, TableFactory, TableSink

WRITTEN: Final[list[Any]] = []


class OwnSinkFactory(TableFactory):
    identifier = "own-sink"

    def describe_sink(self, context: TableContext) -> TableSink:
        return OwnTableSink()


class OwnTableSink(TableSink):
    @property
    def takes_timestamps(self) -> bool:
        return True

    def as_summary_string(self) -> str:
        return "own sink"

    def create_sink(self) -> Sink:
        return OwnSink()


class OwnSink(Sink):
    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return OwnWriter()


class OwnWriter(SinkWriter):
    def write(self, block: Any) -> None:
        WRITTEN.append(block)
