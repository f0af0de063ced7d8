"""'connector' = 'elasticsearch-7': rows as documents."""

from __future__ import annotations

from typing import Any

from servers.opensearch import OpenSearchServer
from tests.connectors.changelogs import CHANGES, simulated_tables, view_of_changes
from tests.connectors.elasticsearch.node import new_index

TABLE = "CREATE TABLE names (id INT, name STRING{key}) WITH ('connector' = 'elasticsearch-7', {options})"


def documents(node: OpenSearchServer, index: str) -> dict[str, Any]:
    node.ask(f"{index}/_refresh", {})
    hits = node.ask(f"{index}/_search", {"size": 100})["hits"]["hits"]
    return {hit["_id"]: hit["_source"] for hit in hits}


def test_changelog_is_applied_to_documents(node: OpenSearchServer) -> None:
    index = new_index()
    options = f"'hosts' = '{node.url}', 'index' = '{index}'"
    with simulated_tables() as tables:
        view_of_changes(tables, *CHANGES)
        tables.execute_sql(TABLE.format(options=options, key=", PRIMARY KEY (id) NOT ENFORCED"))
        tables.execute_sql("INSERT INTO names SELECT id, name FROM changes").wait()
    assert documents(node, index) == {
        "1": {"id": 1, "name": "c"},
        "3": {"id": 3, "name": None},
        "4": {"id": 4, "name": None},
    }


def test_rows_without_a_key_are_added(node: OpenSearchServer) -> None:
    index = new_index()
    options = f"'hosts' = '{node.url}', 'index' = '{index}'"
    with simulated_tables() as tables:
        tables.execute_sql(TABLE.format(options=options, key=""))
        tables.execute_sql("INSERT INTO names VALUES (1, 'a'), (1, 'a')").wait()
    assert list(documents(node, index).values()) == [{"id": 1, "name": "a"}] * 2
