"""The one Cassandra node of a test process: started by the first test that needs it, stopped at its end."""

from __future__ import annotations

import atexit
import functools
import itertools
import logging

import pytest

from servers.cassandra import CassandraServer
from servers.server import ServerMissingError

KEY_SPACE = "tests"
_tables = itertools.count()


@functools.cache
def shared_node() -> CassandraServer:
    """A test that kills the node starts it again; tables are never shared: see `new_table`."""
    logging.getLogger("cassandra").setLevel(logging.CRITICAL)  # logs every connection that a killed task has left
    node = CassandraServer()
    try:
        node.start()
    except ServerMissingError as missing:
        pytest.skip(str(missing))
    atexit.register(node.stop)
    replication = "{'class': 'SimpleStrategy', 'replication_factor': 1}"
    node.execute(f"CREATE KEYSPACE {KEY_SPACE} WITH replication = {replication}")
    return node


def new_table(node: CassandraServer, columns: str = "id int PRIMARY KEY, name text") -> str:
    """A table that no other test uses."""
    name = f"{KEY_SPACE}.table_{next(_tables)}"
    node.execute(f"CREATE TABLE {name} ({columns})")
    return name
