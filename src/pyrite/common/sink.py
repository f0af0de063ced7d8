"""The contract of a sink: a writer in each sink task and, for exactly-once, a committer."""

from pyrite.core.connector.sink import (
    Committer,
    Sink,
    SinkWriter,
    WriterInitContext,
)

__all__ = [
    "Committer",
    "Sink",
    "SinkWriter",
    "WriterInitContext",
]
