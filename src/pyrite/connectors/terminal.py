"""Sinks that end at the program itself: printing, collecting, and throwing away."""

from __future__ import annotations

from typing import Optional

from pyrite.common.block import Block
from pyrite.common.sink import Sink, SinkWriter, WriterInitContext


class PrintSink(Sink):
    """Writes each record to the user's terminal, as `value`, `N> value` or `identifier:N> value`. At least once."""

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

    def write(self, block: Block) -> None:
        self._emit_text("".join([f"{self._prefix}{value}\n" for value in block.values]), self._to_stderr)


class CollectSink(Sink):
    """Hands records to the client that runs `execute_and_collect`."""

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _CollectWriter(context)


class _CollectWriter(SinkWriter):
    def __init__(self, context: WriterInitContext) -> None:
        self._emit_result = context.emit_result

    def write(self, block: Block) -> None:
        self._emit_result(block.values)


class DiscardingSink(Sink):
    """Throws every record away."""

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _DiscardingWriter()


class _DiscardingWriter(SinkWriter):
    def write(self, block: Block) -> None:
        pass
