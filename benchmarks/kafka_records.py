"""Topics of JSON records of 1 KB, for measurements."""

from __future__ import annotations

import json
import random

from confluent_kafka import Producer

from servers.kafka import KafkaServer

SIZE_BYTES = 1024
_KINDS = 1000


def make_records(keys: int = 10_000) -> list[bytes]:
    """Some different records: a user, an amount, and text that fills them up."""
    chance = random.Random(7)
    records = []
    for number in range(_KINDS):
        record = {"id": number, "user": f"user-{chance.randrange(keys)}", "amount": chance.random() * 100, "note": ""}
        record["note"] = "".join(chance.choices("abcdefgh ", k=SIZE_BYTES - len(json.dumps(record))))
        records.append(json.dumps(record).encode())
    return records


def fill(broker: KafkaServer, topic: str, partitions: int, each: int) -> None:
    """Makes a topic with `each` records in every partition."""
    broker.create_topic(topic, partitions)
    records = make_records()
    producer = Producer(
        {"bootstrap.servers": broker.address, "linger.ms": 20, "batch.num.messages": 1000, "log_level": 0}
    )
    for number in range(each):
        for partition in range(partitions):
            while True:
                try:
                    producer.produce(topic, records[number % _KINDS], partition=partition)
                    break
                except BufferError:
                    producer.poll(0.1)
    left = producer.flush(120)
    if left:
        raise RuntimeError(f"{left} records were not written")
