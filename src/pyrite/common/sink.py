"""The contract of a sink: a writer in each sink task and, for exactly-once, a committer.

A sink without a committer writes as it goes. With one, `prepare_commit` hands out committables and nothing is visible
before `commit` has had them; a commit may be repeated after a crash and must then change nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.common.block import Block
from pyrite.common.functions import RuntimeContext


@dataclass(frozen=True)
class WriterInitContext:
    """What a writer knows about its place. `emit_text` writes to the user's terminal, `emit_result` to the client."""

    subtask: int
    parallelism: int
    attempt: int
    emit_text: Callable[[str, bool], None]
    emit_result: Callable[[list[Any]], None]
    runtime_context: Optional[RuntimeContext] = None


class SinkWriter(ABC):
    """Writes blocks of records. Called from one thread only, the task's main loop."""

    @abstractmethod
    def write(self, block: Block) -> None:
        """Takes a block of records. Its lists are shared: they must not be changed."""

    def flush(self, end_of_input: bool) -> None:  # noqa: B027
        """Makes what was written durable as far as the sink can; called before `prepare_commit`."""

    def prepare_commit(self) -> list[Any]:
        """What is to be committed; each must pickle. Only called on sinks with a committer."""
        return []

    def close(self) -> None:  # noqa: B027
        """Called once at the end, also after a failure: then uncommitted output is left, never published."""


class Committer(ABC):
    """Makes committables visible."""

    @abstractmethod
    def commit(self, committables: list[Any]) -> None:
        """Publishes them all. A repeat of one that is already published changes nothing."""

    def close(self) -> None:  # noqa: B027
        """Called once at the end."""


class Sink(ABC):
    """Where records go. Must pickle."""

    @abstractmethod
    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        """A writer; called in each sink task."""

    def create_committer(self) -> Optional[Committer]:
        """The committer of a two-phase sink; None for a sink that writes as it goes."""
        return None
