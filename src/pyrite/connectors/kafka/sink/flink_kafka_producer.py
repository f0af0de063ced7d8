"""FlinkKafkaProducer: the KafkaSink under its former name, for `add_sink`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.sink.record_serialization import KafkaRecordSerializationSchemaBuilder
from pyrite.connectors.kafka.sink.sink import KafkaSink, KafkaSinkBuilder, SinkSetup
from pyrite.core.config.former_names import former_name
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.errors import InvalidProgramError


class Semantic(Enum):
    """The delivery guarantee of a FlinkKafkaProducer."""

    EXACTLY_ONCE = 0
    AT_LEAST_ONCE = 1
    NONE = 2


class FlinkKafkaProducer(KafkaSink):
    """The former name of `KafkaSink`. Writes values to one topic.

    `kafka_producer_pool_size` has no effect: transactions do not overlap.
    Settings apply when the job starts: call the methods before `execute`.
    """

    def __init__(
        self,
        topic: str,
        serialization_schema: SerializationSchema,
        producer_config: Mapping[str, Any],
        kafka_producer_pool_size: int = 5,
        semantic: Semantic = Semantic.AT_LEAST_ONCE,
    ) -> None:
        if not isinstance(semantic, Semantic):
            names = ", ".join(each.name for each in Semantic)
            raise InvalidProgramError(f"FlinkKafkaProducer takes a Semantic: {names}; not {semantic!r}")
        former_name("FlinkKafkaProducer", "KafkaSink.builder(), for sink_to()")
        record = KafkaRecordSerializationSchemaBuilder().set_topic(topic)
        self._record = record.set_value_serialization_schema(serialization_schema).build()
        self._config = dict(producer_config)
        self._delivery = DeliveryGuarantee[semantic.name]
        self._timestamps = False
        super().__init__(self._build_setup())

    def _build_setup(self) -> SinkSetup:
        builder = KafkaSinkBuilder().set_record_serializer(self._record).set_delivery_guarantee(self._delivery)
        for key, value in self._config.items():
            builder.set_property(key, value)
        return builder.write_timestamps(self._timestamps).setup("FlinkKafkaProducer")

    def set_log_failures_only(self, log_failures_only: bool) -> FlinkKafkaProducer:
        """Must be False: an error of the brokers fails the task. Use Semantic.NONE if losses are acceptable."""
        if log_failures_only:
            raise InvalidProgramError(
                "set_log_failures_only(True) is not supported: use Semantic.NONE, which does not wait for the brokers"
            )
        return self

    def set_flush_on_checkpoint(self, flush_on_checkpoint: bool) -> FlinkKafkaProducer:
        """With False, checkpoints do not wait for the brokers, as with Semantic.NONE."""
        if self._delivery is not DeliveryGuarantee.EXACTLY_ONCE:
            self._delivery = DeliveryGuarantee.AT_LEAST_ONCE if flush_on_checkpoint else DeliveryGuarantee.NONE
            self._setup = self._build_setup()
        return self

    def set_write_timestamp_to_kafka(self, write_timestamp_to_kafka: bool) -> FlinkKafkaProducer:
        """Whether records keep their timestamps in Kafka. The default is False."""
        self._timestamps = write_timestamp_to_kafka
        self._setup = self._build_setup()
        return self

    def ignore_failures_after_transaction_timeout(self) -> FlinkKafkaProducer:
        """Has no effect: no transaction is open between checkpoints, so none can time out and lose records."""
        return self
