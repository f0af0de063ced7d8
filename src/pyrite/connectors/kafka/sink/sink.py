"""KafkaSink: writes records to topics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Optional

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.sink.block_serializer import BlockSerializer, SerializerSetup
from pyrite.connectors.kafka.sink.incarnation import CommitterSetup, Incarnation
from pyrite.connectors.kafka.sink.messages import Serializer
from pyrite.connectors.kafka.sink.producer_settings import producer_settings, retention_ms, timeout_s
from pyrite.connectors.kafka.sink.record_producer import RecordProducer
from pyrite.connectors.kafka.sink.record_serialization import KafkaRecordSerializationSchema
from pyrite.connectors.kafka.sink.staged_writer import StagedTransaction, StagedWriter
from pyrite.connectors.kafka.sink.topics import SinkTopics
from pyrite.connectors.kafka.table.serializer import ColumnSerializer, TableSerialization
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, NO_GUARANTEE, Declaration, Guarantee
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load

WAYS = {
    DeliveryGuarantee.NONE: Guarantee(NO_GUARANTEE, "DeliveryGuarantee.NONE: checkpoints do not wait for the brokers"),
    DeliveryGuarantee.AT_LEAST_ONCE: Guarantee(AT_LEAST_ONCE, "flushed at checkpoints, without transactions"),
    DeliveryGuarantee.EXACTLY_ONCE: Guarantee(
        EXACTLY_ONCE,
        "written after the checkpoint, in transactions with identifiers; for consumers with read_committed",
    ),
}


@dataclass(frozen=True)
class SinkSetup:
    """The parameters of a sink. `settings` are librdkafka's and include secrets: the repr omits them."""

    settings: Mapping[str, Any]
    serializer: SerializerSetup
    delivery: DeliveryGuarantee
    prefix: str
    timeout_s: float
    retention_ms: Optional[int]

    def __repr__(self) -> str:
        return f"SinkSetup({self.settings['bootstrap.servers']}, {self.delivery.name})"


class KafkaSink(Sink):
    """Writes to Kafka. Created by `KafkaSink.builder()`.

    >>> values = KafkaRecordSerializationSchema.builder().set_topic("totals")
    >>> serializer = values.set_value_serialization_schema(SimpleStringSchema()).build()
    >>> builder = KafkaSink.builder().set_bootstrap_servers("localhost:9092").set_record_serializer(serializer)
    >>> sink = builder.set_delivery_guarantee(DeliveryGuarantee.EXACTLY_ONCE).build()
    """

    declaration: ClassVar = Declaration(
        "KafkaSink",
        tuple(WAYS.values()),
        needs="pyrite[kafka]; a Kafka broker",
        tried_with="Kafka 4.3.1, KRaft",
    )

    def __init__(self, setup: SinkSetup) -> None:
        self._setup = setup

    @staticmethod
    def builder() -> KafkaSinkBuilder:
        """Returns a new builder."""
        return KafkaSinkBuilder()

    def guarantee(self) -> Guarantee:
        return WAYS[self._setup.delivery]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        setup = self._setup
        topics = SinkTopics(setup.settings, setup.timeout_s)
        serializer: BlockSerializer | ColumnSerializer
        if isinstance(setup.serializer.schema, TableSerialization):
            max_bytes = setup.serializer.max_bytes
            serializer = ColumnSerializer(setup.serializer.schema, max_bytes, topics, context)
        else:
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


class KafkaSinkBuilder:
    """Builds a KafkaSink. Servers and a record serializer are required. As in Flink, the default is
    DeliveryGuarantee.NONE."""

    def __init__(self) -> None:
        self._properties: dict[str, Any] = {}
        self._serializer: Optional[KafkaRecordSerializationSchema] = None
        self._delivery = DeliveryGuarantee.NONE
        self._prefix = "pyrite"
        self._timestamps = True

    def set_bootstrap_servers(self, bootstrap_servers: str) -> KafkaSinkBuilder:
        """The bootstrap brokers, `host:port`, separated by commas. Required."""
        return self.set_property("bootstrap.servers", bootstrap_servers)

    def set_delivery_guarantee(self, delivery_guarantee: DeliveryGuarantee) -> KafkaSinkBuilder:
        """Sets the delivery guarantee: NONE, AT_LEAST_ONCE or EXACTLY_ONCE."""
        self._delivery = DeliveryGuarantee.checked(delivery_guarantee)
        return self

    def set_transactional_id_prefix(self, transactional_id_prefix: str) -> KafkaSinkBuilder:
        """The prefix of transactional ids and consumer groups of an exactly-once sink, for access rights."""
        if not isinstance(transactional_id_prefix, str) or not transactional_id_prefix:
            raise InvalidProgramError(
                f"set_transactional_id_prefix() takes a non-empty str, not {transactional_id_prefix!r}"
            )
        self._prefix = transactional_id_prefix
        return self

    def set_record_serializer(self, record_serializer: KafkaRecordSerializationSchema) -> KafkaSinkBuilder:
        """The serializer of records into Kafka records. Required."""
        if not isinstance(record_serializer, KafkaRecordSerializationSchema):
            raise InvalidProgramError(
                f"set_record_serializer() takes a KafkaRecordSerializationSchema, not {record_serializer!r}"
            )
        self._serializer = record_serializer
        return self

    def set_property(self, key: str, value: str) -> KafkaSinkBuilder:
        """Sets a property of the producer, of the Java client or of librdkafka."""
        self._properties[key] = value
        return self

    def write_timestamps(self, enabled: bool) -> KafkaSinkBuilder:
        """Whether records keep their timestamps in Kafka. The default is True."""
        self._timestamps = enabled
        return self

    def build(self) -> KafkaSink:
        """Returns the sink. InvalidProgramError if a required setting is missing."""
        return KafkaSink(self.setup("KafkaSink"))

    def setup(self, needed_by: str) -> SinkSetup:
        """The parameters of the sink. `needed_by` names the sink in errors."""
        if not self._properties.get("bootstrap.servers"):
            raise InvalidProgramError(f"a {needed_by} needs set_bootstrap_servers()")
        if self._serializer is None:
            raise InvalidProgramError(f"a {needed_by} needs set_record_serializer()")
        settings = producer_settings(self._properties, needed_by, self._delivery is DeliveryGuarantee.EXACTLY_ONCE)
        if self._delivery is not DeliveryGuarantee.NONE and str(settings.get("acks")) == "0":
            raise InvalidProgramError(
                f"{needed_by}: acks=0 cannot guarantee delivery: use DeliveryGuarantee.NONE, or set acks=all"
            )
        max_bytes = int(settings.get("message.max.bytes", SerializerSetup.max_bytes))
        serializer = SerializerSetup(self._serializer, self._timestamps, max_bytes)
        return SinkSetup(
            settings,
            serializer,
            self._delivery,
            self._prefix,
            timeout_s(self._properties),
            retention_ms(self._properties),
        )


class PlainWriter(SinkWriter):
    """Writes without transactions. An error of the brokers fails the task; records since the last checkpoint are then
    written again."""

    def __init__(self, serializer: Serializer, settings: Mapping[str, Any], flushes: bool) -> None:
        self._serialize = serializer.serialize
        self._producer = RecordProducer(settings)
        self._exception: Any = load("confluent_kafka", "kafka", "KafkaSink").KafkaException
        self._flushes = flushes

    def write(self, block: RowBlock) -> None:
        messages = self._serialize(block)
        try:
            self._producer.produce(messages)
        except self._exception as raised:
            raise ConnectorError(f"Kafka at {self._producer.address}: {raised.args[0].str()}") from None
        self._producer.check()

    def flush(self, end_of_input: bool) -> None:
        if self._flushes or end_of_input:
            self._producer.flush()
        self._producer.check()

    def close(self) -> None:
        self._producer.client.purge()
        self._producer.client.flush(0)


class KafkaCommitter(Committer):
    """Writes staged transactions. Keeps a producer for each incarnation of the last commit, usually only the task's."""

    def __init__(self, setup: CommitterSetup) -> None:
        self._setup = setup
        self._open: dict[str, Incarnation] = {}

    def commit(self, committables: list[StagedTransaction]) -> None:
        for staged in sorted(committables, key=lambda staged: (staged.incarnation, staged.number)):
            incarnation = self._open.get(staged.incarnation)
            if incarnation is None:
                incarnation = self._open[staged.incarnation] = Incarnation(staged.incarnation, self._setup)
            incarnation.write(staged)
        incarnations = {staged.incarnation for staged in committables}
        for name in [name for name in self._open if name not in incarnations]:
            self._open.pop(name).close()

    def close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()
