"""Sinks without an external system: PrintSink, CollectSink and DiscardingSink."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext


class PrintSink(Sink):
    """Writes each record to the user's terminal, as `value`, `N> value` or `identifier:N> value`. At least once."""

    declaration: ClassVar[Declaration] = Declaration(
        "standard output", (Guarantee(AT_LEAST_ONCE, "no transactions"),), tried_with="a terminal's file"
    )

    def __init__(self, identifier: Optional[str] = None, to_stderr: bool = False) -> None:
        self._identifier = identifier
        self._to_stderr = to_stderr

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        number = str(context.subtask + 1) if context.parallelism > 1 else ""
        mark = ":".join(part for part in (self._identifier, number) if part)
        return _PrintWriter(context, f"{mark}> " if mark else "", self._to_stderr)


class _PrintWriter(SinkWriter):
    def __init__(self, context: WriterInitContext, prefix: str, to_stderr: bool) -> None:
        self._emit_text = context.emit_text
        self._prefix = prefix
        self._to_stderr = to_stderr

    def write(self, block: RowBlock) -> None:
        self._emit_text("".join([f"{self._prefix}{value}\n" for value in block.values]), self._to_stderr)


class CollectSink(Sink):
    """Sends records to the client that runs `execute_and_collect`.

    With checkpoints, and in a batch job with a restart strategy, records are sent when they are committed.
    """

    needs_checkpoints = False
    declaration: ClassVar[Declaration] = Declaration(
        "execute_and_collect", (Guarantee(EXACTLY_ONCE, "records are sent to the client when they are committed"),)
    )

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _HoldingWriter(context) if context.checkpointing or context.may_run_again else _CollectWriter(context)

    def create_committer(self) -> Committer:
        return _CollectCommitter()


class _CollectWriter(SinkWriter):
    def __init__(self, context: WriterInitContext) -> None:
        self._emit_result = context.emit_result

    def write(self, block: RowBlock) -> None:
        self._emit_result(block.values)


class _HoldingWriter(SinkWriter):
    """Buffers records until a checkpoint, or the end of input. A committable consists of its id and the records."""

    def __init__(self, context: WriterInitContext) -> None:
        self._place = (context.operator_id, context.subtask, context.attempt)
        self._count = 0
        self._values: list[Any] = []

    def write(self, block: RowBlock) -> None:
        self._values.extend(block.values)

    def prepare_commit(self) -> list[Any]:
        if not self._values:
            return []
        values, self._values = self._values, []
        self._count += 1
        return [((*self._place, self._count), values)]


class _CollectCommitter(Committer):
    def open(self, emit_result: Callable[[list[Any], Any], None]) -> None:
        self._emit_result = emit_result

    def commit(self, committables: list[Any]) -> None:
        for committable_id, values in committables:
            self._emit_result(values, committable_id)


class DiscardingSink(Sink):
    """Drops every record."""

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _DiscardingWriter()


class _DiscardingWriter(SinkWriter):
    def write(self, block: RowBlock) -> None:
        pass
