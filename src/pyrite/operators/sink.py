"""The sink operator: hands blocks to a writer and its committables to the task."""

from __future__ import annotations

from typing import Any

from pyrite.common.block import Block
from pyrite.common.sink import Sink, SinkWriter, WriterInitContext
from pyrite.operators.operator import Operator
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.user_function import raise_user_error


class SinkOperator(Operator):
    """Runs one writer. At the end of input, a two-phase sink's committables are left in `committables`."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.committables: list[Any] = []
        self._writer: SinkWriter | None = None
        self._write: Any = None

    def open(self) -> None:
        context = self.context
        place = WriterInitContext(
            context.subtask,
            context.parallelism,
            context.attempt,
            context.emit_text,
            context.emit_result,
            OperatorRuntimeContext(context),
        )
        try:
            self._writer = self.sink.create_writer(place)
        except Exception as error:
            raise_user_error(error, self.label(), self.sink, None)
        self._write = self._writer.write

    def process_block(self, block: Block, input_index: int = 0) -> None:
        try:
            self._write(block)
        except Exception as error:
            raise_user_error(error, self.label(), self.sink, None)

    def finish(self) -> None:
        assert self._writer is not None
        try:
            self._writer.flush(end_of_input=True)
            self.committables = self._writer.prepare_commit()
        except Exception as error:
            raise_user_error(error, self.label(), self.sink, None)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()

    def commit(self, committables: list[Any]) -> None:
        """Publishes committables, wherever they were prepared."""
        committer = self.sink.create_committer()
        if committer is not None:
            try:
                committer.commit(committables)
            finally:
                committer.close()
