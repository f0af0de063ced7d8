"""KafkaSink: records to topics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Optional

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.block_serializer import BlockSerializer, SerializerSetup
from pyrite.connectors.kafka.incarnation import CommitterSetup
from pyrite.connectors.kafka.plain_writer import PlainWriter
from pyrite.connectors.kafka.sink_committer import KafkaCommitter
from pyrite.connectors.kafka.sink_topics import SinkTopics
from pyrite.connectors.kafka.staged_writer import StagedWriter
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, NO_GUARANTEE, Declaration, Guarantee
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext

if TYPE_CHECKING:
    from pyrite.connectors.kafka.sink_builder import KafkaSinkBuilder

WAYS = {
    DeliveryGuarantee.NONE: Guarantee(NO_GUARANTEE, "DeliveryGuarantee.NONE: nothing waits for the brokers"),
    DeliveryGuarantee.AT_LEAST_ONCE: Guarantee(AT_LEAST_ONCE, "flushed at checkpoints, without transactions"),
    DeliveryGuarantee.EXACTLY_ONCE: Guarantee(
        EXACTLY_ONCE, "written behind the checkpoint, in transactions that can be told; for readers of read_committed"
    ),
}


@dataclass(frozen=True)
class SinkSetup:
    """What a sink is made with. `settings` are librdkafka's, secrets among them: it is never shown."""

    settings: Mapping[str, Any]
    serializer: SerializerSetup
    delivery: DeliveryGuarantee
    prefix: str
    timeout_s: float
    retention_ms: Optional[int]

    def __repr__(self) -> str:
        return f"SinkSetup({self.settings['bootstrap.servers']}, {self.delivery.name})"


class KafkaSink(Sink):
    """Writes to Kafka; made by `KafkaSink.builder()`."""

    declared: ClassVar = Declaration(
        "KafkaSink",
        tuple(WAYS.values()),
        needs="pyrite[kafka]; a Kafka broker",
        tried_with="Kafka 4.3.1, KRaft",
    )

    def __init__(self, setup: SinkSetup) -> None:
        self._setup = setup

    @staticmethod
    def builder() -> KafkaSinkBuilder:
        from pyrite.connectors.kafka.sink_builder import KafkaSinkBuilder

        return KafkaSinkBuilder()

    def guarantee(self) -> Guarantee:
        return WAYS[self._setup.delivery]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        setup = self._setup
        topics = SinkTopics(setup.settings, setup.timeout_s)
        serializer = BlockSerializer(setup.serializer, topics, context)
        if setup.delivery is DeliveryGuarantee.EXACTLY_ONCE:
            return StagedWriter(serializer, setup.prefix, context)
        flushes = setup.delivery is DeliveryGuarantee.AT_LEAST_ONCE
        return PlainWriter(serializer, setup.settings, flushes)

    def create_committer(self) -> Optional[Committer]:
        if self._setup.delivery is not DeliveryGuarantee.EXACTLY_ONCE:
            return None
        setup = self._setup
        return KafkaCommitter(CommitterSetup(setup.settings, setup.timeout_s, setup.retention_ms))
