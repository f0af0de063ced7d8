"""'connector' = 'upsert-kafka': records that replace the row of their key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pyrite.common import RowKind
from pyrite.core.errors import PyriteError
from pyrite.table import StreamTableEnvironment
from servers.kafka import KafkaServer
from tests.connectors.changelogs import simulated_tables, view_of_changes
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.sinking import consumed

TABLE = (
    "CREATE TABLE names (name STRING, id INT NOT NULL, PRIMARY KEY (id) NOT ENFORCED) WITH "
    "('connector' = 'upsert-kafka', 'topic' = '{topic}', 'properties.bootstrap.servers' = '{servers}', "
    "'key.format' = 'json', 'value.format' = 'json', 'scan.bounded.mode' = 'latest-offset'{more})"
)
CHANGES = (("+I", 1, "a"), ("+I", 2, "b"), ("-U", 1, "a"), ("+U", 1, "c"), ("-D", 2, "b"), ("+I", 3, None))


@pytest.fixture
def tables() -> Iterator[StreamTableEnvironment]:
    with simulated_tables() as made:
        view_of_changes(made, *CHANGES)
        yield made


def test_changes_are_written_and_read_by_key(tables: StreamTableEnvironment, broker: KafkaServer) -> None:
    topic = new_topic(broker)
    tables.execute_sql(TABLE.format(topic=topic, servers=broker.address, more=""))
    tables.execute_sql("INSERT INTO names SELECT name, id FROM changes").wait()
    assert [(message.key(), message.value()) for message in consumed(broker, topic)] == [
        (b'{"id":1}', b'{"name":"a","id":1}'),
        (b'{"id":2}', b'{"name":"b","id":2}'),
        (b'{"id":1}', b'{"name":"c","id":1}'),
        (b'{"id":2}', None),
        (b'{"id":3}', b'{"name":null,"id":3}'),
    ]
    rows = [(row.get_row_kind(), *row) for row in tables.execute_sql("SELECT * FROM names").collect()]
    assert rows == [
        (RowKind.INSERT, "a", 1),
        (RowKind.INSERT, "b", 2),
        (RowKind.UPDATE_BEFORE, "a", 1),
        (RowKind.UPDATE_AFTER, "c", 1),
        (RowKind.DELETE, "b", 2),
        (RowKind.INSERT, None, 3),
    ]
    counts = list(tables.execute_sql("SELECT COUNT(*), COUNT(name), SUM(id) FROM names").collect())
    assert list(counts[-1]) == [2, 1, 4]


def test_key_is_left_out_of_values_and_changes_are_reduced(tables: StreamTableEnvironment, broker: KafkaServer) -> None:
    topic = new_topic(broker)
    more = (
        ", 'value.fields-include' = 'EXCEPT_KEY', 'sink.buffer-flush.max-rows' = '10', "
        "'sink.buffer-flush.interval' = '1s'"
    )
    tables.execute_sql(TABLE.format(topic=topic, servers=broker.address, more=more))
    tables.execute_sql("INSERT INTO names SELECT name, id FROM changes").wait()
    last = {message.key(): message.value() for message in consumed(broker, topic)}
    assert last == {b'{"id":1}': b'{"name":"c"}', b'{"id":2}': None, b'{"id":3}': b'{"name":null}'}
    assert sorted(row[1] for row in tables.execute_sql("SELECT * FROM names WHERE id = 3").collect()) == [3]


def test_table_needs_a_primary_key(tables: StreamTableEnvironment) -> None:
    table = TABLE.replace(", PRIMARY KEY (id) NOT ENFORCED", "")
    tables.execute_sql(table.format(topic="t", servers="localhost:1", more=""))
    with pytest.raises(PyriteError, match="'upsert-kafka' tables require to define a PRIMARY KEY constraint"):
        tables.execute_sql("SELECT * FROM names")


def test_key_is_read_where_the_query_does_not_name_it(tables: StreamTableEnvironment) -> None:
    tables.execute_sql(TABLE.format(topic="t", servers="localhost:1", more=""))
    plan = tables.explain_sql("SELECT name, COUNT(*) FROM names GROUP BY name")
    assert "ChangelogNormalize(key=[id])" in plan
    only_key = tables.explain_sql("SELECT id FROM names")
    assert "names, project=[id], metadata=[]]], fields=[id]" in only_key
