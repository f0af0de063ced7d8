"""What the builders of Pulsar's source and sink refuse, and what they never show. Needs no server."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.pulsar.client import PulsarSettings
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.connectors.pulsar import (
    PulsarSink,
    PulsarSinkBuilder,
    PulsarSource,
    PulsarSourceBuilder,
    StartCursor,
    StopCursor,
    TopicRoutingMode,
)

TOKEN = "org.apache.pulsar.client.impl.auth.AuthenticationToken"


def source() -> PulsarSourceBuilder:
    made = PulsarSource.builder().set_service_url("pulsar://h:1").set_topics("t").set_subscription_name("s")
    return made.set_deserialization_schema(SimpleStringSchema())


def sink() -> PulsarSinkBuilder:
    made = PulsarSink.builder().set_service_url("pulsar://h:1").set_topics(["t", "u"])
    return made.set_serialization_schema(SimpleStringSchema())


@pytest.mark.parametrize(
    ("make", "reported"),
    [
        (lambda: PulsarSource.builder().build(), "either set_topics"),
        (lambda: PulsarSource.builder().set_topics("t").build(), "set_subscription_name"),
        (lambda: source().set_service_url("").build(), "set_service_url"),
        (lambda: source().set_topic_pattern("t.*").build(), "either set_topics"),
        (lambda: source().set_bounded_stop_cursor(StopCursor.never()).build(), "a cursor with an end"),
        (lambda: source().set_start_cursor(StartCursor.from_message_id(b"")).set_topics(["a", "b"]).build(), "single"),
        (
            lambda: (
                source().set_start_cursor(StartCursor.latest()).set_bounded_stop_cursor(StopCursor.latest()).build()
            ),
            "no message can be between",
        ),
        (lambda: source().set_config("pulsar.source.nothing", 1), "no option 'pulsar.source.nothing'. Its options are"),
        (
            lambda: source().set_config("pulsar.consumer.receiverQueueSize", "many"),
            "invalid value 'many' for pulsar.consumer.receiverQueueSize",
        ),
        (lambda: sink().set_config("pulsar.producer.compressionType", "ZIP"), "NONE, LZ4, ZLIB, ZSTD, SNAPPY"),
        (lambda: sink().set_topics([]).build(), "set_topics"),
        (lambda: PulsarSink.builder().set_topics("t").build(), "set_serialization_schema"),
        (lambda: sink().set_topic_routing_mode(TopicRoutingMode.MESSAGE_KEY_HASH).build(), "set_message_key"),
        (lambda: sink().set_topic_routing_mode(TopicRoutingMode.CUSTOM).build(), "set_topic_router"),
        (lambda: sink().set_topic_router("java.Class"), "a function of a record"),  # type: ignore[arg-type]
        (lambda: sink().set_delivery_guarantee("once"), "EXACTLY_ONCE, AT_LEAST_ONCE, NONE"),  # type: ignore[arg-type]
    ],
)
def test_what_is_wrong_is_reported(make: Callable[[], Any], reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        make()


def test_sink_gives_what_it_is_asked_for() -> None:
    asked = [sink().set_delivery_guarantee(one).build().guarantee() for one in DeliveryGuarantee]
    assert [str(one.delivery) for one in asked] == ["exactly-once", "at-least-once", "none"]
    assert sink().build().guarantee() == PulsarSink.declaration.ways[0]


@pytest.mark.parametrize("params", [{"token": "hunter2"}, "token:hunter2"])
def test_secrets_are_in_no_text(params: Any) -> None:
    for made in (source().set_authentication(TOKEN, params).build(), sink().set_authentication(TOKEN, params).build()):
        assert "hunter2" not in repr(vars(made))
        assert b"hunter2" in pickle.dumps(made)
    settings = PulsarSettings("pulsar://h:1", "", TOKEN, "token:hunter2")
    assert "hunter2" not in str(settings.error("PulsarSource", "failed", ValueError("token:hunter2 or hunter2")))
