"""Former keys of a configuration, turned into those of today."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Optional

import pytest

from pyrite.core.config import former_names
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.former_keys import with_present_keys
from pyrite.core.config.options import ALL_OPTIONS


def test_former_key_becomes_the_present_one_and_is_reported(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(former_names, "_warned", set())
    configuration = Configuration({"state.backend": "rocksdb", "my.key": "1"})
    assert with_present_keys(configuration).to_dict() == {"state.backend.type": "rocksdb", "my.key": "1"}
    assert configuration.to_dict() == {"state.backend": "rocksdb", "my.key": "1"}
    reported = "configuration key 'state.backend' is now called 'state.backend.type'"
    assert [record.getMessage() for record in caplog.records] == [reported]


def test_present_key_counts_before_a_former_one() -> None:
    configuration = Configuration({"state.backend": "hashmap", "state.backend.type": "rocksdb"})
    assert with_present_keys(configuration).to_dict() == {"state.backend.type": "rocksdb"}


def test_former_keys_count_in_the_order_of_their_declaration() -> None:
    older, newer = "state.backend.fs.memory-threshold", "state.storage.fs.memory-threshold"
    actual = with_present_keys(Configuration({older: "1", newer: "2"})).to_dict()
    assert actual == {"execution.checkpointing.data-inline-threshold": "2"}


def flinks_fallbacks() -> dict[str, list[str]]:
    """Recorded by benchmarks/peers/record_option_keys.py: keys with those that they have replaced."""
    lines = (Path(__file__).parent / "fallback_keys.txt").read_text().splitlines()
    return {key: fallbacks for key, *fallbacks in map(str.split, lines)}


def all_keys(option: Optional[ConfigOption[Any]]) -> set[str]:
    """The keys under which the value of an option is found."""
    return set() if option is None else {option.key, *option.former_keys} | all_keys(option.fallback)


def test_options_have_the_former_keys_of_flinks() -> None:
    fallbacks = flinks_fallbacks()
    declared = [option for option in ALL_OPTIONS if option.key in fallbacks]
    assert len(declared) > 20
    missing = {option.key: set(fallbacks[option.key]) - all_keys(option) for option in declared}
    assert {key: former for key, former in missing.items() if former} == {}
