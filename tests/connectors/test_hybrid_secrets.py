"""Sources that a factory of a hybrid source makes go into checkpoints; their passwords do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrite.common import Types, WatermarkStrategy
from pyrite.connectors.builtin.number_sequence import DataGeneratorSource, NumberSequenceSource
from pyrite.connectors.hybrid.secrets import dumps_without, loads_with
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.source import Boundedness
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.code_pickling import dumps_code
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.hybrid_source import HybridSource
from pyrite.datastream.connectors.jdbc import JdbcSource
from pyrite.datastream.connectors.kafka import KafkaSource
from pyrite.datastream.connectors.kinesis import FlinkKinesisConsumer
from pyrite.datastream.connectors.mqtt import MqttSource
from pyrite.datastream.connectors.nats import NatsSource
from pyrite.datastream.connectors.pulsar import PulsarSource
from pyrite.datastream.connectors.rabbitmq import RMQConnectionConfig, RMQSource
from pyrite.datastream.connectors.redis import RedisStreamSource
from pyrite.datastream.formats.avro import ConfluentSchemaRegistry
from pyrite.testing import simulate

PASSWORD = "hunter2"
TEXT = SimpleStringSchema()
LIVE = DataGeneratorSource(str)


def kafka(key: str, value: str) -> Any:
    builder = KafkaSource.builder().set_bootstrap_servers("localhost:1").set_topics("t")
    return builder.set_value_only_deserializer(TEXT).set_property(key, value).build()


def kinesis() -> Any:
    keys = "aws.credentials.provider.basic."
    config = {"aws.region": "x", f"{keys}accesskeyid": PASSWORD, f"{keys}secretkey": PASSWORD}
    return FlinkKinesisConsumer("stream", TEXT, config)


def jdbc() -> Any:
    options = (
        JdbcSource.builder().set_db_url("jdbc:postgresql://localhost/db").set_username("me").set_password(PASSWORD)
    )
    return options.set_sql("SELECT 1").set_type_information(Types.ROW([Types.INT()])).build()


def pulsar() -> Any:
    builder = PulsarSource.builder().set_service_url("pulsar://localhost:1").set_subscription_name("s").set_topics("t")
    return builder.set_deserialization_schema(TEXT).set_authentication("token", f"token:{PASSWORD}").build()


def rabbitmq(uri: bool) -> Any:
    builder = RMQConnectionConfig.Builder()
    if uri:
        builder.set_uri(f"amqp://me:{PASSWORD}@localhost:1/")
    else:
        builder.set_host("localhost").set_user_name("me").set_password(PASSWORD)
    return RMQSource(builder.build(), "queue", False, TEXT)


JAAS = f'org.apache.kafka.common.security.plain.PlainLoginModule required username="me" password="{PASSWORD}";'
SOURCES: dict[str, Callable[[], Any]] = {
    "kafka": lambda: kafka("sasl.password", PASSWORD),
    "kafka jaas": lambda: kafka("sasl.jaas.config", JAAS),
    "kinesis": kinesis,
    "jdbc": jdbc,
    "pulsar": pulsar,
    "rabbitmq": lambda: rabbitmq(False),
    "rabbitmq uri": lambda: rabbitmq(True),
    "mqtt": lambda: MqttSource("localhost", "t", "s", TEXT, username="me", password=PASSWORD),
    "nats": lambda: NatsSource("nats://localhost:1", "s", TEXT, options={"password": PASSWORD}),
    "nats token": lambda: NatsSource(f"nats://{PASSWORD}@localhost:1", "s", TEXT),
    "redis": lambda: RedisStreamSource(f"redis://:{PASSWORD}@localhost:1", "s", TEXT),
    "registry": lambda: ConfluentSchemaRegistry("http://localhost:1", "me", PASSWORD),
    "function": lambda: DataGeneratorSource(lambda number: f"https://me:{PASSWORD}@localhost/{number}"),
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())
def test_secret_is_not_pickled_and_is_that_of_the_program_when_loaded(source: Callable[[], Any]) -> None:
    pickled = dumps_without(source(), {"the password": PASSWORD})
    assert PASSWORD.encode() in dumps_code(source())
    assert PASSWORD.encode() not in pickled
    again = dumps_code(loads_with(pickled, {"the password": "changed", "another": "unused"}))
    assert b"changed" in again and PASSWORD.encode() not in again


@pytest.mark.parametrize("source", [source for name, source in SOURCES.items() if name != "function"])
def test_source_with_a_secret_that_has_no_name_is_refused(source: Callable[[], Any]) -> None:
    with pytest.raises(InvalidProgramError, match=r"contains a secret .* Name the secret") as raised:
        dumps_without(source(), {"another": "something else"})
    assert PASSWORD not in str(raised.value)


def test_secret_that_the_program_has_no_more_is_named() -> None:
    pickled = dumps_without(kafka("sasl.password", PASSWORD), {"kafka": PASSWORD})
    with pytest.raises(InvalidProgramError, match="needs the secret 'kafka'"):
        loads_with(pickled, {})


def test_secret_may_be_any_word() -> None:
    """Also one that is the name of a module, a class or an attribute of what is pickled."""
    for word in ("pyrite", "settings", "password", "p", "text"):
        source = MqttSource("localhost", "t", "s", TEXT, username="me", password=word)
        again: Any = loads_with(dumps_without(source, {word: word}), {word: word})
        assert again.settings == source.settings


def test_hybrid_source_reads_a_source_with_secrets() -> None:
    def live(context: Any) -> DataGeneratorSource:
        return DataGeneratorSource(lambda number: f"{PASSWORD} {number}", count=2)

    env = StreamExecutionEnvironment().set_parallelism(2)
    hybrid = HybridSource.builder(NumberSequenceSource(0, 1))
    source = hybrid.add_source_factory(live, Boundedness.BOUNDED, secrets={"word": PASSWORD}).build()
    env.from_source(source, WatermarkStrategy.no_watermarks(), "hybrid").print()
    result = simulate(env)
    assert result.status is JobStatus.FINISHED
    assert sorted(line.rpartition("> ")[2] for line in result.text.splitlines()) == ["0", "1", "hunter2 0", "hunter2 1"]


def test_empty_secret_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match=r"secrets\['kafka'\] must be a non-empty str"):
        HybridSource.builder(NumberSequenceSource(0, 1)).add_source_factory(lambda _: LIVE, secrets={"kafka": ""})
