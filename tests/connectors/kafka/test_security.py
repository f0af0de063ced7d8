"""Clients with a password, in the clear and over TLS, against a broker that wants one."""

from __future__ import annotations

import logging

import pytest

from pyrite.connectors.kafka.source.source import KafkaSourceBuilder
from pyrite.core.errors import ConnectorError
from servers.secure_kafka import PASSWORD, USER, SecureKafkaServer
from tests.connectors.kafka.reading import Run, builder, produce

TOPIC = "secured"


@pytest.fixture(scope="module")
def secure(broker: SecureKafkaServer) -> SecureKafkaServer:
    broker.create_topic(TOPIC)
    produce(broker, TOPIC, ["a"])
    return broker


def with_password(server: SecureKafkaServer, address: str, password: str = PASSWORD) -> KafkaSourceBuilder:
    protocol = "SASL_SSL" if address == server.tls_address else "SASL_PLAINTEXT"
    login = "org.apache.kafka.common.security.plain.PlainLoginModule"
    return (
        builder(server, TOPIC)
        .set_bootstrap_servers(address)
        .set_property("security.protocol", protocol)
        .set_property("sasl.mechanism", "PLAIN")
        .set_property("sasl.jaas.config", f'{login} required username="{USER}" password="{password}";')
    )


def test_source_reads_with_a_password(secure: SecureKafkaServer) -> None:
    with Run(with_password(secure, secure.sasl_address).build()) as run:
        assert run.values(1) == ["a"]


def test_source_reads_over_tls(secure: SecureKafkaServer) -> None:
    made = with_password(secure, secure.tls_address).set_property("ssl.ca.location", str(secure.certificate))
    with Run(made.build()) as run:
        assert run.values(1) == ["a"]


def test_wrong_password_is_an_error_at_once_that_does_not_show_it(
    secure: SecureKafkaServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = with_password(secure, secure.sasl_address, "wrong-secret")
    with pytest.raises(ConnectorError, match=f"Kafka at {secure.sasl_address} refused the client: .*[Aa]uthentication"):
        Run(made.build())
    assert "wrong-secret" not in caplog.text


def test_certificate_that_nobody_trusts_is_an_error_with_the_reason(secure: SecureKafkaServer) -> None:
    made = with_password(secure, secure.tls_address).set_property("default.api.timeout.ms", "1000")
    with pytest.raises(ConnectorError, match=f"no answer from Kafka at {secure.tls_address}.*certificate"):
        Run(made.build())


def test_client_that_does_not_know_of_security_is_reported_of_it(secure: SecureKafkaServer) -> None:
    for address in (secure.sasl_address, secure.tls_address):
        made = builder(secure, TOPIC).set_bootstrap_servers(address).set_property("default.api.timeout.ms", "1000")
        with pytest.raises(ConnectorError, match=f"no answer from Kafka at {address}.*their security.protocol"):
            Run(made.build())
