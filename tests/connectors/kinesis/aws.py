"""One moto for all tests of Kinesis, and what they ask it."""

from __future__ import annotations

import atexit
from functools import cache
from typing import Any

from servers.moto import ACCESS_KEY, REGION, SECRET_KEY, Moto


@cache
def moto() -> Moto:
    server = Moto()
    server.start()
    atexit.register(server.stop)
    return server


@cache
def client(service: str) -> Any:
    return moto().client(service)


def properties() -> dict[str, str]:
    return {
        "aws.endpoint": moto().endpoint,
        "aws.region": REGION,
        "aws.credentials.provider.basic.accesskeyid": ACCESS_KEY,
        "aws.credentials.provider.basic.secretkey": SECRET_KEY,
    }


def create_stream(name: str, shards: int = 2) -> None:
    client("kinesis").create_stream(StreamName=name, ShardCount=shards)
    client("kinesis").get_waiter("stream_exists").wait(StreamName=name, WaiterConfig={"Delay": 1})


def records_of(name: str) -> list[bytes]:
    """All that is in a stream, read without Pyrite."""
    kinesis = client("kinesis")
    actual: list[bytes] = []
    for shard in kinesis.list_shards(StreamName=name)["Shards"]:
        where = {"StreamName": name, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
        iterator = kinesis.get_shard_iterator(**where)["ShardIterator"]
        answer = kinesis.get_records(ShardIterator=iterator, Limit=10_000)
        actual.extend(record["Data"] for record in answer["Records"])
    return actual
