"""Kafka tables as users write them: statements against a real broker, whose jobs the simulation runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.core.errors import PyriteError, ValidationException
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import EnvironmentSettings, TableEnvironment
from pyrite.testing.simulation_executor import SimulationExecutor
from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.reading import produce
from tests.connectors.kafka.sinking import consumed


@pytest.fixture
def t_env() -> Iterator[TableEnvironment]:
    with use_context(ExecutionContext({"parallelism.default": "1"}, SimulationExecutor())):
        yield TableEnvironment.create(EnvironmentSettings.in_batch_mode())


def create(t_env: TableEnvironment, broker: KafkaServer, columns: str, **options: str) -> None:
    """A table `t`; `__` in the name of an option is a dot, `_` a dash."""
    bounds = {"scan__startup__mode": "earliest-offset", "scan__bounded__mode": "latest-offset"}
    named = {key.replace("__", ".").replace("_", "-"): value for key, value in {**bounds, **options}.items()}
    listed = ", ".join(f"'{key}' = '{value}'" for key, value in named.items())
    t_env.execute_sql(
        f"CREATE TABLE t ({columns}) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = '{broker.address}', "
        f"{listed})"
    )


def rows(t_env: TableEnvironment, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in t_env.execute_sql(query).collect()]


def test_metadata_is_written_and_read_by_ddl(t_env: TableEnvironment, broker: KafkaServer) -> None:
    topics = [new_topic(broker), new_topic(broker)]
    columns = (
        "id BIGINT, name STRING, topic STRING METADATA, h MAP<STRING, BYTES> METADATA FROM 'headers', "
        "sent TIMESTAMP_LTZ(3) METADATA FROM 'timestamp', place BIGINT METADATA FROM 'offset' VIRTUAL"
    )
    keyed = {
        "key__format": "raw",
        "key__fields": "name",
        "value__format": "json",
        "value__fields_include": "EXCEPT_KEY",
    }
    create(t_env, broker, columns, topic=";".join(topics), **keyed)
    values = (
        f"(1, 'a', '{topics[0]}', MAP['h', X'CAFE'], TO_TIMESTAMP_LTZ(1500, 3)), "
        f"(2, 'b', '{topics[1]}', CAST(NULL AS MAP<STRING, BYTES>), TO_TIMESTAMP_LTZ(2500, 3))"
    )
    t_env.execute_sql(f"INSERT INTO t VALUES {values}").wait()
    (message,) = consumed(broker, topics[0])
    assert (message.key(), message.value()) == (b"a", b'{"id":1}')
    assert (message.headers(), message.timestamp()[1]) == ([("h", b"\xca\xfe")], 1500)
    read = rows(t_env, "SELECT id, name, topic, h, place FROM t WHERE sent < TO_TIMESTAMP_LTZ(9999, 3)")
    assert sorted(read, key=lambda row: int(row[0])) == [
        (1, "a", topics[0], {"h": b"\xca\xfe"}, 0),
        (2, "b", topics[1], {}, 0),
    ]


def test_header_without_a_value_is_null(t_env: TableEnvironment, broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ['{"id":1}'], headers=[("h", None)])
    create(t_env, broker, "id INT, h MAP<STRING, BYTES> METADATA FROM 'headers'", topic=topic, format="json")
    assert rows(t_env, "SELECT * FROM t") == [(1, {"h": None})]


def test_record_that_cannot_be_read_names_topic_partition_offset_and_field(
    t_env: TableEnvironment, broker: KafkaServer
) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ['{"id":1,"r":{"a":1}}', '{"id":2,"r":{"a":"x"}}', "no JSON"])
    create(t_env, broker, "id INT, r ROW<a INT>", topic=topic, format="json")
    with pytest.raises(PyriteError) as raised:
        rows(t_env, "SELECT * FROM t")
    assert f"Kafka topic '{topic}', partition 0, offset 1: the value cannot be read: field 'r.a'" in str(raised.value)
    lenient = "SELECT id, r.a FROM t /*+ OPTIONS('json.ignore-parse-errors' = 'true') */"
    assert rows(t_env, lenient) == [(1, 1), (2, None)]


def test_wrong_property_of_the_client_names_the_table(t_env: TableEnvironment, broker: KafkaServer) -> None:
    create(t_env, broker, "id INT", topic="t", format="json", properties__fetch__min__byte="1")
    with pytest.raises(ValidationException) as raised:
        t_env.explain_sql("SELECT * FROM t")
    assert "Unable to create a source for reading table 'default_catalog.default_database.t'" in str(raised.value)
    assert 'No such configuration property: "fetch.min.byte"' in str(raised.value)


def test_group_without_offsets_says_which_option_helps(t_env: TableEnvironment, broker: KafkaServer) -> None:
    topic = new_topic(broker)
    create(t_env, broker, "id INT", topic=topic, format="json", properties__group__id=f"group-of-{topic}")
    hint = "/*+ OPTIONS('scan.startup.mode' = 'group-offsets') */"
    with pytest.raises(PyriteError, match=r"set 'properties\.auto\.offset\.reset' to earliest or latest"):
        rows(t_env, f"SELECT * FROM t {hint}")
