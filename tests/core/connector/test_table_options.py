"""The options of tables are checked in Flink's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

import pytest

from pyrite.core.config.config_options import ConfigOption, ConfigOptions
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table import TableContext, TableFactory, ValidationException
from pyrite.core.connector.table_format import ColumnDecoder, ColumnEncoder, TableFormat
from pyrite.core.connector.table_options import TableOptions, option_text
from pyrite.core.types import ObjectIdentifier, RowType

TOPIC: ConfigOption[Optional[str]] = ConfigOptions.key("topic").string_type().no_default_value()
RATE = ConfigOptions.key("rate").int_type().default_value(1)
VALUE_FORMAT = ConfigOptions.key("value.format").string_type().no_default_value()
FLAG = ConfigOptions.key("flag").boolean_type().default_value(False)


class Plain(TableFormat):
    identifier = "plain"
    optional_options = (FLAG,)

    def validate_decoding(self, options: Configuration) -> None:
        if options.get(FLAG):
            raise ValidationException("flag cannot be read with.")

    def create_decoder(
        self, row_type: RowType, options: Configuration, columns: Optional[Sequence[int]] = None
    ) -> ColumnDecoder:
        raise NotImplementedError

    def create_encoder(self, row_type: RowType, options: Configuration) -> ColumnEncoder:
        raise NotImplementedError


class Factory(TableFactory):
    identifier = "topics"
    required_options = (TOPIC,)
    optional_options = (RATE, VALUE_FORMAT)
    option_prefixes = ("properties.",)


def options(**values: str) -> TableOptions:
    named = {name.replace("__", "."): value for name, value in values.items()}
    context = TableContext(ObjectIdentifier("c", "d", "t"), RowType(()), {"connector": "topics", **named})
    return TableOptions(Factory(), context, {"plain": Plain()})


def error(**values: str) -> str:
    with pytest.raises(ValidationException) as caught:
        table = options(**values)
        table.decoding_format(VALUE_FORMAT)
        table.validate()
    return str(caught.value)


def test_options_are_read_with_defaults_and_prefixes() -> None:
    table = options(topic="a", properties__acks="all", value__format="plain", value__plain__flag="false")
    assert table.decoding_format(VALUE_FORMAT) is not None
    table.validate()
    assert (table.get(TOPIC), table.get(RATE)) == ("a", 1)
    assert table.with_prefix("properties.") == {"acks": "all"}


def test_missing_options_are_listed() -> None:
    assert error() == "One or more required options are missing.\n\nMissing required options are:\n\ntopic"


def test_unknown_option_is_named_with_the_supported_ones_and_the_nearest() -> None:
    text = error(topik="a", topic="b", value__format="plain")
    assert text.startswith("Unsupported options found for 'topics'.\n\nUnsupported options:\n\ntopik\n\n")
    assert "Supported options:\n\nconnector\nproperty-version\nrate\nscan.watermark." in text
    assert "\nvalue.format\nvalue.plain.flag" in text
    assert text.endswith("Did you mean 'topic'?")


def test_wrong_value_names_the_option() -> None:
    assert error(topic="a", rate="many").startswith("Invalid value for option 'rate'.\n\n")


def test_unknown_format_lists_the_known_ones() -> None:
    text = error(topic="a", value__format="plane")
    assert text.startswith("Could not find any factory for identifier 'plane' that implements")
    assert "Available factory identifiers are:\n\nplain" in text
    assert text.endswith("Did you mean 'plain'?")


def test_format_errors_name_the_format_and_its_prefix() -> None:
    text = error(topic="a", value__format="plain", value__plain__flag="true")
    assert text == "Error creating scan format 'plain' in option space 'value.plain.'.\n\nflag cannot be read with."
    assert "Invalid value for option 'value.plain.flag'." in error(
        topic="a", value__format="plain", value__plain__flag="x"
    )


def test_secrets_are_hidden() -> None:
    assert option_text("properties.sasl.jaas.config", "user='x'") == "'properties.sasl.jaas.config'='******'"
    assert option_text("topic", "it's") == "'topic'='it''s'"


def test_secret_of_a_table_may_be_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_PASSWORD", "hunter2")
    table = options(topic="${env:SHOP_PASSWORD}", properties__sasl="${env:SHOP_PASSWORD}")
    assert table.get(TOPIC) == "hunter2"
    assert table.with_prefix("properties.") == {"sasl": "hunter2"}
