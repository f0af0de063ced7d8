"""SQL from Kafka to Kafka, in the simulation, against a real broker: crashed and rescaled, each row arrives once."""

from __future__ import annotations

import json

import pytest

from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.relational.passes import optimized
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.parser import parse_statement
from pyrite.relational.to_transformations import Translator
from pyrite.table.table_environment import StreamTableEnvironment
from pyrite.testing.simulation import SimulationOptions
from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.reading import produce
from tests.connectors.kafka.sinking import consumed
from tests.whole.contract.runs import random_crashes
from tests.whole.simulation.scenarios import simulation_of

ROWS = 60
PARTITIONS = 3
SOURCE = """
    CREATE TABLE orders (
        id BIGINT, name STRING, price DOUBLE, ts TIMESTAMP(3), place INT METADATA FROM 'partition'
    ) WITH (
        'connector' = 'kafka', 'topic' = '{topic}', 'properties.bootstrap.servers' = '{servers}',
        'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset', 'format' = 'json'
    )"""
SINK = """
    CREATE TABLE cheap (id BIGINT, name STRING, price DOUBLE, place INT) WITH (
        'connector' = 'kafka', 'topic' = '{topic}', 'properties.bootstrap.servers' = '{servers}',
        'key.format' = 'raw', 'key.fields' = 'name', 'value.format' = 'json',
        'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = 'cheap'
    )"""
INSERT = "INSERT INTO cheap SELECT id, name, price * 2, place FROM orders WHERE id >= 10"


def run(broker: KafkaServer, seed: int, options: SimulationOptions) -> list[dict[str, object]]:
    """The rows of the sink's topic after the job."""
    source, sink = new_topic(broker, PARTITIONS), new_topic(broker, 2)
    for partition in range(PARTITIONS):
        numbers = range(partition, ROWS, PARTITIONS)
        produce(broker, source, [f'{{"id":{n},"name":"n{n % 7}","price":{n}.25}}' for n in numbers], partition)

    def build(env: StreamExecutionEnvironment) -> None:
        tables = StreamTableEnvironment.create(env)
        tables.execute_sql(SOURCE.format(topic=source, servers=broker.address))
        tables.execute_sql(SINK.format(topic=sink, servers=broker.address))
        insert = parse_statement(INSERT)
        assert isinstance(insert, sql_tree.Insert)
        plan = tables.session.plan_insert(insert, INSERT)
        env.add_transformation(Translator(tables.session.configuration, env.program).translate(optimized(plan)))

    result = simulation_of(build, options, {}).run(seed)
    assert result.status is JobStatus.FINISHED, f"seed {seed}: {result.cause!r}"
    messages = consumed(broker, sink)
    assert all(message.key() == b"n%d" % (json.loads(message.value() or b"")["id"] % 7) for message in messages)
    return [json.loads(message.value() or b"") for message in messages]


@pytest.mark.parametrize("seed", [1, 2])
def test_each_row_arrives_once_when_the_job_crashes(broker: KafkaServer, seed: int) -> None:
    arrived = run(broker, seed, random_crashes(rescales=seed == 2))
    assert sorted(arrived, key=lambda row: str(row["id"]).zfill(2)) == [
        {"id": n, "name": f"n{n % 7}", "price": 2 * n + 0.5, "place": n % PARTITIONS} for n in range(10, ROWS)
    ]
