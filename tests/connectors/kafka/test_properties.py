"""Properties of Java clients become librdkafka's, or are refused with the property to use."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from pyrite.common import SimpleStringSchema
from pyrite.connectors.kafka.offsets import KafkaOffsetResetStrategy, KafkaOffsetsInitializer, KafkaTopicPartition
from pyrite.connectors.kafka.properties import to_librdkafka
from pyrite.connectors.kafka.source.source import KafkaSource, KafkaSourceBuilder
from pyrite.core.errors import InvalidProgramError
from pyrite.core.secrets import Secrets, masked

PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule required username="bob" password="s3cr=t; x";'

QUOTED = r"""org.apache.kafka.common.security.plain.PlainLoginModule required
    username="o'hara" password='a"b\\c\'d';"""


@pytest.mark.parametrize(
    ("java", "ours"),
    [
        ({"isolation.level": "read_committed"}, {"isolation.level": "read_committed"}),
        ({"fetch.max.wait.ms": "9"}, {"fetch.wait.max.ms": "9"}),
        ({"key.deserializer": "org.apache.kafka.common.serialization.ByteArrayDeserializer"}, {}),
        ({"auto.offset.reset": "none"}, {"auto.offset.reset": "error"}),
        ({"sasl.jaas.config": PLAIN}, {"sasl.username": "bob", "sasl.password": "s3cr=t; x"}),
        ({"sasl.jaas.config": QUOTED}, {"sasl.username": "o'hara", "sasl.password": "a\"b\\c'd"}),
        ({"security.protocol": "sasl_ssl"}, {"security.protocol": "sasl_ssl"}),
        ({"ssl.endpoint.identification.algorithm": ""}, {"ssl.endpoint.identification.algorithm": "none"}),
        ({"ssl.truststore.type": "PEM", "ssl.truststore.location": "/ca.pem"}, {"ssl.ca.location": "/ca.pem"}),
        ({"ssl.truststore.certificates": "PEM"}, {"ssl.ca.pem": "PEM"}),
        ({"ssl.keystore.type": "PKCS12", "ssl.keystore.location": "/k.p12"}, {"ssl.keystore.location": "/k.p12"}),
    ],
)
def test_properties_of_java_clients_are_translated(java: dict[str, str], ours: dict[str, str]) -> None:
    assert to_librdkafka(java) == ours


@pytest.mark.parametrize(
    ("java", "reported"),
    [
        ({"ssl.truststore.location": "/t.jks"}, "use ssl.ca.location"),
        ({"ssl.keystore.location": "/k.jks"}, "use ssl.certificate.location and ssl.key.location"),
        ({"security.protocol": "SASL"}, "one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL, not 'SASL'"),
        ({"acks": 2}, "one of all, -1, 1, 0, not '2'"),
        ({"ssl.enabled.protocols": "TLSv1.3"}, "leave it out"),
        ({"interceptor.classes": "com.example.Spy"}, "Java classes cannot be used here"),
        ({"sasl.login.callback.handler.class": "x"}, "use sasl.oauthbearer.method"),
        ({"sasl.jaas.config": "com.sun.security.auth.module.Krb5LoginModule required;"}, "sasl.kerberos"),
    ],
)
def test_properties_that_mean_nothing_here_are_refused(java: dict[str, Any], reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported) as raised:
        to_librdkafka(java)
    assert next(iter(java)) in str(raised.value)


def test_secrets_are_not_shown() -> None:
    properties = {
        "sasl.password": "p1",
        "ssl.key.password": "p2",
        "sasl.jaas.config": PLAIN,
        "sasl.oauthbearer.client.secret": "p3",
        "ssl.key.pem": "p4",
        "sasl.username": "bob",
    }
    shown = {key: masked(key, value) for key, value in properties.items()}
    assert shown.pop("sasl.username") == "bob"
    assert set(shown.values()) == {"******"}
    assert Secrets.of_settings(properties).masked("bad p1 and p4 of bob") == "bad ****** and ****** of bob"


# The builder ----------------------------------------------------------------------------------------------------------


def whole() -> KafkaSourceBuilder:
    made = KafkaSource.builder().set_bootstrap_servers("localhost:1").set_topics("t")
    return made.set_value_only_deserializer(SimpleStringSchema())


@pytest.mark.parametrize(
    ("made", "reported"),
    [
        (KafkaSource.builder().set_topics("t"), r"needs set_bootstrap_servers\(\)"),
        (KafkaSource.builder().set_bootstrap_servers("a"), "needs set_topics"),
        (KafkaSource.builder().set_bootstrap_servers("a").set_topics("t"), "needs set_value_only_deserializer"),
        (
            whole().set_starting_offsets(KafkaOffsetsInitializer.committed_offsets()),
            r"requires a group",
        ),
        (whole().set_property("commit.offsets.on.checkpoint", "true"), "requires a group"),
        (whole().set_property("commit.offsets.on.checkpoint", "yes"), "must be true or false, not 'yes'"),
        (whole().set_property("enable.auto.commit", "true"), "enable.auto.commit requires a group"),
        (whole().set_property("partition.discovery.interval.ms", "soon"), "a number of milliseconds, not 'soon'"),
        (whole().set_property("no.such.key", "1"), 'No such configuration property: "no.such.key"'),
        (
            whole().set_property("security.protocol", "TLS"),
            "one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL, not 'TLS'",
        ),
        (whole().set_property("fetch.min.bytes", "few"), 'Invalid value .*"fetch.min.bytes"'),
    ],
)
def test_source_that_cannot_work_is_refused_when_it_is_built(made: KafkaSourceBuilder, reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        made.build()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: whole().set_topic_pattern("a"),
        lambda: KafkaSource.builder().set_topics(),
        lambda: KafkaSource.builder().set_topic_pattern("("),
        lambda: KafkaSource.builder().set_partitions({("t", 0)}),  # type: ignore[arg-type]
        lambda: whole().set_bounded(KafkaOffsetsInitializer.earliest()),
        lambda: whole().set_starting_offsets("earliest"),  # type: ignore[arg-type]
        lambda: whole().set_bad_records("skip"),  # type: ignore[arg-type]
        lambda: KafkaOffsetsInitializer.timestamp(-1),
        lambda: KafkaOffsetsInitializer.offsets({KafkaTopicPartition("t", 0): -2}),
        lambda: KafkaOffsetsInitializer.committed_offsets("earliest"),  # type: ignore[arg-type]
    ],
)
def test_wrong_options_are_refused(wrong: Any) -> None:
    with pytest.raises(InvalidProgramError):
        wrong()


def test_source_pickles_and_its_parts_do_not_show_the_password() -> None:
    made = whole().set_property("security.protocol", "SASL_PLAINTEXT").set_property("sasl.mechanism", "PLAIN")
    source = made.set_property("sasl.jaas.config", PLAIN).build()
    again = pickle.loads(pickle.dumps(source))
    assert again._setup.settings["sasl.password"] == "s3cr=t; x"
    assert "s3cr" not in repr(again) + repr(again._setup) + repr(again._reading)


def test_reset_strategy_has_pyflinks_values() -> None:
    assert [each.value for each in KafkaOffsetResetStrategy] == [0, 1, 2]
