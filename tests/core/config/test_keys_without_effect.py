"""Keys that change nothing are listed once, with what may be meant."""

from __future__ import annotations

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.keys_without_effect import NO_EFFECT_KEYS, keys_without_effect, report_keys_without_effect
from pyrite.core.config.options import ALL_OPTIONS


@pytest.mark.parametrize("key", NO_EFFECT_KEYS)
def test_key_without_effect_is_listed_with_the_reason(key: str) -> None:
    assert keys_without_effect(Configuration({key: "1"})) == [f"{key}: {NO_EFFECT_KEYS[key]}"]


def test_key_of_flink_that_is_not_supported_is_listed() -> None:
    keys = {"rest.server.numThreads": "4", "taskmanager.host": "a", "python.fn-execution.bundle.size": "1000"}
    assert keys_without_effect(Configuration(keys)) == [f"{key}: an option of Flink only" for key in sorted(keys)]


def test_key_that_nobody_knows_is_listed() -> None:
    assert keys_without_effect(Configuration({"web.colour": "red"})) == ["web.colour: there is no such option"]


def test_misspelt_key_is_listed_with_the_right_one() -> None:
    (line,) = keys_without_effect(Configuration({"exection.checkpointing.intervall": "1 s"}))
    assert line == "exection.checkpointing.intervall: did you mean execution.checkpointing.interval?"


def test_keys_that_are_read_are_not_listed() -> None:
    keys = [key for option in ALL_OPTIONS for key in (option.key, *option.former_keys) if key not in NO_EFFECT_KEYS]
    assert keys_without_effect(Configuration(dict.fromkeys(keys, "x"))) == []


def test_keys_of_spark_and_of_the_user_are_not_listed() -> None:
    assert keys_without_effect(Configuration({"spark.anything": "1", "shop.limit": "3", "s3.access-key": "x"})) == []


def test_list_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        report_keys_without_effect(Configuration({"state.backend.async": "true", "web.log.path": "/x"}))
    (record,) = caplog.records
    assert record.getMessage().splitlines() == [
        "configuration keys that have no effect:",
        "  state.backend.async: snapshots are always asynchronous",
        "  web.log.path: an option of Flink only",
    ]
