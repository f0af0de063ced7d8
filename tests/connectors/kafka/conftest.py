"""The broker as a fixture."""

import pytest

from servers.secure_kafka import SecureKafkaServer
from tests.connectors.kafka.broker import shared_broker


@pytest.fixture(scope="session")
def broker() -> SecureKafkaServer:
    return shared_broker()
