"""StagedWriter: stages records in the checkpoint, in parts that each become one Kafka transaction."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from pyrite.connectors.base.staging import Part, Stage
from pyrite.connectors.base.transaction_name import sink_name
from pyrite.connectors.kafka.sink.messages import Messages, Serializer
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.clock import SystemClock
from pyrite.core.connector.sink import SinkWriter, WriterInitContext
from pyrite.core.persistence.persisted import persisted


@persisted("kafka-staged-transaction/1")
@dataclass
class StagedTransaction:
    """The committable. An incarnation is a writer of one attempt. It numbers its transactions from 1."""

    incarnation: str
    """The transactional id, and the consumer group whose offset is the number of the last committed transaction."""
    number: int
    marker_topic: str
    """The topic whose partition 0 has the group's offset."""
    staged_ms: int
    part: Part

    def __str__(self) -> str:
        return f"transaction {self.number} of {self.incarnation}"


class StagedWriter(SinkWriter):
    """Stages records. Nothing is sent to the brokers before the commit."""

    def __init__(self, serializer: Serializer, prefix: str, context: WriterInitContext) -> None:
        self._serialize = serializer.serialize
        place = f"{sink_name(context.job_id, context.operator_id)}-{context.subtask}-{context.attempt}"
        self._incarnation = f"{prefix}-{place}-{uuid.uuid4().hex[:8]}"
        self._stage = Stage()
        self._number = 0

    def write(self, block: RowBlock) -> None:
        self._stage.add(tuple(self._serialize(block)))

    def prepare_commit(self) -> list[StagedTransaction]:
        now_ms = SystemClock().now_ms()  # wall-clock time, because the retention of the brokers is compared with it
        return [self._transaction(part, now_ms) for part in self._stage.take()]

    def _transaction(self, part: Part, now_ms: int) -> StagedTransaction:
        self._number += 1
        first = Messages(*next(part.items()))
        return StagedTransaction(self._incarnation, self._number, first.first_topic, now_ms, part)
