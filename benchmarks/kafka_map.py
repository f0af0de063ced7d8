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

from confluent_kafka import Consumer, TopicPartition

from benchmarks.at_once import told_at_once
from benchmarks.kafka_records import fill
from benchmarks.rate import Rate, agreed_rate, slopes
from benchmarks.results import Result
from benchmarks.run import run_json
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
        ours, report = agreed_rate(f"{NAME}, ours", lambda count: _our_rates(broker.address, count), _ROUNDS)
        bare, their = agreed_rate(f"{NAME}, consumer", lambda count: _bare_rates(broker.address, count), _ROUNDS)
    note = f"1 KB JSON, {_PROCESSES} processes; rounds: {report} and {their}"
    return [Result(NAME, ours.per_second, "consumer", bare.per_second, note=note).with_cpu(ours, bare)]


def _our_rates(address: str, rounds: int) -> list[Rate]:
    sizes = ",".join(str(size) for size in _SIZES * rounds)
    run = run_json([sys.executable, "-m", "benchmarks.kafka_map", address, "amount", sizes])
    return [rate.times(_PROCESSES) for rate in slopes(_SIZES, run["seconds"], run["cpu_seconds"])]


# The peer -------------------------------------------------------------------------------------------------------------


def _bare_rates(address: str, rounds: int) -> list[Rate]:
    seconds, used = [], []
    for size in _SIZES * rounds:
        report = told_at_once(consume, [(address, "amount", partition, size) for partition in range(_PROCESSES)])
        seconds.append(max(took_s for took_s, _ in report))
        used.append(sum(cpu_s for _, cpu_s in report))
    return [rate.times(_PROCESSES) for rate in slopes(_SIZES, seconds, used)]


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
    pipe.send((time.monotonic() - begun, time.process_time()))
    consumer.close()


# Ours -----------------------------------------------------------------------------------------------------------------


def main(address: str, name: str, sizes: str) -> None:
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(_PROCESSES)
    run(env, address, name, 1000)  # Spark's own warm-up
    spans = [run(env, address, name, int(size)) for size in sizes.split(",")]
    print(json.dumps({"seconds": [end - begin for begin, end in spans], "spans": spans}))


def run(env: StreamExecutionEnvironment, address: str, name: str, records: int) -> tuple[float, float]:
    """When it began and ended."""
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
    return begun, time.monotonic()


if __name__ == "__main__":
    main(*sys.argv[1:])
