"""Kafka to a keyed count to Kafka, exactly-once: ours beside our own at-least-once, and beside PyFlink's.

`python -m benchmarks.kafka_exactly_once ADDRESS WAY N[,N...]` runs ours, for N records of each partition, and prints
one JSON line. Records of 1 KB are read as JSON and counted by user; a count is written for each. Checkpoints are a
second apart. The topic that was written is counted, too, by a consumer of committed records.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from typing import Any

from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from benchmarks.kafka_records import fill
from benchmarks.rate import Rate, agreed_rate, slopes
from benchmarks.results import Result
from benchmarks.run import ROOT, peer_python, run_json
from pyrite.common import ByteArraySchema, WatermarkStrategy
from pyrite.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.connectors.base import DeliveryGuarantee
from pyrite.datastream.connectors.kafka import (
    KafkaOffsetsInitializer,
    KafkaRecordSerializationSchema,
    KafkaSink,
    KafkaSource,
    KafkaTopicPartition,
)
from pyrite.datastream.state import ValueStateDescriptor
from servers.kafka import KafkaServer
from servers.server import maven_jars

NAME = "kafka_exactly_once"
CONNECTOR = ("org.apache.flink", "flink-sql-connector-kafka", "5.0.0-2.2", "*")
"""The newest of PyFlink's connectors in Maven Central; there is none for 2.3."""
PARTITIONS = 2
CHECKPOINT_MS = 1000
_SIZES = (100_000, 700_000)
"""Records of each partition."""
_ROUNDS = 3
_PEER_ROUNDS = 2
_PYFLINK_SIZES = {"process": (20_000, 100_000), "thread": (20_000, 100_000)}
_SETTINGS = {
    "process": ("--mode", "process", "--tuned"),
    "thread": ("--mode", "thread", "--tuned"),
}


def measure() -> list[Result]:
    broker = KafkaServer()
    with broker:
        fill(broker, "in", PARTITIONS, _SIZES[1])
        ways = (DeliveryGuarantee.EXACTLY_ONCE, DeliveryGuarantee.AT_LEAST_ONCE)
        (once, report), (at_least_once, their) = (_our_rate(broker.address, way) for way in ways)
        pyflink = {mode: _pyflink_rate(broker.address, mode) for mode in _SETTINGS}
    best = max(pyflink, key=lambda mode: pyflink[mode].per_second)
    ours = f"1 KB JSON in, a count out; checkpoints every {CHECKPOINT_MS} ms; rounds: {report}"
    modes = ", ".join(f"{mode} tuned {rate.per_second:,.0f}/s" for mode, rate in pyflink.items())
    note = f"connector {CONNECTOR[2]}; {modes}; ours: {ours}"
    return [
        Result(NAME, once.per_second, "pyflink", pyflink[best].per_second, note=note).with_cpu(once, pyflink[best]),
        Result(NAME, once.per_second, "at_least_once", at_least_once.per_second, note=f"{ours} and {their}").with_cpu(
            once, at_least_once
        ),
    ]


def _our_rate(address: str, way: DeliveryGuarantee) -> tuple[Rate, str]:
    def once() -> Rate:
        sizes = ",".join(map(str, _SIZES))
        run = run_json([sys.executable, "-m", "benchmarks.kafka_exactly_once", address, way.name, sizes])
        return slopes(_SIZES, run["seconds"], run["cpu_seconds"])[0].times(PARTITIONS)

    return agreed_rate(f"{NAME}, {way.name}", lambda count: [once() for _ in range(count)], _ROUNDS)


def _pyflink_rate(address: str, mode: str) -> Rate:
    jars = maven_jars(f"flink-kafka-{CONNECTOR[2]}", [CONNECTOR])
    (jar,) = jars.glob("*.jar")
    script = ROOT / "benchmarks" / "peers" / "pyflink_kafka_peer.py"

    def once() -> Rate:
        seconds, used = [], []
        for size in _PYFLINK_SIZES[mode]:
            topic = new_topic(address)
            command = [str(peer_python("pyflink")), str(script), address, "in", topic, "--jar", str(jar)]
            run = run_json([*command, *_SETTINGS[mode], "--records", str(size), "--partitions", str(PARTITIONS)])
            check_count(address, topic, size * PARTITIONS)
            seconds.append(float(run["seconds"]))
            used.append(run["cpu_s"])
        return slopes(_PYFLINK_SIZES[mode], seconds, used)[0].times(PARTITIONS)

    return agreed_rate(f"{NAME}, pyflink {mode}", lambda count: [once() for _ in range(count)], _PEER_ROUNDS)[0]


def new_topic(address: str) -> str:
    name = f"out-{uuid.uuid4().hex[:8]}"
    admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
    admin.create_topics([NewTopic(name, PARTITIONS, 1)])[name].result(30)
    return name


def check_count(address: str, topic: str, expected: int) -> None:
    """All counts are there, once."""
    settings = {"bootstrap.servers": address, "group.id": "check", "log_level": 0}
    consumer = Consumer({**settings, "isolation.level": "read_committed"})
    consumer.assign([TopicPartition(topic, number, OFFSET_BEGINNING) for number in range(PARTITIONS)])
    results = 0
    while messages := consumer.consume(10_000, 3.0):
        results += sum(message.error() is None for message in messages)
    consumer.close()
    if results != expected:
        raise RuntimeError(f"{topic} has {results} records, not {expected}")


# Ours -----------------------------------------------------------------------------------------------------------------


class CountByUser(KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: str, ctx: KeyedProcessFunction.Context) -> Iterator[tuple[str, int]]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield value, count


def main(address: str, way: str, sizes: str) -> None:
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(PARTITIONS)
    with tempfile.TemporaryDirectory() as folder:
        env.get_configuration().set_string("execution.checkpointing.dir", folder)
        env.enable_checkpointing(CHECKPOINT_MS)
        run(env, address, DeliveryGuarantee[way], 1000)  # Spark's own warm-up
        spans = [run(env, address, DeliveryGuarantee[way], int(size)) for size in sizes.split(",")]
    print(json.dumps({"seconds": [end - begin for begin, end in spans], "spans": spans}))


def run(env: StreamExecutionEnvironment, address: str, way: DeliveryGuarantee, records: int) -> tuple[float, float]:
    """When it began and ended."""
    topic = new_topic(address)
    end = {KafkaTopicPartition("in", partition): records for partition in range(PARTITIONS)}
    source = KafkaSource.builder().set_bootstrap_servers(address).set_topics("in")
    source.set_bounded(KafkaOffsetsInitializer.offsets(end)).set_value_only_deserializer(ByteArraySchema())
    record = KafkaRecordSerializationSchema.builder().set_topic(topic)
    record.set_key_serialization_schema(lambda count: count[0].encode())
    record.set_value_serialization_schema(lambda count: json.dumps({"user": count[0], "count": count[1]}).encode())
    sink = KafkaSink.builder().set_bootstrap_servers(address).set_record_serializer(record.build())
    stream = env.from_source(source.build(), WatermarkStrategy.no_watermarks(), "in")
    users = stream.map(lambda value: json.loads(value)["user"])
    counts = users.key_by(lambda user: user).process(CountByUser())
    counts.sink_to(sink.set_delivery_guarantee(way).build())
    begun = time.monotonic()
    env.execute()
    ended = time.monotonic()
    check_count(address, topic, records * PARTITIONS)
    return begun, ended


if __name__ == "__main__":
    main(*sys.argv[1:])
