"""SourceFunction: a source as one loop."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

from pyrite.core.functions.functions import Function
from pyrite.core.persistence.persisted import persisted


@persisted("source-context/1")
class SourceContext(ABC):
    """Emits the records of a SourceFunction."""

    @abstractmethod
    def collect(self, element: Any) -> None:
        """Emits a record; waits while downstream is full."""

    @abstractmethod
    def collect_with_timestamp(self, element: Any, timestamp: int) -> None:
        """Emits a record with its event time, in milliseconds."""

    @abstractmethod
    def get_checkpoint_lock(self) -> AbstractContextManager[None]:
        """A lock to hold while a record is emitted and its position is updated: checkpoints wait for it.

        Do not wait for anything else while holding it: the whole task may wait for the lock.
        """


@persisted("source-function/1")
class SourceFunction(Function):
    """A source as one loop. Runs in a separate thread.

    After a restart it starts over, and its records are repeated. If it is also a CheckpointedFunction, `run` resumes
    from its saved state, and each record is emitted once:

        def run(self, ctx):
            while self._next < 100:
                with ctx.get_checkpoint_lock():
                    ctx.collect(self._next)
                    self._next += 1
    """

    SourceContext: TypeAlias = SourceContext

    @abstractmethod
    def run(self, ctx: SourceContext) -> None:
        """Emits records until the end of the input, or until `cancel` was called. `collect` waits if necessary."""

    @abstractmethod
    def cancel(self) -> None:
        """Called from another thread: `run` should return soon."""


@persisted("parallel-source-function/1")
class ParallelSourceFunction(SourceFunction):
    """A SourceFunction that runs in every subtask; a plain one runs in one."""
