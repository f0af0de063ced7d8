"""The server as a fixture."""

import pytest

from servers.postgres import PostgresServer
from tests.connectors.jdbc.postgres_server import shared_server


@pytest.fixture(scope="session")
def server() -> PostgresServer:
    return shared_server()
