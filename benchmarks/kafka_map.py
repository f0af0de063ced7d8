"""Kafka into a Python map: our source on Spark, beside a bare consumer loop in as many processes.

`python -m benchmarks.kafka_map ADDRESS MAP N[,N...]` runs ours, for N records of each partition, and prints one JSON
line. The map that is measured is `amount`, which reads the JSON; `length` does next to nothing.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from statistics import median

from confluent_kafka import Consumer, TopicPartition

from benchmarks.at_once import seconds_at_once
from benchmarks.kafka_records import fill
from benchmarks.results import Result
from benchmarks.run import run_json, slope
from pyrite.common import ByteArraySchema, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import DiscardingSink
from pyrite.datastream.connectors.kafka import KafkaOffsetsInitializer, KafkaSource, KafkaTopicPartition
from servers.kafka import KafkaServer

NAME = "kafka_map"
_PROCESSES = 2
_SIZES = (100_000, 1_100_000)
"""Records of each partition; each process has one."""
_ROUNDS = 3
_AT_ONCE = 1000


def amount(record: bytes) -> float:
    value: float = json.loads(record)["amount"]
    return value


MAPS: dict[str, Callable[[bytes], float]] = {"amount": amount, "length": len}


def measure() -> list[Result]:
    broker = KafkaServer()
    with broker:
        fill(broker, NAME, _PROCESSES, _SIZES[1])
        bare = [_bare_rate(broker.address, "amount")]
        sizes = ",".join(str(size) for size in _SIZES * _ROUNDS)
        seconds = run_json([sys.executable, "-m", "benchmarks.kafka_map", broker.address, "amount", sizes])["seconds"]
        bare += [_bare_rate(broker.address, "amount") for _ in range(_ROUNDS - 1)]
    ours = [_rate((seconds[i], seconds[i + 1])) for i in range(0, 2 * _ROUNDS, 2)]
    note = f"1 KB JSON, {_PROCESSES} processes; rounds: {_told(ours)} and {_told(bare)}"
    return [Result(NAME, median(ours), "consumer", median(bare), note=note)]


def _rate(seconds: tuple[float, float]) -> float:
    return _PROCESSES * slope(_SIZES, seconds)


def _told(rates: list[float]) -> str:
    return ", ".join(f"{rate:,.0f}" for rate in rates)


# The peer -------------------------------------------------------------------------------------------------------------


def _bare_rate(address: str, name: str) -> float:
    small, large = (
        max(seconds_at_once(consume, [(address, name, partition, size) for partition in range(_PROCESSES)]))
        for size in _SIZES
    )
    return _rate((small, large))


def consume(pipe: Connection, address: str, name: str, partition: int, records: int) -> None:
    """One process: a consumer of one partition, and the map."""
    do = MAPS[name]
    consumer = Consumer(
        {
            "bootstrap.servers": address,
            "group.id": "bare",
            "enable.auto.commit": False,
            "log_level": 0,
            "fetch.queue.backoff.ms": 10,
        }
    )
    pipe.send("ready")
    pipe.recv()
    begun = time.monotonic()
    consumer.assign([TopicPartition(NAME, partition, 0)])
    left = records
    while left > 0:
        for message in consumer.consume(min(left, _AT_ONCE), 1.0):
            value = message.value()
            if message.error() is None and value is not None:
                do(value)
                left -= 1
    pipe.send(time.monotonic() - begun)
    consumer.close()


# Ours -----------------------------------------------------------------------------------------------------------------


def main(address: str, name: str, sizes: str) -> None:
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(_PROCESSES)
    run(env, address, name, 1000)  # Spark's own warm-up
    seconds = [run(env, address, name, int(size)) for size in sizes.split(",")]
    print(json.dumps({"seconds": seconds}))


def run(env: StreamExecutionEnvironment, address: str, name: str, records: int) -> float:
    end = {KafkaTopicPartition(NAME, partition): records for partition in range(_PROCESSES)}
    source = (
        KafkaSource.builder()
        .set_bootstrap_servers(address)
        .set_topics(NAME)
        .set_bounded(KafkaOffsetsInitializer.offsets(end))
        .set_value_only_deserializer(ByteArraySchema())
        .build()
    )
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "kafka")
    stream.map(MAPS[name]).sink_to(DiscardingSink())
    begun = time.monotonic()
    env.execute()
    return time.monotonic() - begun


if __name__ == "__main__":
    main(*sys.argv[1:])
