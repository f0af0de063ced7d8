"""The broker as a fixture."""

import pytest

from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import shared_broker


@pytest.fixture(scope="session")
def broker() -> KafkaServer:
    return shared_broker()
