"""SourceFunction: a source as one loop."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

from pyrite.core.functions.functions import Function
from pyrite.core.persistence.persisted import persisted


@persisted("source-context/1")
class SourceContext(ABC):
    """Where a SourceFunction puts its records."""

    @abstractmethod
    def collect(self, element: Any) -> None:
        """Emits a record; waits while the downstream is full."""

    @abstractmethod
    def collect_with_timestamp(self, element: Any, timestamp: int) -> None:
        """Emits a record with its event time, in milliseconds."""

    @abstractmethod
    def get_checkpoint_lock(self) -> AbstractContextManager[None]:
        """A lock to hold while a record is collected and its position is noted: no checkpoint comes in between.

        Do not wait for anything else while it is held: the whole task may wait for you.
        """


@persisted("source-function/1")
class SourceFunction(Function):
    """A source as one loop. Runs in a thread of its own.

    After a restart it starts over, and its records come again. If it is a CheckpointedFunction too, `run` resumes from
    the state that it has saved, and its records come once:

        def run(self, ctx):
            while self._next < 100:
                with ctx.get_checkpoint_lock():
                    ctx.collect(self._next)
                    self._next += 1
    """

    SourceContext: TypeAlias = SourceContext

    @abstractmethod
    def run(self, ctx: SourceContext) -> None:
        """Collects records until there are no more, or until `cancel` was called. `collect` waits when it must."""

    @abstractmethod
    def cancel(self) -> None:
        """Called from another thread: `run` should return soon."""


@persisted("parallel-source-function/1")
class ParallelSourceFunction(SourceFunction):
    """A SourceFunction that runs in every subtask; a plain one runs in one."""
