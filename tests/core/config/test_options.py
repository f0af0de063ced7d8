"""Every declared option: its key, its description, its default."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import (
    ALL_OPTIONS,
    BUFFER_TIMEOUT,
    DEFAULT_PARALLELISM,
    MAX_PARALLELISM,
    RUNTIME_MODE,
    RuntimeExecutionMode,
)
from pyrite.core.errors import InvalidProgramError


def test_options_have_keys_of_their_own() -> None:
    keys = Counter(key for option in ALL_OPTIONS for key in (option.key, *option.former_keys))
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("option", ALL_OPTIONS, ids=lambda option: option.key)
def test_option_says_what_it_means(option: ConfigOption[Any]) -> None:
    assert option.description.endswith(".")


@pytest.mark.parametrize(
    "option", [each for each in ALL_OPTIONS if each.default is not None], ids=lambda each: each.key
)
def test_option_reads_its_own_default_back_from_text(option: ConfigOption[Any]) -> None:
    assert Configuration().set(option, option.default).get(option) == option.default


def test_runtime_mode_is_read_in_any_case() -> None:
    assert Configuration({RUNTIME_MODE.key: "batch"}).get(RUNTIME_MODE) is RuntimeExecutionMode.BATCH


def test_runtime_mode_lists_the_choices_when_it_is_none_of_them() -> None:
    with pytest.raises(InvalidProgramError, match="expected STREAMING, BATCH or AUTOMATIC"):
        Configuration({RUNTIME_MODE.key: "fast"}).get(RUNTIME_MODE)


@pytest.mark.parametrize(("text", "expected_ms"), [("100 ms", 100), ("1 s", 1000), ("0", 0), ("-1", -1), ("5", 5)])
def test_buffer_timeout_is_a_duration_or_minus_one(text: str, expected_ms: int) -> None:
    assert Configuration({BUFFER_TIMEOUT.key: text}).get(BUFFER_TIMEOUT) == expected_ms


@pytest.mark.parametrize(
    ("option", "text"), [(DEFAULT_PARALLELISM, "-2"), (MAX_PARALLELISM, "0"), (MAX_PARALLELISM, "40000")]
)
def test_parallelism_out_of_range_names_the_key(option: ConfigOption[int], text: str) -> None:
    with pytest.raises(InvalidProgramError, match=f"{option.key} = '{text}'"):
        Configuration({option.key: text}).get(option)
