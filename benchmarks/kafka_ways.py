"""Ways to write to Kafka from one process, one after another, in rounds: `python -m benchmarks.kafka_ways`.

at-least-once: a plain producer, flushed at each checkpoint. open: a transaction that is open from one checkpoint to the
next, flushed and then committed. write-ahead: records are staged, synced to a file as a checkpoint would, and then
written in one transaction with a marker. The figures of docs/decisions/0011 are made by this.
"""

from __future__ import annotations

import argparse
import os
import pickle
import tempfile
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from confluent_kafka import Consumer, Producer, TopicPartition

from pyrite.connectors.base.staging import Stage
from servers.kafka import KafkaServer

BLOCK = 1000
WAIT_S = 60.0


class Ways:
    """Each method writes `rounds` checkpoints of `blocks` blocks."""

    def __init__(self, address: str, topic: str, values: list[bytes]) -> None:
        self._settings: dict[str, Any] = {"bootstrap.servers": address, "log_level": 0}
        self._topic = topic
        self._values = values
        self._keys = [str(number % 997).encode() for number in range(len(values))]

    def _produce(self, producer: Producer, keys: list[bytes], values: list[bytes]) -> None:
        for key, value in zip(keys, values, strict=True):
            while True:
                try:
                    producer.produce(self._topic, value, key)
                    break
                except BufferError:
                    producer.poll(0.05)
        producer.poll(0)

    def at_least_once(self, rounds: int, blocks: int) -> None:
        producer = Producer({**self._settings, "enable.idempotence": True})
        for _ in range(rounds):
            for _ in range(blocks):
                self._produce(producer, self._keys, self._values)
            producer.flush(WAIT_S)

    def open(self, rounds: int, blocks: int) -> None:
        producer = Producer({**self._settings, "transactional.id": f"open-{time.time_ns()}"})
        producer.init_transactions(WAIT_S)
        for _ in range(rounds):
            producer.begin_transaction()
            for _ in range(blocks):
                self._produce(producer, self._keys, self._values)
            producer.flush(WAIT_S)
            producer.commit_transaction(WAIT_S)

    def write_ahead(self, rounds: int, blocks: int) -> None:
        name = f"ahead-{time.time_ns()}"
        producer = Producer({**self._settings, "transactional.id": name})
        producer.init_transactions(WAIT_S)
        group = Consumer({**self._settings, "group.id": name}).consumer_group_metadata()
        stage = Stage()
        for number in range(rounds):
            for _ in range(blocks):
                stage.add((self._topic, self._keys, self._values))
            parts = stage.take()
            with tempfile.TemporaryFile() as file:
                file.write(pickle.dumps(parts, 5))
                os.fsync(file.fileno())
            for part in parts:
                producer.begin_transaction()
                for _, keys, values in part.items():
                    self._produce(producer, keys, values)
                producer.flush(WAIT_S)
                producer.send_offsets_to_transaction([TopicPartition(self._topic, 0, number + 1)], group, WAIT_S)
                producer.commit_transaction(WAIT_S)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=int, default=1000)
    parser.add_argument("--blocks", type=int, default=50, help="of 1,000 records, between two checkpoints")
    parser.add_argument("--checkpoints", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    filler = os.urandom(options.bytes).hex().encode()[: options.bytes - 40]
    values = [b'{"number": %10d, "text": "%s"}' % (number, filler) for number in range(BLOCK)]
    with KafkaServer() as server:
        server.create_topic("out", 4)
        ways = Ways(server.address, "out", values)
        works: list[Callable[[int, int], None]] = [ways.at_least_once, ways.open, ways.write_ahead]
        rates: dict[str, list[float]] = {work.__name__: [] for work in works}
        for work in works:
            work(1, 10)
        for _ in range(options.rounds):
            for work in works:
                begun = time.monotonic()
                work(options.checkpoints, options.blocks)
                rates[work.__name__].append(options.checkpoints * options.blocks * BLOCK / (time.monotonic() - begun))
    for name, item in rates.items():
        print(f"{name:14} {median(item):10,.0f} records/s  (of {', '.join(f'{rate:,.0f}' for rate in item)})")


if __name__ == "__main__":
    main()
