"""A hybrid source writes sources that factories have made into checkpoints: they refer to our classes by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrite.common import Duration, Row, Types
from pyrite.connectors.builtin.collection import CollectionSource
from pyrite.connectors.builtin.number_sequence import DataGeneratorSource, NumberSequenceSource, RateLimiterStrategy
from pyrite.connectors.builtin.socket_text import SocketTextSource
from pyrite.connectors.builtin.source_function import SourceFunctionSource
from pyrite.connectors.files.formats.stream_format import StreamFormat
from pyrite.connectors.files.source.source import FileSource
from pyrite.connectors.files.source.split_providers import FileEnumeratorProvider
from pyrite.connectors.http.webhook import WebhookSource
from pyrite.connectors.hybrid.secrets import dumps_without, loads_with
from pyrite.connectors.hybrid.source import HybridSource
from pyrite.connectors.jdbc.source.source import JdbcSource
from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer
from pyrite.connectors.kafka.source.dynamic_source import DynamicKafkaSource, SingleClusterTopicMetadataService
from pyrite.connectors.kafka.source.flink_kafka_consumer import FlinkKafkaConsumer
from pyrite.connectors.kafka.source.record import KafkaRecordDeserializationSchema
from pyrite.connectors.kafka.source.source import KafkaSource
from pyrite.connectors.kinesis.source import FlinkKinesisConsumer
from pyrite.connectors.mqtt.source import MqttSource
from pyrite.connectors.nats.source import NatsSource
from pyrite.connectors.pulsar.cursors import StopCursor
from pyrite.connectors.pulsar.source import PulsarSource
from pyrite.connectors.rabbitmq.connection_config import RMQConnectionConfig
from pyrite.connectors.rabbitmq.source import RMQSource
from pyrite.connectors.rabbitmq.stream_source import RMQStreamSource
from pyrite.connectors.redis.source import RedisStreamSource
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.source import Source
from pyrite.core.functions.source_function import SourceFunction
from pyrite.formats.avro.confluent import ConfluentRegistryAvroDeserializationSchema
from pyrite.formats.avro.files import AvroReaderFormat
from pyrite.formats.avro.row import AvroRowDeserializationSchema
from pyrite.formats.avro.schema_registry import ConfluentSchemaRegistry
from pyrite.formats.csv.files import CsvReaderFormat
from pyrite.formats.csv.row import CsvRowDeserializationSchema
from pyrite.formats.csv.schema import CsvSchema
from pyrite.formats.json.row import JsonRowDeserializationSchema
from pyrite.formats.json.value import JsonSchema
from pyrite.formats.orc.files import OrcColumnarRowInputFormat
from pyrite.formats.parquet.files import ParquetColumnarRowInputFormat
from pyrite.formats.raw.schema import RawSchema
from tests.core.persistence.pickle_references import references_in

TEXT = SimpleStringSchema()
ROW = Types.ROW_NAMED(["a", "b"], [Types.INT(), Types.LIST(Types.STRING())])
FLAT = Types.ROW_NAMED(["a", "b"], [Types.INT(), Types.STRING()])
AVRO = '{"type": "record", "name": "r", "fields": [{"name": "a", "type": "int"}]}'


class Numbers(SourceFunction):
    def run(self, ctx: Any) -> None: ...

    def cancel(self) -> None: ...


def _kafka(schema: Any = None) -> Any:
    builder = KafkaSource.builder().set_bootstrap_servers("b:1").set_topics("t").set_group_id("g")
    if schema is not None:
        return builder.set_deserializer(schema)
    return builder.set_value_only_deserializer(TEXT).set_bounded(KafkaOffsetsInitializer.latest())


def _dynamic() -> Any:
    service = SingleClusterTopicMetadataService("c", {"bootstrap.servers": "b:1"})
    builder = DynamicKafkaSource.builder().set_kafka_metadata_service(service).set_stream_ids({"s"})
    return builder.set_value_only_deserializer(TEXT).build()


def _jdbc() -> Any:
    return JdbcSource.builder().set_db_url("jdbc:sqlite:/x").set_sql("SELECT a, b FROM t")


def _rabbitmq() -> RMQConnectionConfig:
    return RMQConnectionConfig.Builder().set_host("h").set_port(1).build()


def _pulsar() -> Any:
    builder = PulsarSource.builder().set_service_url("pulsar://h:1").set_topics("t").set_subscription_name("s")
    return builder.set_deserialization_schema(TEXT).set_bounded_stop_cursor(StopCursor.latest())


def _files(stream_format: StreamFormat) -> Source[Any]:
    return FileSource.for_record_stream_format(stream_format, "/x").build()


MAKERS: dict[str, Callable[[], Source[Any]]] = {
    "collection": lambda: CollectionSource([Row(1)]),
    "numbers": lambda: NumberSequenceSource(1, 2),
    "generator": lambda: DataGeneratorSource(Row, 3, RateLimiterStrategy.per_second(2)),
    "function": lambda: SourceFunctionSource(Numbers()),
    "socket": lambda: SocketTextSource("h", 1),
    "webhook": lambda: WebhookSource(1, TEXT, "/in"),
    "lines": lambda: (
        FileSource.for_record_stream_format(StreamFormat.text_line_format(), "/x")
        .set_file_enumerator(FileEnumeratorProvider.default_splittable_file_enumerator(20))
        .monitor_continuously(Duration.of_millis(5))
        .build()
    ),
    "parquet": lambda: FileSource.for_bulk_file_format(ParquetColumnarRowInputFormat(ROW), "/x").build(),
    "kafka": lambda: _kafka().build(),
    "kafka values": lambda: _kafka(KafkaRecordDeserializationSchema.value_only(TEXT)).build(),
    "kafka records": lambda: _kafka(Row).build(),
    "dynamic kafka": _dynamic,
    "kafka consumer": lambda: FlinkKafkaConsumer("t", TEXT, {"bootstrap.servers": "b:1", "group.id": "g"}),
    "jdbc": lambda: _jdbc().build(),
    "jdbc new rows": lambda: _jdbc().set_increasing_column("a").build(),
    "jdbc partitions": lambda: _jdbc().set_partition_column("a", 2).build(),
    "kinesis": lambda: FlinkKinesisConsumer("s", TEXT, {"aws.region": "r"}),
    "mqtt": lambda: MqttSource("h", "t", "c", TEXT, 1),
    "nats": lambda: NatsSource("nats://h:1", "s", TEXT),
    "pulsar": lambda: _pulsar().build(),
    "rabbitmq": lambda: RMQSource(_rabbitmq(), "q", True, TEXT),
    "rabbitmq stream": lambda: RMQStreamSource(_rabbitmq(), "q", TEXT),
    "redis": lambda: RedisStreamSource("redis://h:1", "s", TEXT),
    "json": lambda: NatsSource("nats://h:1", "s", JsonRowDeserializationSchema.builder().type_info(ROW).build()),
    "csv": lambda: NatsSource("nats://h:1", "s", CsvRowDeserializationSchema.Builder(FLAT).build()),
    "avro": lambda: NatsSource("nats://h:1", "s", AvroRowDeserializationSchema(avro_schema_string=AVRO)),
    "registry": lambda: NatsSource(
        "nats://h:1", "s", ConfluentRegistryAvroDeserializationSchema(ConfluentSchemaRegistry("http://h"), AVRO)
    ),
    "raw": lambda: NatsSource("nats://h:1", "s", RawSchema(Types.INT())),
    "json values": lambda: NatsSource("nats://h:1", "s", JsonSchema()),
    "json lines": lambda: _files(StreamFormat.json_lines_format()),
    "avro files": lambda: _files(AvroReaderFormat(AVRO)),
    "csv files": lambda: _files(CsvReaderFormat.for_schema(CsvSchema.builder().add_number_column("a").build())),
    "orc": lambda: FileSource.for_bulk_file_format(OrcColumnarRowInputFormat(ROW), "/x").build(),
    "hybrid": lambda: HybridSource.builder(NumberSequenceSource(1, 2)).add_source(CollectionSource([1])).build(),
}


@pytest.mark.parametrize("name", MAKERS)
def test_source_refers_to_our_classes_by_their_names(name: str) -> None:
    source = MAKERS[name]()
    data = dumps_without(source, {"guest": "guest"})
    assert references_in(data) == set()
    assert type(loads_with(data, {"guest": "guest"})) is type(source)


def test_bad_records_are_written_by_name() -> None:
    assert references_in(dumps_without(BadRecords, {})) == set()
