"""Builders of the Kafka sink: what they need, what they refuse, and that no secret is shown. No broker."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.sink.flink_kafka_producer import FlinkKafkaProducer, Semantic
from pyrite.connectors.kafka.sink.record_serialization import KafkaRecordSerializationSchema
from pyrite.connectors.kafka.sink.sink import KafkaSink, KafkaSinkBuilder
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.errors import InvalidProgramError

ANY: Any = "wrong"


def schema() -> KafkaRecordSerializationSchema:
    builder = KafkaRecordSerializationSchema.builder().set_topic("out")
    return builder.set_value_serialization_schema(SimpleStringSchema()).build()


def builder(**properties: str) -> KafkaSinkBuilder:
    made = KafkaSink.builder().set_bootstrap_servers("127.0.0.1:1").set_record_serializer(schema())
    for key, value in properties.items():
        made.set_property(key.replace("_", "."), value)
    return made


def settings(sink: KafkaSink) -> dict[str, Any]:
    return dict(sink._setup.settings)


def test_default_is_none_as_in_flink_and_records_of_a_key_go_where_java_puts_them() -> None:
    sink = builder().build()
    assert str(sink.guarantee().delivery) == "none"
    assert settings(sink)["partitioner"] == "murmur2_random"


def test_properties_of_java_become_those_of_librdkafka() -> None:
    actual = settings(builder(buffer_memory="1048576", max_request_size="5000", max_block_ms="1", acks="1").build())
    assert (actual["queue.buffering.max.kbytes"], actual["message.max.bytes"]) == (1024, "5000")
    assert (actual["enable.idempotence"], "max.block.ms" in actual) == ("false", False)


@pytest.mark.parametrize(
    ("key", "value", "reported"),
    [
        ("transactional.id", "mine", "use set_transactional_id_prefix"),
        ("partitioner.class", "org.Mine", "use set_partitioner"),
        ("no.such.thing", "1", 'No such configuration property: "no.such.thing"'),
        ("linger.ms", "soon", "linger.ms"),
        ("max.block.ms", "soon", "'max.block.ms' must be a whole number, not 'soon'"),
        ("compression.type", "zip", "compression.type"),
    ],
)
def test_wrong_property_is_reported(key: str, value: str, reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        builder().set_property(key, value).build()


def test_property_that_no_transaction_can_have_is_reported_when_the_sink_is_built() -> None:
    made = builder(enable_idempotence="false").set_delivery_guarantee(DeliveryGuarantee.EXACTLY_ONCE)
    with pytest.raises(InvalidProgramError, match=r"transactional\.id"):
        made.build()


@pytest.mark.parametrize(
    ("made", "reported"),
    [
        (KafkaSink.builder().set_record_serializer(schema()), "needs set_bootstrap_servers"),
        (KafkaSink.builder().set_bootstrap_servers("a"), "needs set_record_serializer"),
    ],
)
def test_sink_says_what_it_needs(made: KafkaSinkBuilder, reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        made.build()


def test_guarantee_needs_answers() -> None:
    assert builder(acks="0").build().guarantee().reason
    with pytest.raises(InvalidProgramError, match="acks=0 cannot guarantee delivery"):
        builder(acks="0").set_delivery_guarantee(DeliveryGuarantee.AT_LEAST_ONCE).build()


@pytest.mark.parametrize(
    ("method", "reported"),
    [
        ("set_delivery_guarantee", r"\(EXACTLY_ONCE, AT_LEAST_ONCE, NONE\), not 'wrong'"),
        ("set_record_serializer", r"set_record_serializer\(\) takes a .*not 'wrong'"),
    ],
)
def test_builder_refuses_what_is_not_of_its_kind(method: str, reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        getattr(builder(), method)(ANY)


@pytest.mark.parametrize(
    "method",
    [
        "set_topic_selector",
        "set_key_serialization_schema",
        "set_value_serialization_schema",
        "set_header_provider",
        "set_partitioner",
    ],
)
def test_schema_builder_refuses_what_is_not_of_its_kind(method: str) -> None:
    with pytest.raises(InvalidProgramError, match=rf"{method}\(\) takes a .*not 'wrong'"):
        getattr(KafkaRecordSerializationSchema.builder(), method)(ANY)


def test_schema_says_what_it_needs() -> None:
    with pytest.raises(InvalidProgramError, match="needs set_topic"):
        KafkaRecordSerializationSchema.builder().build()
    with pytest.raises(InvalidProgramError, match="needs set_value_serialization_schema"):
        KafkaRecordSerializationSchema.builder().set_topic("out").build()
    with pytest.raises(InvalidProgramError, match="call either"):
        KafkaRecordSerializationSchema.builder().set_topic("out").set_topic_selector(lambda record: "out")


def test_no_secret_is_shown() -> None:
    sink = builder(
        sasl_username="me", sasl_password="hunter2", sasl_mechanism="PLAIN", security_protocol="SASL_PLAINTEXT"
    ).build()
    assert "hunter2" not in repr(sink._setup) and "hunter2" not in repr(sink)
    with pytest.raises(InvalidProgramError) as raised:
        builder(sasl_password="hunter2", security_protocol="hunter2").build()
    assert "hunter2" not in str(raised.value)


def test_sink_pickles() -> None:
    assert settings(pickle.loads(pickle.dumps(builder().build()))) == settings(builder().build())


@pytest.mark.parametrize("semantic", list(Semantic))
def test_semantic_of_the_old_producer_is_the_delivery_guarantee(semantic: Semantic) -> None:
    sink = FlinkKafkaProducer("out", SimpleStringSchema(), {"bootstrap.servers": "a"}, semantic=semantic)
    assert sink._setup.delivery is DeliveryGuarantee[semantic.name]


def test_old_producer_that_does_not_flush_gives_no_guarantee() -> None:
    sink = FlinkKafkaProducer("out", SimpleStringSchema(), {"bootstrap.servers": "a"}).set_flush_on_checkpoint(False)
    assert str(sink.guarantee().delivery) == "none"
    assert sink.ignore_failures_after_transaction_timeout() is sink
    with pytest.raises(InvalidProgramError, match="set_log_failures_only"):
        sink.set_log_failures_only(True)
