"""Tables that a sink keeps in its target for itself."""

from __future__ import annotations

import contextlib
from typing import Any

from pyrite.connectors.jdbc.database import Database
from pyrite.core.errors import ConnectorError


def make_table(database: Database, connection: Any, table: str, columns: str) -> None:
    """Makes a table if it is not there. Several writers may try that at once."""
    if _exists(database, connection, table):
        return
    try:
        connection.execute(f"CREATE TABLE {table} ({columns})")
    except database.errors as error:
        if _exists(database, connection, table):
            return
        if database.may_pass(error):
            raise
        failure = database.failure(error)
        raise ConnectorError(
            f"{failure}. The sink needs the table {table}; without the right to create it, let somebody else do that "
            f"once: CREATE TABLE {table} ({columns})"
        ) from None


def _exists(database: Database, connection: Any, table: str) -> bool:
    with contextlib.suppress(database.errors):
        connection.execute(f"SELECT 1 FROM {table} WHERE 1 = 0")
        return True
    return False
