"""SinkFunction: a sink as one method."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeAlias

from pyrite.core.functions.functions import Function
from pyrite.core.persistence.persisted import persisted


@persisted("sink-context/1")
class SinkContext(ABC):
    """The context of a record in a SinkFunction."""

    @abstractmethod
    def timestamp(self) -> int:
        """The record's timestamp, in milliseconds."""

    @abstractmethod
    def current_processing_time(self) -> int:
        """The processing time, in milliseconds since the epoch."""

    @abstractmethod
    def current_watermark(self) -> int:
        """The current watermark, in milliseconds."""


@persisted("sink-function/1")
class SinkFunction(Function):
    """A sink as one method, called with every record, at least once. For exactly once, write a `Sink`.

    >>> class Send(SinkFunction):
    ...     def open(self, runtime_context):
    ...         self._sent = runtime_context.get_long_counter("sent")
    ...     def invoke(self, value, context):
    ...         self._sent.add(1)
    >>> sink = env.from_sequence(1, 3).add_sink(Send())
    >>> env.execute().get_accumulator_result("sent")
    3
    """

    Context: TypeAlias = SinkContext

    @abstractmethod
    def invoke(self, value: Any, context: SinkContext) -> None:
        """Writes one record."""

    def finish(self) -> None:
        """Called after the last record of a bounded input, to write buffered records."""
