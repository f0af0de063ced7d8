"""Options of Kafka tables are checked in Flink's words, and nobody sees a password."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.connectors.kafka.sink.partitioner import FlinkFixedPartitioner
from pyrite.connectors.kafka.table.table import KafkaTableFactory
from pyrite.core.errors import ValidationException
from tests.connectors.kafka.tables import SOMEWHERE, context, options_of

GROUP = {"properties_group_id": "g"}


def source_error(topic: str = "t", **more: str) -> str:
    with pytest.raises(ValidationException) as caught:
        KafkaTableFactory().describe_source(context(options_of(SOMEWHERE, topic, **more)))
    return str(caught.value)


def sink_error(**more: str) -> str:
    with pytest.raises(ValidationException) as caught:
        KafkaTableFactory().describe_sink(context(options_of(SOMEWHERE, "t", **more)))
    return str(caught.value)


def test_servers_are_required() -> None:
    with pytest.raises(ValidationException, match=r"Missing required options are:\n\nproperties.bootstrap.servers"):
        KafkaTableFactory().describe_source(context({"topic": "t", "format": "json"}))


def test_unknown_option_has_the_nearest_right_name() -> None:
    text = source_error(scan_startup_mod="earliest-offset")
    assert text.startswith("Unsupported options found for 'kafka'.\n\nUnsupported options:\n\nscan.startup.mod\n\n")
    assert text.endswith("Did you mean 'scan.startup.mode'?")
    assert "json.ignore-parse-errors" in text


def test_format_is_required() -> None:
    with pytest.raises(ValidationException, match=r"Could not find required scan format 'value\.format'\."):
        KafkaTableFactory().describe_source(context({"properties.bootstrap.servers": SOMEWHERE, "topic": "t"}))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"topic__pattern": "t.*"}, "Option 'topic' and 'topic-pattern' shouldn't be set together."),
        ({}, "'properties.group.id' is required in 'group-offsets' startup mode but missing."),
        (
            {"scan_startup_mode": "timestamp"},
            "'scan.startup.timestamp-millis' is required in 'timestamp' startup mode but missing.",
        ),
        (
            {"scan_startup_mode": "specific-offsets"},
            "'scan.startup.specific-offsets' is required in 'specific-offsets' startup mode but missing.",
        ),
        (
            {"scan_startup_mode": "specific-offsets", "scan_startup_specific__offsets": "0:1"},
            "Invalid properties 'scan.startup.specific-offsets' should follow the format "
            "'partition:0,offset:42;partition:1,offset:300', but is '0:1'.",
        ),
        (
            {"topic": "a;b", "scan_startup_mode": "specific-offsets", "scan_startup_specific__offsets": "x"},
            "Currently Kafka source only supports specific offset for single topic.",
        ),
        (
            {**GROUP, "scan_bounded_mode": "timestamp"},
            "'scan.bounded.timestamp-millis' is required in 'timestamp' bounded mode but missing.",
        ),
        (
            {**GROUP, "key_fields": "id"},
            "The option 'key.fields' can only be declared if a key format is defined using 'key.format'.",
        ),
        (
            {**GROUP, "key_format": "json"},
            "A key format 'key.format' requires the declaration of one or more of key fields using 'key.fields'.",
        ),
        (
            {**GROUP, "key_format": "json", "key_fields": "id", "key_fields__prefix": "k_"},
            "All fields in 'key.fields' must be prefixed with 'k_' when option 'key.fields-prefix' is set but field "
            "'id' is not prefixed.",
        ),
        (
            {**GROUP, "key_fields__prefix": "k_"},
            "A key prefix is not allowed when option 'value.fields-include' is set to 'ALL'. "
            "Set it to 'EXCEPT_KEY' instead to avoid field overlaps.",
        ),
    ],
)
def test_wrong_scans_are_refused(options: dict[str, str], sentence: str) -> None:
    assert source_error(**options) == sentence


def test_unknown_key_field_has_the_nearest_right_name() -> None:
    text = source_error(**GROUP, key_format="json", key_fields="nam")
    assert text.startswith("Could not find the field 'nam' in the table schema for usage in the key format.")
    assert text.endswith("option:\n[id, name, note]\n\nDid you mean 'name'?")


def test_wrong_value_names_the_option() -> None:
    assert source_error(scan_startup_mode="first").startswith("Invalid value for option 'scan.startup.mode'.")
    text = source_error(**GROUP, json_ignore__parse__errors="maybe")
    assert text.startswith("Error creating scan format 'json' in option space 'json.'.")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"sink_delivery__guarantee": "exactly-once"},
            "sink.transactional-id-prefix must be specified when using DeliveryGuarantee.EXACTLY_ONCE.",
        ),
        (
            {"sink_partitioner": "round-robin", "key_format": "raw", "key_fields": "name"},
            "Currently 'round-robin' partitioner only works when option 'key.fields' is not specified.",
        ),
        ({"sink_partitioner": ""}, "Option 'sink.partitioner' should be a non-empty string."),
    ],
)
def test_wrong_sinks_are_refused(options: dict[str, str], sentence: str) -> None:
    assert sink_error(**options) == sentence


def test_partitioner_is_a_python_class() -> None:
    name = f"{FlinkFixedPartitioner.__module__}.FlinkFixedPartitioner"
    options = options_of(SOMEWHERE, "t", sink_partitioner="x")
    sink = KafkaTableFactory().describe_sink(context({**options, "sink.partitioner": name}))
    assert isinstance(sink.serialization.partitioner, FlinkFixedPartitioner)
    assert sink_error(sink_partitioner="org.example.Mine").startswith(
        "Could not find and instantiate partitioner class 'org.example.Mine'"
    )


def test_primary_key_is_refused() -> None:
    with pytest.raises(ValidationException, match="with 'json' format doesn't support defining PRIMARY KEY"):
        KafkaTableFactory().describe_sink(context(options_of(SOMEWHERE, "t"), primary_key=("id",)))


def test_raw_format_takes_one_column_only() -> None:
    assert "The 'raw' format only supports single physical column." in source_error(**GROUP, format="raw")


@pytest.mark.parametrize("make", [KafkaTableFactory.describe_source, KafkaTableFactory.describe_sink])
def test_passwords_are_not_shown(make: Any) -> None:
    options = options_of(SOMEWHERE, "t", **GROUP)
    options["properties.sasl.jaas.config"] = "PlainLoginModule required username='u' password='secret-word';"
    options["properties.ssl.key.password"] = "secret-word"
    made = make(KafkaTableFactory(), context(options))
    assert "secret-word" not in f"{made!r} {made} {made.as_summary_string()}"
    with pytest.raises(ValidationException) as caught:
        make(KafkaTableFactory(), context({**options, "unknown": "x"}))
    assert "secret-word" not in str(caught.value)


def test_projection_and_metadata_say_what_is_produced() -> None:
    source = KafkaTableFactory().describe_source(context(options_of(SOMEWHERE, "t", **GROUP)))
    chosen = source.apply_projection([2, 0]).apply_readable_metadata(["offset", "timestamp"])
    assert chosen.produced_type.names == ("note", "id", "$metadata.offset", "$metadata.timestamp")
    assert not chosen.is_bounded
    assert list(source.list_readable_metadata()) == [
        "topic",
        "partition",
        "headers",
        "leader-epoch",
        "offset",
        "timestamp",
        "timestamp-type",
    ]
