"""The node as a fixture."""

import pytest

from servers.opensearch import OpenSearchServer
from tests.connectors.elasticsearch.node import shared_node


@pytest.fixture(scope="session")
def node() -> OpenSearchServer:
    return shared_node()
