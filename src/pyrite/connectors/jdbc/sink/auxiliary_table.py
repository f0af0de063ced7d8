"""Auxiliary tables of a sink in its target database."""

from __future__ import annotations

import contextlib
from typing import Any

from pyrite.connectors.jdbc.database import Database
from pyrite.core.errors import ConnectorError


def create_table(database: Database, connection: Any, table: str, columns: str) -> None:
    """Creates a table if it does not exist. Several writers may do so concurrently."""
    if _exists(database, connection, table):
        return
    try:
        connection.execute(f"CREATE TABLE {table} ({columns})")
    except database.errors as error:
        if _exists(database, connection, table):
            return
        if database.is_transient(error):
            raise
        failure = database.failure(error)
        raise ConnectorError(
            f"{failure}. The sink needs the table {table}. If its user may not create tables, have the table created "
            f"once: CREATE TABLE {table} ({columns})"
        ) from None


def _exists(database: Database, connection: Any, table: str) -> bool:
    with contextlib.suppress(database.errors):
        connection.execute(f"SELECT 1 FROM {table} WHERE 1 = 0")
        return True
    return False
