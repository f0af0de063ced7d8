"""The node as a fixture."""

import pytest

from servers.cassandra import CassandraServer
from tests.connectors.cassandra.node import shared_node


@pytest.fixture(scope="session")
def node() -> CassandraServer:
    return shared_node()
