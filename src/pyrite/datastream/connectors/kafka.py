"""Kafka, with PyFlink's names."""

from pyrite.connectors.kafka.offsets import KafkaOffsetResetStrategy, KafkaOffsetsInitializer, KafkaTopicPartition
from pyrite.connectors.kafka.sink.flink_kafka_producer import FlinkKafkaProducer, Semantic
from pyrite.connectors.kafka.sink.partitioner import FlinkFixedPartitioner, FlinkKafkaPartitioner
from pyrite.connectors.kafka.sink.record_serialization import (
    HeaderProvider,
    KafkaRecordSerializationSchema,
    KafkaRecordSerializationSchemaBuilder,
    KafkaTopicSelector,
)
from pyrite.connectors.kafka.sink.sink import KafkaSink, KafkaSinkBuilder
from pyrite.connectors.kafka.source.flink_kafka_consumer import FlinkKafkaConsumer
from pyrite.connectors.kafka.source.record import ConsumerRecord, KafkaRecordDeserializationSchema
from pyrite.connectors.kafka.source.source import KafkaSource, KafkaSourceBuilder

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
