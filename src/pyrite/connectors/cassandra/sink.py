"""CassandraRowSink writes rows immediately, CassandraWriteAheadSink when their checkpoint is complete."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, ClassVar, Optional

from pyrite.connectors.base.write_ahead import CheckpointCommitter, GenericWriteAheadSink, WriteAheadWriter
from pyrite.connectors.cassandra.cluster_builder import ClusterBuilder
from pyrite.connectors.cassandra.options import CassandraFailureHandler, WriteSettings
from pyrite.connectors.cassandra.query import field_count, is_idempotent
from pyrite.connectors.cassandra.rows import RowSender, values_of
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext

_UPSERT = Guarantee(EXACTLY_ONCE, "idempotent upsert")
_NOT_IDEMPOTENT = Guarantee(AT_LEAST_ONCE, "no transactions, and the statement is not idempotent")
_WRITE_AHEAD = Guarantee(EXACTLY_ONCE, "write-ahead; repeated writes have the same timestamps")
_NEEDS = "pyrite[cassandra]"
_TRIED = "Cassandra 5.0, one node"


@dataclass(frozen=True)
class RowTarget:
    """The cluster, the statement and the settings of writes."""

    builder: ClusterBuilder
    query: str
    settings: WriteSettings
    handler: CassandraFailureHandler

    def connect(self) -> RowSender:
        return RowSender(self.builder, self.query, self.settings, self.handler)


class CassandraRowSink(Sink):
    """Writes rows immediately."""

    declaration: ClassVar[Declaration] = Declaration("Cassandra", (_UPSERT, _NOT_IDEMPOTENT), _NEEDS, _TRIED)

    def __init__(self, target: RowTarget) -> None:
        self._target = target

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _CassandraWriter(self._target.connect())

    def guarantee(self) -> Guarantee:
        return _UPSERT if is_idempotent(self._target.query) else _NOT_IDEMPOTENT


class _CassandraWriter(SinkWriter):
    def __init__(self, sender: RowSender) -> None:
        self._sender = sender

    def write(self, block: RowBlock) -> None:
        self._sender.send(block.values)

    def close(self) -> None:
        self._sender.close()


class _CassandraStager(WriteAheadWriter):
    """Stages rows, and rejects rows that do not fit the statement: in a checkpoint they would fail every attempt."""

    def __init__(self, context: WriterInitContext, fields: int) -> None:
        super().__init__(context)
        self._fields = fields

    def write(self, block: RowBlock) -> None:
        if self._fields:
            for record in block.values:
                values_of(record, self._fields)
        super().write(block)


class CassandraWriteAheadSink(GenericWriteAheadSink):
    """Writes the rows of a checkpoint when it is complete, with timestamps that do not change in a retry."""

    declaration: ClassVar[Declaration] = Declaration(
        "Cassandra, write-ahead", (_WRITE_AHEAD, _NOT_IDEMPOTENT), _NEEDS, _TRIED
    )

    def __init__(self, target: RowTarget, committer: CheckpointCommitter) -> None:
        super().__init__(committer)
        self._target = target
        self._sender: Optional[RowSender] = None

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        """Creates a writer with separate notes, because a job without state may reuse an id and checkpoint ids."""
        own = replace(context, job_id=f"{context.job_id}-{secrets.token_hex(4)}")
        return _CassandraStager(own, field_count(self._target.query))

    def guarantee(self) -> Guarantee:
        return _WRITE_AHEAD if is_idempotent(self._target.query) else _NOT_IDEMPOTENT

    def open(self) -> None:
        self._sender = self._target.connect()

    def close(self) -> None:
        sender, self._sender = self._sender, None
        if sender is not None:
            sender.close()

    def send_values(self, values: Iterable[Any], checkpoint_id: int, timestamp: int) -> bool:
        assert self._sender is not None
        self._sender.send(values, count(timestamp * 1000).__next__)
        return True
