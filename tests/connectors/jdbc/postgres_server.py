"""The one PostgreSQL server of a test process: started by the first test that needs it, stopped at its end."""

from __future__ import annotations

import atexit
import functools
import itertools

import pytest

from pyrite.datastream.connectors.jdbc import JdbcConnectionOptions
from servers.postgres import PostgresServer
from servers.server import ServerMissingError

_tables = itertools.count()


@functools.cache
def shared_server() -> PostgresServer:
    """A test that kills the server starts it again; tables are never shared: see `new_table`."""
    server = PostgresServer()
    try:
        server.start()
    except ServerMissingError as missing:
        pytest.skip(str(missing))
    atexit.register(server.stop)
    return server


def new_table(server: PostgresServer, columns: str = "id int primary key, name text") -> str:
    """A table that no other test uses."""
    name = f"table_{next(_tables)}"
    server.execute(f"CREATE TABLE {name} ({columns})")
    return name


def connection_to(url: str) -> JdbcConnectionOptions:
    return JdbcConnectionOptions.JdbcConnectionOptionsBuilder().with_url(url).build()
