"""'connector' = 'redis': rows as hashes."""

from __future__ import annotations

import pytest

from pyrite.core.errors import PyriteError
from tests.connectors.changelogs import CHANGES, simulated_tables, view_of_changes
from tests.connectors.redis.server import client, shared_server

TABLE = "CREATE TABLE names (id INT, name STRING{key}) WITH ('connector' = 'redis', 'url' = '{url}')"


def test_changelog_is_applied_to_hashes() -> None:
    url = shared_server().url
    with simulated_tables() as tables:
        view_of_changes(tables, *CHANGES)
        tables.execute_sql(TABLE.format(url=url, key=", PRIMARY KEY (id) NOT ENFORCED"))
        tables.execute_sql("INSERT INTO names SELECT id, name FROM changes").wait()
    redis = client(url)
    rows = {key: redis.hgetall(key) for key in redis.keys("names:*")}
    assert rows == {
        b"names:1": {b"id": b"1", b"name": b"c"},
        b"names:3": {b"id": b"3"},
        b"names:4": {b"id": b"4"},
    }


def test_table_needs_a_primary_key() -> None:
    with simulated_tables() as tables:
        tables.execute_sql(TABLE.format(url="redis://nowhere", key=""))
        with pytest.raises(PyriteError, match="'redis' tables require to define a PRIMARY KEY constraint"):
            tables.execute_sql("INSERT INTO names VALUES (1, 'a')")
