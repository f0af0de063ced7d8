"""Kinesis and Firehose, against moto."""

from __future__ import annotations

from typing import Any

from pyrite.connectors.kinesis.sink import KinesisFirehoseSink, KinesisStreamsSink
from pyrite.connectors.kinesis.source import FlinkKinesisConsumer
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from tests.connectors.kinesis.aws import client, create_stream, properties, records_of
from tests.whole.contract.case import SinkCase, SourceCase


class KinesisStream(SourceCase):
    connector = FlinkKinesisConsumer
    delivery = EXACTLY_ONCE

    def fill(self, run: str, count: int) -> None:
        create_stream(run)
        entries = [{"Data": str(number).encode(), "PartitionKey": str(number)} for number in range(count)]
        client("kinesis").put_records(StreamName=run, Records=entries)

    def source(self, run: str) -> Source[Any]:
        settings = {"flink.stream.initpos": "TRIM_HORIZON", "flink.shard.getrecords.maxrecordcount": "7"}
        settings["flink.shard.getrecords.intervalmillis"] = "1"
        return FlinkKinesisConsumer(run, SimpleStringSchema(), properties() | settings)


class KinesisStreams(SinkCase):
    connector = KinesisStreamsSink
    delivery = AT_LEAST_ONCE

    def sink(self, run: str) -> Sink:
        create_stream(run)
        made = KinesisStreamsSink.builder().set_stream_name(run).set_serialization_schema(SimpleStringSchema())
        return made.set_kinesis_client_properties(properties()).build()

    def arrived(self, run: str) -> list[int]:
        return [int(data) for data in records_of(run)]


class Firehose(SinkCase):
    connector = KinesisFirehoseSink
    delivery = AT_LEAST_ONCE

    def sink(self, run: str) -> Sink:
        client("s3").create_bucket(Bucket=run)
        target = {"RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": f"arn:aws:s3:::{run}"}
        client("firehose").create_delivery_stream(DeliveryStreamName=run, ExtendedS3DestinationConfiguration=target)
        made = KinesisFirehoseSink.builder().set_delivery_stream_name(run).set_serialization_schema(Numbered())
        return made.set_firehose_client_properties(properties()).build()

    def arrived(self, run: str) -> list[int]:
        actual: list[int] = []
        for entry in client("s3").list_objects_v2(Bucket=run).get("Contents", []):
            body = client("s3").get_object(Bucket=run, Key=entry["Key"])["Body"].read()
            actual.extend(map(int, body.decode().split()))
        return actual


class Numbered(SimpleStringSchema):
    """With a space behind each: Firehose puts nothing between records."""

    def serialize(self, element: str) -> bytes:
        return super().serialize(f"{element} ")
