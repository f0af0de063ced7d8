"""PostgresTables: the soak's records as lines in tables of a PostgreSQL server, by PREPARE TRANSACTION."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Optional

from chaos.run_folder import RunFolder
from chaos.sinks import Line, SoakedSink
from pyrite.common.block import Block
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.datastream.connectors.jdbc import JdbcConnectionOptions, JdbcSink
from servers.postgres import PostgresServer

_TABLES = ("state", "windows")
UPSERTED = {
    "totals": "kind text, key int primary key, n bigint, total bigint, high bigint",
    "hours": "kind text, key int, first timestamp, past timestamp, n bigint, total bigint, "
    "primary key (key, first, past)",
}
"""The tables of the job in SQL, which writes them by primary key."""


class PostgresTables(SoakedSink):
    """A server for one run, with a table for each of the job's sinks."""

    def __init__(self, folder: RunFolder) -> None:
        super().__init__(folder)
        self._server: Optional[PostgresServer] = None

    def start(self) -> dict[str, str]:
        self._server = PostgresServer()
        self._server.start()
        for table in _TABLES:
            self._server.execute(f"CREATE TABLE {table} (line text)")
        for table, columns in UPSERTED.items():
            self._server.execute(f"CREATE TABLE {table} ({columns})")
        return {"url": self._server.url}

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()

    def make(self, name: str, settings: Mapping[str, str]) -> Sink:
        connection = JdbcConnectionOptions.JdbcConnectionOptionsBuilder().with_url(settings["url"]).build()
        return LinesInTable(JdbcSink.exactly_once_sink(f"INSERT INTO {name} (line) VALUES (?)", None, connection))

    def lines(self) -> Iterator[Line]:
        assert self._server is not None
        for table in _TABLES:
            rows = self._server.execute(f"SELECT ctid::text, line FROM {table}")
            yield from ((f"{table} {place}", line) for place, line in rows)
        for table in UPSERTED:
            rows = self._server.execute(f"SELECT ctid::text, row_to_json({table})::text FROM {table}")
            yield from ((f"{table} {place}", f"{line}\n") for place, line in rows)

    def leftovers(self) -> list[str]:
        assert self._server is not None
        return [f"prepared transaction {gid}" for (gid,) in self._server.execute("SELECT gid FROM pg_prepared_xacts")]


class LinesInTable(Sink):
    """Passes records to a sink of rows, each as a row with one line."""

    def __init__(self, sink: JdbcSink) -> None:
        self._sink = sink

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _LinesWriter(self._sink.create_writer(context))

    def create_committer(self) -> Optional[Committer]:
        return self._sink.create_committer()

    def roll_back(self, context: WriterInitContext, states: list[Any], retained: bool) -> None:
        self._sink.roll_back(context, states, retained)


class _LinesWriter(SinkWriter):
    def __init__(self, writer: SinkWriter) -> None:
        self._writer = writer

    def write(self, block: Block) -> None:
        self._writer.write(Block([(f"{json.dumps(value)}\n",) for value in block.values]))

    def flush(self, end_of_input: bool) -> None:
        self._writer.flush(end_of_input)

    def prepare_commit(self) -> list[Any]:
        return self._writer.prepare_commit()

    def close(self) -> None:
        self._writer.close()
