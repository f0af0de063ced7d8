"""Kinesis: resharding, batches, what is refused, and settings that are wrong."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.common.block import Block
from pyrite.connectors.kinesis.sink import BatchWriter
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import NumberSequenceSource
from pyrite.datastream.connectors.kinesis import FlinkKinesisConsumer, KinesisStreamsSink, PartitionKeyGenerator
from pyrite.testing.simulation import SimulationOptions, simulate
from tests.connectors.kinesis.aws import client, create_stream, properties, records_of
from tests.whole.contract.case import RECORDS, SourceCase
from tests.whole.contract.cases.kinesis import KinesisStream
from tests.whole.contract.runs import run_source


def new_name() -> str:
    return f"s{uuid.uuid4().hex[:12]}"


def test_shards_of_a_resharding_are_read_too() -> None:
    name = new_name()
    case: SourceCase = KinesisStream()
    case.fill(name, RECORDS - 10)
    client("kinesis").update_shard_count(StreamName=name, TargetShardCount=4, ScalingType="UNIFORM_SCALING")
    entries = [{"Data": str(number).encode(), "PartitionKey": str(number)} for number in range(RECORDS - 10, RECORDS)]
    client("kinesis").put_records(StreamName=name, Records=entries)
    assert sorted(run_source(case, name, 1, SimulationOptions(time_passes=0.5))) == list(range(RECORDS))


def sink(name: str, **limits: int) -> KinesisStreamsSink:
    builder = KinesisStreamsSink.builder().set_stream_name(name).set_serialization_schema(SimpleStringSchema())
    builder.set_kinesis_client_properties(properties()).set_partition_key_generator(PartitionKeyGenerator.fixed())
    for setter, value in limits.items():
        getattr(builder, f"set_{setter}")(value)
    return builder.build()


def test_records_are_sent_in_batches_of_a_size() -> None:
    name = new_name()
    create_stream(name)
    env = StreamExecutionEnvironment()
    numbers = env.from_source(NumberSequenceSource(0, 24), WatermarkStrategy.no_watermarks(), "numbers")
    numbers.map(str).sink_to(sink(name, max_batch_size=10, max_batch_size_in_bytes=64))
    simulate(env)
    assert sorted(map(int, records_of(name))) == list(range(25))


class Refusing(KinesisStreamsSink):
    """Refuses every second entry, once."""

    def __init__(self, sink: KinesisStreamsSink) -> None:
        self.__dict__.update(sink.__dict__)
        self.requests: list[list[bytes]] = []

    def send(self, client: Any, batch: list[dict[str, Any]]) -> list[dict[str, Any]]:
        self.requests.append([entry["Data"] for entry in batch])
        refused = {"ErrorCode": "ProvisionedThroughputExceededException", "ErrorMessage": "slow down"}
        return [refused if number % 2 and len(self.requests) == 1 else {} for number in range(len(batch))]


def test_what_was_refused_is_sent_again_and_nothing_else() -> None:
    refusing = Refusing(sink("anywhere"))
    BatchWriter(refusing).write(Block(["a", "b", "c", "d"]))
    assert refusing.requests == [[b"a", b"b", b"c", b"d"], [b"b", b"d"]]


def test_stream_that_is_not_there_is_an_error_with_its_address() -> None:
    env = StreamExecutionEnvironment()
    source = FlinkKinesisConsumer("nowhere", SimpleStringSchema(), properties())
    env.add_source(source).print()
    result = simulate(env)
    assert isinstance(result.cause, ConnectorError)
    assert f"the shards of nowhere at {properties()['aws.endpoint']} cannot be listed" in str(result.cause)


@pytest.mark.parametrize(
    "wrong, reported",
    [
        ({"flink.stream.initpos": "FIRST"}, "must be one of LATEST, TRIM_HORIZON, AT_TIMESTAMP"),
        ({"flink.stream.initpos": "AT_TIMESTAMP"}, "must be a time in ISO 8601 format, not None"),
        ({"flink.shard.getrecords.maxrecordcount": "many"}, "must be a number above 0, not 'many'"),
        ({"aws.regoin": "eu"}, "unknown property 'aws.regoin'"),
        ({"aws.credentials.provider": "MAGIC"}, "must be AUTO"),
        ({"aws.credentials.provider.basic.accesskeyid": "a"}, "must be set together"),
    ],
)
def test_wrong_setting_is_reported_with_what_is_allowed(wrong: dict[str, str], reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        FlinkKinesisConsumer("s", SimpleStringSchema(), wrong)


@pytest.mark.parametrize(
    "name",
    ["max_batch_size", "max_in_flight_requests", "max_buffered_requests", "max_time_in_buffer_ms"],
)
def test_setting_of_a_sink_that_is_not_positive_is_refused(name: str) -> None:
    builder = KinesisStreamsSink.builder()
    assert getattr(builder, f"set_{name}")(1) is builder
    with pytest.raises(InvalidProgramError, match=f"{name} must be above 0, not 0"):
        getattr(builder, f"set_{name}")(0)


def test_keys_are_in_no_text() -> None:
    source = FlinkKinesisConsumer("s", SimpleStringSchema(), properties())
    assert "the-secret-key" not in repr(vars(source))
