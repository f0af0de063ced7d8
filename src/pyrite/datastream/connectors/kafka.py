"""Kafka, with PyFlink's names."""

from pyrite.connectors.kafka.flink_kafka_consumer import FlinkKafkaConsumer
from pyrite.connectors.kafka.offsets import KafkaOffsetResetStrategy, KafkaOffsetsInitializer
from pyrite.connectors.kafka.record import ConsumerRecord, KafkaRecordDeserializationSchema
from pyrite.connectors.kafka.source import KafkaSource
from pyrite.connectors.kafka.source_builder import KafkaSourceBuilder
from pyrite.connectors.kafka.topic_partition import KafkaTopicPartition

__all__ = [
    "ConsumerRecord",
    "FlinkKafkaConsumer",
    "KafkaOffsetResetStrategy",
    "KafkaOffsetsInitializer",
    "KafkaRecordDeserializationSchema",
    "KafkaSource",
    "KafkaSourceBuilder",
    "KafkaTopicPartition",
]
