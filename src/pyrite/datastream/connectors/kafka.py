"""Kafka, with PyFlink's names."""

from pyrite.connectors.kafka.flink_kafka_consumer import FlinkKafkaConsumer
from pyrite.connectors.kafka.flink_kafka_producer import FlinkKafkaProducer, Semantic
from pyrite.connectors.kafka.offsets import KafkaOffsetResetStrategy, KafkaOffsetsInitializer
from pyrite.connectors.kafka.partitioner import FlinkFixedPartitioner, FlinkKafkaPartitioner
from pyrite.connectors.kafka.record import ConsumerRecord, KafkaRecordDeserializationSchema
from pyrite.connectors.kafka.record_serialization import (
    HeaderProvider,
    KafkaRecordSerializationSchema,
    KafkaRecordSerializationSchemaBuilder,
    KafkaTopicSelector,
)
from pyrite.connectors.kafka.sink import KafkaSink, KafkaSinkBuilder
from pyrite.connectors.kafka.source import KafkaSource, KafkaSourceBuilder
from pyrite.connectors.kafka.topic_partition import KafkaTopicPartition

__all__ = [
    "ConsumerRecord",
    "FlinkFixedPartitioner",
    "FlinkKafkaConsumer",
    "FlinkKafkaPartitioner",
    "FlinkKafkaProducer",
    "HeaderProvider",
    "KafkaOffsetResetStrategy",
    "KafkaOffsetsInitializer",
    "KafkaRecordDeserializationSchema",
    "KafkaRecordSerializationSchema",
    "KafkaRecordSerializationSchemaBuilder",
    "KafkaSink",
    "KafkaSinkBuilder",
    "KafkaSource",
    "KafkaSourceBuilder",
    "KafkaTopicPartition",
    "KafkaTopicSelector",
    "Semantic",
]
