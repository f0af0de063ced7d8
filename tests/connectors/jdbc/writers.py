"""A sink's writer and committer, without a job."""

from __future__ import annotations

from typing import Any

from pyrite.common.block import Block
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.datastream.connectors.jdbc import JdbcExactlyOnceOptions, JdbcSink
from servers.postgres import PostgresServer
from tests.connectors.jdbc.postgres_server import connection_to


def place(subtask: int = 0, parallelism: int = 1, attempt: int = 1, operator_id: str = "sink") -> WriterInitContext:
    """A writer's place, in a job that has checkpoints."""
    return WriterInitContext(
        subtask,
        parallelism,
        attempt,
        lambda text, stderr: None,
        lambda values: None,
        job_id="job",
        operator_id=operator_id,
        checkpointing=True,
    )


def exactly_once(server: PostgresServer, table: str, **options: Any) -> JdbcSink:
    """A sink of rows with two fields."""
    return JdbcSink.exactly_once_sink(
        f"INSERT INTO {table} VALUES (?, ?)",
        None,
        connection_to(server.url),
        jdbc_exactly_once_options=JdbcExactlyOnceOptions(**options),
    )


def prepare(writer: SinkWriter, *values: Any) -> list[Any]:
    """What a writer hands out at a checkpoint after these records."""
    writer.write(Block(list(values)))
    writer.flush(end_of_input=False)
    return writer.prepare_commit()


def commit(sink: Sink, committables: list[Any]) -> None:
    committer = sink.create_committer()
    assert committer is not None
    try:
        committer.commit(committables)
    finally:
        committer.close()
