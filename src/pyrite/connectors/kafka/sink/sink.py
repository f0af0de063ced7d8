"""KafkaSink: records to topics."""

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
    DeliveryGuarantee.NONE: Guarantee(NO_GUARANTEE, "DeliveryGuarantee.NONE: nothing waits for the brokers"),
    DeliveryGuarantee.AT_LEAST_ONCE: Guarantee(AT_LEAST_ONCE, "flushed at checkpoints, without transactions"),
    DeliveryGuarantee.EXACTLY_ONCE: Guarantee(
        EXACTLY_ONCE,
        "written after the checkpoint, in transactions that can be identified; for readers of read_committed",
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
    """Writes to Kafka; made by `KafkaSink.builder()`.

    >>> values = KafkaRecordSerializationSchema.builder().set_topic("totals")
    >>> serializer = values.set_value_serialization_schema(SimpleStringSchema()).build()
    >>> builder = KafkaSink.builder().set_bootstrap_servers("localhost:9092").set_record_serializer(serializer)
    >>> sink = builder.set_delivery_guarantee(DeliveryGuarantee.EXACTLY_ONCE).build()
    """

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
        """Begins a sink."""
        return KafkaSinkBuilder()

    def guarantee(self) -> Guarantee:
        return WAYS[self._setup.delivery]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        setup = self._setup
        topics = SinkTopics(setup.settings, setup.timeout_s)
        serializer: BlockSerializer | ColumnSerializer
        if isinstance(setup.serializer.schema, TableSerialization):
            most_bytes = setup.serializer.most_bytes
            serializer = ColumnSerializer(setup.serializer.schema, most_bytes, topics, context)
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
    """Needs servers and a record serializer. DeliveryGuarantee.NONE by default, as in Flink."""

    def __init__(self) -> None:
        self._properties: dict[str, Any] = {}
        self._serializer: Optional[KafkaRecordSerializationSchema] = None
        self._delivery = DeliveryGuarantee.NONE
        self._prefix = "pyrite"
        self._timestamps = True

    def set_bootstrap_servers(self, bootstrap_servers: str) -> KafkaSinkBuilder:
        """Brokers to begin with: `host:port`, several with commas. Required."""
        return self.set_property("bootstrap.servers", bootstrap_servers)

    def set_delivery_guarantee(self, delivery_guarantee: DeliveryGuarantee) -> KafkaSinkBuilder:
        """NONE, AT_LEAST_ONCE or EXACTLY_ONCE."""
        self._delivery = DeliveryGuarantee.checked(delivery_guarantee)
        return self

    def set_transactional_id_prefix(self, transactional_id_prefix: str) -> KafkaSinkBuilder:
        """What transactional ids and consumer groups of an exactly-once sink begin with: for access rights."""
        if not isinstance(transactional_id_prefix, str) or not transactional_id_prefix:
            raise InvalidProgramError(f"set_transactional_id_prefix() takes a text, not {transactional_id_prefix!r}")
        self._prefix = transactional_id_prefix
        return self

    def set_record_serializer(self, record_serializer: KafkaRecordSerializationSchema) -> KafkaSinkBuilder:
        """What makes Kafka records of records. Required."""
        if not isinstance(record_serializer, KafkaRecordSerializationSchema):
            raise InvalidProgramError(
                f"set_record_serializer() takes a KafkaRecordSerializationSchema, not {record_serializer!r}"
            )
        self._serializer = record_serializer
        return self

    def set_property(self, key: str, value: str) -> KafkaSinkBuilder:
        """A property of the producer: the Java client's, or librdkafka's."""
        self._properties[key] = value
        return self

    def write_timestamps(self, wanted: bool) -> KafkaSinkBuilder:
        """Whether records keep their timestamps in Kafka; they do, by default."""
        self._timestamps = wanted
        return self

    def build(self) -> KafkaSink:
        """The sink. InvalidProgramError if something it needs was not set."""
        return KafkaSink(self.setup("KafkaSink"))

    def setup(self, needed_by: str) -> SinkSetup:
        """What a sink of this name is made with."""
        if not self._properties.get("bootstrap.servers"):
            raise InvalidProgramError(f"a {needed_by} needs set_bootstrap_servers()")
        if self._serializer is None:
            raise InvalidProgramError(f"a {needed_by} needs set_record_serializer()")
        settings = producer_settings(self._properties, needed_by, self._delivery is DeliveryGuarantee.EXACTLY_ONCE)
        if self._delivery is not DeliveryGuarantee.NONE and str(settings.get("acks")) == "0":
            raise InvalidProgramError(
                f"{needed_by}: with acks=0 nobody knows what has arrived: DeliveryGuarantee.NONE, or acks=all"
            )
        most_bytes = int(settings.get("message.max.bytes", SerializerSetup.most_bytes))
        serializer = SerializerSetup(self._serializer, self._timestamps, most_bytes)
        return SinkSetup(
            settings,
            serializer,
            self._delivery,
            self._prefix,
            timeout_s(self._properties),
            retention_ms(self._properties),
        )


class PlainWriter(SinkWriter):
    """An error of the brokers fails the task: after that, records since the last checkpoint are written again."""

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
    """Keeps a producer for each incarnation that it has just written for: most often that is the task's own."""

    def __init__(self, setup: CommitterSetup) -> None:
        self._setup = setup
        self._open: dict[str, Incarnation] = {}

    def commit(self, committables: list[StagedTransaction]) -> None:
        for staged in sorted(committables, key=lambda staged: (staged.incarnation, staged.number)):
            incarnation = self._open.get(staged.incarnation)
            if incarnation is None:
                incarnation = self._open[staged.incarnation] = Incarnation(staged.incarnation, self._setup)
            incarnation.write(staged)
        wanted = {staged.incarnation for staged in committables}
        for name in [name for name in self._open if name not in wanted]:
            self._open.pop(name).close()

    def close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()
