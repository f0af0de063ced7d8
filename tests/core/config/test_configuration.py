"""Configuration: text in, values out through declared options; what cannot be read names its key."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.config import former_names
from pyrite.core.config.config_options import ConfigOption, parse_bool, parse_duration_ms, parse_memory_bytes
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RuntimeExecutionMode
from pyrite.core.errors import InvalidProgramError

WAIT = ConfigOption("wait.time", parse_duration_ms, 7, "How long to wait.", former_keys=("wait.old", "wait.older"))


@pytest.mark.parametrize(
    ("text", "expected_ms"),
    [
        ("250", 250),
        ("200ms", 200),
        ("5 s", 5000),
        ("  5   s ", 5000),
        ("1 min", 60_000),
        ("3m", 180_000),
        ("2 h", 7_200_000),
        ("1 d", 86_400_000),
        ("10 sec", 10_000),
        ("2 seconds", 2000),
        ("1 MINUTE", 60_000),
        ("4 hours", 14_400_000),
        ("2 days", 172_800_000),
        ("30 millis", 30),
        ("1500 micros", 1),
        ("3000000 ns", 3),
    ],
)
def test_duration_is_read_in_flinks_units(text: str, expected_ms: int) -> None:
    assert parse_duration_ms(text) == expected_ms


@pytest.mark.parametrize("text", ["", "s", "-5 s", "5 parsecs", "1.5 s", "5 s s", "five"])
def test_duration_is_refused_when_it_cannot_be_read(text: str) -> None:
    with pytest.raises(ValueError, match="expected a duration"):
        parse_duration_ms(text)


@pytest.mark.parametrize(
    ("text", "expected_bytes"),
    [
        ("512", 512),
        ("512 b", 512),
        ("2 bytes", 2),
        ("64k", 64 << 10),
        ("512 kb", 512 << 10),
        ("64m", 64 << 20),
        ("64 MB", 64 << 20),
        ("1 gb", 1 << 30),
        ("1g", 1 << 30),
        ("2 t", 2 << 40),
        ("3 mebibytes", 3 << 20),
    ],
)
def test_memory_size_is_read_in_flinks_units(text: str, expected_bytes: int) -> None:
    assert parse_memory_bytes(text) == expected_bytes


@pytest.mark.parametrize("text", ["", "m", "-1m", "1.5g", "1 pb", "1 g b"])
def test_memory_size_is_refused_when_it_cannot_be_read(text: str) -> None:
    with pytest.raises(ValueError, match="expected a size"):
        parse_memory_bytes(text)


@given(st.integers(0, 10**9), st.sampled_from(["", " ", "  "]))
def test_duration_in_milliseconds_comes_back_as_it_is(number: int, space: str) -> None:
    assert parse_duration_ms(f"{number}{space}ms") == number


@pytest.mark.parametrize(("text", "expected"), [("true", True), ("FALSE", False), ("True", True)])
def test_bool_is_read_in_any_case(text: str, expected: bool) -> None:
    assert parse_bool(text) is expected


def test_bool_is_refused_when_it_is_neither() -> None:
    with pytest.raises(ValueError, match="true or false"):
        parse_bool("yes")


def test_option_gives_its_default_when_nothing_is_set() -> None:
    assert Configuration().get(WAIT) == 7


def test_option_is_read_from_its_key() -> None:
    assert Configuration({"wait.time": "2 s"}).get(WAIT) == 2000


@pytest.mark.parametrize("former", WAIT.former_keys)
def test_option_is_read_from_a_former_key_with_one_warning(
    former: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(former_names, "_warned", set())
    configuration = Configuration({former: "3 s"})
    assert [configuration.get(WAIT), configuration.get(WAIT)] == [3000, 3000]
    reported = f"configuration key '{former}' is now called 'wait.time'"
    assert [record.getMessage() for record in caplog.records] == [reported]


def test_option_that_is_not_set_is_read_from_its_fallback() -> None:
    pause = ConfigOption("pause", parse_duration_ms, 1, "A pause.", fallback=WAIT)
    assert Configuration().get(pause) == 7
    assert Configuration({"wait.old": "3"}).get(pause) == 3
    assert Configuration({"wait.time": "3", "pause": "4"}).get(pause) == 4


def test_contains_knows_former_keys_and_not_the_fallback() -> None:
    pause = ConfigOption("pause", parse_duration_ms, 1, "A pause.", fallback=WAIT)
    configuration = Configuration({"wait.old": "3"})
    assert configuration.contains(WAIT) and not configuration.contains(pause)


def test_option_prefers_its_present_key_to_a_former_one() -> None:
    assert Configuration({"wait.older": "1", "wait.time": "2", "wait.old": "3"}).get(WAIT) == 2


def test_option_value_that_cannot_be_read_names_key_value_and_what_is_expected() -> None:
    with pytest.raises(InvalidProgramError, match=r"wait\.time = 'soon': expected a duration"):
        Configuration({"wait.time": "soon"}).get(WAIT)


def test_option_value_that_cannot_be_read_names_the_former_key_when_it_came_from_there() -> None:
    with pytest.raises(InvalidProgramError, match=r"wait\.old = 'soon'"):
        Configuration({"wait.old": "soon"}).get(WAIT)


def test_set_option_is_read_back() -> None:
    assert Configuration().set(WAIT, 42).get(WAIT) == 42


def test_plain_getters_read_what_plain_setters_wrote() -> None:
    configuration = Configuration().set_string("s", "x").set_integer("i", 3).set_boolean("b", True).set_float("f", 0.5)
    assert configuration.get_string("s", "") == "x"
    assert configuration.get_integer("i", 0) == 3
    assert configuration.get_boolean("b", False) is True
    assert configuration.get_float("f", 0.0) == 0.5


def test_plain_getters_give_the_default_when_nothing_is_set() -> None:
    configuration = Configuration()
    assert configuration.get_string("k", "x") == "x"
    assert configuration.get_integer("k", 3) == 3
    assert configuration.get_boolean("k", True) is True
    assert configuration.get_float("k", 0.5) == 0.5


@pytest.mark.parametrize("getter", ["get_integer", "get_boolean", "get_float"])
def test_plain_getter_names_the_key_when_the_value_cannot_be_read(getter: str) -> None:
    with pytest.raises(InvalidProgramError, match=r"some\.key = 'soon'"):
        getattr(Configuration({"some.key": "soon"}), getter)("some.key", 0)


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (False, "false"), (3, "3"), (RuntimeExecutionMode.BATCH, "BATCH"), (Path("/a/b"), "/a/b")],
)
def test_values_are_kept_as_text(value: object, text: str) -> None:
    assert Configuration({"k": value}).to_dict() == {"k": text}


def test_add_all_overrides_and_takes_a_prefix() -> None:
    configuration = Configuration({"a": "1", "b": "1"}).add_all(Configuration({"b": "2"}))
    assert configuration.add_all(Configuration({"c": "3"}), "p.").to_dict() == {"a": "1", "b": "2", "p.c": "3"}


def test_remove_config_says_whether_the_key_was_there() -> None:
    configuration = Configuration({"a": "1"})
    assert configuration.remove_config("a")
    assert not configuration.remove_config("a")
    assert not configuration.contains_key("a")


def test_add_all_to_dict_adds_to_what_is_there() -> None:
    target = {"b": "2"}
    Configuration({"a": "1"}).add_all_to_dict(target)
    assert target == {"a": "1", "b": "2"}


def test_dict_of_a_configuration_is_a_copy() -> None:
    configuration = Configuration.from_dict({"a": "1"})
    configuration.to_dict()["a"] = "2"
    assert configuration.to_dict() == {"a": "1"}


def test_configurations_with_the_same_values_are_equal() -> None:
    one, other = Configuration({"a": "1", "b": "2"}), Configuration({"b": "2", "a": "1"})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Configuration({"a": "1"})


def test_pickled_configuration_keeps_the_types_of_values() -> None:
    configuration = Configuration().set_integer("i", 1).set_boolean("b", True).set_bytearray("y", bytearray(b"z"))
    again = pickle.loads(pickle.dumps(configuration))
    assert again == configuration
    target: dict[str, Any] = {}
    again.add_all_to_dict(target)
    assert target == {"i": 1, "b": True, "y": b"z"}


def test_secrets_are_in_no_text_of_a_configuration() -> None:
    configuration = Configuration({"store.password": "opensesame"})
    assert "opensesame" not in f"{configuration} {configuration!r}"
    with pytest.raises(InvalidProgramError, match=r"store\.password = '\*{6}'"):
        configuration.get_integer("store.password", 0)


def test_value_outside_of_the_configuration_is_read_by_get(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAIT", "5 s")
    configuration = Configuration({"wait.time": "${env:WAIT}", "url": "a://${env:WAIT}@b"})
    assert configuration.get(WAIT) == 5000
    assert configuration.get_string("url", "") == "a://5 s@b"
    assert configuration.to_dict()["wait.time"] == "${env:WAIT}"


def test_value_outside_of_the_configuration_is_not_part_of_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNT", "hunter2")
    with pytest.raises(InvalidProgramError) as raised:
        Configuration({"count": "${env:COUNT}"}).get_integer("count", 1)
    assert str(raised.value).startswith("count = '${env:COUNT}': invalid literal") and "hunter2" not in str(
        raised.value
    )


def test_reference_that_cannot_be_read_is_an_error_with_its_key() -> None:
    with pytest.raises(
        InvalidProgramError, match=r"s3.secret-key = '\$\{env:NONE\}': the environment variable NONE is"
    ):
        Configuration({"s3.secret-key": "${env:NONE}"}).get_string("s3.secret-key", "")
