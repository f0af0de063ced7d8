"""'connector' = 'cassandra': rows by primary key."""

from __future__ import annotations

import pytest

from pyrite.core.errors import PyriteError
from servers.cassandra import CassandraServer
from tests.connectors.cassandra.node import new_table
from tests.connectors.changelogs import CHANGES, simulated_tables, view_of_changes

TABLE = "CREATE TABLE names (id INT, name STRING{key}) WITH ('connector' = 'cassandra', {options})"


def test_changelog_is_applied_to_rows(node: CassandraServer) -> None:
    keyspace, _, name = new_table(node).rpartition(".")
    options = f"'hosts' = '127.0.0.1', 'port' = '{node.port}', 'keyspace' = '{keyspace}', 'table-name' = '{name}'"
    with simulated_tables() as tables:
        view_of_changes(tables, *CHANGES)
        tables.execute_sql(TABLE.format(options=options, key=", PRIMARY KEY (id) NOT ENFORCED"))
        tables.execute_sql("INSERT INTO names SELECT id, name FROM changes").wait()
    rows = node.execute(f"SELECT id, name FROM {keyspace}.{name}")
    assert sorted(map(tuple, rows)) == [(1, "c"), (3, None), (4, None)]


def test_table_needs_a_primary_key() -> None:
    options = "'hosts' = 'nowhere', 'keyspace' = 'k', 'table-name' = 't'"
    with simulated_tables() as tables:
        tables.execute_sql(TABLE.format(options=options, key=""))
        with pytest.raises(PyriteError, match="'cassandra' tables require to define a PRIMARY KEY constraint"):
            tables.execute_sql("INSERT INTO names VALUES (1, 'a')")
